package sieve

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// A key stands for a long text or value while the parser makes the tree: eight
// bytes that say where in the page it is. They begin with one that is in no text in
// UTF-8, so that nothing else looks like a key, and are all beyond ASCII, so that
// the parser takes them for letters.
const (
	keyMark  = 0xFF
	keySize  = 8
	keyStart = 4 // digits
	keyBits  = 7 // of a digit
)

// Bounds of what is handed past the parser, in bytes.
const (
	minValue = 16 // of an attribute
	minRaw   = 64 // of the source of a script or a style sheet
	minWords = 48 // of a text
	maxKeyed = 1<<(keyBits*(keySize-1-keyStart)) - 1
	maxPage  = 1 << (keyBits * keyStart)
)

// hand has a part of the page go past the parser if that would take it as it
// stands. It reports whether it does.
func (r *Reader) hand(start, end int) {
	if end-start > maxKeyed || len(r.text) > maxPage || !r.isPlain(r.text[start:end]) {
		return
	}
	r.cuts[r.last] = cut{start, end, true}
	r.last++
	r.handed = true
}

// isPlain reports whether the parser makes no other text of one: it holds no line
// end to be made another one, and nothing that a NUL is replaced by.
func (r *Reader) isPlain(text []byte) bool {
	return !r.controls || bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, 0) < 0
}

// keyFor returns the key of what a cut leaves out.
func keyFor(c cut) (key [keySize]byte) {
	key[0] = keyMark
	for i := range keyStart {
		key[1+i] = 0x80 | byte(c.start>>(keyBits*i))
	}
	for i := range keySize - 1 - keyStart {
		key[1+keyStart+i] = 0x80 | byte((c.end-c.start)>>(keyBits*i))
	}
	return key
}

// spanOf returns what a key stands for. A page that isn't in UTF-8 may hold what
// looks like one.
func (r *Reader) spanOf(key string) (span []byte, ok bool) {
	if len(key) < keySize || key[0] != keyMark {
		return nil, false
	}
	start, size := number(key[1:1+keyStart]), number(key[1+keyStart:keySize])
	if size == 0 || start+size > len(r.text) {
		return nil, false
	}
	return r.text[start : start+size], true
}

func number(digits string) (n int) {
	for i := range len(digits) {
		n |= int(digits[i]&^0x80) << (keyBits * i)
	}
	return n
}

// Restore puts what was handed past the parser into the tree that it made. Nobody
// else should read the tree before.
func (r *Reader) Restore(root *html.Node) {
	if !r.handed {
		return
	}
	var met values
	for n := root; n != nil; n = following(n, root) {
		switch n.Type {
		case html.TextNode:
			if strings.IndexByte(n.Data, keyMark) >= 0 {
				n.Data = r.unkeyed(n.Data)
			}
		case html.ElementNode:
			for i := range n.Attr {
				if v := n.Attr[i].Val; len(v) == keySize && v[0] == keyMark {
					if span, ok := r.spanOf(v); ok {
						n.Attr[i].Val = met.of(span)
					}
				}
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
type values struct{ slots [256]string }

func (m *values) of(value []byte) string {
	n := len(value)
	h := uint32(value[0]) | uint32(value[n-1])<<8 | uint32(value[n/2])<<16 | uint32(value[n/3])<<24
	slot := &m.slots[(h^uint32(n)*0x85EBCA6B)*0x9E3779B1>>24]
	if *slot != string(value) {
		*slot = string(value)
	}
	return *slot
}
