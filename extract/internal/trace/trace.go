// Package trace writes Document.Trace.
package trace

import (
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const (
	MaxEntries = 20_000 // of a trace; later ones are left out
	MaxText    = 160    // bytes of Decision.Text
)

// Record adds an entry to the trace of d. It folds and cuts e.Text to MaxText bytes, and does
// nothing if the trace is full. Call it only if Options.Explain was set.
func Record(d *extract.Document, e extract.Decision) {
	if len(d.Trace) < MaxEntries {
		e.Text = excerpt(e.Text)
		d.Trace = append(d.Trace, e)
	}
}

// excerpt returns the beginning of a text, valid UTF-8, with single spaces between its words.
func excerpt(text string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(text) {
		room := MaxText - b.Len()
		if b.Len() > 0 {
			room--
		}
		if room <= 0 {
			break
		}
		if len(word) > room {
			for room > 0 && !utf8.RuneStart(word[room]) {
				room--
			}
			if word = word[:room]; word == "" {
				break
			}
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ToValidUTF8(word, ""))
	}
	return b.String()
}
