package sieve

import "bytes"

// tag is what is known of a tag once it was read.
type tag struct {
	end    int    // after it, or the end of the page
	closed bool   // it closes itself
	kind   []byte // the raw value of its type attribute
	odd    bool   // it is written in a way that makes leaving out a risk
}

// attributes reads the attributes of a tag from i on, as Tokenizer.readTag does.
// With strip those that nobody reads are left out.
func (r *Reader) attributes(t *tag, i int, e element, strip bool) {
	text, first := r.text, r.last
	gone := uint64(0) // hashes of names
	for {
		i = skipSpace(text, i)
		if i == len(text) {
			t.odd = true
			break
		}
		if text[i] == '>' {
			i++
			break
		}
		if text[i] == '/' {
			t.closed = i+1 < len(text) && text[i+1] == '>'
			t.odd = t.odd || !t.closed
			i++
			continue
		}
		start := i
		name, value, end, bare := attribute(text, i, t)
		i = skipSpace(text, end)
		if i == len(text) {
			t.odd = true
			break
		}
		if bare && text[i] == '>' && text[i-1] == '/' {
			t.odd = true
		}
		if t.kind == nil && len(name) == 4 && bytes.EqualFold(name, []byte("type")) {
			t.kind = value
		}
		if strip && !t.odd && r.last-first < tagCuts {
			h := hash(name)
			switch bit := uint64(1) << (h >> 8 % 64); r.fateOf(name, h, value, e) {
			case goes:
				r.leave(start, i)
				gone |= bit
			case says: // unless one of the same name stood before it
				t.odd = gone&bit != 0
			}
		}
	}
	t.end = i
	if t.odd {
		r.last = first
	}
}

// attribute reads one attribute. It returns the index after it, and whether its
// value stands without quotes.
func attribute(text []byte, i int, t *tag) (name, value []byte, end int, bare bool) {
	start := i
	if text[i] == '=' {
		t.odd = true
		i++
	}
	for i < len(text) {
		if c := classes[text[i]]; c&(isSpace|isSlash|isClose|isEquals|isOdd) != 0 {
			if c&isOdd == 0 {
				break
			}
			t.odd = true
		}
		i++
	}
	name, end = text[start:i], i
	if i = skipSpace(text, i); i == len(text) || text[i] != '=' {
		return name, nil, end, false
	}
	if i = skipSpace(text, i+1); i == len(text) {
		return name, nil, i, false
	}
	switch c := text[i]; c {
	case '>':
		return name, nil, i, false
	case '"', '\'':
		i++
		n := bytes.IndexByte(text[i:], c)
		if n < 0 {
			return name, text[i:], len(text), false
		}
		return name, text[i : i+n], i + n + 1, false
	}
	start = i
	for i < len(text) && classes[text[i]]&(isSpace|isClose) == 0 {
		i++
	}
	return name, text[start:i], i, true
}

func skipSpace(text []byte, i int) int {
	for i < len(text) && classes[text[i]]&isSpace != 0 {
		i++
	}
	return i
}

// The classes of bytes in tags.
const (
	isSpace = 1 << iota
	isSlash
	isClose
	isEquals
	isOdd // in names of attributes
)

var classes = [256]uint8{
	' ': isSpace, '\t': isSpace, '\n': isSpace, '\r': isSpace, '\f': isSpace,
	'/': isSlash, '>': isClose, '=': isEquals, '<': isOdd, '"': isOdd, '\'': isOdd, 0: isOdd,
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
