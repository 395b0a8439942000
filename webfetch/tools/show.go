package tools

import (
	"context"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
)

// maxBinaryShown is the longest binary body in bytes that view=raw shows in base64.
const maxBinaryShown = 1 << 10

// show makes the answer of a page in the view that args ask for.
func (s *Set) show(ctx context.Context, c *call, args *fetchArgs, p *webfetch.Packet) (*answer, error) {
	view := args.view()
	text, p, err := s.client.View(hostlimit.WithPrincipal(ctx, c.Principal), p, view)
	if err != nil {
		return nil, err
	}
	a := &answer{
		receipt:  &p.Stats,
		source:   p,
		warnings: s.optionWarnings(args),
		head:     args.isHead(),
		text:     text,
		view:     view,
		start:    int(args.StartIndex),
		limit:    s.opts.maxLength(),
	}
	if args.completed {
		a.warnings = append(a.warnings, extract.Warning{Type: warnCompleted, Message: "The url has no scheme; https:// was put before it."})
	}
	a.doubt = c.doubt
	if a.start == 0 && lacksSection(args.URL, view, p) {
		a.warnings = append(a.warnings, extract.Warning{Type: warnNoSection, Message: "The content has no section of the name behind the # of the url; the whole page is shown."})
	}
	if a.head { // there is nothing to go on with
		a.start = 0
	}
	if args.MaxLength != nil {
		a.limit = int(*args.MaxLength)
	}
	if text == p.Content && p.Document != nil && p.Document.Markdown == text {
		a.outline = p.Document.Outline
	}
	a.note = changesNote(p.Changes)
	a.env.View, a.env.ContentLength = string(view), p.Stats.ContentLength
	switch {
	case view == webfetch.ViewRaw:
		s.showRaw(args, p, a)
	case args.Options.Format.Output == "normalized":
		whole := normalize(p)
		a.put = func(env *envelope, part string, first bool) {
			n := trimNormalized(*whole, part, first)
			n.Content = part
			n.Warnings = a.withWarnings(n.Warnings)
			env.Normalized = n
		}
	default:
		a.put = func(env *envelope, part string, first bool) {
			t := trim(p, part, first)
			t.Content = part
			t.Warnings = a.withWarnings(t.Warnings)
			if text != p.Content { // they are of the content
				t.Citations = []webfetch.Citation{}
			}
			env.Packet = t
		}
	}
	return a, nil
}

// withWarnings returns the warnings of a call and those of its page.
func (a *answer) withWarnings(page []extract.Warning) []extract.Warning {
	all := append([]extract.Warning{}, a.warnings...)
	if a.doubt != nil {
		all = append(all, *a.doubt)
	}
	return append(all, page...)
}

// The types of warnings of an address.
const (
	warnCompleted = "url_completed"
	warnNoSection = "section_not_found"
)

// lacksSection reports that an address names a section that the page does not have. A
// fragment that begins with "/" or "!" names a page of an application; one of the form
// ":~:text=…" is for browsers; #top is ignored.
func lacksSection(address string, view webfetch.View, p *webfetch.Packet) bool {
	_, fragment, _ := strings.Cut(address, "#")
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	fragment, _, _ = strings.Cut(fragment, ":~:")
	if fragment == "" || strings.EqualFold(fragment, "top") || strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return false
	}
	return (view == webfetch.ViewMarkdown || view == webfetch.ViewPlain) && p.Changes == nil &&
		p.Provenance.Section == "" && p.Document != nil && p.Document.Section == (extract.Span{}) && p.Content != ""
}

// showRaw shows a body as it came, a binary one in base64, and says so. A long
// binary one is of no use to a model: it is given only where the bytes were asked
// for by name.
func (s *Set) showRaw(args *fetchArgs, p *webfetch.Packet, a *answer) {
	_, encoding := p.RawText()
	switch {
	case encoding == "utf-8":
	case len(p.Raw) <= maxBinaryShown || args.Options.Format.Output == "raw":
		a.note = "The body is binary, " + itoa(len(p.Raw)) + " bytes, and shown in base64."
	default:
		a.text = ""
		a.note = "The body is binary, " + itoa(len(p.Raw)) + " bytes, and not shown. options.format.output=raw gives it in base64; " +
			"view=markdown reads it, if it is a document."
	}
	a.put = func(env *envelope, part string, _ bool) {
		env.Raw = &rawBody{
			OriginalURL: line.Clip(p.OriginalURL, longestURL),
			Status:      p.Status,
			ContentType: line.Clip(p.ContentType, longestField),
			Bytes:       len(p.Raw),
			Encoding:    encoding,
			Body:        part,
			Warnings:    a.withWarnings(trimWarnings(p.Warnings)),
		}
	}
}
