package parse

import (
	"bytes"
	"cmp"
	"slices"
)

type keptAttribute struct {
	slot       uint16 // of its name
	nameSize   uint16 // of a name that has no slot
	nameStart  uint32 // where such a name starts
	start, end uint32 // of the value
}

// maxName bounds the bytes of the name of a bypassed attribute.
const maxName = 128

type attrList struct {
	start, end  int // of the list in the page
	count       int
	firstKept   int  // of those that stay, in prefilter.attributes
	needsParser bool // the tokenizer or the tree builder makes something else of one
}

func (l *attrList) add(start, end int) {
	if l.count == 0 {
		l.start = start
	}
	l.end = end
	l.count++
}

// keep records that an attribute stays. Its name has size bytes from i on and the slot in the table of
// names; its value is text[start:end]. Of attributes with the same name the first one counts (HTML,
// 13.2.5.33).
func (p *prefilter) keep(l *attrList, i, size, slot, start, end int) {
	value := p.text[start:end]
	if !p.isPlain(value) || size > maxName || bytes.IndexByte(value, '&') >= 0 && bytes.Count(value, []byte("&")) != bytes.Count(value, ampersand) {
		l.needsParser = true
		return
	}
	a := keptAttribute{slot: uint16(slot), start: uint32(start), end: uint32(end)}
	if p.reads.names.attributes.slots[slot].name == "" {
		a.slot, a.nameStart, a.nameSize = noSlot, uint32(i), uint16(size)
	}
	for k := range p.attributes[l.firstKept:] {
		if p.sameName(&p.attributes[l.firstKept+k], &a) {
			return
		}
	}
	p.attributes = append(p.attributes, a)
}

// ampersand is the character reference that is allowed in the value of a bypassed attribute.
// It occurs in most addresses, and means the same before any text.
var ampersand = []byte("&amp;")

func (p *prefilter) sameName(a, b *keptAttribute) bool {
	return a.slot == b.slot && (a.slot != noSlot || p.name(a) == p.name(b))
}

func (p *prefilter) name(a *keptAttribute) string {
	if a.slot != noSlot {
		return p.reads.names.attributes.slots[a.slot].name
	}
	small := bytes.Clone(p.text[a.nameStart : a.nameStart+uint32(a.nameSize)])
	for i, c := range small {
		small[i] = lower(c)
	}
	return string(small)
}

// bypassAttributes replaces the attributes of a tag by one placeholder, since the
// parser does more for one of them than for all else of a tag. It reports whether it
// did: not where the tree builder asks for them (HTML, 13.2.6: those of html, body,
// input and formatting elements, and of SVG and MathML), nor where none stays.
func (p *prefilter) bypassAttributes(l *attrList, e element) bool {
	kept := p.attributes[l.firstKept:]
	if l.needsParser || len(kept) == 0 || p.foreign.open() || e == input || e == svg || e == math || e == integrationPoint ||
		!p.bypass(l.start, l.end, bypassed{start: uint32(l.firstKept), end: uint32(len(p.attributes)), list: true}) {
		return false
	}
	if e == link { // as the parser does
		slices.SortFunc(kept, func(a, b keptAttribute) int { return cmp.Compare(p.name(&a), p.name(&b)) })
	}
	return true
}
