package data

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	// smallValue is the length up to which a value is shown in one block.
	smallValue = 6 << 10
	// longString is the length from which a string has a block of its own.
	longString = 2 << 10
)

type renderer struct {
	ctx      context.Context
	meter    *ctxio.Meter // of ctx
	t        *tree
	w        *mdwriter.Writer
	skip     func(i int32) bool // values shown elsewhere; nil skips none
	meta     extract.Metadata
	warnings []extract.Warning
}

// value writes a value, unless the document is long enough or the context done.
func (r *renderer) value(i int32, path string, level int) {
	switch {
	case r.isDone():
	case i != 0 && r.t.kind(i) == '"' && r.t.size(i) > longString:
		r.w.Code("", unquote(r.t.value(i)))
	case r.t.size(i) <= smallValue || !r.t.container(i) || level > 6:
		p := jsonPrinter{t: r.t}
		p.value(i, 0)
		r.code(&p)
	case r.t.kind(i) == '{':
		r.object(i, path, level)
	default:
		if columns := r.t.columns(i, r.meter); columns != nil {
			r.table(i, columns)
		} else {
			r.elements(i, ",\n", 0)
		}
	}
}

func (r *renderer) isDone() bool { return r.w.Len() > maxOutput || r.ctx.Err() != nil }

// code writes pretty JSON as a code block and notes its keys.
func (r *renderer) code(p *jsonPrinter) {
	text := string(p.out)
	start := r.w.Code("json", text)
	if mdwriter.Printable(text) != text {
		return
	}
	for _, k := range p.keys {
		r.w.OutlineAt(k.level, k.text, start+k.start, start+min(k.end, len(text)))
	}
}

// object writes the members of a large object: small ones together in a code
// block, each large one under a heading.
func (r *renderer) object(i int32, path string, level int) {
	small := jsonPrinter{t: r.t}
	flush := func() {
		if len(small.out) > 0 {
			small.out = append(small.out, "\n}"...)
			r.code(&small)
			small = jsonPrinter{t: r.t}
		}
	}
	for m := range r.t.members(i) {
		if r.isDone() {
			return
		}
		if r.skip != nil && r.skip(m) {
			continue
		}
		if r.t.size(m) <= smallValue/8 {
			if len(small.out) == 0 {
				small.out = append(small.out, '{')
			} else {
				small.out = append(small.out, ',')
			}
			small.newline(1)
			small.member(m, 1)
			if len(small.out) > smallValue {
				flush()
			}
			continue
		}
		flush()
		name := r.t.label(m)
		if path != "" {
			name = path + "." + name
		}
		r.w.Heading(level, mdwriter.Inline(name), name)
		r.value(m, name, level+1)
	}
	flush()
}

// elements writes the elements of a large array in code blocks of bounded size. Their keys are too many for the outline.
func (r *renderer) elements(i int32, separator string, depth int) {
	p := jsonPrinter{t: r.t}
	for m := range r.t.members(i) {
		if len(p.out) > 0 {
			p.out = append(p.out, separator...)
		}
		p.value(m, depth)
		if p.keys = nil; len(p.out) >= smallValue {
			r.w.Code("json", string(p.out))
			if p.out = p.out[:0]; r.isDone() {
				return
			}
		}
	}
	r.w.Code("json", string(p.out))
}

const (
	maxColumns = 30
	maxCell    = 300
)

// columns returns the keys of an array of like flat objects, nil if it isn't
// one: objects only, of at most maxColumns different keys in all, whose values
// are short scalars, and each with at least half of the keys.
func (t *tree) columns(i int32, meter *ctxio.Meter) (keys []string) {
	seen := map[string]bool{}
	cells := 0
	for m := range t.members(i) {
		if t.kind(m) != '{' || meter.Spend(ctxio.PerItem+t.size(m)) != nil {
			return nil
		}
		for v := range t.members(m) {
			if t.container(v) && !(t.short(v) && t.kind(v) == '[') || t.size(v) > maxCell {
				return nil
			}
			cells++
			k := t.key(v)
			if !seen[k] {
				if len(keys) == maxColumns {
					return nil
				}
				seen[k] = true
				keys = append(keys, k)
			}
		}
	}
	if cells*2 < len(keys)*int(t.nodes[i].count) {
		return nil
	}
	return keys
}

