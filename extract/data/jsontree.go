package data

import (
	"errors"
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

// errManyValues is the error of parse for more than maxNodes values.
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

// value returns the text of a node.
func (t *tree) value(i int32) string { return t.text[t.nodes[i].start:t.nodes[i].end] }

// key returns the decoded key of a node, "" for elements of arrays.
func (t *tree) key(i int32) string { return unquote(t.text[t.nodes[i].keyStart:t.nodes[i].keyEnd]) }

// kind returns the first byte of a node: '{', '[', '"' or that of another scalar.
func (t *tree) kind(i int32) byte { return t.text[t.nodes[i].start] }

// size returns the length of the text of a node.
func (t *tree) size(i int32) int { return int(t.nodes[i].end - t.nodes[i].start) }

// container reports whether a node has members.
func (t *tree) container(i int32) bool { return t.nodes[i].count > 0 }

// members yields the members of a node in order.
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

// unquote decodes a string literal. Lone surrogates become U+FFFD.
func unquote(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`)
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'u':
			r, size := unicodeEscape(s[i-1:])
			out = utf8.AppendRune(out, r)
			i += size - 2
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// unicodeEscape decodes the \u escape, or the pair of them, at the head of s and
// returns its length.
func unicodeEscape(s string) (r rune, size int) {
	r, ok := hex4(s)
	if !ok {
		return utf8.RuneError, min(len(s), 6)
	}
	if utf16.IsSurrogate(r) {
		if low, ok := hex4(s[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	}
	return r, 6
}

// hex4 reads \uXXXX at the head of s.
func hex4(s string) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for _, c := range []byte(s[2:6]) {
		r <<= 4
		switch {
		case c >= '0' && c <= '9':
			r |= rune(c - '0')
		case c >= 'a' && c <= 'f':
			r |= rune(c-'a') + 10
		case c >= 'A' && c <= 'F':
			r |= rune(c-'A') + 10
		default:
			return 0, false
		}
	}
	return r, true
}

// appendLiteral appends a string literal. It decodes \u escapes of printable characters and
// unescapes slashes.
func appendLiteral(dst []byte, literal string) []byte {
	for i := 0; i < len(literal); i++ {
		c := literal[i]
		if c != '\\' || i+1 == len(literal) {
			dst = append(dst, c)
			continue
		}
		if literal[i+1] != 'u' {
			if literal[i+1] != '/' { // which needs no escape: addresses are full of them
				dst = append(dst, c)
			}
			dst = append(dst, literal[i+1])
			i++
			continue
		}
		r, size := unicodeEscape(literal[i:])
		if r >= 0xa0 && r != '\u2028' && r != '\u2029' || r >= ' ' && r < 0x7f && r != '"' && r != '\\' {
			dst = utf8.AppendRune(dst, r)
		} else {
			dst = append(dst, literal[i:i+size]...)
		}
		i += size - 1
	}
	return dst
}
