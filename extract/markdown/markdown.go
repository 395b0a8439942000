package markdown

import (
	"bytes"
	"context"
	"fmt"
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
	doc := e.extract(ctx, src)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	return doc, nil
}

// extract returns a part of the document, or another one, once ctx is done.
func (e Extractor) extract(ctx context.Context, src *extract.Source) *extract.Document {
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	text := mdwriter.Printable(string(decoded))
	front, body := cutFrontMatter(text)
	r := rewriter{ctx: ctx, meter: ctxio.NewMeter(ctx), html: e.HTML, base: src.URL, room: mdwriter.Limit(src)}
	rewritten, ok := r.rewriteUntilStable([]byte(body))
	if !ok {
		return asText(ctx, src, text)
	}
	doc, parsed := parseBlocks(ctx, string(bytes.Trim(rewritten, "\n")))
	doc.LinkSpans = linkSpans(parsed)
	r.RemoveInvisible(string(decoded))
	r.SetLists(doc)
	doc.Removed = append(front.hiddenTexts(), doc.Removed...)
	doc.Meta = front.metadata()
	if doc.Meta.Title == "" && len(doc.Outline) > 0 && doc.Outline[0].Level == 1 {
		doc.Meta.Title = doc.Outline[0].Text
	}
	nameAnchors(doc, r.meter)
	for i, h := range doc.Outline {
		if src.URL != nil && src.URL.Fragment != "" && src.URL.Fragment == h.Anchor {
			doc.Section = doc.SectionAt(i)
			break
		}
	}
	return doc
}

// asText returns text beyond the bounds as paragraphs, with a warning.
func asText(ctx context.Context, src *extract.Source, text string) *extract.Document {
	w := mdwriter.NewWriter(src)
	w.Until(ctx)
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		md, err := mdwriter.EscapeLong(ctx, strings.TrimSpace(paragraph))
		if err != nil {
			break
		}
		w.Paragraph(md)
	}
	doc := w.Document()
	doc.Format = "markdown"
	doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "shown as text", Detail: "markdown: too many brackets, marks or empty cells in one place"})
	return doc
}

// nameAnchors gives headings the fragments that they name themselves, or else those
// that GitHub and most generators of sites give them: lower case, blanks as
// dashes, no punctuation, numbered when taken.
func nameAnchors(doc *extract.Document, meter *ctxio.Meter) {
	taken := map[string]int{}
	for i := range doc.Outline {
		h := &doc.Outline[i]
		if meter.Spend(perNode) != nil {
			return
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
		if h.Anchor = slug; taken[slug] > 0 {
			h.Anchor = fmt.Sprintf("%s-%d", slug, taken[slug])
		}
		taken[slug]++
	}
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
