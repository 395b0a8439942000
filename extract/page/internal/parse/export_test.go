package parse

import (
	"bytes"
	"strings"
)

// Filled returns what was read of a page with what its keys stand for.
func (r *Prefilter) Filled(out string) string {
	var b bytes.Buffer
	for i := 0; i < len(out); i++ {
		switch p := r.bypassedAt(out[i:]); {
		case p == nil:
			b.WriteByte(out[i])
			continue
		case !p.list:
			b.Write(r.bypassedText(p))
		default:
			b.WriteString(r.written(p))
		}
		i += placeholderSize - 1
	}
	return b.String()
}

// Placeholders counts the keys in what was read of a page.
func (r *Prefilter) Placeholders(out string) (texts, lists int) {
	for i := 0; i < len(out); i++ {
		p := r.bypassedAt(out[i:])
		if p == nil {
			continue
		}
		if i += placeholderSize - 1; !p.list {
			texts++
		} else {
			lists++
		}
	}
	return texts, lists
}

// written returns the attributes of a list, apart by a space, values as they are
// written.
func (r *Prefilter) written(p *bypassed) string {
	var list []string
	for i := p.start; i < p.end; i++ {
		a := &r.attributes[i]
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
