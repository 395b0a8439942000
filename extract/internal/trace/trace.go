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

// Record adds an entry to the trace of d. It folds and cuts e.Text to MaxText bytes of valid UTF-8, and does
// nothing if the trace is full. Call it only if Options.Explain was set.
func Record(d *extract.Document, e extract.Decision) {
	if len(d.Trace) < MaxEntries {
		text := strings.TrimSpace(e.Text)
		text = strings.Join(strings.Fields(text[:min(len(text), 8*MaxText)]), " ")
		e.Text = strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), MaxText)], ""))
		d.Trace = append(d.Trace, e)
	}
}
