// Package token reads the tokens of PDF content streams and of CMaps, which
// share the syntax of PDF objects (ISO 32000-2, 7.2 and 7.3) without references.
//
// It never fails: what is damaged is skipped or ends at the end of the data.
package token

import (
	"math"
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

func space(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func delimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return false
}

// Next returns the next token; at the end and after it, one of kind End.
func (r *Reader) Next() Token {
	for r.at < len(r.data) {
		c := r.data[r.at]
		switch {
		case space(c):
			r.at++
		case c == '%':
			r.comment()
		case c == '/':
			r.at++
			return Token{Kind: Name, Text: r.name()}
		case c == '(':
			r.at++
			return Token{Kind: String, Text: r.literal()}
		case c == '<':
			r.at++
			if r.at < len(r.data) && r.data[r.at] == '<' {
				r.at++
				return Token{Kind: DictStart}
			}
			return Token{Kind: String, Text: r.hex()}
		case c == '>':
			r.at++
			if r.at < len(r.data) && r.data[r.at] == '>' {
				r.at++
				return Token{Kind: DictEnd}
			}
		case c == '[':
			r.at++
			return Token{Kind: ArrayStart}
		case c == ']':
			r.at++
			return Token{Kind: ArrayEnd}
		case c == ')' || c == '{' || c == '}':
			r.at++
		case c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.':
			return r.number()
		default:
			return r.word()
		}
	}
	return Token{}
}

func (r *Reader) comment() {
	for r.at < len(r.data) && r.data[r.at] != '\n' && r.data[r.at] != '\r' {
		r.at++
	}
}

func (r *Reader) word() Token {
	start := r.at
	for r.at < len(r.data) && !space(r.data[r.at]) && !delimiter(r.data[r.at]) {
		r.at++
	}
	return Token{Kind: Word, Text: r.data[start:r.at]}
}

func (r *Reader) name() []byte {
	start, escaped := r.at, false
	for r.at < len(r.data) && !space(r.data[r.at]) && !delimiter(r.data[r.at]) {
		escaped = escaped || r.data[r.at] == '#'
		r.at++
	}
	raw := r.data[start:r.at]
	if !escaped {
		return raw
	}
	r.buf = r.buf[:0]
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) && digit(raw[i+1]) >= 0 && digit(raw[i+2]) >= 0 {
			r.buf = append(r.buf, byte(digit(raw[i+1])<<4|digit(raw[i+2])))
			i += 2
			continue
		}
		r.buf = append(r.buf, raw[i])
	}
	return r.buf
}

func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func (r *Reader) hex() []byte {
	r.buf = r.buf[:0]
	half, value := false, 0
	for r.at < len(r.data) {
		c := r.data[r.at]
		r.at++
		if c == '>' {
			break
		}
		d := digit(c)
		if d < 0 {
			continue
		}
		if half {
			r.buf = append(r.buf, byte(value<<4|d))
		}
		value, half = d, !half
	}
	if half {
		r.buf = append(r.buf, byte(value<<4))
	}
	return r.buf
}

func (r *Reader) literal() []byte {
	r.buf = r.buf[:0]
	depth := 1
	for r.at < len(r.data) {
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
			if r.at < len(r.data) && r.data[r.at] == '\n' {
				r.at++
			}
			c = '\n'
		}
		r.buf = append(r.buf, c)
	}
	return r.buf
}

// escape reads what follows a backslash in a literal string.
func (r *Reader) escape() {
	if r.at >= len(r.data) {
		return
	}
	c := r.data[r.at]
	r.at++
	switch c {
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case '\r':
		if r.at < len(r.data) && r.data[r.at] == '\n' {
			r.at++
		}
		return
	case '\n':
		return
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := int(c - '0')
		for i := 0; i < 2 && r.at < len(r.data) && r.data[r.at] >= '0' && r.data[r.at] <= '7'; i++ {
			n = n<<3 | int(r.data[r.at]-'0')
			r.at++
		}
		c = byte(n)
	}
	r.buf = append(r.buf, c)
}

// number reads a number; a sign alone or in the middle is tolerated.
func (r *Reader) number() Token {
	start := r.at
	n, scale, negative, fraction := 0.0, 1.0, false, false
	for ; r.at < len(r.data); r.at++ {
		c := r.data[r.at]
		switch {
		case c >= '0' && c <= '9':
			n = n*10 + float64(c-'0')
			if fraction {
				scale *= 10
			}
		case c == '.' && !fraction:
			fraction = true
		case c == '-' && r.at == start:
			negative = true
		case c == '+' && r.at == start, c == '-':
		case space(c) || delimiter(c):
			return number(n, scale, negative)
		default:
			if r.at == start {
				return r.word()
			}
			return number(n, scale, negative) // an operator glued to its operand
		}
	}
	return number(n, scale, negative)
}

// limit bounds numbers, so that products of them stay finite.
const limit = 1e9

func number(n, scale float64, negative bool) Token {
	n /= scale
	if math.IsNaN(n) || n > limit {
		n = limit
	}
	if negative {
		n = -n
	}
	return Token{Kind: Number, Num: n}
}
