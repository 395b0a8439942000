package office

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// strike says whether the text that follows is struck out, which GFM writes between
// double tildes.
func (l *inlineBuffer) strike(on bool) {
	if on == l.struck {
		return
	}
	l.escapeRaw()
	l.struck = on
	if on {
		l.from = len(l.md)
		return
	}
	l.closeStrike()
}

// closeStrike writes the delimiters around the struck text; blanks at its ends stay
// outside. Between a letter and a sign GFM reads no delimiter: a blank is put there.
func (l *inlineBuffer) closeStrike() {
	text := bytes.Clone(bytes.TrimLeft(l.md[l.from:], " "))
	inner := bytes.TrimRight(text, ` \~`) // a tilde beside the delimiter would be part of it
	if len(inner) == 0 {
		return
	}
	l.md = l.md[:len(l.md)-len(text)]
	before, _ := utf8.DecodeLastRune(l.md)
	first, _ := utf8.DecodeRune(inner)
	last, _ := utf8.DecodeLastRune(inner)
	if len(l.md) > 0 && (before == '~' || before != ' ' && !isPunct(before) && isPunct(first)) {
		l.md = append(l.md, ' ')
	}
	l.md = append(l.md, "~~"...)
	l.md = append(l.md, inner...)
	l.md = append(l.md, "~~"...)
	l.md = append(l.md, text[len(inner):]...)
	l.shut = len(inner) == len(text) && isPunct(last)
}

// isPunct reports punctuation as CommonMark 0.31 has it: with symbols.
func isPunct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
