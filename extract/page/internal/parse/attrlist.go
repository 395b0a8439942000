package parse

import (
	"bytes"
	"slices"
	"strings"
)

type keptAttribute struct {
	name       string
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

// keep records that an attribute stays; known is its name if that is declared, and its value is
// text[start:end]. Of attributes with the same name the first one counts (HTML, 13.2.5.33).
func (p *prefilter) keep(l *attrList, name []byte, known string, start, end int) {
	value := p.text[start:end]
	if !p.isPlain(value) || len(name) > maxName || bytes.IndexByte(value, '&') >= 0 && bytes.Count(value, []byte("&")) != bytes.Count(value, ampersand) {
		l.needsParser = true
		return
	}
	if known == "" {
		known = string(lower(name))
	}
	if !slices.ContainsFunc(p.attributes[l.firstKept:], func(a keptAttribute) bool { return a.name == known }) {
		p.attributes = append(p.attributes, keptAttribute{known, uint32(start), uint32(end)})
	}
}

// ampersand is the character reference that is allowed in the value of a bypassed attribute.
// It occurs in most addresses, and means the same before any text.
var ampersand = []byte("&amp;")

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
		slices.SortFunc(kept, func(a, b keptAttribute) int { return strings.Compare(a.name, b.name) })
	}
	return true
}
