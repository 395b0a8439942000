package sieve

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// A key stands for a part of the page while the parser makes the tree: its number,
// behind a byte that is in no text in UTF-8, so that nothing else looks like a key.
// All of it is beyond ASCII, so that the parser takes it for letters.
//
// That of a text or a value stands where this did, that of a list of attributes is
// the name of the only attribute of a tag.
const (
	keyMark = 0xFF
	keySize = 4
	keyBits = 7 // of a digit
)

// Bounds of what is handed past the parser, in bytes.
const (
	minValue = 16 // of an attribute
	minRaw   = 64 // of the source of a script or a style sheet
	minWords = 48 // of a text
)

// maxParts bounds the parts of a page that go past the parser, and so the memory
// that pages made to hurt can ask for. Few pages have a fifth of it.
const maxParts = 1 << 15

// part is what a key stands for.
type part struct {
	start, end uint32 // of the page, or of Reader.kept
	list       bool   // it is a list of attributes
}

// hand has a part of the page go past the parser if that would take it as it
// stands.
func (r *Reader) hand(start, end int) {
	if r.isPlain(r.text[start:end]) {
		r.pass(start, end, part{uint32(start), uint32(end), false})
	}
}

// pass cuts a part of the page for a key, unless there are too many. It reports
// whether it did.
func (r *Reader) pass(start, end int, p part) bool {
	if len(r.parts) == maxParts || uint64(len(r.text)) >= 1<<32 {
		return false
	}
	r.parts = append(r.parts, p)
	r.cuts[r.last] = cut{start, end, len(r.parts)}
	r.last++
	return true
}

// isPlain reports whether the parser makes no other text of one: it holds no line
// end to be made another one, and nothing that a NUL is replaced by.
func (r *Reader) isPlain(text []byte) bool {
	return !r.controls || bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, 0) < 0
}

// keyOfPart returns the key of a part by its number.
func keyOfPart(n int) [keySize]byte {
	return [keySize]byte{keyMark, 0x80 | byte(n), 0x80 | byte(n>>keyBits), 0x80 | byte(n>>(2*keyBits))}
}

// partOf returns what a key stands for, nil if it is none: a page that isn't in
// UTF-8 may hold what looks like one.
func (r *Reader) partOf(key string) *part {
	if len(key) < keySize || key[0] != keyMark {
		return nil
	}
	if n := int(key[1]&^0x80) | int(key[2]&^0x80)<<keyBits | int(key[3]&^0x80)<<(2*keyBits); n < len(r.parts) {
		return &r.parts[n]
	}
	return nil
}

// spanOf returns the text of a part.
func (r *Reader) spanOf(p *part) []byte { return r.text[p.start:p.end] }

// Restore puts what was handed past the parser into the tree that it made, which
// nobody should read before. Elements made of one tag share their attributes. A
// tree of another page is left as it is, unless it isn't in UTF-8.
func (r *Reader) Restore(root *html.Node) {
	if len(r.parts) == 0 {
		return
	}
	m := restorer{Reader: r}
	m.restoreLists()
	for n := root; n != nil; n = following(n, root) {
		switch {
		case n.Type == html.ElementNode && len(n.Attr) > 0:
			m.element(n)
		case n.Type == html.TextNode && strings.IndexByte(n.Data, keyMark) >= 0:
			n.Data = r.unkeyed(n.Data)
		}
	}
}

// restorer is the memory of a restoration.
type restorer struct {
	*Reader
	values values
}

func (m *restorer) element(n *html.Node) {
	if p := m.partOf(n.Attr[0].Key); p != nil && p.list {
		n.Attr = m.attrs[p.start:p.end:p.end]
		return
	}
	for i := range n.Attr {
		if v := n.Attr[i].Val; len(v) == keySize {
			if p := m.partOf(v); p != nil && !p.list {
				n.Attr[i].Val = m.values.of(m.spanOf(p))
			}
		}
	}
}

// unkeyed returns a text with what its keys stand for.
func (r *Reader) unkeyed(text string) string {
	var b strings.Builder
	for rest := text; ; {
		i := strings.IndexByte(rest, keyMark)
		if i < 0 {
			b.WriteString(rest)
			return b.String()
		}
		p := r.partOf(rest[i:])
		if p == nil || p.list {
			b.WriteString(rest[:i+1])
			rest = rest[i+1:]
			continue
		}
		span := r.spanOf(p)
		b.Grow(len(rest) + len(span))
		b.WriteString(rest[:i])
		b.Write(span)
		rest = rest[i+keySize:]
	}
}

// following returns the node after n in document order, nil at the end of root.
func following(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n.NextSibling == nil {
		if n = n.Parent; n == root || n == nil {
			return nil
		}
	}
	return n.NextSibling
}

// values makes strings of the values of attributes, many in one piece of memory, and
// remembers them, for they often stand on many elements. Of those with the same slot
// it holds the last.
type values struct {
	known [Slots]string
	piece strings.Builder
}

const (
	pieceSize = 4 << 10
	maxPieced = 512 // bytes of a value that shares its memory with others
)

func (m *values) of(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	known := &m.known[SlotOf(value)]
	if *known != string(value) {
		if bytes.IndexByte(value, '&') >= 0 {
			return unescape(value)
		}
		*known = m.write(value)
	}
	return *known
}

func (m *values) write(value []byte) string {
	if len(value) > maxPieced {
		return string(value)
	}
	if m.piece.Cap()-m.piece.Len() < len(value) {
		m.piece = strings.Builder{}
		m.piece.Grow(pieceSize)
	}
	start := m.piece.Len()
	m.piece.Write(value)
	return m.piece.String()[start:]
}

// Slots is how many strings are remembered of a page.
const Slots = 256

// SlotOf returns a number below Slots for a string that isn't empty: a hash of its
// length, both ends and two places between.
func SlotOf[T string | []byte](s T) uint32 {
	n := len(s)
	h := uint32(s[0]) | uint32(s[n-1])<<8 | uint32(s[n/2])<<16 | uint32(s[n/3])<<24
	return (h ^ uint32(n)*0x85EBCA6B) * 0x9E3779B1 >> 24
}
