package tools

import (
	"errors"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// failure is the error of an envelope.
type failure struct {
	Code      webfetch.Code  `json:"code"`
	Message   string         `json:"message"`
	Retryable bool           `json:"retryable"`
	Details   failureDetails `json:"details"`
}

// failureDetails of a failure. Unknown ones are left out.
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

// failed makes the result of a call that failed.
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

// stepCode returns the code that a failed call is reported with.
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

// failureOf describes f for a client.
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
			Unsafe:     trimFindings(unsafe),
			Warnings:   e.Warnings,
		},
	}
}
