package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// show prints what the flags ask for.
func show(ctx context.Context, c *webfetch.Client, s *settings, p *webfetch.Packet, out io.Writer) error {
	switch {
	case s.chunk > 0:
		set, err := c.Chunk(ctx, p, chunk.Options{MaxTokens: s.chunk})
		if err != nil {
			return explain(err)
		}
		return printed(out, s.json, set, func() { showChunks(out, set) })
	case s.compact > 0:
		mode := compact.Mode(s.mode)
		if mode == "" && s.question != "" {
			mode = compact.QuestionFocused
		}
		result, err := c.Compact(ctx, p, compact.Options{MaxTokens: s.compact, Mode: mode, Question: s.question})
		if err != nil {
			return explain(err)
		}
		return printed(out, s.json, result, func() { showCompacted(out, result) })
	case s.explain:
		showTrace(out, p.Document)
		return nil
	case s.view == string(webfetch.ViewRaw):
		return showRaw(out, p)
	case s.view != "":
		text, err := c.View(ctx, p, webfetch.View(s.view))
		if err != nil {
			return explain(err)
		}
		_, err = fmt.Fprintln(out, text)
		return err
	}
	return printed(out, s.json, p, func() { showPacket(out, p) })
}

// showRaw writes a body byte by byte, but to a terminal only text, as UTF-8.
func showRaw(out io.Writer, p *webfetch.Packet) error {
	f, isFile := out.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		_, err := out.Write(p.Raw)
		return err
	}
	text, encoding := p.RawText()
	if encoding != "utf-8" {
		return fmt.Errorf("the body is binary (%s, %d bytes): write it to a file with > name", p.ContentType, len(p.Raw))
	}
	_, err := fmt.Fprintln(out, text)
	return err
}

// printed writes value as JSON, or calls the function that writes it for a person.
func printed(out io.Writer, asJSON bool, value any, forPerson func()) error {
	if !asJSON {
		forPerson()
		return nil
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

func showPacket(out io.Writer, p *webfetch.Packet) {
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "%-10s %s\n", name, value)
		}
	}
	m := p.Metadata
	field("Title", m.Title)
	field("Author", m.Author)
	field("Published", m.PublishedAt)
	field("Address", p.CanonicalURL)
	field("Verdict", verdict(p.Verdict))
	for _, w := range p.Warnings {
		field("Warning", w.Type+": "+worded(w))
	}
	for _, f := range p.Injections {
		field("Unsafe", fmt.Sprintf("%s %s in %s, score %.1f: %.120q", f.Level, f.Category, f.Location, f.Score, f.Text))
	}
	if len(p.Outline) > 0 {
		fmt.Fprintln(out, "Outline")
		for _, h := range p.Outline {
			fmt.Fprintf(out, "  %s%s\n", strings.Repeat("  ", h.Level-1), h.Text)
		}
	}
	fmt.Fprintf(out, "\n%s\n", p.Content)
}

// shownText is how many characters of a piece of a page are printed.
const shownText = 72

// showTrace prints which rule kept or left out each piece of a page, one a line, by stage.
func showTrace(out io.Writer, doc *extract.Document) {
	if doc == nil || len(doc.Trace) == 0 {
		fmt.Fprintln(out, "nothing is known of how this was extracted: only HTML pages are traced")
		return
	}
	for _, d := range doc.Trace {
		sign, score := "-", strings.Repeat(" ", 11)
		if d.Kept {
			sign = "+"
		}
		if d.Stage == extract.StageChoice {
			score = fmt.Sprintf("%.3f/%.3f", d.Score, d.Threshold)
		}
		fmt.Fprintf(out, "%s %-10s %s  %-30s %.*s\n", sign, d.Stage, score, d.Rule, shownText, d.Text)
	}
}

// worded is a warning with what it quotes.
func worded(w extract.Warning) string {
	if w.Detail == "" {
		return w.Message
	}
	return w.Message + ": " + w.Detail
}

func verdict(v extract.Verdict) string {
	text := string(v.Kind)
	if len(v.Evidence) > 0 {
		text += " (" + strings.Join(v.Evidence, "; ") + ")"
	}
	if v.Next != "" {
		text += ". " + v.Next
	}
	return text
}

func showChunks(out io.Writer, set *chunk.Set) {
	fmt.Fprintf(out, "%d chunks, %d tokens, at most %d each\n", set.TotalChunks, set.TotalTokens, set.MaxTokens)
	for _, c := range set.Chunks {
		fmt.Fprintf(out, "\n──── %s · %d tokens · %s\n%s\n", c.ID, c.Tokens, strings.Join(c.HeadingsPath, " > "), c.Text)
	}
}

func showCompacted(out io.Writer, r *compact.Result) {
	fmt.Fprintf(out, "%s\n\n──── %d tokens\n", r.Compacted.Summary, r.EstTokens)
	for _, o := range r.Compacted.Omissions {
		fmt.Fprintf(out, "left out: %d tokens of %q (%s)\n", o.Tokens, o.Section, o.Reason)
	}
	for _, w := range r.Compacted.Warnings {
		fmt.Fprintf(out, "warning: %s\n", worded(w))
	}
}
