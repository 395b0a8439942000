package webfetch

import (
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// locateSection finds the section that a fragment names, sets Document.Section
// where the extractor has not, and returns the heading's text; "" if there is
// no such section.
func locateSection(doc *extract.Document, fragment string) string {
	fragment, _, _ = strings.Cut(fragment, ":~:") // text fragments are not sections
	if fragment == "" {
		return ""
	}
	for i, h := range doc.Outline {
		inside := doc.Section != (extract.Span{}) && h.Start == doc.Section.Start
		if inside || doc.Section == (extract.Span{}) && (h.Anchor == fragment || h.Anchor == "" && slug(h.Text) == strings.ToLower(fragment)) {
			if !inside {
				doc.Section = doc.SectionAt(i)
			}
			return h.Text
		}
	}
	return ""
}

// slug returns the anchor that GitHub and other Markdown renderers give a heading:
// "What is new?" → "what-is-new".
func slug(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '-':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('-')
		}
	}
	return b.String()
}

// sectionFirst returns the Markdown with the section that was asked for moved
// to its beginning.
func sectionFirst(doc *extract.Document) string {
	s := doc.Section
	if s.Start == 0 || s.End <= s.Start {
		return doc.Markdown
	}
	section := strings.TrimSpace(doc.Markdown[s.Start:s.End])
	before, after := strings.TrimSpace(doc.Markdown[:s.Start]), strings.TrimSpace(doc.Markdown[s.End:])
	return strings.TrimSpace(section + "\n\n" + before + "\n\n" + after)
}