// maxRows bounds the rows of one table; more of them make several tables.
const maxRows = 500

func (r *renderer) table(i int32, columns []string) {
	r.w.Text(strconv.Itoa(int(r.t.nodes[i].count)) + " rows")
	place := make(map[string]int, len(columns))
	header := make([]string, len(columns))
	for c, k := range columns {
		place[k] = c
		header[c] = mdwriter.Inline(k)
	}
	rows := [][]string{header}
	for m := range r.t.members(i) {
		row := make([]string, len(columns))
		for v := range r.t.members(m) {
			p := jsonPrinter{t: r.t}
			if r.t.kind(v) == '"' {
				p.out = append(p.out, unquote(r.t.value(v))...)
			} else {
				p.value(v, maxDepth)
			}
			row[place[r.t.key(v)]] = mdwriter.Inline(string(p.out))
		}
		if rows = append(rows, row); len(rows) > maxRows {
			r.w.Table(rows)
			if rows = [][]string{header}; r.isDone() {
				return
			}
		}
	}
	if len(rows) > 1 {
		r.w.Table(rows)
	}
}

const (
	// maxIndent is the nesting from which lines are no longer indented further,
	// so that deep values don't grow quadratically.
	maxIndent = 40
	// maxDepth is the nesting from which values are shown on one line.
	maxDepth = 200
	// maxLevel is the nesting up to which keys go into the outline.
	maxLevel = 6
)

type keyLine struct {
	level      int
	text       string
	start, end int
}

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

func (p *jsonPrinter) member(m int32, depth int) {
	start, outer := len(p.out), p.path
	if n := p.t.nodes[m]; n.keyEnd > 0 {
		p.out = appendLiteral(p.out, p.t.text[n.keyStart:n.keyEnd])
		p.out = append(p.out, ": "...)
		if depth <= maxLevel && p.t.container(m) {
			if p.path = outer + "\x00" + p.t.key(m); p.noted == nil {
				p.noted = map[string]bool{}
			}
			if !p.noted[p.path] {
				p.noted[p.path] = true
				p.keys = append(p.keys, keyLine{level: depth, text: p.t.label(m), start: start, end: len(p.out) + 1})
			}
		}
	} else if depth <= maxLevel {
		p.path += "\x00[]"
	}
	p.value(m, depth)
	p.path = outer
}

// label names a member in the outline: its key, and the length of an array.
func (t *tree) label(m int32) string {
	if t.kind(m) == '[' {
		return t.key(m) + "[" + strconv.Itoa(int(t.nodes[m].count)) + "]"
	}
	return t.key(m)
}

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

// maxNodes bounds the values of a JSON document that is taken apart. A longer
// one is shown as it came.
const maxNodes = 1 << 20

// node is a value of JSON text as a span of it.
type node struct {
	start, end       int32
	keyStart, keyEnd int32 // of the literal of its key, if it is a member of an object
	first, next      int32 // index of the first member and of the next sibling, 0 without one
	count            int32 // of members
}

// tree is the values of a JSON text in document order, the root first.
type tree struct {
	text  string
	nodes []node
}

