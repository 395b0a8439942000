package mdwriter

import (
	"context"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Escape returns text as inline Markdown that renders as text: signs that would start markup are escaped, control characters dropped,
// line breaks kept. A sign at the start of a line that would begin a block is escaped too. Addresses such as https://example.com/_a_/~b
// stay as they are. Text must be valid UTF-8.
func Escape(text string) string {
	if isPlain(text) {
		return text
	}
	text = Printable(text)
	return string(mdinline.AppendText(make([]byte, 0, len(text)+len(text)/8+8), text))
}

// EscapeLong is Escape for text that may be as long as a document. The error is that of ctx, which is asked before each line.
func EscapeLong(ctx context.Context, text string) (string, error) {
	out := make([]byte, 0, len(text)+len(text)/8)
	for line := range strings.SplitAfterSeq(Printable(text), "\n") {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		out = mdinline.AppendText(out, line)
	}
	return string(out), nil
}

// Inline is Escape of text with every run of white space folded into a blank, for places that must stay on one line.
func Inline(text string) string { return Escape(Fold(text)) }

// Fold trims text and makes every run of white space and of control characters one blank. Characters that no reader sees are dropped.
func Fold(text string) string {
	text = strings.TrimFunc(invisible.Strip(text), mdinline.IsBlank)
	last := rune(0)
	for _, r := range text {
		if mdinline.IsBlank(r) && (r != ' ' || last == ' ') {
			return joinWords(text)
		}
		last = r
	}
	return text
}

// joinWords puts one blank between the words of text, without a list of them, which would be longer than the text.
func joinWords(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for word := range strings.FieldsFuncSeq(text, mdinline.IsBlank) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// isPlain reports whether text has nothing to escape, as most cells of spreadsheets.
func isPlain(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !ascii.IsLetter(c) && (i == 0 || c != ' ' && !ascii.IsAlnum(c)) && (i <= 3 || c != '.') && strings.IndexByte(",'\"/%?", c) < 0 {
			return false
		}
	}
	return true
}
