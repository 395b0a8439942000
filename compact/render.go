package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// render writes the units that are kept, in order, each word for word, and
// returns what they were taken from.
func (m *model) render(kept []bool) (string, []extract.Span) {
	var b strings.Builder
	var spans []extract.Span
	last := -1
	for i := range m.units {
		if !kept[i] {
			continue
		}
		u := &m.units[i]
		if last >= 0 {
			gap := m.gap(last, i)
			b.WriteString(gap)
			if last == i-1 && len(spans) > 0 {
				spans[len(spans)-1].End = u.End
				b.WriteString(m.text(u))
				last = i
				continue
			}
		}
		b.WriteString(m.text(u))
		spans = append(spans, extract.Span{Start: u.Start, End: u.End})
		last = i
	}
	return b.String(), spans
}

// gap is the white space between two units: that of the document if they are
// neighbours there.
func (m *model) gap(a, b int) string {
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
