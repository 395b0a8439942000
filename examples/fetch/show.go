package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

func show(ctx context.Context, c *webfetch.Client, s *settings, p *webfetch.Packet, out, head *pen) error {
	switch {
	case s.chunk > 0:
		set, err := c.Chunk(ctx, p, chunk.Options{MaxTokens: s.chunk})
		if err != nil {
			return explain(err)
		}
		return printed(out, s.json, set, func() { showChunks(out, head, set) })
	case s.compact > 0:
		opts := compact.Options{MaxTokens: s.compact, Question: s.question}
		if s.question != "" {
			opts.Mode = compact.QuestionFocused
		}
		result, err := c.Compact(ctx, p, opts)
		if err != nil {
			return explain(err)
		}
		return printed(out, s.json, result, func() { showCompacted(out, head, result) })
	case s.explain:
		showTrace(out, p.Document)
		return nil
	case s.view == "raw":
		return showRaw(out, p)
	case s.view != "":
		text, _, err := c.View(ctx, p, s.view)
		if err != nil {
			return explain(err)
		}
		if s.view == "html" {
			return out.text(text + "\n")
		}
		return out.markdown(text)
	}
	text, _, err := c.View(ctx, p, "") // a section that the address names comes first
	if err != nil {
		return explain(err)
	}
	return printed(out, s.json, p, func() {
		showHead(head, p)
		out.markdown(text)
	})
}

// showRaw writes a body byte by byte, but to a terminal only text, as UTF-8.
func showRaw(out *pen, p *webfetch.Packet) error {
	if !out.terminal {
		_, err := out.w.Write(p.Raw)
		return err
	}
	text, encoding := p.RawText()
	if encoding != "utf-8" {
		return fmt.Errorf("the body is binary (%s, %d bytes): write it to a file with > name", p.ContentType, len(p.Raw))
	}
	return out.text(text + "\n")
}

func printed(out *pen, asJSON bool, value any, forPerson func()) error {
	if !asJSON {
		forPerson()
		return nil
	}
	e := json.NewEncoder(out.w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

func showHead(head *pen, p *webfetch.Packet) {
	field := func(color, name, value string) {
		if value = modeltext.OneLine(value, 0); value != "" {
			head.text(fmt.Sprintf("%s %s\n", head.paint(dim, fmt.Sprintf("%-10s", name)), head.paint(color, value)))
		}
	}
	m := p.Metadata
	field(bold, "Title", m.Title)
	field("", "Author", m.Author)
	field("", "Published", m.PublishedAt)
	field("", "Address", p.CanonicalURL)
	field(map[bool]string{true: green, false: yellow}[p.Verdict.Kind == extract.VerdictContent], "Verdict", verdict(p.Verdict))
	for _, w := range p.Warnings {
		field(yellow, "Warning", w.Type+": "+worded(w))
	}
	for _, f := range p.Injections {
		field(red, "Unsafe", fmt.Sprintf("%s %s in %s, score %.1f: %.120q", f.Level, f.Category, f.Location, f.Score, f.Text))
	}
	for i, h := range p.Outline {
		field("", map[bool]string{true: "Outline"}[i == 0], strings.Repeat("· ", h.Level-1)+h.Text)
	}
	head.text("\n")
}

const shownText = 72

func showTrace(out *pen, doc *extract.Document) {
	if doc == nil || len(doc.Trace) == 0 {
		out.text("nothing is known of how this was extracted: only HTML pages are traced\n")
		return
	}
	for _, d := range doc.Trace {
		sign, color, score := "-", red, strings.Repeat(" ", 11)
		if d.Kept {
			sign, color = "+", green
		}
		if d.Stage == "choice" {
			score = fmt.Sprintf("%.3f/%.3f", d.Score, d.Threshold)
		}
		out.text(fmt.Sprintf("%s %-10s %s  %-30s %.*s\n", out.paint(color, sign), d.Stage, out.paint(dim, score), d.Rule, shownText, d.Text))
	}
}

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

func showChunks(out, head *pen, set *chunk.Set) {
	head.text(fmt.Sprintf("%d chunks, %d tokens, at most %d each\n", set.TotalChunks, set.TotalTokens, set.MaxTokens))
	for _, c := range set.Chunks {
		out.text(fmt.Sprintf("\n%s\n", out.paint(dim, fmt.Sprintf("──── %s · %d tokens · %s", c.ID, c.Tokens, strings.Join(c.HeadingsPath, " > ")))))
		out.markdown(c.Text)
	}
}

func showCompacted(out, head *pen, r *compact.Result) {
	out.markdown(r.Compacted.Summary)
	head.text(fmt.Sprintf("\n──── %d tokens\n", r.EstTokens))
	for _, o := range r.Compacted.Omissions {
		head.text(fmt.Sprintf("left out: %d tokens of %q (%s)\n", o.Tokens, o.Section, o.Reason))
	}
	for _, w := range r.Compacted.Warnings {
		head.text("warning: " + worded(w) + "\n")
	}
}

// Escape sequences of ECMA-48.
const (
	bold, dim, red, green, yellow, cyan = "1", "2", "31", "32", "33", "36"
)

type pen struct {
	w        io.Writer
	terminal bool
	colors   bool
}

// newPen follows NO_COLOR (https://no-color.org/) and TERM.
func newPen(w io.Writer) *pen {
	f, isFile := w.(*os.File)
	terminal := isFile && term.IsTerminal(int(f.Fd()))
	return &pen{w: w, terminal: terminal, colors: terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// paint colours a text, from which it takes what a terminal would obey.
func (p *pen) paint(color, text string) string {
	if !p.colors || color == "" {
		return p.tame(text)
	}
	return "\x1b[" + color + "m" + p.tame(text) + "\x1b[0m"
}

// tame takes control characters out of what a stranger wrote, if a terminal is to show it: they
// could move the cursor, set the clipboard or hide text.
func (p *pen) tame(text string) string {
	if !p.terminal {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}

func (p *pen) text(text string) error {
	_, err := io.WriteString(p.w, text)
	return err
}

func (p *pen) markdown(text string) error {
	if !p.terminal {
		return p.text(text + "\n")
	}
	var b strings.Builder
	fence := ""
	for line := range strings.SplitSeq(text, "\n") {
		color, bare := "", strings.TrimLeft(line, " ")
		mark := bare[:len(bare)-len(strings.TrimLeft(bare, "`~"))]
		switch {
		case fence != "":
			color = cyan
			if strings.HasPrefix(mark, fence) {
				color, fence = dim, ""
			}
		case len(mark) >= 3:
			color, fence = dim, mark
		case strings.HasPrefix(bare, "#"):
			color = bold
		case strings.HasPrefix(bare, ">"):
			color = dim
		}
		b.WriteString(p.paint(color, line))
		b.WriteByte('\n')
	}
	return p.text(b.String())
}
