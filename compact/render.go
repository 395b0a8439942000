package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// render writes the units that are kept, in order, each word for word, and
// returns what they were taken from.
func (m *docIndex) render(s *selection) (string, []extract.Span) {
	var b strings.Builder
	var spans []extract.Span
	last := -1
	for i := range m.units {
		if !s.kept[i] {
			continue
		}
		span := s.span(i)
		if last >= 0 {
			b.WriteString(m.gap(last, i))
		}
		b.WriteString(s.text(i))
		if last >= 0 && last == i-1 && s.unclipped(last) && s.unclipped(i) {
			spans[len(spans)-1].End = span.End
		} else {
			spans = append(spans, span)
		}
		last = i
	}
	return b.String(), spans
}

// span is what is kept of unit i.
func (s *selection) span(i int) extract.Span {
	if part, ok := s.parts[i]; ok {
		return part
	}
	u := &s.m.units[i]
	return extract.Span{Start: u.Start, End: u.End}
}

// unclipped reports whether unit i is not clipped.
func (s *selection) unclipped(i int) bool {
	_, clipped := s.parts[i]
	return !clipped
}

// text is unit i as it is written, with marks where it is clipped.
func (s *selection) text(i int) string {
	u, part := &s.m.units[i], s.span(i)
	text := s.m.md[part.Start:part.End]
	if part.Start > u.Start {
		text = ellipsis + " " + text
	}
	if part.End < u.End {
		text += " " + ellipsis
	}
	return text
}

// gap is the white space between two units: that of the document if they are
// neighbours there.
func (m *docIndex) gap(a, b int) string {
	u, v := &m.units[a], &m.units[b]
	if b == a+1 {
		return m.md[u.End:v.Start]
	}
	switch {
	case u.group != v.group:
		return "\n\n"
	case v.Kind == chunk.SentenceUnit && u.Kind == chunk.SentenceUnit:
		if strings.HasPrefix(m.text(v), ">") {
			return "\n"
		}
		return " "
	}
	return "\n"
}
