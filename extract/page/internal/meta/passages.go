package meta

import (
	"strings"
)

// The bounds of the passages of a page.
const (
	maxPassages     = 400
	maxPassageBytes = 1 << 20
)

// Passages returns the strings of a JSON text, or of a script that holds one,
// that read like prose: at least ten words with a sentence end, HTML or not,
// each once, in order.
func Passages(src string) []string {
	s := scanner{src: src}
	var out []string
	seen := map[string]bool{}
	size := 0
	for s.at < len(src) && len(out) < maxPassages && size < maxPassageBytes {
		i := strings.IndexByte(src[s.at:], '"')
		if i < 0 {
			break
		}
		s.at += i
		text := s.text()
		if s.peekColon() || !isPassage(text) || seen[text] {
			continue
		}
		seen[text] = true
		size += len(text)
		out = append(out, text)
	}
	return out
}

// peekColon reports whether the string just read was a name.
func (s *scanner) peekColon() bool {
	for i := s.at; i < len(s.src); i++ {
		switch s.src[i] {
		case ' ', '\t', '\n', '\r':
		default:
			return s.src[i] == ':'
		}
	}
	return false
}

func isPassage(t string) bool {
	if len(t) < 60 || strings.Count(t, " ") < 10 || !strings.ContainsAny(t, ".!?。") {
		return false
	}
	odd := 0
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '{', '}', ';', '=', '\\', '%', '_':
			odd++
		}
	}
	return odd*25 < len(t) || strings.Contains(t, "</p>")
}
