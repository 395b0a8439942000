package office

import (
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

// shift is where text stands against its line.
type shift int8

const (
	onLine      shift = 0
	superscript shift = 1
	subscript   shift = -1
)

// maxScript bounds a text above or below the line, in bytes; what is longer is text.
const maxScript = 200

// raise says where the text that follows stands. What stood above or below the line is
// written as text: an exponent must not read as a digit of the number before it.
func (l *inlineBuffer) raise(to shift) {
	if to == l.shift {
		return
	}
	from, text := l.shift, string(l.script)
	l.shift, l.script = to, l.script[:0]
	trimmed := strings.TrimSpace(text)
	if from == onLine || trimmed == "" {
		l.raw = append(l.raw, text...)
		return
	}
	written, ok := raised.Text(trimmed, from == superscript, text[0] > ' ' && l.endsInWord())
	if !ok {
		written = trimmed
	}
	l.raw = append(l.raw, strings.Replace(text, trimmed, written, 1)...)
}

// endsInWord reports that the last character of the line is no white space.
func (l *inlineBuffer) endsInWord() bool {
	end := l.raw
	if len(end) == 0 {
		end = l.md
	}
	r, _ := utf8.DecodeLastRune(end)
	return len(end) > 0 && r > ' ' && r != '\u00a0'
}

// shiftOf returns where a value of Word's vertAlign puts text (ISO/IEC 29500-1, 22.9.2.17).
func shiftOf(align string) shift {
	switch align {
	case "superscript":
		return superscript
	case "subscript":
		return subscript
	}
	return onLine
}
