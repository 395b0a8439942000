package sieve

import "bytes"

// Unkeyed returns what was read of a page with what its keys stand for.
func (r *Reader) Unkeyed(out string) string {
	var b bytes.Buffer
	for i := 0; i < len(out); i++ {
		switch p := r.partOf(out[i:]); {
		case p == nil:
			b.WriteByte(out[i])
			continue
		case p.list == 0:
			b.Write(r.spanOf(p))
		default:
			b.Write(keptOf(r.spanOf(p), p.list))
		}
		i += keySize - 1
	}
	return b.String()
}

// Keys counts the keys in what was read of a page.
func (r *Reader) Keys(out string) (texts, lists int) {
	for i := 0; i < len(out); i++ {
		p := r.partOf(out[i:])
		if p == nil {
			continue
		}
		if i += keySize - 1; p.list == 0 {
			texts++
		} else {
			lists++
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
