package sieve

import "bytes"

// selectors are what the style sheets of a page select by that may be left out. Those
// of the head are noted as they come, for nobody sees what stands there. Those of the
// body are found before it is read, for a sheet tells about what stands before it too:
// wherever a style element may begin, even in a comment.
type selectors struct {
	sought bool               // those of the body are found
	names  [filterSize]uint64 // of attributes, a Bloom filter
	any    bool               // there are names
	all    bool               // one is written in a way that isn't read here
	empty  bool               // empty elements may be told from others
	has    bool               // elements may be told by what they hold
	unread [maxUnread][]byte  // sheets that were not looked through for that
	count  int                // of them
	left   bool               // an attribute was left out
	missed bool               // so it was before it was known that all must stay
}

// filterSize is that of a filter, in words.
const filterSize = 32

// find looks for the style sheets of a page, by a letter that is rare.
func (s *selectors) find(page []byte) {
	for _, letter := range [...]byte{'y', 'Y'} {
		for i := 0; ; i++ {
			next := bytes.IndexByte(page[i:], letter)
			if next < 0 {
				break
			}
			if i += next; i >= 3 && hasPrefix(page[i-3:], "<style") {
				end := rawEnd(page, i, styleName)
				s.add(page[i:end])
				i = end - 1
			}
		}
	}
}

var styleName = []byte("style")

// seek finds the style sheets of the body.
func (r *Reader) seek() {
	if !r.sheets.sought && !r.flow.head {
		r.sheets.sought = true
		r.sheets.find(r.text[r.seen-len("<"):]) // the tag at hand may begin one
	}
}

// add notes what a style sheet selects by.
func (s *selectors) add(css []byte) {
	s.empty = s.empty || holds(css, ":empty")
	if s.count < maxUnread {
		s.unread[s.count] = css
		s.count++
	} else {
		s.has = true
	}
	for i := 0; !s.all; i++ {
		next := bytes.IndexByte(css[i:], '[')
		if next < 0 {
			return
		}
		if i += next; !isEscaped(css, i) {
			s.bracket(css[i+1 : min(len(css), i+1+maxName)])
		}
	}
}

// holds looks for a word that ends in y, in any case, by that letter, which is
// rare.
func holds(text []byte, word string) bool {
	for _, letter := range [...]byte{'y', 'Y'} {
		for i := 0; ; i++ {
			next := bytes.IndexByte(text[i:], letter)
			if next < 0 {
				break
			}
			if i += next; i+1 >= len(word) && equalFold(text[i+1-len(word):i+1], word) {
				return true
			}
		}
	}
	return false
}

// maxUnread is how many sheets are kept to be looked through.
const maxUnread = 64

// holding reports whether a style sheet may tell elements by what they hold.
func (s *selectors) holding() bool {
	for ; s.count > 0 && !s.has; s.count-- {
		s.has = calls(s.unread[s.count-1], ":has")
	}
	return s.has
}

// calls looks for a function, in any case.
func calls(css []byte, name string) bool {
	for i := 0; ; i++ {
		next := bytes.IndexByte(css[i:], '(')
		if next < 0 {
			return false
		}
		if i += next; i >= len(name) && equalFold(css[i-len(name):i], name) {
			return true
		}
	}
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
			s.all = true
			return
		case '/':
			if i+1 < len(text) && text[i+1] == '*' {
				s.all = true
				return
			}
			fallthrough
		default:
			name = append(name, c)
		}
	}
	s.all = true
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
	s.names[h/64%filterSize] |= 1 << (h % 64)
}

// wantAll notes that a sheet can't be read, after the page was begun.
func (s *selectors) wantAll() {
	s.all, s.has, s.missed = true, true, s.missed || s.left
}

// selects reports whether a style sheet may select by the attribute with a hash.
func (s *selectors) selects(h uint32) bool {
	return s.all || s.any && s.names[h/64%filterSize]>>(h%64)&1 != 0
}

// hasSheet reports whether a style element may begin in a part of a page.
func hasSheet(text []byte) bool {
	return holds(text, "<sty")
}
