package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

func (m *docIndex) render(s *selection) (string, []extract.Span) {
	var b strings.Builder
	var spans []extract.Span
	last := -1
	for i := 0; i < len(m.units); i++ {
		if !s.kept[i] {
			continue
		}
		from, span := i, s.span(i)
		for s.verbatim(i) && i+1 < len(m.units) && s.kept[i+1] && s.verbatim(i+1) {
			i++
			span.End = m.units[i].End
		}
		span = m.withoutBreak(span)
		text, gap := s.written(from, i, span), m.marksBefore(s, last, from)
		if last >= 0 {
			if strings.HasSuffix(b.String(), ellipsis) && m.units[last].group == m.units[from].group {
				text = strings.TrimPrefix(text, ellipsis+" ")
			}
		}
		before, behind := s.fencesAround(from, i)
		b.WriteString(gap)
		b.WriteString(before)
		b.WriteString(text)
		b.WriteString(behind)
		spans = append(spans, span)
		last = i
	}
	if last >= 0 {
		b.WriteString(m.marksBehind(s, last))
	}
	return b.String(), spans
}

// withoutBreak is a span without what ends its last line or paragraph only because of what follows: the
// backslash of a line break, lines of a quote without text.
func (m *docIndex) withoutBreak(span extract.Span) extract.Span {
	text := m.md[span.Start:span.End]
	if lines := strings.TrimRight(text, "> \n"); lines != "" && strings.HasPrefix(text[len(lines):], "\n") {
		span.End = span.Start + len(lines)
		return span
	}
	if n := len(text) - len(strings.TrimRight(text, `\`)); n%2 == 1 && n < len(text) && strings.HasPrefix(strings.TrimPrefix(m.md[span.End:], "\r"), "\n") {
		span.End--
	}
	return span
}

func (s *selection) span(i int) extract.Span {
	if part, ok := s.parts[i]; ok {
		return part
	}
	u := &s.m.units[i]
	return extract.Span{Start: u.Start, End: u.End}
}

func (s *selection) clipped(i int) bool {
	_, clipped := s.parts[i]
	return clipped
}

func (s *selection) verbatim(i int) bool {
	return !s.clipped(i) && (s.whole || s.m.units[i].brief == "")
}

// written is a span of the units from first to last as it is written: with marks where it is clipped and around
// emphasis that it shares with what is left out.
func (s *selection) written(first, last int, span extract.Span) string {
	if brief := s.m.units[first].brief; brief != "" && !s.whole {
		return brief
	}
	before, behind := s.m.marksAround(first, last, span)
	text := before + s.m.md[span.Start:span.End] + behind
	if !s.clipped(first) {
		return text
	}
	if span.Start > s.m.units[first].Start {
		text = ellipsis + " " + text
	}
	if span.End < s.m.units[first].End {
		text += " " + ellipsis
	}
	return text
}

// gap returns the white space between two units: that of the document if they are neighbours there, otherwise
// that before the paragraph of the second one, if it begins behind the first.
func (m *docIndex) gap(a, b int) string {
	if a < 0 {
		return ""
	}
	u, v := &m.units[a], &m.units[b]
	if b == a+1 {
		return m.md[u.End:v.Start]
	}
	p := m.places[b]
	if u.group != v.group {
		return "\n\n" + p.indent
	}
	if u.code != nil && u.code == v.code {
		return "\n" + ellipsis + "\n"
	}
	begin := b
	if p.paragraph > a {
		begin = p.paragraph
	}
	space := m.md[m.units[begin-1].End:m.units[begin].Start]
	lines := strings.Count(space, "\n")
	switch {
	case lines > 0:
		return strings.Repeat("\n", min(lines, 2)) + space[strings.LastIndexByte(space, '\n')+1:]
	case v.Kind == chunk.SentenceUnit && u.Kind == chunk.SentenceUnit:
		return " "
	}
	return "\n"
}

// Lists and tables look complete, and text below an item looks like a part of it. So items
// and rows that are left out are marked: "- …", "7. …" and "| … |".

// marksBefore returns what to write between units a, the last one that is written, and b: the white space, and
// marks of items that are left out.
func (m *docIndex) marksBefore(s *selection, a, b int) string {
	var out strings.Builder
	if a >= 0 && m.units[a].group != m.units[b].group {
		out.WriteString(m.marksBehind(s, a))
	}
	last := a
	mark := func(i int) {
		out.WriteString(m.gap(last, i))
		out.WriteString(itemMarker(m.text(&m.units[i])) + " " + ellipsis)
		last = i
	}
	around := m.itemsAround(b)
	for k := len(around) - 1; k >= 0; k-- {
		if i := around[k]; i > a && !s.kept[i] {
			mark(i)
		}
	}
	out.WriteString(m.gap(last, b))
	if p := m.places[b].paragraph; a < p && p < b { // the beginning of its paragraph is left out, with the mark of a quote
		text := m.text(&m.units[p])
		out.WriteString(text[:len(text)-len(strings.TrimLeft(text, "> "))])
	}
	return out.String()
}

func (m *docIndex) itemsAround(i int) []int {
	var out []int
	for k := m.places[i].item; k >= 0; k = m.places[k].item {
		out = append(out, k)
	}
	return out
}

// marksBehind returns the mark of what is left out of a list or a table whose last unit that is written is a.
func (m *docIndex) marksBehind(s *selection, a int) string {
	u := &m.units[a]
	switch {
	case s.room < leastMarked || m.preserving:
		return ""
	case u.table >= 0:
		return m.rowsMark(s, u.table)
	}
	top := a
	for _, k := range m.itemsAround(a) {
		top = k
	}
	if m.units[top].Kind != chunk.ItemUnit {
		return ""
	}
	omitted, from := -1, m.groups[u.group].from
	if own := itemMarker(m.text(&m.units[top])); strings.ContainsAny(own, "123456789") && own != itemMarker(m.text(&m.units[from])) {
		from = a // the numbers tell of what is left out before
	}
	for k := from; k < m.groups[u.group].to; k++ {
		if v := &m.units[k]; v.Kind == chunk.ItemUnit && m.places[k].item < 0 && !s.kept[k] && !v.boilerplate && !s.said[v.sum] {
			omitted = k
		}
	}
	if omitted >= 0 {
		gap := "\n" + m.places[omitted].indent
		if omitted > m.groups[u.group].from {
			gap = m.gap(omitted-1, omitted)
		}
		return gap + itemMarker(m.text(&m.units[omitted])) + " " + ellipsis
	}
	return ""
}

const leastMarked = 100

func (m *docIndex) rowsMark(s *selection, header int) string {
	for k := header + 1; k < m.groups[m.units[header].group].to; k++ {
		if v := &m.units[k]; v.table == header && !s.kept[k] && !v.boilerplate && !s.said[v.sum] {
			return "\n" + "| " + ellipsis + " |"
		}
	}
	return ""
}

func itemMarker(text string) string {
	rest := strings.TrimLeft(text, "> ")
	digits := strings.TrimLeft(rest, "0123456789")
	switch {
	case digits == "" || len(digits) < len(rest) && digits[0] != '.' && digits[0] != ')',
		len(digits) == len(rest) && strings.IndexByte("-*+", rest[0]) < 0:
		return ""
	}
	return text[:len(text)-len(digits)+1]
}
