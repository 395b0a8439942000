package office

import (
	"strings"

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
		l.add(text)
		return
	}
	written, ok := raised.Text(trimmed, from == superscript, text[0] > ' ' && l.md.Touches() && !l.gap)
	if !ok {
		written = trimmed
	}
	l.add(strings.Replace(text, trimmed, written, 1))
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
