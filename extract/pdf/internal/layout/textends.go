package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func sameStyle(a, b Span) bool {
	a.Text, b.Text = "", ""
	return a == b
}

func similarSize(a, b float64) bool { return a < 1.12*b && b < 1.12*a }

func hyphenated(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if r != '-' && r != '\u00ad' && r != '\u2010' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:len(text)-size])
	return unicode.IsLetter(before)
}

// compound reports whether text ends with a hyphen that stays when a capital or
// a digit follows: Anglo-Saxon, COVID-19, 2019-20.
func compound(text string) bool {
	before, found := strings.CutSuffix(text, "-")
	r, _ := utf8.DecodeLastRuneInString(before)
	return found && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// inAddress reports whether a line breaks within the address of a page or a mailbox, of which the sign at
// the end of the line is a part: "https://a.example/two-" and "parts.html", "first-" and "last@a.example".
func inAddress(tail, head string) bool {
	tail = tail[strings.LastIndexByte(tail, ' ')+1:]
	head, _, _ = strings.Cut(head, " ")
	if tail == "" || head == "" {
		return false
	}
	starts := strings.Contains(tail, "://") || strings.HasPrefix(strings.TrimLeft(tail, "(<\"“"), "www.")
	switch tail[len(tail)-1] {
	case '-', '_':
		return starts || strings.Contains(tail, "@") || strings.IndexByte(head, '@') > 0
	case '/', '?', '&', '=', '%', '#':
		return starts && strings.ContainsAny(strings.TrimRight(head, ".,;:)"), "./-_=&?%0123456789")
	}
	return false
}

// conjunction reports whether text begins with a word such as "und". A hyphen before it
// replaces the rest of a word: "Vor- und Nachteile".
func conjunction(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "und", "oder", "bzw.", "sowie", "and":
		return true
	}
	return false
}

func endsSentence(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "\"'”’»)]")
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?:;。！？…", r)
}

func startsSentence(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
	return !unicode.IsLower(r)
}
