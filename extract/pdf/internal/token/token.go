// Package token reads the tokens of PDF content streams, of CMaps and of the clear text of
// Type 1 fonts, which share the syntax of PDF objects (ISO 32000-2, 7.2 and 7.3) without
// references.
//
// It never fails: what is damaged is skipped or ends at the end of the data.
package token

import (
	"bytes"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	End Kind = iota
	Number
	Name   // Text without the slash, #xx undone
	String // Text decoded, of both kinds of strings
	Word   // an operator or another bare word
	ArrayStart
	ArrayEnd
	DictStart
	DictEnd
)

// Token is a token. Text is valid until the next one is read.
type Token struct {
	Kind Kind
	Num  float64
	Text []byte
}

// Reader reads tokens from data that it doesn't change.
type Reader struct {
	data []byte
	at   int
	buf  []byte
}

// NewReader returns a reader of data.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// Pos returns the offset of the next byte.
func (r *Reader) Pos() int { return r.at }

// Seek continues at an offset.
func (r *Reader) Seek(at int) { r.at = min(max(at, 0), len(r.data)) }

// Data returns the bytes that the Reader reads, from the first on.
func (r *Reader) Data() []byte { return r.data }

// The classes of bytes. Those up to numeric may be a part of a name or word.
const (
	regular = iota
	numeric // of which numbers are made
	space
	delimiter
)

var classes = [256]uint8{
	0: space, '\t': space, '\n': space, '\f': space, '\r': space, ' ': space,
	'(': delimiter, ')': delimiter, '<': delimiter, '>': delimiter, '[': delimiter, ']': delimiter, '{': delimiter, '}': delimiter,
	'/': delimiter, '%': delimiter,
	'+': numeric, '-': numeric, '.': numeric, '0': numeric, '1': numeric, '2': numeric, '3': numeric, '4': numeric, '5': numeric,
	'6': numeric, '7': numeric, '8': numeric, '9': numeric,
}

// Next returns the next token; at the end and after it, one of kind End.
func (r *Reader) Next() Token {
	for r.at < len(r.data) {
		c := r.data[r.at]
		switch classes[c] {
		case numeric:
			return r.number()
		case regular:
			return Token{Kind: Word, Text: r.run()}
		}
		r.at++
		switch c {
		case '/':
			return Token{Kind: Name, Text: r.name()}
		case '(':
			return Token{Kind: String, Text: r.literal()}
		case '[':
			return Token{Kind: ArrayStart}
		case ']':
			return Token{Kind: ArrayEnd}
		case '<':
			if r.skip('<') {
				return Token{Kind: DictStart}
			}
			return Token{Kind: String, Text: r.hex()}
		case '>':
			if r.skip('>') {
				return Token{Kind: DictEnd}
			}
		case '%':
			for r.at < len(r.data) && r.data[r.at] != '\n' && r.data[r.at] != '\r' {
				r.at++
			}
		}
	}
	return Token{}
}

// skip reports whether the next byte is c, and goes on behind it then.
func (r *Reader) skip(c byte) bool {
	found := r.at < len(r.data) && r.data[r.at] == c
	if found {
		r.at++
	}
	return found
}

// run reads up to the next white space or delimiter.
func (r *Reader) run() []byte {
	start := r.at
	for r.at < len(r.data) && classes[r.data[r.at]] <= numeric {
		r.at++
	}
	return r.data[start:r.at]
}

func (r *Reader) name() []byte {
	raw := r.run()
	if bytes.IndexByte(raw, '#') < 0 {
		return raw
	}
	r.buf = r.buf[:0]
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c == '#' && i+2 < len(raw) && ascii.HexValue(raw[i+1]) >= 0 && ascii.HexValue(raw[i+2]) >= 0 {
			c = byte(ascii.HexValue(raw[i+1])<<4 | ascii.HexValue(raw[i+2]))
			i += 2
		}
		r.buf = append(r.buf, c)
	}
	return r.buf
}

func (r *Reader) hex() []byte {
	r.buf = r.buf[:0]
	high := -1
	for r.at < len(r.data) && !r.skip('>') {
		d := ascii.HexValue(r.data[r.at])
		r.at++
		switch {
		case d < 0:
		case high < 0:
			high = d
		default:
			r.buf = append(r.buf, byte(high<<4|d))
			high = -1
		}
	}
	if high >= 0 {
		r.buf = append(r.buf, byte(high<<4))
	}
	return r.buf
}

func (r *Reader) literal() []byte {
	r.buf = r.buf[:0]
	for depth := 1; r.at < len(r.data); {
		c := r.data[r.at]
		r.at++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return r.buf
			}
		case '\\':
			r.escape()
			continue
		case '\r':
			r.skip('\n')
			c = '\n'
		}
		r.buf = append(r.buf, c)
	}
	return r.buf
}

// escape reads what follows a backslash in a literal string.
func (r *Reader) escape() {
	start, code := r.at, 0
	for r.at < min(start+3, len(r.data)) && r.data[r.at]&^7 == '0' {
		code = code<<3 | int(r.data[r.at]-'0')
		r.at++
	}
	if r.at > start {
		r.buf = append(r.buf, byte(code))
		return
	}
	if r.at == len(r.data) || r.skip('\n') {
		return
	}
	c := r.data[r.at]
	r.at++
	if c == '\r' {
		r.skip('\n')
		return
	}
	if i := strings.IndexByte("nrtbf", c); i >= 0 {
		c = "\n\r\t\b\f"[i]
	}
	r.buf = append(r.buf, c)
}

// limit bounds numbers, so that products of them stay finite.
const limit = 1e9

// number reads a number; a sign alone or in the middle is tolerated. It ends before another
// character, which may be an operator that is glued to its operand.
func (r *Reader) number() Token {
	start := r.at
	n, scale, fraction := 0.0, 1.0, false
digits:
	for ; r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; {
		case c >= '0' && c <= '9':
			n = n*10 + float64(c-'0')
			if fraction {
				scale *= 10
			}
		case c == '.' && !fraction:
			fraction = true
		case c == '-', c == '+' && r.at == start:
		default:
			break digits
		}
	}
	if n /= scale; !(n <= limit) { // or no number, of infinite digits on both sides
		n = limit
	}
	if r.data[start] == '-' {
		n = -n
	}
	return Token{Kind: Number, Num: n}
}
