package tools

import (
	"errors"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
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

type searchResult struct {
	Success bool     `json:"success"`
	Error   *failure `json:"error,omitempty"`
	// Upload reports how the page was stored, Query what its query answered.
	Upload *knowledge.Receipt `json:"upload,omitempty"`
	Query  *knowledge.Answer  `json:"query,omitempty"`

	queryNote string // describes the answer, trusted
}

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
	e.FromCache = receipt.Cache != "" && receipt.Cache != "miss"
	e.RenderReason = receipt.RenderReason
	e.AgeS = int64(receipt.Age / time.Second)
}

type failure struct {
	Code      webfetch.Code  `json:"code"`
	Message   string         `json:"message"`
	Retryable bool           `json:"retryable"`
	Details   failureDetails `json:"details"`
}

type failureDetails struct {
	URL        string `json:"url,omitempty"`
	StatusCode int    `json:"status_code,omitempty"`
	// RetryAfter is in seconds, rounded up.
	RetryAfter int64 `json:"retry_after,omitempty"`
	// Excerpt is the beginning of the body of an HTTP error.
	Excerpt string `json:"excerpt,omitempty"`
	// Unsafe are the parts of Excerpt that read like instructions to a model.
	Unsafe []webfetch.Finding `json:"unsafe_instructions_detected,omitempty"`
	// Warnings say how far it could be judged.
	Warnings []extract.Warning `json:"warnings,omitempty"`
}

const maxMessageRunes = 1000

func (s *Set) failed(c *call, err error) *Result {
	f := s.failure(c, err)
	env := envelope{Error: failureOf(f, f.Findings())}
	env.outcome(c, &webfetch.FetchStats{Retries: f.Error().Retries})
	raw, err := s.structured(&env)
	if err != nil { // nothing in it can't be written
		raw = nil
	}
	return &Result{IsError: true, Code: f.Error().Code, Structured: raw, Text: f.String()}
}

func stepCode(err error) string {
	if err == nil {
		return ""
	}
	return string(modeltext.Failure{Err: err}.Error().Code)
}

// failure is an error of the call. Its hint names no limit that the call has reached already.
func (s *Set) failure(c *call, err error) modeltext.Failure {
	f := modeltext.Failure{Err: err, URL: c.url}
	many := new(chunk.TooManyChunksError)
	switch e := f.Error(); {
	case errors.As(e.Err, &many):
		f.Hint = "Set options.max_tokens to " + itoa(many.Enough) + " or more."
	case e.Code == webfetch.ContentTooLarge && c.mostBytes:
		f.Hint = "This server reads no larger ones; ask for a smaller document."
	case e.Code == webfetch.AISearchFailed && errors.Is(e.Err, knowledge.ErrQuality):
		f.Hint = "Nothing of it was stored; use another page, or fetch without options.ai_search."
	case e.Code == webfetch.SSRFBlocked && s.opts.PrivateHint != "":
		f.Hint = s.opts.PrivateHint
	case e.Code == webfetch.Timeout && c.mostTime:
		f.Hint = "This server waits no longer; try later or use another source."
	}
	return f
}

func failureOf(f modeltext.Failure, unsafe []webfetch.Finding) *failure {
	e := f.Error()
	return &failure{
		Code:      e.Code,
		Message:   f.Message(),
		Retryable: e.Retryable,
		Details: failureDetails{
			URL:        line.Clip(e.URL, maxMessageRunes),
			StatusCode: e.Status,
			RetryAfter: modeltext.WaitSeconds(e),
			Excerpt:    e.Excerpt,
			Unsafe:     firstOf(unsafe, mostFindings),
			Warnings:   e.Warnings,
		},
	}
}
