package sieve

import "bytes"

// Unkeyed returns what was read of a page with what its keys stand for.
func (r *Reader) Unkeyed(out string) string {
	var b bytes.Buffer
	for i := 0; i < len(out); i++ {
		if span, ok := r.spanOf(out[i:]); ok {
			b.Write(span)
			i += keySize - 1
		} else if span, kept, ok := r.listOf(out[i:min(len(out), i+listSize)]); ok {
			b.Write(keptOf(span, kept))
			i += listSize - 1
		} else {
			b.WriteByte(out[i])
		}
	}
	return b.String()
}

// Keys counts the keys in what was read of a page.
func (r *Reader) Keys(out string) (texts, lists int) {
	for i := 0; i < len(out); i++ {
		if _, ok := r.spanOf(out[i:]); ok {
			texts++
			i += keySize - 1
		} else if _, _, ok := r.listOf(out[i:min(len(out), i+listSize)]); ok {
			lists++
			i += listSize - 1
		}
	}
	return texts, lists
}

// keptOf returns the attributes of a list that are restored, as they are written.
func keptOf(span []byte, kept uint16) (out []byte) {
	var t tag
	for i := 0; i < len(span); kept >>= 1 {
		start := i
		name, _ := t.name(span, i)
		_, _, end := t.value(span, i+len(name))
		i = skipSpace(span, end)
		if kept&1 != 0 {
			out = append(out, span[start:i]...)
		}
	}
	return out
}