// parse makes the tree of text, which encoding/json must have found valid, in
// one pass. It is nil if there are too many values, or once the context of meter is done.
func parse(text string, meter *ctxio.Meter) *tree {
	t := &tree{text: text, nodes: make([]node, 0, len(text)/16+1)}
	var open []int32           // containers around i
	var last []int32           // the last member of each
	var keyStart, keyEnd int32 // of the member to come
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ', '\n', '\r', '\t', ':', ',':
			i++
			continue
		case '}', ']':
			i++
			t.nodes[open[len(open)-1]].end = int32(i)
			open, last = open[:len(open)-1], last[:len(last)-1]
			continue
		}
		end := scalarEnd(text, i)
		if len(t.nodes) == maxNodes || meter.Spend(ctxio.PerItem+end-i) != nil {
			return nil
		}
		if n := len(open); n > 0 && text[i] == '"' && keyEnd == 0 && text[t.nodes[open[n-1]].start] == '{' {
			keyStart, keyEnd = int32(i), int32(end)
			i = end
			continue
		}
		at := int32(len(t.nodes))
		t.nodes = append(t.nodes, node{start: int32(i), end: int32(end), keyStart: keyStart, keyEnd: keyEnd})
		keyStart, keyEnd = 0, 0
		if n := len(open); n > 0 {
			t.nodes[open[n-1]].count++
			if last[n-1] == 0 {
				t.nodes[open[n-1]].first = at
			} else {
				t.nodes[last[n-1]].next = at
			}
			last[n-1] = at
		}
		if text[i] == '{' || text[i] == '[' {
			open, last = append(open, at), append(last, 0)
		}
		i = end
	}
	return t
}

// scalarEnd returns the index after the scalar at i, or after the bracket.
func scalarEnd(s string, i int) int {
	switch s[i] {
	case '{', '[':
		return i + 1
	case '"':
		for i++; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(s)
	}
	for i < len(s) && strings.IndexByte(",]} \n\r\t", s[i]) < 0 {
		i++
	}
	return i
}

func (t *tree) value(i int32) string { return t.text[t.nodes[i].start:t.nodes[i].end] }

// key returns the decoded key of a node, "" for elements of arrays.
func (t *tree) key(i int32) string { return unquote(t.text[t.nodes[i].keyStart:t.nodes[i].keyEnd]) }

// kind returns the first byte of a node: '{', '[', '"' or that of another scalar.
func (t *tree) kind(i int32) byte { return t.text[t.nodes[i].start] }

func (t *tree) size(i int32) int { return int(t.nodes[i].end - t.nodes[i].start) }

func (t *tree) container(i int32) bool { return t.nodes[i].count > 0 }

func (t *tree) members(i int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for m := t.nodes[i].first; m != 0; m = t.nodes[m].next {
			if !yield(m) {
				return
			}
		}
	}
}

// member returns the last member of an object with a key, 0 without one.
func (t *tree) member(i int32, key string) int32 {
	found := int32(0)
	if t.kind(i) == '{' {
		for m := range t.members(i) {
			if t.key(m) == key {
				found = m
			}
		}
	}
	return found
}

// str returns a string node decoded, "" for others and for node 0.
func (t *tree) str(i int32) string {
	if i == 0 || t.kind(i) != '"' {
		return ""
	}
	return unquote(t.value(i))
}

// unquote decodes a string literal, "" for none. Lone surrogates become U+FFFD.
func unquote(literal string) (s string) {
	if strings.IndexByte(literal, '\\') < 0 {
		return strings.Trim(literal, `"`)
	}
	_ = json.Unmarshal([]byte(literal), &s) // the text is valid
	return s
}

// hex4 returns the code unit of a \u escape.
func hex4(escape string) rune {
	r, _ := strconv.ParseUint(escape[2:6], 16, 16)
	return rune(r)
}

// appendLiteral appends a string literal. It decodes \u escapes of printable characters and
// unescapes slashes.
func appendLiteral(dst []byte, literal string) []byte {
	for {
		before, after, found := strings.Cut(literal, `\`)
		dst = append(dst, before...)
		if !found {
			return dst
		}
		escape := literal[len(before):]
		size := 2
		switch after[0] {
		case '/': // needs no escape: addresses are full of them
			dst = append(dst, '/')
		case 'u':
			r := hex4(escape)
			if size = 6; strings.HasPrefix(escape[size:], `\u`) && utf16.DecodeRune(r, hex4(escape[size:])) != utf8.RuneError {
				r, size = utf16.DecodeRune(r, hex4(escape[size:])), 12
			}
			if r >= 0xa0 && r != '\u2028' && r != '\u2029' || r >= ' ' && r < 0x7f && r != '"' && r != '\\' { // half of a pair is written as U+FFFD
				dst = utf8.AppendRune(dst, r)
				break
			}
			fallthrough
		default:
			dst = append(dst, escape[:size]...)
		}
		literal = escape[size:]
	}
}
