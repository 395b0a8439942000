package parse

import "bytes"

// styleSelectors are what the style sheets of a page select by that may be left out. Those
// of the head are noted as they come, for nobody sees what stands there. Those of the
// body are found before it is read, for a sheet tells about what stands before it too:
// wherever a style element may begin, even in a comment.
type styleSelectors struct {
	collected  bool               // those of the body are found
	names      [filterSize]uint64 // of attributes, a Bloom filter
	hasNames   bool               // there are names
	unreadable bool               // one is written in a way that isn't read here
	usesEmpty  bool               // empty elements may be told from others
	usesHas    bool               // elements may be told by what they hold
	pending    [maxUnread][]byte  // sheets that were not looked through for that
	count      int                // of them
	dropped    bool               // an attribute was left out
	missed     bool               // so it was before it was known that all must stay
}

// filterSize is that of a filter, in words.
const filterSize = 32

// collect looks for the style sheets of a page, by a letter that is rare.
func (s *styleSelectors) collect(page []byte) {
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

// collectStyleSheets finds the style sheets of the body.
func (r *Prefilter) collectStyleSheets() {
	if !r.styleSheets.collected && !r.whitespace.inHead {
		r.styleSheets.collected = true
		r.styleSheets.collect(r.text[r.scanned-len("<"):]) // the tag at hand may begin one
	}
}

// add notes what a style sheet selects by.
func (s *styleSelectors) add(css []byte) {
	s.usesEmpty = s.usesEmpty || containsWord(css, ":empty")
	if s.count < maxUnread {
		s.pending[s.count] = css
		s.count++
	} else {
		s.usesHas = true
	}
	for i := 0; !s.unreadable; i++ {
		next := bytes.IndexByte(css[i:], '[')
		if next < 0 {
			return
		}
		if i += next; !isEscaped(css, i) {
			s.addAttribute(css[i+1 : min(len(css), i+1+maxName)])
		}
	}
}

// containsWord looks for a word that ends in y, in any case, by that letter, which is
// rare.
func containsWord(text []byte, word string) bool {
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

// mayUseHas reports whether a style sheet may tell elements by what they hold.
func (s *styleSelectors) mayUseHas() bool {
	for ; s.count > 0 && !s.usesHas; s.count-- {
		s.usesHas = containsCall(s.pending[s.count-1], ":has")
	}
	return s.usesHas
}

// containsCall looks for a function, in any case.
func containsCall(css []byte, name string) bool {
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

// addAttribute notes the name at the beginning of text, up to the bracket or the
// operator that ends it.
func (s *styleSelectors) addAttribute(text []byte) {
	var buf [maxName]byte
	name := buf[:0]
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ']', '=':
			name = trimOperator(name, c)
			s.addName(hash(keyOf(string(name)), len(name)))
			return
		case '[', '{', '}', '(', ')', '<', '>', '"', '\'', ';', ',':
			return // no selector
		case '\\':
			if i++; i < len(text) && !isHex(text[i]) {
				name = append(name, text[i])
				continue
			}
			s.unreadable = true
			return
		case '/':
			if i+1 < len(text) && text[i+1] == '*' {
				s.unreadable = true
				return
			}
			fallthrough
		default:
			name = append(name, c)
		}
	}
	s.unreadable = true
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

func (s *styleSelectors) addName(h uint32) {
	s.hasNames = true
	s.names[h/64%filterSize] |= 1 << (h % 64)
}

// keepAll notes that a sheet can't be read, after the page was begun.
func (s *styleSelectors) keepAll() {
	s.unreadable, s.usesHas, s.missed = true, true, s.missed || s.dropped
}

// mayMatch reports whether a style sheet may select by the attribute with a hash.
func (s *styleSelectors) mayMatch(h uint32) bool {
	return s.unreadable || s.hasNames && s.names[h/64%filterSize]>>(h%64)&1 != 0
}

// hasSheet reports whether a style element may begin in a part of a page.
func hasSheet(text []byte) bool {
	return containsWord(text, "<sty")
}
