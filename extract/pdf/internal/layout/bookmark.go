package layout

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxTitleLines bounds the lines of a heading that is found by its bookmark.
const maxTitleLines = 3

// TitleKey returns what is compared of a bookmark and a line: letters and digits
// in lower case without the number of the section, which many programs leave out
// of one of them. "2.1 General expressions", "General Expressions" and "§ 2.1.
// General expressions" have the same key. It is "" for a text of a number alone.
func TitleKey(text string) string {
	fields := strings.Fields(norm.NFKC.String(text))
	for len(fields) > 1 && sectionNumber(fields[0]) {
		fields = fields[1:]
	}
	var b strings.Builder
	for _, field := range fields {
		for _, r := range field {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				b.WriteRune(unicode.ToLower(r))
			}
		}
	}
	key := b.String()
	if !hasLetter(key) {
		return ""
	}
	return key
}

// sectionNumber reports whether a word is the number of a section: "2", "2.1.",
// "A", "A.1", "IV.", "§", "Chapter".
func sectionNumber(word string) bool {
	switch strings.ToLower(strings.TrimRight(word, ".:")) {
	case "§", "chapter", "section", "appendix", "part", "kapitel", "abschnitt", "anhang", "teil", "chapitre", "annexe":
		return true
	}
	word = strings.Trim(word, ".:)(-–")
	digits := strings.Trim(word, "0123456789.")
	return word != "" && (len(digits) == 0 || len(digits) == 1 && digits[0] >= 'A' && digits[0] <= 'Z' || strings.Trim(digits, "IVX") == "")
}

// title returns the level of the heading that begins at line i by a bookmark that
// has its text, and how many lines it takes; 0 for none.
func (s *docStats) title(lines []Line, i int) (level, taken int) {
	l := &lines[i]
	if len(s.bookmarks) == 0 || l.Turned || l.Rows != nil || l.Size < 0.95*s.size || !s.standsApart(lines, i) {
		return 0, 0
	}
	text := ""
	for n := i; n < len(lines) && n < i+maxTitleLines; n++ {
		if n > i && !s.sameTitle(&lines[n-1], &lines[n]) {
			break
		}
		text = strings.TrimSpace(text + " " + lines[n].Text())
		if len(text) > maxHeading {
			break
		}
		if level, ok := s.bookmarks[TitleKey(text)]; ok {
			return min(level+s.shift, 6), n - i + 1
		}
	}
	return 0, 0
}

// standsApart reports whether the line i looks like more than a line of a
// paragraph: by its type, or by the distance to the line above.
func (s *docStats) standsApart(lines []Line, i int) bool {
	l := &lines[i]
	return l.Bold && !s.bold || l.Size > 1.05*s.size || l.Before == 0 || l.Before > 1.15*s.leading*l.Size ||
		i > 0 && !similarSize(lines[i-1].Size, l.Size)
}

func (s *docStats) sameTitle(above, l *Line) bool {
	return l.Page == above.Page && !l.Turned && l.Rows == nil && similarSize(above.Size, l.Size) && l.Before > 0 && l.Before <= max(s.paragraphGap(l.Size), 1.6*l.Size)
}
