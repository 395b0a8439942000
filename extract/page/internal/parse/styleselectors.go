package parse

import (
	"bytes"

	"golang.org/x/net/html"
)

// styleSelectors are the names in selectors of style sheets that might be left out
// otherwise. They are collected before the page is filtered, because a sheet also applies to
// elements before it: from each place where a style element may begin, even in a comment.
type styleSelectors struct {
	found   bool            // there may be a style element
	names   map[string]bool // of attributes
	keepAll bool            // a name is written in a way that isn't read here
}

func (s *styleSelectors) collect(page []byte) {
	for i := 0; ; i++ {
		next := bytes.IndexByte(page[i:], '<')
		if next < 0 {
			return
		}
		if i += next; i+1 < len(page) && page[i+1]|0x20 == 's' && len(page)-i > len(styleName) && bytes.EqualFold(page[i+1:i+1+len(styleName)], styleName) {
			end := rawEnd(page, i+1, styleName)
			s.add(page[i+1 : end])
			i = end - 1
		}
	}
}

var styleName = []byte("style")

// add notes what a style sheet selects by. In SVG it may hold character references,
// and tags and comments that part its text.
func (s *styleSelectors) add(css []byte) {
	s.found = true
	s.keepAll = s.keepAll || bytes.Contains(css, declarationStart) || bytes.IndexByte(css, '&') >= 0 && html.UnescapeString(string(css)) != string(css)
	for i := 0; !s.keepAll; i++ {
		next := bytes.IndexByte(css[i:], '[')
		if next < 0 {
			return
		}
		i += next
		escapes := 0 // a backslash before it may itself be escaped
		for escapes < min(i, maxName) && css[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			s.addAttribute(css[i+1 : min(len(css), i+1+maxName)])
		}
	}
}

var declarationStart = []byte("<!")

// addAttribute notes the name at the beginning of text, up to the bracket or the
// operator that ends it.
func (s *styleSelectors) addAttribute(text []byte) {
	const maxSelectedNames = 4096 // the names that are remembered. Sheets with more keep all attributes
	end := bytes.IndexAny(text, "]=[{}()>\"';,\\/<")
	switch {
	case end < 0 || text[end] == '\\' || text[end] == '/' || text[end] == '<': // an escape, a comment, or a tag in SVG
		s.keepAll = true
	case text[end] == ']' || text[end] == '=': // others are no selectors
		if s.names == nil {
			s.names = map[string]bool{}
		}
		s.keepAll = len(s.names) == maxSelectedNames
		s.names[string(lower(bytes.TrimSpace(bytes.TrimRight(text[:end], "~|^$*"))))] = true
	}
}

func (s *styleSelectors) mayMatch(name []byte) bool {
	return s.keepAll || len(s.names) > 0 && (s.names[string(name)] || hasCapital(name) && s.names[string(lower(name))])
}
