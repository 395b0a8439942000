package sieve

import (
	"bytes"
	"strings"
)

// Unkeyed returns what was read of a page with what its keys stand for.
func (r *Reader) Unkeyed(out string) string {
	var b bytes.Buffer
	for i := 0; i < len(out); i++ {
		switch p := r.partOf(out[i:]); {
		case p == nil:
			b.WriteByte(out[i])
			continue
		case !p.list:
			b.Write(r.spanOf(p))
		default:
			b.WriteString(r.written(p))
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
		if i += keySize - 1; !p.list {
			texts++
		} else {
			lists++
		}
	}
	return texts, lists
}

// written returns the attributes of a list, apart by a space, values as they are
// written.
func (r *Reader) written(p *part) string {
	var list []string
	for i := p.start; i < p.end; i++ {
		a := &r.kept[i]
		s := r.name(a)
		value := string(r.text[a.start:a.end])
		switch quote := string(r.text[a.start-1]); {
		case quote == `"` || quote == "'":
			s += "=" + quote + value + quote
		case value != "":
			s += "=" + value
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}
