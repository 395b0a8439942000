package mcpserver

import (
	"errors"
	"math"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// envelope is the structured content of every result. Which of the payloads is
// set depends on the tool; on failure none is, and Error says why.
type envelope struct {
	Success        bool     `json:"success"`
	Error          *failure `json:"error,omitempty"`
	RequestID      string   `json:"request_id"`
	DurationMS     int64    `json:"duration_ms"`
	RetryCount     int      `json:"retry_count"`
	FromCache      bool     `json:"from_cache"`
	AgeS           int64    `json:"age_s"`
	View           string   `json:"view,omitempty"`
	Truncated      bool     `json:"truncated"`
	TotalLength    int      `json:"total_length,omitempty"`
	StartIndex     int      `json:"start_index,omitempty"`
	NextStartIndex int      `json:"next_start_index,omitempty"`
	// Packet and Normalized are those of package webfetch, or a *briefPage.
	Packet     any             `json:"packet,omitempty"`
	Normalized any             `json:"normalized,omitempty"`
	Raw        *rawBody        `json:"raw,omitempty"`
	Chunks     *chunk.Set      `json:"chunks,omitempty"`
	Compacted  *compact.Result `json:"compacted,omitempty"`
	AISearch   *searchOutcome  `json:"ai_search,omitempty"`
}

// rawBody is a body as it came, as text or, where it is none, as base64.
type rawBody struct {
	OriginalURL string `json:"original_url"`
	Status      int    `json:"status"`
	ContentType string `json:"content_type"`
	Bytes       int    `json:"bytes"`
	// Encoding is utf-8 or base64.
	Encoding string `json:"encoding"`
	Body     string `json:"body"`
}

// searchOutcome tells what became of options.ai_search of a fetch.
type searchOutcome struct {
	Success bool     `json:"success"`
	Error   *failure `json:"error,omitempty"`
}

// failure is the error of an envelope.
type failure struct {
	Code      webfetch.Code `json:"code"`
	Message   string        `json:"message"`
	Retryable bool          `json:"retryable"`
	Details   details       `json:"details"`
}

// details of a failure. Unknown ones are left out.
type details struct {
	URL        string `json:"url,omitempty"`
	StatusCode int    `json:"status_code,omitempty"`
	// RetryAfter is in seconds, rounded up.
	RetryAfter int64 `json:"retry_after,omitempty"`
	// Excerpt is the beginning of the body of an HTTP error.
	Excerpt string `json:"excerpt,omitempty"`
}

const longestMessage = 1000

// fail describes err for a client. An error that isn't of the library is
// INTERNAL and keeps its text to itself.
func fail(err error) (*failure, *webfetch.Error) {
	var e *webfetch.Error
	if !errors.As(err, &e) {
		e = &webfetch.Error{Op: "call", Code: webfetch.Internal}
	}
	if e.Code == webfetch.Internal {
		e = &webfetch.Error{Op: e.Op, URL: e.URL, Code: e.Code, Retries: e.Retries}
	}
	return &failure{
		Code:      e.Code,
		Message:   clip(message(e), longestMessage),
		Retryable: e.Retryable,
		Details: details{
			URL:        clip(e.URL, longestMessage),
			StatusCode: e.Status,
			RetryAfter: int64(math.Ceil(e.RetryAfter.Seconds())),
			Excerpt:    e.Excerpt,
		},
	}, e
}

// message is one line for a model: what failed, why, what to try.
func message(e *webfetch.Error) string {
	text := opening(e)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return oneLine(text) + ". " + e.Advice()
}

func opening(e *webfetch.Error) string {
	switch e.Code {
	case webfetch.InvalidInput:
		return "Invalid argument"
	case webfetch.ConnectionFailed, webfetch.DNSError, webfetch.TLSError:
		return "Failed to connect to " + e.URL
	case webfetch.HTTPError:
		return "Failed to fetch " + e.URL + ": status " + itoa(e.Status)
	case webfetch.Internal:
		return "Internal error"
	}
	if e.URL == "" {
		return string(e.Code)
	}
	return "Failed to " + e.Op + " " + e.URL
}

// outcome fills in what every envelope tells of the call.
func (e *envelope) outcome(c *call, receipt *webfetch.Receipt) {
	e.RequestID = c.id
	e.DurationMS = time.Since(c.began).Milliseconds()
	if receipt == nil {
		return
	}
	if receipt.RequestID != "" {
		e.RequestID = receipt.RequestID
	}
	e.RetryCount = receipt.Retries
	e.FromCache = receipt.FromCache
	e.AgeS = int64(receipt.Age / time.Second)
}

// outputSchema is the one schema of all structured content, success or not:
// some clients validate it in both cases. It names no types of the payloads:
// the contract says more of them than a schema, and models pay for every word.
func outputSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Type:     "object",
		Required: []string{"success"},
		Properties: map[string]*jsonschema.Schema{
			"success": {Type: "boolean", Description: "else error"},
		},
	}
}
