package data

import (
	"strconv"
	"strings"
)

const (
	// maxIndent is the nesting from which lines are no longer indented further,
	// so that deep values don't grow quadratically.
	maxIndent = 40
	// maxDepth is the nesting from which values are shown on one line.
	maxDepth = 200
	// maxLevel is the nesting up to which keys go into the outline.
	maxLevel = 6
)

// keyLine is a line of pretty JSON that goes into the outline.
type keyLine struct {
	level      int
	text       string
	start, end int
}

// jsonPrinter is an indented rendering of JSON values.
type jsonPrinter struct {
	t    *tree
	out  []byte
	keys []keyLine
	// path are the keys that lead to the member at hand, with "[]" for the elements
	// of an array, and noted are those in keys: what the elements of an array have in
	// common is one line of the outline, that of the first which has it.
	path  string
	noted map[string]bool
}

// value appends a value: containers over several lines unless they are short.
func (p *jsonPrinter) value(i int32, depth int) {
	switch {
	case p.t.kind(i) == '"':
		p.out = appendLiteral(p.out, p.t.value(i))
	case !p.t.container(i):
		p.out = append(p.out, strings.Join(strings.Fields(p.t.value(i)), "")...)
	case p.t.short(i), depth >= maxDepth:
		p.inline(p.t.value(i))
	default:
		p.container(i, depth)
	}
}

// container appends an object or array, one member a line.
func (p *jsonPrinter) container(i int32, depth int) {
	p.out = append(p.out, p.t.kind(i))
	first := true
	for m := range p.t.members(i) {
		if len(p.out) > maxOutput {
			break
		}
		if !first {
			p.out = append(p.out, ',')
		}
		first = false
		p.newline(depth + 1)
		p.member(m, depth+1)
	}
	p.newline(depth)
	p.out = append(p.out, p.t.text[p.t.nodes[i].end-1])
}

// member appends a value with its key, if it has one.
func (p *jsonPrinter) member(m int32, depth int) {
	start, outer := len(p.out), p.path
	if n := p.t.nodes[m]; n.keyEnd > 0 {
		p.out = appendLiteral(p.out, p.t.text[n.keyStart:n.keyEnd])
		p.out = append(p.out, ": "...)
		if depth <= maxLevel && p.t.container(m) {
			p.path = outer + "\x00" + p.t.key(m)
			p.note(keyLine{level: depth, text: p.t.label(m), start: start, end: len(p.out) + 1})
		}
	} else if depth <= maxLevel {
		p.path += "\x00[]"
	}
	p.value(m, depth)
	p.path = outer
}

// note adds the line of the member at path to those of the outline, unless
// another element of an array has the same.
func (p *jsonPrinter) note(k keyLine) {
	if p.noted[p.path] {
		return
	}
	if p.noted == nil {
		p.noted = map[string]bool{}
	}
	p.noted[p.path] = true
	p.keys = append(p.keys, k)
}

// label names a member in the outline: its key, and the length of an array.
func (t *tree) label(m int32) string {
	if t.kind(m) == '[' {
		return t.key(m) + "[" + strconv.Itoa(int(t.nodes[m].count)) + "]"
	}
	return t.key(m)
}

// inline appends a container on one line.
func (p *jsonPrinter) inline(s string) {
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '"':
			end := scalarEnd(s, i)
			p.out = appendLiteral(p.out, s[i:end])
			i = end
			continue
		case ',', ':':
			p.out = append(p.out, c, ' ')
		case ' ', '\n', '\r', '\t':
		default:
			p.out = append(p.out, c)
		}
		i++
	}
}

// short reports whether a container is flat and fits on a line.
func (t *tree) short(i int32) bool {
	limit := 80
	if t.kind(i) == '{' {
		limit = 60
	}
	return t.size(i) <= limit && !strings.ContainsAny(t.value(i)[1:], "{[")
}

func (p *jsonPrinter) newline(depth int) {
	p.out = append(p.out, '\n')
	for range min(depth, maxIndent) {
		p.out = append(p.out, "  "...)
	}
}
