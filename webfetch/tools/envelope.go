package tools

import (
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// envelope is the structured content of every result. Which of the payloads is
// set depends on the tool; on failure none is, and Error says why.
type envelope struct {
	Success    bool     `json:"success"`
	Error      *failure `json:"error,omitempty"`
	RequestID  string   `json:"request_id"`
	DurationMS int64    `json:"duration_ms"`
	RetryCount int      `json:"retry_count"`
	// RenderReason says why the page was read with a browser.
	RenderReason   string `json:"render_reason,omitempty"`
	FromCache      bool   `json:"from_cache"`
	AgeS           int64  `json:"age_s"`
	View           string `json:"view,omitempty"`
	Truncated      bool   `json:"truncated"`
	TotalLength    int    `json:"total_length,omitempty"`
	StartIndex     int    `json:"start_index,omitempty"`
	NextStartIndex int    `json:"next_start_index,omitempty"`
	// ContentLength is the length announced by the response to a HEAD.
	ContentLength int64 `json:"content_length,omitempty"`

	Packet     *webfetch.Packet `json:"packet,omitempty"`
	Normalized *normalized      `json:"normalized,omitempty"`
	Raw        *rawBody         `json:"raw,omitempty"`
	Chunks     *chunk.Set       `json:"chunks,omitempty"`
	Compacted  *compact.Result  `json:"compacted,omitempty"`
	AISearch   *searchResult    `json:"ai_search,omitempty"`
	// The answer of ai_search_query: its members stand at the top level.
	*knowledge.Answer
}

// rawBody is an unchanged body, as text or, if it is binary, as base64.
type rawBody struct {
	OriginalURL string `json:"original_url"`
	Status      int    `json:"status"`
	ContentType string `json:"content_type"`
	Bytes       int    `json:"bytes"`
	// Encoding is utf-8 or base64.
	Encoding string `json:"encoding"`
	Body     string `json:"body"`
	// Warnings are of the options of the call and of the page.
	Warnings []extract.Warning `json:"warnings,omitempty"`
}

// searchResult reports what became of options.ai_search of a fetch.
type searchResult struct {
	Success bool     `json:"success"`
	Error   *failure `json:"error,omitempty"`
	// Upload reports how the page was stored, Query what its query answered.
	Upload *knowledge.Receipt `json:"upload,omitempty"`
	Query  *knowledge.Answer  `json:"query,omitempty"`

	queryNote string // describes the answer, trusted
}

// outcome fills in what every envelope says about the call.
func (e *envelope) outcome(c *call, receipt *webfetch.FetchStats) {
	e.RequestID = c.id
	e.DurationMS = time.Since(c.Arrived).Milliseconds()
	if receipt == nil {
		return
	}
	if receipt.RequestID != "" {
		e.RequestID = receipt.RequestID
	}
	e.RetryCount = receipt.Retries
	e.FromCache = receipt.FromCache
	e.RenderReason = receipt.RenderReason
	e.AgeS = int64(receipt.Age / time.Second)
}

// resultSpec describes all structured content, success or not: some clients
// validate it in both cases. It names no types of the payloads: the contract says
// more of them than a schema, and models pay for every word.
func resultSpec() argSpec {
	return argumentsOf(struct {
		Success bool `json:"success" desc:"else error" required:""`
	}{})
}
