package parse

import (
	"bytes"
	"cmp"
	"slices"

	"golang.org/x/net/html"
)

// attrList is what is known of the attributes of a tag.
type attrList struct {
	start, end  int
	count       int
	firstKept   int    // of those that stay, in Reader.kept
	dropped     uint32 // a bit for each attribute that is left out
	needsParser bool   // the parser makes something else of one that stays
}

// Bounds of a list. What stands behind the attributes that are looked at stays.
const (
	maxStripped = maxTagOmissions
	maxName     = 128 // bytes of the name of an attribute
)

func (l *attrList) add(start, end int) {
	if l.count == 0 {
		l.start = start
	}
	l.end = end
	l.count++
}

// keptAttribute is one that goes past the parser.
type keptAttribute struct {
	slot       uint16 // the slot of its name
	nameSize   uint16 // of a name that has none
	nameStart  uint32 // where such a name starts
	start, end uint32 // of the value
}

// keepAttribute notes that an attribute stays, whose name is at i and whose value from from to
// to. Of those with the same name the first one counts (HTML, 13.2.5.33).
func (r *Prefilter) keepAttribute(l *attrList, i, size, known, from, to int) {
	if !r.isPlain(r.text[from:to]) || size > maxName {
		l.needsParser = true
		return
	}
	a := keptAttribute{slot: uint16(known), start: uint32(from), end: uint32(to)}
	if r.tables.attributes.slots[known].name == "" {
		a.slot, a.nameStart, a.nameSize = noSlot, uint32(i), uint16(size)
	}
	for k := range r.attributes[l.firstKept:] {
		if r.sameName(&r.attributes[l.firstKept+k], &a) {
			return
		}
	}
	r.attributes = append(r.attributes, a)
}

func (r *Prefilter) sameName(a, b *keptAttribute) bool {
	return a.slot == b.slot && (a.slot != noSlot || r.name(a) == r.name(b))
}

func (r *Prefilter) nameOf(a *keptAttribute) []byte {
	return r.text[a.nameStart : a.nameStart+uint32(a.nameSize)]
}

// name returns the name of an attribute in lower case.
func (r *Prefilter) name(a *keptAttribute) string {
	if a.slot != noSlot {
		return r.tables.attributes.slots[a.slot].name
	}
	small := bytes.Clone(r.nameOf(a))
	for i, c := range small {
		small[i] = lower(c)
	}
	return string(small)
}

// bypassList decides what the parser gets of the attributes of a tag. It does more for
// one than for all else of a tag, so they go past it together, unless it asks for
// them (HTML, 13.2.6: those of html, body, input and formatting elements, and of
// SVG and MathML).
func (r *Prefilter) bypassList(l *attrList, e element) {
	foreign := r.foreign.open()
	l.needsParser = l.needsParser || foreign || e == input || e == svg || e == math || e == integrationPoint
	if !l.needsParser && l.count <= maxStripped && len(r.attributes) > l.firstKept && r.bypass(l.start, l.end, bypassed{uint32(l.firstKept), uint32(len(r.attributes)), true}) {
		if e == link { // as the parser does
			slices.SortFunc(r.attributes[l.firstKept:], func(a, b keptAttribute) int { return cmp.Compare(r.name(&a), r.name(&b)) })
		}
		return
	}
	r.attributes = r.attributes[:l.firstKept]
	var t tag
	for i, n := l.start, 0; i < l.end && n < maxStripped; n++ {
		start := i
		name, _ := t.name(r.text, i)
		from, to, end := t.value(r.text, i+len(name))
		i = skipSpace(r.text, end)
		switch {
		case l.dropped>>n&1 != 0:
			r.omit(start, i)
		case !foreign && to-from >= minBypassedValue && bytes.IndexByte(r.text[from:to], '&') < 0:
			r.bypassText(from, to)
		}
	}
}

// makeLists makes the attributes that go past the parser.
func (m *filler) makeLists() {
	r := m.Prefilter
	r.htmlAttributes = slices.Grow(r.htmlAttributes[:0], len(r.attributes))
	for i := range r.attributes {
		a := &r.attributes[i]
		r.htmlAttributes = append(r.htmlAttributes, html.Attribute{Key: r.name(a), Val: m.cache.get(r.text[a.start:a.end])})
	}
}
