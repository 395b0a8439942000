package tools

import (
	"encoding/json"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
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
	// Stored claims that the call has added a page to [Set.Stored].
	Stored bool
}

// Resource is something that a host can read by its address.
type Resource struct {
	// URI is where it can be read, and MediaType the type of what is there. Name and
	// Description are for people and models, in words of this module.
	URI, Name, Description, MediaType string
	// Size is in bytes.
	Size int64
}

// Scheme begins the addresses of stored pages: webfetch://content/{source_id}, and packet,
// normalized and screenshot instead of content.
const Scheme = "webfetch://"

// longestName bounds the name of a resource, in code points.
const longestName = 200

// contentLink leads to the content of p, which is kept for a time.
func contentLink(p *webfetch.Packet, kept time.Duration) Resource {
	return Resource{
		Description: "The whole content. It and its source_id can be used for " + longTime(kept) + ", less long if very much is fetched.",
		URI:         Scheme + "content/" + p.SourceID,
		Name:        modeltext.Clip("content of "+modeltext.Source(p.OriginalURL), longestName),
		MediaType:   "text/markdown",
		Size:        int64(len(p.Content)),
	}
}

// screenshotLink leads to the picture of p, which is kept as its content is.
func screenshotLink(p *webfetch.Packet) Resource {
	return Resource{
		Description: "The picture of the rendered page.",
		URI:         Scheme + "screenshot/" + p.SourceID,
		Name:        modeltext.Clip("screenshot of "+modeltext.Source(p.OriginalURL), longestName),
		MediaType:   "image/png",
		Size:        int64(len(p.Screenshot)),
	}
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
