package sieve

import "bytes"

// Bounds of what is kept of programs to know them by.
const (
	maxHeads = 9
	maxHead  = 2000 // bytes of one
)

// script looks at the script whose source begins here.
func (r *Reader) script(t *tag) {
	start := r.seen
	r.seen = scriptEnd(r.text, start)
	source := r.text[start:r.seen]
	if len(source) <= MaxProgram || isData(t.kind) || isState(source) {
		return
	}
	size := parsedSize(source)
	if size <= MaxProgram {
		return
	}
	r.Programs += size
	if r.headed < maxHeads {
		r.heads[r.headed] = source[:maxHead]
		r.headed++
	}
	r.leave(start, r.seen)
}

// parsedSize is the size of a raw text once the parser has read it.
func parsedSize(text []byte) int {
	n := len(text) + 2*bytes.Count(text, []byte{0})
	if bytes.IndexByte(text, '\r') >= 0 {
		n -= bytes.Count(text, []byte("\r\n"))
	}
	return n
}

// isData reports whether the type of a script says that readers ask for what it
// holds: JSON-LD, JSON, the source of a formula. A type with entities may be
// anything.
func isData(kind []byte) bool {
	return bytes.IndexByte(kind, '&') >= 0 || bytes.HasPrefix(kind, []byte("application/ld+json")) ||
		bytes.HasPrefix(kind, []byte("application/json")) || bytes.HasPrefix(kind, []byte("math/"))
}

// isState reports whether a program may set the state of an application: what
// layout.Page.State looks for in its first 200 bytes, which line ends can double
// in the source.
func isState(source []byte) bool {
	start := source[:min(len(source), 400)]
	return bytes.Contains(start, []byte("__")) &&
		(bytes.Contains(start, []byte("STATE")) || bytes.Contains(start, []byte("__NUXT")) || bytes.Contains(start, []byte("__DATA")))
}
