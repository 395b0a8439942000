package markdown

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string {
	return []string{"text/markdown", "text/x-markdown", "application/markdown", "text/x-gfm"}
}

// Extractor reads Markdown documents. The zero value is ready to use and safe
// for concurrent use.
type Extractor struct {
	// HTML reads blocks of raw HTML, with Options.WholePage set. Nil means that
	// their tags are stripped.
	HTML extract.Extractor
}

// Extract implements extract.Extractor. Document.Format is "markdown". It fails
// only when ctx is done.
func (e Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	front, body := cutFrontMatter(mdwriter.Printable(string(decoded)))
	r := rewriter{ctx: ctx, meter: ctxio.NewMeter(ctx), html: e.HTML, base: src.URL, room: mdwriter.Limit(src)}
	rewritten, err := r.rewriteUntilStable([]byte(body))
	if err == errBounds {
		doc, err := asText(ctx, src)
		if err != nil {
			return nil, fmt.Errorf("markdown: %w", err)
		}
		return doc, nil
	}
	if err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	body = string(bytes.Trim(rewritten, "\n"))
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	doc, parsed, err := parseBlocks(ctx, body)
	if err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	if doc.LinkSpans, err = linkSpans(parsed); err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	r.SetLists(doc)
	doc.Removed = append(front.hiddenTexts(), doc.Removed...)
	doc.Meta = front.metadata()
	if doc.Meta.Title == "" && len(doc.Outline) > 0 && doc.Outline[0].Level == 1 {
		doc.Meta.Title = doc.Outline[0].Text
	}
	if err := nameAnchors(doc, r.meter); err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	doc.Section = fragmentSection(doc, src.URL)
	return doc, nil
}

// nameAnchors gives headings the fragments that they name themselves, or else those
// that GitHub and most generators of sites give them: lower case, blanks as
// dashes, no punctuation, numbered when taken. The error is that of the context
// of meter.
func nameAnchors(doc *extract.Document, meter *ctxio.Meter) error {
	taken := map[string]int{}
	for i := range doc.Outline {
		h := &doc.Outline[i]
		if err := meter.Spend(perNode); err != nil {
			return err
		}
		if _, h.Anchor = cutAttributes(strings.TrimRight(doc.Markdown[h.Start:h.End], "# ")); h.Anchor != "" {
			taken[h.Anchor]++
			continue
		}
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ' || r == '-':
				return '-'
			case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
				return unicode.ToLower(r)
			}
			return -1
		}, h.Text)
		n := taken[slug]
		taken[slug]++
		if n > 0 {
			slug = fmt.Sprintf("%s-%d", slug, n)
		}
		h.Anchor = slug
	}
	return nil
}

// cutAttributes cuts the attributes off the end of a heading that many
// generators read, "{#name .class key=value}", and returns the name.
func cutAttributes(heading string) (text, name string) {
	inner, found := strings.CutSuffix(heading, "}")
	at := strings.LastIndexByte(inner, '{')
	if !found || at <= 0 {
		return heading, ""
	}
	for field := range strings.FieldsSeq(strings.TrimPrefix(inner[at+1:], ":")) {
		switch {
		case len(field) > 1 && field[0] == '#' && name == "":
			name = field[1:]
		case len(field) < 2 || field[0] != '.' && !strings.Contains(field[1:], "="):
			return heading, ""
		}
	}
	if name == "" {
		return heading, ""
	}
	return strings.TrimRight(inner[:at], " "), name
}

func fragmentSection(doc *extract.Document, u *url.URL) extract.Span {
	if u == nil || u.Fragment == "" {
		return extract.Span{}
	}
	for i, h := range doc.Outline {
		if h.Anchor == u.Fragment {
			return doc.SectionAt(i)
		}
	}
	return extract.Span{}
}
