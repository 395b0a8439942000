package modeltext

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// Failure is an error as text for a model.
type Failure struct {
	// Err is the error. The text of an INTERNAL error is not shown; an error of another type
	// than [*webfetch.Error], and nil, are shown as INTERNAL.
	Err error
	// URL is the address that the call gave; an address that a redirect led to is shown as such.
	// Empty means the address in the error.
	URL string
	// Hint says what to try next. Empty means the hint of the error.
	Hint string
}

// Error returns the error of the library in Err. For an INTERNAL one, and where Err holds none,
// it returns INTERNAL without a cause.
func (f Failure) Error() *webfetch.Error {
	var e *webfetch.Error
	switch {
	case !errors.As(f.Err, &e):
		return &webfetch.Error{Op: "call", Code: webfetch.Internal}
	case e.Code == webfetch.Internal:
		return &webfetch.Error{Op: e.Op, URL: e.URL, Code: e.Code, Retries: e.Retries}
	}
	return e
}

// String returns the code and [Failure.Message], then, between fences, [Failure.Cause].
func (f Failure) String() string {
	e := f.Error()
	note, cause := string(e.Code)+": "+f.Message()+"\n"+Warnings(e.Warnings), f.Cause()
	return Page{Note: strings.TrimSuffix(note, "\n") + alarm(f.Findings(), cause), Text: cause}.String()
}

// Message says what failed and what to try, without a word of servers and pages, in at most 1,000
// code points. The address is the one that was asked for; one that a redirect led to is in the cause.
func (f Failure) Message() string {
	e := f.Error()
	advice := cmp.Or(f.Hint, e.Hint())
	if n := WaitSeconds(e); n > 0 {
		advice = "Wait " + itoa(int(n)) + " seconds before you try again, or use another source."
	}
	return line.Clip(line.OneLine(f.reason(e)+". "+advice), maxCause)
}

// WaitSeconds is Error.RetryAfter in seconds, rounded up.
func WaitSeconds(e *webfetch.Error) int64 { return int64(math.Ceil(e.RetryAfter.Seconds())) }

// Findings are the parts of the cause and of the excerpt that read like instructions to a model.
func (f Failure) Findings() []webfetch.Finding {
	e, cause := f.Error(), f.Cause()
	if cause == "" {
		return e.Injections
	}
	all := append([]webfetch.Finding{}, e.Injections...)
	// It is short, so that it is judged even where the time of the call has ended.
	found, _ := injection.Scan(context.Background(), strings.TrimSuffix(cause, shownExcerpt(e))+"\n\n"+e.URL, nil)
	for _, f := range found {
		all = append(all, webfetch.Finding{Finding: injection.Finding{Text: f.Text, Reason: f.Reason, Category: f.Category, Score: f.Score, Level: f.Level, Location: "cause"}})
	}
	return all
}

// Cause returns the untrusted parts of the error: the address that a redirect led to,
// the raw cause, and the beginning of the body.
func (f Failure) Cause() string {
	var lines []string
	e := f.Error()
	if e.URL != "" && f.URL != "" && !sameAddress(e.URL, f.URL) {
		lines = append(lines, "Address: "+line.Clip(line.OneLine(e.URL), maxCause))
	}
	switch e.Code {
	case webfetch.InvalidInput, webfetch.StartIndexOutOfRange, webfetch.SourceNotFound, webfetch.ContentTooLarge, webfetch.HTTPError, webfetch.Internal:
	default:
		if e.Err != nil && (e.URL != "" || e.Code == webfetch.AISearchFailed) {
			lines = append(lines, "Cause: "+line.Clip(line.OneLine(e.Err.Error()), maxCause))
		}
	}
	if e.Excerpt != "" {
		lines = append(lines, shownExcerpt(e))
	}
	return strings.Join(lines, "\n")
}

// shownExcerpt is the beginning: error pages say what they say in their first lines.
func shownExcerpt(e *webfetch.Error) string { return line.Clip(e.Excerpt, maxShownExcerpt) }

func (f Failure) reason(e *webfetch.Error) string {
	page := Address(cmp.Or(f.URL, e.URL))
	many, refused := new(chunk.TooManyChunksError), new(urlpolicy.Error)
	switch {
	case errors.As(e.Err, &many):
		return "The document has more than " + itoa(many.MaxChunks) + " chunks of that size"
	case errors.As(e.Err, &refused):
		return strings.TrimSuffix("Failed to fetch "+page, " ") + ": " + refused.Reason
	}
	return line.OneLine(e.Sentence(page)) + baseReason(e)
}

// reasoned is a cause with a reason of our own words, which a trusted line may show.
type reasoned interface{ Reason() string }

func baseReason(e *webfetch.Error) string {
	var withReason reasoned
	switch {
	case e.Code != webfetch.AISearchFailed:
		return ""
	case errors.Is(e.Err, knowledge.ErrQuality):
		return ": the " + strings.TrimPrefix(e.Err.Error(), "knowledge: ")
	case errors.As(e.Err, &withReason):
		return ": " + withReason.Reason()
	case errors.Is(e.Err, knowledge.ErrFull):
		return ": there is no room left"
	case errors.Is(e.Err, knowledge.ErrReadOnly):
		return ": it can only be read"
	case errors.Is(e.Err, knowledge.ErrClosed):
		return ": it is closed"
	}
	return ""
}
