package tools

import (
	"encoding/json"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Result is the result of a call.
type Result struct {
	// Text is for the model: words of this module at the top, and all that others wrote
	// between two lines with a random mark.
	Text string
	// Structured is the same as a JSON object: success, then packet, normalized, raw,
	// chunks or compacted, or error.
	Structured json.RawMessage
	// IsError claims that the call failed, and Code says why. Zero is for success.
	IsError bool
	Code    webfetch.Code
	// Links lead to what is kept of the page: its content, and a picture of it where one
	// was taken.
	Links []Resource
	// Stored claims that the call has added a page to those of [Set.Resources].
	Stored bool
}

// longTime is a time as a person says it, rounded down.
func longTime(d time.Duration) string {
	n, unit := int(d/time.Second), "second"
	switch {
	case d >= 2*time.Hour:
		n, unit = int(d/time.Hour), "hour"
	case d >= 2*time.Minute:
		n, unit = int(d/time.Minute), "minute"
	}
	return itoa(n) + " " + plural(n, unit, unit+"s")
}
