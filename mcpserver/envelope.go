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
// some clients validate it in both cases. Arrays and objects are named without
// their inner types where the text of the contract says more than a schema.
func outputSchema() *jsonschema.Schema {
	p := object("", "",
		property{name: "success", typ: "boolean", desc: "Whether the call did what was asked.", required: true},
		object("error", "Why not.",
			text("code", "One of a closed list, as HTTP_ERROR.").need(),
			text("message", "What failed and what to try next.").need(),
			property{name: "retryable", typ: "boolean", desc: "The same call may succeed later.", required: true},
			dictionary("details", "url, status_code, retry_after in seconds, excerpt.", ""),
		),
		text("request_id", "Names this call."),
		integer("duration_ms", "Time the call took.", 0),
		integer("retry_count", "How often the request was repeated.", 0),
		property{name: "from_cache", typ: "boolean", desc: "Whether nothing was downloaded."},
		integer("age_s", "Age of a cached answer.", 0),
		choice("view", "What content shows.", "", viewNames()),
		property{name: "truncated", typ: "boolean", desc: "Whether more content follows."},
		integer("total_length", "Characters of the whole content.", 0),
		integer("start_index", "Where this part starts.", 0),
		integer("next_start_index", "start_index of the next part.", 0),
		dictionary("packet", "The page: content (in the chosen view, cut to max_length), metadata, outline, key_blocks, citations, unsafe_instructions_detected, warnings, verdict.", ""),
		dictionary("normalized", "The bare document.", ""),
		dictionary("raw", "The body: content_type, encoding (utf-8 or base64), body.", ""),
		dictionary("chunks", "The chunk set: chunks with headings_path, text and offsets.", ""),
		dictionary("compacted", "The compaction: summary, key points, quotes, omissions.", ""),
		dictionary("ai_search", "What became of options.ai_search.", ""),
	)
	return p.output()
}
