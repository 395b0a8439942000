package sieve

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// A key stands for a part of the page while the parser makes the tree: a few bytes
// that say where it is. They begin with one that is in no text in UTF-8, so that
// nothing else looks like a key, and are all beyond ASCII, so that the parser takes
// them for letters.
//
// The key of a text or a value has its mark, four digits of where it starts and
// three of its size. That of a list of attributes, which is the name of the only
// attribute of a tag, has two of the size and two of which of them are restored.
const (
	textMark  = 0xFF
	listMark  = 0xFE
	keySize   = 8
	listSize  = 9
	keyDigits = 4 // of the start
	keyBits   = 7 // of a digit
)

// Bounds of what is handed past the parser, in bytes.
const (
	minValue = 16 // of an attribute
	minRaw   = 64 // of the source of a script or a style sheet
	minWords = 48 // of a text
	maxKeyed = 1<<(keyBits*(keySize-1-keyDigits)) - 1
	maxPage  = 1 << (keyBits * keyDigits)
)

// hand has a part of the page go past the parser if that would take it as it
// stands.
func (r *Reader) hand(start, end int) {
	if end-start > maxKeyed || len(r.text) > maxPage || !r.isPlain(r.text[start:end]) {
		return
	}
	r.cuts[r.last] = cut{start: start, end: end, keyed: true}
	r.last++
	r.handed = true
}

// isPlain reports whether the parser makes no other text of one: it holds no line
// end to be made another one, and nothing that a NUL is replaced by.
func (r *Reader) isPlain(text []byte) bool {
	return !r.controls || bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, 0) < 0
}

// key writes the key of a cut.
func (c *cut) key(buf *[listSize]byte) []byte {
	key := append(buf[:0], textMark)
	key = appendDigits(key, c.start, keyDigits)
	if c.list == 0 {
		return appendDigits(key, c.end-c.start, keySize-1-keyDigits)
	}
	key[0] = listMark
	key = appendDigits(key, c.end-c.start, 2)
	return appendDigits(key, int(c.list), 2)
}

func appendDigits(key []byte, n, digits int) []byte {
	for ; digits > 0; digits-- {
		key = append(key, 0x80|byte(n))
		n >>= keyBits
	}
	return key
}

func number(digits string) (n int) {
	for i := range len(digits) {
		n |= int(digits[i]&^0x80) << (keyBits * i)
	}
	return n
}

// spanOf returns what the key of a text or a value stands for. A page that isn't in
// UTF-8 may hold what looks like one.
func (r *Reader) spanOf(key string) (span []byte, ok bool) {
	if len(key) < keySize || key[0] != textMark {
		return nil, false
	}
	return r.part(number(key[1:1+keyDigits]), number(key[1+keyDigits:keySize]))
}

// listOf returns the list of attributes that a key stands for.
func (r *Reader) listOf(key string) (span []byte, kept uint16, ok bool) {
	if len(key) != listSize || key[0] != listMark {
		return nil, 0, false
	}
	span, ok = r.part(number(key[1:1+keyDigits]), number(key[1+keyDigits:listSize-2]))
	return span, uint16(number(key[listSize-2:])), ok
}

func (r *Reader) part(start, size int) (span []byte, ok bool) {
	if size == 0 || start+size > len(r.text) {
		return nil, false
	}
	return r.text[start : start+size], true
}

// Restore puts what was handed past the parser into the tree that it made. Nobody
// else should read the tree before.
func (r *Reader) Restore(root *html.Node) {
	if !r.handed {
		return
	}
	m := restorer{Reader: r}
	for n := root; n != nil; n = following(n, root) {
		switch {
		case n.Type == html.ElementNode && len(n.Attr) > 0:
			m.element(n)
		case n.Type == html.TextNode && strings.IndexByte(n.Data, textMark) >= 0:
			n.Data = r.unkeyed(n.Data)
		}
	}
}

// restorer is the memory of a restoration.
type restorer struct {
	*Reader
	values values
	lists  lists
	shelf  shelf
}

func (m *restorer) element(n *html.Node) {
	if span, kept, ok := m.listOf(n.Attr[0].Key); ok {
		n.Attr = m.attributesOf(n, span, kept)
		return
	}
	for i := range n.Attr {
		if v := n.Attr[i].Val; len(v) == keySize {
			if span, ok := m.spanOf(v); ok {
				n.Attr[i].Val = m.values.of(span)
			}
		}
	}
}

// unkeyed returns a text with what its keys stand for.
func (r *Reader) unkeyed(text string) string {
	var b strings.Builder
	for rest := text; ; {
		i := strings.IndexByte(rest, textMark)
		if i < 0 {
			b.WriteString(rest)
			return b.String()
		}
		span, ok := r.spanOf(rest[i:])
		if !ok {
			b.WriteString(rest[:i+1])
			rest = rest[i+1:]
			continue
		}
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

// values remembers values of attributes, which often stand on many elements. Of
// those with the same slot it holds the last.
type values [slots]string

const slots = 256

func (m *values) of(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	known := &m[slotOf(value)]
	if *known != string(value) {
		if bytes.IndexByte(value, '&') >= 0 {
			return unescape(value)
		}
		*known = string(value)
	}
	return *known
}

// slotOf hashes the length, both ends and two places between.
func slotOf(s []byte) uint32 {
	n := len(s)
	h := uint32(s[0]) | uint32(s[n-1])<<8 | uint32(s[n/2])<<16 | uint32(s[n/3])<<24
	return (h ^ uint32(n)*0x85EBCA6B) * 0x9E3779B1 >> 24
}
