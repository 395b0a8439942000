package sieve

import (
	"bytes"
	"cmp"
	"slices"

	"golang.org/x/net/html"
)

// list is what is known of the attributes of a tag.
type list struct {
	start, end int
	count      int
	first      int    // of those that stay, in Reader.kept
	gone       uint32 // a bit for each attribute that is left out
	parsed     bool   // the parser makes something else of one that stays
}

// Bounds of a list. What stands behind the attributes that are looked at stays.
const (
	maxStripped = tagCuts
	maxName     = 128 // bytes of the name of an attribute
)

func (l *list) add(start, end int) {
	if l.count == 0 {
		l.start = start
	}
	l.end = end
	l.count++
}

// attribute is one that goes past the parser.
type attribute struct {
	known      uint16 // the slot of its name
	size       uint16 // of a name that has none
	at         uint32 // where such a name starts
	start, end uint32 // of the value
}

// keep notes that an attribute stays, whose name is at i and whose value from from to
// to. Of those with the same name the first one counts (HTML, 13.2.5.33).
func (r *Reader) keep(l *list, i, size, known, from, to int) {
	if !r.isPlain(r.text[from:to]) || size > maxName {
		l.parsed = true
		return
	}
	a := attribute{known: uint16(known), start: uint32(from), end: uint32(to)}
	if r.tables.attributes.slots[known].name == "" {
		a.known, a.at, a.size = noSlot, uint32(i), uint16(size)
	}
	for k := range r.kept[l.first:] {
		if r.alike(&r.kept[l.first+k], &a) {
			return
		}
	}
	r.kept = append(r.kept, a)
}

func (r *Reader) alike(a, b *attribute) bool {
	return a.known == b.known && (a.known != noSlot || r.name(a) == r.name(b))
}

func (r *Reader) nameOf(a *attribute) []byte { return r.text[a.at : a.at+uint32(a.size)] }

// name returns the name of an attribute in lower case.
func (r *Reader) name(a *attribute) string {
	if a.known != noSlot {
		return r.tables.attributes.slots[a.known].name
	}
	small := bytes.Clone(r.nameOf(a))
	for i, c := range small {
		small[i] = lower(c)
	}
	return string(small)
}

// cutList decides what the parser gets of the attributes of a tag. It does more for
// one than for all else of a tag, so they go past it together, unless it asks for
// them (HTML, 13.2.6: those of html, body, input and formatting elements, and of
// SVG and MathML).
func (r *Reader) cutList(l *list, e element) {
	foreign := r.foreign.open()
	l.parsed = l.parsed || foreign || e == input || e == svg || e == math || e == point
	if !l.parsed && l.count <= maxStripped && len(r.kept) > l.first && r.pass(l.start, l.end, part{uint32(l.first), uint32(len(r.kept)), true}) {
		if e == link { // as the parser does
			slices.SortFunc(r.kept[l.first:], func(a, b attribute) int { return cmp.Compare(r.name(&a), r.name(&b)) })
		}
		return
	}
	r.kept = r.kept[:l.first]
	var t tag
	for i, n := l.start, 0; i < l.end && n < maxStripped; n++ {
		start := i
		name, _ := t.name(r.text, i)
		from, to, end := t.value(r.text, i+len(name))
		i = skipSpace(r.text, end)
		switch {
		case l.gone>>n&1 != 0:
			r.leave(start, i)
		case !foreign && to-from >= minValue && bytes.IndexByte(r.text[from:to], '&') < 0:
			r.hand(from, to)
		}
	}
}

// restoreLists makes the attributes that go past the parser.
func (m *restorer) restoreLists() {
	r := m.Reader
	r.attrs = slices.Grow(r.attrs[:0], len(r.kept))
	for i := range r.kept {
		a := &r.kept[i]
		r.attrs = append(r.attrs, html.Attribute{Key: r.name(a), Val: m.values.of(r.text[a.start:a.end])})
	}
}
