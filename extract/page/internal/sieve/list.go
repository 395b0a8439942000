package sieve

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// list is what is known of the attributes of a tag.
type list struct {
	start, end int
	count      int
	gone       uint32 // a bit for each attribute that is left out
	controls   bool   // one that stays holds characters that the parser replaces
}

// Bounds of a list. What stands behind the attributes that are looked at stays.
const (
	maxStripped = tagCuts
	maxListed   = 16 // attributes that go past the parser together
)

func (l *list) add(start, end int) {
	if l.count == 0 {
		l.start = start
	}
	l.end = end
	l.count++
}

// kept returns a bit for each of the first attributes that stays.
func (l *list) kept() uint16 {
	return uint16(^l.gone & (1<<min(l.count, maxListed) - 1))
}

// cutList decides what the parser gets of the attributes of a tag. It does more for
// one than for all else of a tag, so they go past it together, unless it asks for
// them (HTML, 13.2.6: those of html, body, input and formatting elements, and of
// SVG and MathML).
func (r *Reader) cutList(t *tag, e element) {
	l := &t.list
	foreign := r.foreign.open()
	parsed := foreign || e == input || e == svg || e == math || e == point
	if kept := l.kept(); !parsed && !l.controls && kept != 0 && l.count <= maxListed && r.pass(l.start, l.end, kept) {
		return
	}
	var again tag
	for i, n := l.start, 0; i < l.end && n < maxStripped; n++ {
		start := i
		name, _ := again.name(r.text, i)
		from, to, end := again.value(r.text, i+len(name))
		i = skipSpace(r.text, end)
		switch {
		case l.gone>>n&1 != 0:
			r.leave(start, i)
		case !foreign && to-from >= minValue && bytes.IndexByte(r.text[from:to], '&') < 0:
			r.hand(from, to)
		}
	}
}

// shelf holds the attributes of many elements.
type shelf struct{ free []html.Attribute }

const shelfSize = 64

func (s *shelf) take(n int) []html.Attribute {
	if n > len(s.free) {
		s.free = make([]html.Attribute, shelfSize)
	}
	out := s.free[:0:n]
	s.free = s.free[n:]
	return out
}

// lists remembers lists of attributes, which often stand on many elements. Of those
// with the same slot it holds the last.
type lists [slots]struct {
	span  []byte
	kept  uint16
	link  bool
	attrs []html.Attribute
}

// attributesOf returns the attributes that the key of a list stands for. Elements
// that are alike share them.
func (m *restorer) attributesOf(n *html.Node, p *part) []html.Attribute {
	span, kept, link := m.spanOf(p), p.list, n.DataAtom == atom.A
	known := &m.lists[slotOf(span)]
	if known.kept != kept || known.link != link || !bytes.Equal(known.span, span) {
		known.span, known.kept, known.link, known.attrs = span, kept, link, m.read(span, kept)
		if link { // as the parser does
			slices.SortFunc(known.attrs, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) })
		}
	}
	return known.attrs
}

// read reads a list of attributes. Of those with the same name the first one counts
// (HTML, 13.2.5.33).
func (m *restorer) read(span []byte, kept uint16) []html.Attribute {
	out := m.shelf.take(bits.OnesCount16(kept))
	var t tag
	for i := 0; kept != 0 && i < len(span); kept >>= 1 {
		name, key := t.name(span, i)
		from, to, end := t.value(span, i+len(name))
		i = skipSpace(span, end)
		if kept&1 == 0 {
			continue
		}
		if s := m.nameOf(key, name); !slices.ContainsFunc(out, func(a html.Attribute) bool { return a.Key == s }) {
			out = append(out, html.Attribute{Key: s, Val: m.values.of(span[from:to])})
		}
	}
	return out
}

// nameOf returns the name of an attribute in lower case.
func (m *restorer) nameOf(key uint64, name []byte) string {
	if s := m.tables.attributes.slot(key, name); s.name != "" {
		return s.name
	}
	small := bytes.Clone(name)
	for i, c := range small {
		small[i] = lower(c)
	}
	return string(small)
}
