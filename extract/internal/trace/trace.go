// Package trace writes Document.Trace.
package trace

import (
	"strings"

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
	text = strings.TrimSpace(text)
	text = strings.Join(strings.Fields(text[:min(len(text), 8*MaxText)]), " ")
	return strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), MaxText)], ""))
}
