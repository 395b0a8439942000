package mdwriter

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Escape returns text as inline Markdown that renders as text: signs that would start markup are escaped, control characters dropped,
// line breaks kept. A sign at the start of a line that would begin a block is escaped too. Addresses such as https://example.com/_a_/~b
// stay as they are. Text must be valid UTF-8.
func Escape(text string) string {
	if plain(text) {
		return text
	}
	text = Printable(text)
	return string(mdinline.AppendText(make([]byte, 0, len(text)+len(text)/8+8), text))
}

// maxEscaped is the length in bytes from which EscapeLong works in pieces.
const maxEscaped = 64 << 10

// EscapeLong is Escape in pieces, for text that may be as long as a document. The error is that of ctx, which is asked before each.
func EscapeLong(ctx context.Context, text string) (string, error) {
	if len(text) <= maxEscaped {
		return Escape(text), ctx.Err()
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for begun := false; text != ""; {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		n := pieceEnd(text)
		if begun {
			b.WriteString(Escape("." + text[:n])[1:]) // no sign of it begins a line
		} else {
			b.WriteString(Escape(text[:n]))
		}
		begun = true
		if text = text[n:]; text != "" && text[0] == '\n' {
			b.WriteByte('\n')
			text, begun = text[1:], false
		}
	}
	return b.String(), nil
}

// pieceEnd returns where the first piece of text ends: before a line break, else before a blank, else between two characters.
func pieceEnd(text string) int {
	if len(text) <= maxEscaped {
		return len(text)
	}
	head := text[:maxEscaped]
	if n := strings.LastIndexByte(head, '\n'); n > 0 {
		return n
	}
	if n := strings.LastIndexByte(head, ' '); n > 0 {
		return n
	}
	n := maxEscaped
	for n > 1 && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// Inline is Escape of text with every run of white space folded into a blank, for places that must stay on one line.
func Inline(text string) string { return Escape(Fold(text)) }

// Fold trims text and makes every run of white space and of control characters one blank. Characters that no reader sees are dropped.
func Fold(text string) string {
	text = strings.TrimFunc(invisible.Strip(text), folds)
	var b strings.Builder
	for {
		at, blank := nextRun(text)
		if at < 0 {
			break
		}
		if b.Len() == 0 {
			b.Grow(len(text))
		}
		b.WriteString(text[:at])
		b.WriteByte(' ')
		text = text[at+blank:]
	}
	if b.Len() == 0 {
		return text
	}
	b.WriteString(text)
	return b.String()
}

// nextRun returns the start and length of the next white space that isn't one blank; at is -1 if text has none.
func nextRun(text string) (at, length int) {
	for i, r := range text {
		if !folds(r) {
			continue
		}
		rest := strings.TrimLeftFunc(text[i:], folds)
		if n := len(text) - i - len(rest); n > 1 || r != ' ' {
			return i, n
		}
	}
	return -1, 0
}

func folds(r rune) bool {
	return r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u2028' || r == '\u2029'
}

func plain(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == ' ' && i > 0, c == ',', c == '.' && i > 3, c == '\'', c == '"', c == '/', c == '%', c == '?':
			if c >= '0' && c <= '9' && i == 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}
