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

// spanOf returns what a key stands for, nil if it is none.
func (r *Reader) spanOf(key string) []byte {
	if len(key) < keySize || key[0] != keyMark {
		return nil
	}
	var at [2]int
	for i := range keySize - 1 {
		n, digit := i/keyStart, i%keyStart
		at[n] |= int(key[1+i]&^0x80) << (keyBits * digit)
	}
	if at[0]+at[1] > len(r.text) {
		return nil
	}
	return r.text[at[0] : at[0]+at[1]]
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
					n.Attr[i].Val = met.of(r.spanOf(v))
				}
			}
		}
	}
}

// unkeyed returns a text with what its keys stand for.
func (r *Reader) unkeyed(text string) string {
	if len(text) == keySize && text[0] == keyMark {
		return string(r.spanOf(text))
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, string([]byte{keyMark}))
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.Write(r.spanOf(text[len(before):]))
		text = rest[min(len(rest), keySize-1):]
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
