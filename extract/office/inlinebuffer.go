package office

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// inlineBuffer gathers a paragraph: text, which comes in pieces but is escaped as a
// whole, as what its signs mean depends on their neighbours, and Markdown. The
// zero value is an empty line.
type inlineBuffer struct {
	raw []byte // text that is not yet Markdown
	md  []byte

	struck bool // the text from md[from:] on is struck out
	from   int
	shut   bool // md ends in a delimiter that only a blank may follow

	shift  shift  // of the text in script
	script []byte // text above or below the line
}

// text adds text of the document.
func (l *inlineBuffer) text(s string) {
	if l.shift != onLine {
		if l.script = append(l.script, s...); len(l.script) <= maxScript {
			return
		}
		s = string(l.script)
		l.script = l.script[:0]
	}
	for len(l.raw)+len(s) > maxRaw {
		n := max(maxRaw-len(l.raw), 0)
		if n += strings.IndexByte(s[n:], ' ') + 1; n == 0 || n > len(s) || s[n-1] != ' ' {
			break
		}
		l.raw = append(l.raw, s[:n]...)
		l.escapeRaw()
		s = s[n:]
	}
	l.raw = append(l.raw, s...)
}

// maxRaw is the length from which text is made Markdown before its end, at a blank: a paragraph
// may be as long as the document.
const maxRaw = 64 << 10

// markdown adds Markdown.
func (l *inlineBuffer) markdown(md string) {
	l.raise(onLine)
	l.escapeRaw()
	l.md = append(l.md, md...)
}

// link adds a link; blanks at the ends of its label stand beside it.
func (l *inlineBuffer) link(r *reader, label *inlineBuffer, target string) {
	l.raise(onLine)
	l.strike(false)
	l.escapeRaw()
	md := label.rest()
	trimmed := strings.TrimSpace(md)
	if trimmed != "" && md[0] == ' ' {
		l.md = append(l.md, ' ')
	}
	l.md = append(l.md, r.link(trimmed, target)...)
	if md != "" && md[len(md)-1] == ' ' {
		l.md = append(l.md, ' ')
	}
}

func (l *inlineBuffer) escapeRaw() {
	md := escapeText(string(l.raw), len(l.md) == 0)
	l.raw = l.raw[:0]
	if l.shut && md != "" {
		if r, _ := utf8.DecodeRuneInString(md); !isPunct(r) && r != ' ' || r == '~' {
			l.md = append(l.md, ' ')
		}
		l.shut = false
	}
	l.md = append(l.md, md...)
}

func (l *inlineBuffer) empty() bool { return len(l.raw) == 0 && len(l.md) == 0 && len(l.script) == 0 }

// blank reports a line of nothing but white space.
func (l *inlineBuffer) blank() bool {
	return isBlank(l.raw) && isBlank(l.md) && isBlank(l.script)
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// rest returns the line as inline Markdown and empties it.
func (l *inlineBuffer) rest() string {
	l.raise(onLine)
	l.strike(false)
	l.escapeRaw()
	l.shut = false
	md := string(l.md)
	l.md = l.md[:0]
	return md
}

// take is rest without blanks at the ends.
func (l *inlineBuffer) take() string { return strings.TrimSpace(l.rest()) }

// escapeText escapes text of a paragraph, first says its beginning, and keeps the
// blanks around it.
func escapeText(text string, first bool) string {
	trimmed := strings.Trim(text, " \t\r\n")
	if trimmed == "" {
		if text != "" {
			return " "
		}
		return ""
	}
	var md string
	if first {
		md = mdwriter.Inline(trimmed)
	} else {
		md = mdwriter.Inline("." + trimmed)[1:] // no sign of it begins a line
	}
	if text[0] <= ' ' {
		md = " " + md
	}
	if text[len(text)-1] <= ' ' {
		md += " "
	}
	return md
}
