package data

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

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

var errManyValues = errors.New("more than 1,048,576 values")

// parse makes the tree of text, which encoding/json must have found valid, in
// one pass. Its error is errManyValues or that of the context of meter.
func parse(text string, meter *ctxio.Meter) (*tree, error) {
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
		if err := meter.Spend(ctxio.PerItem + end - i); err != nil {
			return nil, err
		}
		if n := len(open); n > 0 && text[i] == '"' && keyEnd == 0 && text[t.nodes[open[n-1]].start] == '{' {
			keyStart, keyEnd = int32(i), int32(end)
			i = end
			continue
		}
		if len(t.nodes) == maxNodes {
			return nil, errManyValues
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
	return t, nil
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

// unicodeEscape decodes the \u escape at the head of s, or the pair of them that is a character, and
// returns its length.
func unicodeEscape(s string) (r rune, size int) {
	if r = hex4(s); utf16.IsSurrogate(r) {
		if strings.HasPrefix(s[6:], `\u`) {
			if pair := utf16.DecodeRune(r, hex4(s[6:])); pair != utf8.RuneError {
				return pair, 12
			}
		}
		r = utf8.RuneError
	}
	return r, 6
}

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
			var r rune
			if r, size = unicodeEscape(escape); r >= 0xa0 && r != '\u2028' && r != '\u2029' || r >= ' ' && r < 0x7f && r != '"' && r != '\\' {
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
