package css

import (
	"slices"
	"strings"
)

// Alters reports whether a rule of the text of a style sheet names a class or an id, such
// as ".a" or "#a", together with a state that a page at rest doesn't have, or with a
// class that no element has, and says how something is shown then. So a page opens, closes
// and covers parts of it. It reports so too of what is too long or too much to read.
func (s *Sheet) Alters(text, name string) bool {
	for at := 0; s.spend(1); {
		next := strings.Index(text[at:], name)
		if next < 0 {
			return false
		}
		start := at + next
		at = start + len(name)
		if at < len(text) && inName(text[at]) {
			continue
		}
		open := strings.IndexAny(text[at:min(len(text), at+maxPrelude)], "{};")
		if open < 0 && at+maxPrelude < len(text) {
			return true
		}
		if open < 0 || text[at+open] != '{' {
			continue
		}
		from, to := max(0, start-maxPrelude), min(len(text), at+open+maxPrelude)
		begin := from + strings.LastIndexAny(text[from:start], "{};") + 1
		body, _, _ := strings.Cut(text[at+open+1:to], "}")
		s.spend((at + open - begin + len(body)) >> 4)
		if s.altered(selectorAt(text[begin:at+open], start-begin)) && showsOtherwise(body) {
			return true
		}
	}
	return true
}

// selectorAt cuts the selector around i out of a list, or returns all of the list if it
// has brackets.
func selectorAt(list string, i int) string {
	if strings.IndexByte(list, '(') >= 0 {
		return list
	}
	rest, _, _ := strings.Cut(list[i:], ",")
	return list[strings.LastIndexByte(list[:i], ',')+1:i] + rest
}

// maxPrelude bounds how much of a rule is read by Alters: before a name, and after it.
const maxPrelude = 4 << 10

// altered reports whether a selector list names a state or a class that is unknown.
func (s *Sheet) altered(selectors string) bool {
	for i := 0; i < len(selectors); i++ {
		switch selectors[i] {
		case ':':
			switch end := nameEnd(selectors, i+1); Lower(selectors[i+1 : end]) {
			case "hover", "focus", "focus-within", "focus-visible", "active", "checked", "target", "not":
				return true
			}
		case '.':
			if end, hash := hashIdent(selectors, i+1, classKind); end > 0 && !s.names.has(hash) {
				return true
			}
		}
	}
	return false
}

// showsOtherwise reports whether declarations may uncover something.
func showsOtherwise(body string) bool {
	body = Lower(body)
	return slices.ContainsFunc([]string{"opacity", "display", "visib", "transform", "scale", "translate", "rotate", "height", "width", "top", "left", "right", "bottom", "inset",
		"index", "background", "clip", "animation", "position"}, func(word string) bool { return strings.Contains(body, word) })
}
