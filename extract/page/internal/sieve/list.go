package sieve

import (
	"bytes"
	"math/bits"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// list is what is known of the attributes of a tag, which go past the parser
// together: it does more for one attribute than for all else of a tag.
type list struct {
	start, end int
	count      int
	kept       uint16 // a bit for each attribute
	mixed      bool   // the parser would make something else of one that is kept
}

// Bounds of a list that is handed past the parser.
const (
	maxListed   = 2 * keyBits        // attributes
	maxListSize = 1<<(2*keyBits) - 1 // bytes
)

func (l *list) add(start, end int) {
	if l.count == 0 {
		l.start = start
	}
	l.end = end
	l.count++
}

// keep notes that the last attribute stays, whose value is from from to to. A long
// value goes past the parser by itself if the list doesn't.
func (r *Reader) keep(t *tag, from, to int) {
	if t.list.count <= maxListed {
		t.list.kept |= 1 << (t.list.count - 1)
	}
	if r.foreign.open() {
		return
	}
	plain := bytes.IndexByte(r.text[from:to], '&') < 0 && r.isPlain(r.text[from:to])
	t.list.mixed = t.list.mixed || !plain
	if plain && to-from >= minValue {
		r.hand(from, to)
	}
}

// handList has the attributes of a tag go past the parser, unless that asks for
// them (HTML, 13.2.6: of html, body, input and formatting elements, and in SVG and
// MathML).
func (r *Reader) handList(t *tag, e element) {
	l := &t.list
	if l.kept == 0 || l.mixed || l.count > maxListed || l.end-l.start > maxListSize || len(r.text) > maxPage ||
		e == input || e == svg || e == math || e == point || r.foreign.open() {
		return
	}
	r.last = t.first
	r.cuts[r.last] = cut{start: l.start, end: l.end, keyed: true, list: l.kept}
	r.last++
	r.handed = true
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

// attributesOf returns the attributes that the key of a list stands for.
func (m *restorer) attributesOf(n *html.Node, span []byte, kept uint16) []html.Attribute {
	out := m.shelf.take(bits.OnesCount16(kept))
	var t tag
	for i := 0; kept != 0 && i < len(span); kept >>= 1 {
		name, key := t.name(span, i)
		from, to, end := t.value(span, i+len(name))
		i = skipSpace(span, end)
		if kept&1 == 0 || i == end && end == from && len(name) == 0 {
			continue
		}
		if s := m.nameOf(key, name); !slices.ContainsFunc(out, func(a html.Attribute) bool { return a.Key == s }) {
			out = append(out, html.Attribute{Key: s, Val: m.values.of(span[from:to])})
		}
	}
	if n.DataAtom == atom.A { // as the parser does
		slices.SortFunc(out, func(a, b html.Attribute) int { return bytes.Compare([]byte(a.Key), []byte(b.Key)) })
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
