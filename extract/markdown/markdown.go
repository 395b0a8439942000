package markdown

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
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
	front, body := cutFrontMatter(compose.Printable(string(decoded)))
	r := rewriter{ctx: ctx, html: e.HTML, base: src.URL}
	body, err := r.all(body)
	if err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	doc := Parse(strings.Trim(body, "\n"))
	doc.Links, doc.Removed = r.links, append(frontTexts(front), r.removed...)
	doc.Meta = metadata(front)
	if doc.Meta.Title == "" {
		doc.Meta.Title = firstTitle(doc.Outline)
	}
	anchors(doc.Outline)
	doc.Section = section(doc, src.URL)
	return doc, nil
}

// firstTitle returns the text of the first heading of level 1, if no other
// heading is before it.
func firstTitle(outline []extract.Heading) string {
	if len(outline) > 0 && outline[0].Level == 1 {
		return outline[0].Text
	}
	return ""
}

// anchors gives headings the fragments that GitHub and most generators of sites
// give them: lower case, blanks as dashes, no punctuation, numbered when taken.
func anchors(outline []extract.Heading) {
	taken := map[string]int{}
	for i := range outline {
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ' || r == '-':
				return '-'
			case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
				return unicode.ToLower(r)
			}
			return -1
		}, outline[i].Text)
		n := taken[slug]
		taken[slug]++
		if n > 0 {
			slug = fmt.Sprintf("%s-%d", slug, n)
		}
		outline[i].Anchor = slug
	}
}

// section returns the span of the section that the fragment of u names: from its
// heading to the next one of the same or a higher level.
func section(doc *extract.Document, u *url.URL) extract.Span {
	if u == nil || u.Fragment == "" {
		return extract.Span{}
	}
	for i, h := range doc.Outline {
		if h.Anchor != u.Fragment {
			continue
		}
		for _, next := range doc.Outline[i+1:] {
			if next.Level <= h.Level {
				return extract.Span{Start: h.Start, End: len(strings.TrimRight(doc.Markdown[:next.Start], "\n"))}
			}
		}
		return extract.Span{Start: h.Start, End: len(doc.Markdown)}
	}
	return extract.Span{}
}
