package sieve

import "bytes"

// selectors are the attributes that the style sheets of a page select by, and
// those that were left out, as Bloom filters.
type selectors struct {
	wanted, gone [8]uint64
	any          bool // there are selectors
	all          bool // one names an attribute in a way that isn't read here
	missed       bool // an attribute was left out before a selector came
}

// maxName bounds the bytes of the name of an attribute in a selector.
const maxName = 128

// add notes the attributes that a style sheet selects by.
func (s *selectors) add(css []byte) {
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
	end := bytes.IndexAny(text, "]=")
	if end < 0 || bytes.IndexByte(text[:end], '\\') >= 0 || bytes.Contains(text[:end], []byte("/*")) {
		s.wantAll()
		return
	}
	name := bytes.TrimSpace(text[:end])
	if n := len(name); n > 1 && text[end] == '=' && bytes.IndexByte([]byte("~|^$*"), name[n-1]) >= 0 {
		name = bytes.TrimSpace(name[:n-1])
	}
	if len(name) > 0 {
		s.want(hash(name))
	}
}

func (s *selectors) want(h uint32) {
	s.any = true
	s.wanted[h/64%8] |= 1 << (h % 64)
	s.missed = s.missed || s.gone[h/64%8]>>(h%64)&1 != 0
}

func (s *selectors) wantAll() {
	s.any, s.all = true, true
	s.missed = s.missed || s.gone != [8]uint64{}
}

// selects reports whether a style sheet may select by the attribute with a hash.
func (s *selectors) selects(h uint32) bool {
	return s.any && (s.all || s.wanted[h/64%8]>>(h%64)&1 != 0)
}

// left notes that an attribute was left out.
func (s *selectors) left(h uint32) { s.gone[h/64%8] |= 1 << (h % 64) }

// lost looks for style sheets in a part of the page that is passed through
// unread.
func (s *selectors) lost(text []byte) {
	if s.gone == [8]uint64{} {
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
