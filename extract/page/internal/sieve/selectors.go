package sieve

import "bytes"

// selectors are what the style sheets of a page select by that may be left out: the
// names of attributes, and those that were, are Bloom filters.
type selectors struct {
	wanted, gone [filterSize]uint64
	quiet        [filterSize]uint64 // like gone, of elements in the head
	relative     bool               // the sheet at hand looks into elements, by :has
	any          bool               // there are selectors
	all          bool               // one names an attribute in a way that isn't read here
	missed       bool               // an attribute was left out before a selector came
	empty        bool               // a sheet may tell empty elements from others
}

// filterSize is that of a filter, in words.
const filterSize = 64

// maxName bounds the bytes of the name of an attribute in a selector.
const maxName = 128

// add notes what a style sheet selects by.
func (s *selectors) add(css []byte) {
	s.empty = s.empty || endsIn(css, 'y', "empty") || endsIn(css, 'Y', "empty")
	for i, known := 0, false; !s.all; i++ {
		next := bytes.IndexByte(css[i:], '[')
		if next < 0 {
			return
		}
		if !known {
			s.relative, known = endsIn(css, '(', "has("), true
		}
		if i += next; !isEscaped(css, i) {
			s.bracket(css[i+1 : min(len(css), i+1+maxName)])
		}
	}
}

// endsIn looks for a word in any case that ends in last.
func endsIn(css []byte, last byte, word string) bool {
	for i := 0; ; i++ {
		next := bytes.IndexByte(css[i:], last)
		if next < 0 {
			return false
		}
		if i += next; i+1 >= len(word) && equalFold(css[i+1-len(word):i+1], word) {
			return true
		}
	}
}

// addDoubtful notes those of a sheet in which entities may have been read.
func (s *selectors) addDoubtful(css []byte) {
	if bytes.IndexByte(css, '&') >= 0 {
		s.wantAll()
	}
	s.add(css)
}

// isEscaped reports whether the character at i follows a backslash that isn't
// itself escaped.
func isEscaped(css []byte, i int) bool {
	n := 0
	for n < i && n < maxName && css[i-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// bracket notes the name at the beginning of text, up to the bracket or the
// operator that ends it.
func (s *selectors) bracket(text []byte) {
	var buf [maxName]byte
	name := buf[:0]
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ']', '=':
			name = trimOperator(name, c)
			s.want(hash(keyOf(string(name)), len(name)))
			return
		case '[', '{', '}', '(', ')', '<', '>', '"', '\'', ';', ',':
			return // no selector
		case '\\':
			if i++; i < len(text) && !isHex(text[i]) {
				name = append(name, text[i])
				continue
			}
			s.wantAll()
			return
		case '/':
			if i+1 < len(text) && text[i+1] == '*' {
				s.wantAll()
				return
			}
			fallthrough
		default:
			name = append(name, c)
		}
	}
	s.wantAll()
}

// trimOperator takes white space off a name, and the first half of an operator that
// c ends.
func trimOperator(name []byte, c byte) []byte {
	name = bytes.TrimSpace(name)
	if n := len(name); n > 1 && c == '=' && bytes.IndexByte([]byte("~|^$*"), name[n-1]) >= 0 {
		name = bytes.TrimSpace(name[:n-1])
	}
	return name
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' || c == '\n' || c == '\r' || c == '\f'
}

func (s *selectors) want(h uint32) {
	s.any = true
	set(&s.wanted, h)
	s.missed = s.missed || has(&s.gone, h) || has(&s.quiet, h) && s.relative
}

func (s *selectors) wantAll() {
	s.any, s.all = true, true
	s.missed = s.missed || s.gone != [filterSize]uint64{}
}

// selects reports whether a style sheet may select by the attribute with a hash.
func (s *selectors) selects(h uint32) bool {
	return s.any && (s.all || has(&s.wanted, h))
}

// left notes that an attribute was left out. Those of elements in the head hide
// nothing but through :has.
func (s *selectors) left(h uint32, inHead bool) {
	if inHead {
		set(&s.quiet, h)
		return
	}
	set(&s.gone, h)
}

func set(f *[filterSize]uint64, h uint32) { f[h/64%filterSize] |= 1 << (h % 64) }

func has(f *[filterSize]uint64, h uint32) bool { return f[h/64%filterSize]>>(h%64)&1 != 0 }

// lost looks for style sheets in a part of the page that is passed through
// unread.
func (s *selectors) lost(text []byte) {
	if s.gone == [filterSize]uint64{} {
		return
	}
	for i := 0; ; i++ {
		next := bytes.IndexByte(text[i:], '<')
		if next < 0 {
			return
		}
		if i += next; hasPrefix(text[i:], "<style") {
			s.wantAll()
			return
		}
	}
}
