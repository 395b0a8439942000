package parse

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
	placeholderMark = 0xFF
	placeholderSize = 4
	placeholderBits = 7 // of a digit
)

// Bounds of what is handed past the parser, in bytes.
const (
	minBypassedValue = 16 // of an attribute
	minBypassedRaw   = 64 // of the source of a script or a style sheet
	minBypassedText  = 48 // of a text
)

// maxBypassed bounds the parts of a page that go past the parser, and so the memory
// that pages made to hurt can ask for. Few pages have a fifth of it.
const maxBypassed = 1 << 15

// bypassed is what a key stands for.
type bypassed struct {
	start, end uint32 // of the page, or of Reader.kept
	list       bool   // it is a list of attributes
}

// bypassText has a part of the page go past the parser if that would take it as it
// stands.
func (r *Prefilter) bypassText(start, end int) {
	if r.isPlain(r.text[start:end]) {
		r.bypass(start, end, bypassed{uint32(start), uint32(end), false})
	}
}

// bypass cuts a part of the page for a key, unless there are too many. It reports
// whether it did.
func (r *Prefilter) bypass(start, end int, p bypassed) bool {
	if len(r.bypassed) == maxBypassed || uint64(len(r.text)) >= 1<<32 {
		return false
	}
	r.bypassed = append(r.bypassed, p)
	r.omissions[r.omissionCount] = omission{start, end, len(r.bypassed)}
	r.omissionCount++
	return true
}

// isPlain reports whether the parser makes no other text of one: it holds no line
// end to be made another one, and nothing that a NUL is replaced by.
func (r *Prefilter) isPlain(text []byte) bool {
	return !r.hasControls || bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, 0) < 0
}

// placeholderOf returns the key of a part by its number.
func placeholderOf(n int) [placeholderSize]byte {
	return [placeholderSize]byte{placeholderMark, 0x80 | byte(n), 0x80 | byte(n>>placeholderBits), 0x80 | byte(n>>(2*placeholderBits))}
}

// bypassedAt returns what a key stands for, nil if it is none: a page that isn't in
// UTF-8 may hold what looks like one.
func (r *Prefilter) bypassedAt(key string) *bypassed {
	if len(key) < placeholderSize || key[0] != placeholderMark {
		return nil
	}
	if n := int(key[1]&^0x80) | int(key[2]&^0x80)<<placeholderBits | int(key[3]&^0x80)<<(2*placeholderBits); n < len(r.bypassed) {
		return &r.bypassed[n]
	}
	return nil
}

// bypassedText returns the text of a part.
func (r *Prefilter) bypassedText(p *bypassed) []byte { return r.text[p.start:p.end] }

// FillPlaceholders puts what was handed past the parser into the tree that it made, which
// nobody should read before. Elements made of one tag share their attributes. A
// tree of another page is left as it is, unless it isn't in UTF-8.
func (r *Prefilter) FillPlaceholders(root *html.Node) {
	if len(r.bypassed) == 0 {
		return
	}
	m := filler{Prefilter: r}
	m.makeLists()
	for n := root; n != nil; n = following(n, root) {
		switch {
		case n.Type == html.ElementNode && len(n.Attr) > 0:
			m.fillElement(n)
		case n.Type == html.TextNode && strings.IndexByte(n.Data, placeholderMark) >= 0:
			n.Data = r.fillText(n.Data)
		}
	}
}

// filler is the memory of a restoration.
type filler struct {
	*Prefilter
	cache valueCache
}

func (m *filler) fillElement(n *html.Node) {
	if p := m.bypassedAt(n.Attr[0].Key); p != nil && p.list {
		n.Attr = m.htmlAttributes[p.start:p.end:p.end]
		return
	}
	for i := range n.Attr {
		if v := n.Attr[i].Val; len(v) == placeholderSize {
			if p := m.bypassedAt(v); p != nil && !p.list {
				n.Attr[i].Val = m.cache.get(m.bypassedText(p))
			}
		}
	}
}

// fillText returns a text with what its keys stand for.
func (r *Prefilter) fillText(text string) string {
	var b strings.Builder
	for rest := text; ; {
		i := strings.IndexByte(rest, placeholderMark)
		if i < 0 {
			b.WriteString(rest)
			return b.String()
		}
		p := r.bypassedAt(rest[i:])
		if p == nil || p.list {
			b.WriteString(rest[:i+1])
			rest = rest[i+1:]
			continue
		}
		span := r.bypassedText(p)
		b.Grow(len(rest) + len(span))
		b.WriteString(rest[:i])
		b.Write(span)
		rest = rest[i+placeholderSize:]
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

// valueCache makes strings of the values of attributes, many in one piece of memory, and
// remembers them, for they often stand on many elements. Of those with the same slot
// it holds the last.
type valueCache struct {
	recent [Slots]string
	chunk  strings.Builder
}

const (
	chunkSize  = 4 << 10
	maxChunked = 512 // bytes of a value that shares its memory with others
)

func (m *valueCache) get(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	known := &m.recent[SlotOf(value)]
	if *known != string(value) {
		if bytes.IndexByte(value, '&') >= 0 {
			return unescape(value)
		}
		*known = m.store(value)
	}
	return *known
}

func (m *valueCache) store(value []byte) string {
	if len(value) > maxChunked {
		return string(value)
	}
	if m.chunk.Cap()-m.chunk.Len() < len(value) {
		m.chunk = strings.Builder{}
		m.chunk.Grow(chunkSize)
	}
	start := m.chunk.Len()
	m.chunk.Write(value)
	return m.chunk.String()[start:]
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
