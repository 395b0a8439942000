package mcpserver

import (
	"context"
	"errors"
	"math"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
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
	// Price is what the site asks for the page, of a status 402.
	Price *webfetch.Price `json:"price,omitempty"`
	// Excerpt is the beginning of the body of an HTTP error.
	Excerpt string `json:"excerpt,omitempty"`
	// Unsafe is what of it reads like an instruction to a model.
	Unsafe []webfetch.Finding `json:"unsafe_instructions_detected,omitempty"`
	// Warnings say how far it could be judged.
	Warnings []extract.Warning `json:"warnings,omitempty"`
}

const maxMessageRunes = 1000

// encodeFailure makes the result of a call that failed: the code and a sentence
// of ours, then, between fences, the words of others about it.
func (s *Server) encodeFailure(c *call, err error) (*mcp.CallToolResult, error) {
	failed, e := c.fail(err)
	block := c.failureText(failed, e)
	env := envelope{Error: failed}
	env.outcome(c, &webfetch.FetchStats{Retries: e.Retries})
	raw, err := marshal(env)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{
		IsError:           true,
		StructuredContent: raw,
		Content:           []mcp.Content{&mcp.TextContent{Text: block}},
	}, nil
}

// failureText is what a failure says: a sentence of ours, then, between fences, what
// others had to say of it. What of that reads like an instruction is added to the details.
func (c *call) failureText(failed *failure, e *webfetch.Error) string {
	inside := c.rawCause(e)
	if inside == "" {
		return failed.headline()
	}
	// It is short, so that it is judged even where the time of the call has ended.
	found, _ := security.Scan(context.Background(), strings.TrimSuffix(inside, e.Excerpt)+"\n\n"+security.AddressText(e.URL), nil)
	for _, f := range found {
		failed.Details.Unsafe = append(failed.Details.Unsafe, trimFindings([]webfetch.Finding{{Text: f.Text, Reason: f.Reason, Category: f.Category, Score: f.Score, Level: f.Level, Location: "cause"}})...)
	}
	return failed.headline() + "\n" + newDelimiter(inside).around(inside)
}

// headline is a failure in words of ours.
func (f *failure) headline() string {
	lines := string(f.Code) + ": " + f.Message + "\n" + warningLines(f.Details.Warnings, "")
	return strings.TrimSuffix(lines, "\n") + securityLine(f.Details.Unsafe)
}

// fail describes err for a client. An error that isn't of the library is
// INTERNAL and keeps its text to itself.
func (c *call) fail(err error) (*failure, *webfetch.Error) {
	var e *webfetch.Error
	if !errors.As(err, &e) {
		e = &webfetch.Error{Op: "call", Code: webfetch.Internal}
	}
	if e.Code == webfetch.Internal {
		e = &webfetch.Error{Op: e.Op, URL: e.URL, Code: e.Code, Retries: e.Retries}
	}
	return &failure{
		Code:      e.Code,
		Message:   clip(c.message(e), maxMessageRunes),
		Retryable: e.Retryable,
		Details: failureDetails{
			URL:        clip(e.URL, maxMessageRunes),
			StatusCode: e.Status,
			RetryAfter: retrySeconds(e),
			Price:      e.Price,
			Excerpt:    e.Excerpt,
			Unsafe:     trimFindings(e.Injections),
			Warnings:   e.Warnings,
		},
	}, e
}

func retrySeconds(e *webfetch.Error) int64 { return int64(math.Ceil(e.RetryAfter.Seconds())) }

// message says what failed and what to try, in words of ours. The address is
// the one that was asked for; where a redirect led stands with the cause.
func (c *call) message(e *webfetch.Error) string {
	advice := c.hint(e)
	if n := retrySeconds(e); n > 0 {
		advice = "Wait " + itoa(int(n)) + " seconds before you try again, or use another source."
	}
	return oneLine(c.reasonSentence(e) + ". " + advice)
}

func (c *call) reasonSentence(e *webfetch.Error) string {
	page := c.pageName(e)
	switch e.Code {
	case webfetch.InvalidInput:
		if many := new(chunk.TooManyChunksError); errors.As(e.Err, &many) {
			return "The document has more than " + itoa(many.MaxChunks) + " chunks of that size"
		}
		return withCause("Invalid argument", e)
	case webfetch.StartIndexOutOfRange:
		return withCause("Nothing is there to go on with", e)
	case webfetch.SourceNotFound:
		return withCause("There is no such page", e)
	case webfetch.ContentTooLarge:
		return withCause("The document"+ofPage(page)+" is too large", e)
	case webfetch.ConnectionFailed, webfetch.DNSError, webfetch.TLSError:
		return "Failed to connect to " + page
	case webfetch.HTTPError:
		return "Failed to fetch " + page + ": status " + itoa(e.Status)
	case webfetch.RateLimited:
		if e.URL == "" { // the caller's own quota
			return withCause("Too many calls", e)
		}
		return "Too many requests to the host" + ofPage(page)
	case webfetch.Timeout:
		return "The time for the call ended" + ofPage(page)
	case webfetch.Cancelled:
		return "The call was cancelled"
	case webfetch.AISearchNotConfigured:
		return "The knowledge base can't be used"
	case webfetch.AISearchFailed:
		return "The knowledge base can't do it" + reasonOf(e)
	case webfetch.GatewayFailed:
		return "The language model failed"
	case webfetch.Internal:
		return "Internal error"
	}
	refusal := refusals()[e.Code]
	if refused := new(urlpolicy.Error); errors.As(e.Err, &refused) {
		refusal = ": " + refused.Reason
	}
	return "Failed to fetch" + spaced(page) + refusal
}

// reasonOf is why a knowledge base failed, as far as it says so in words of ours.
func reasonOf(e *webfetch.Error) string {
	var quality *knowledge.QualityError
	var withReason reasoned
	switch {
	case errors.As(e.Err, &quality):
		return ": the page is not worth storing (" + quality.Reason + ")"
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

// refusals are the reasons that take no more than a few words.
func refusals() map[webfetch.Code]string {
	return map[webfetch.Code]string{
		webfetch.InvalidURL:             ": the URL is not valid",
		webfetch.InvalidProtocol:        ": the protocol is refused",
		webfetch.SSRFBlocked:            ": the address is refused",
		webfetch.DomainNotAllowed:       ": the domain is refused",
		webfetch.RobotsBlocked:          ": robots.txt disallows it",
		webfetch.TooManyRedirects:       ": too many redirects",
		webfetch.RedirectLoop:           ": the redirects go in a circle",
		webfetch.DecompressionFailed:    ": the body can't be decompressed",
		webfetch.UnsupportedContentType: ": the format is not known",
		webfetch.PDFDisabled:            ": it is a PDF",
		webfetch.ExtractionFailed:       ": no text could be extracted",
		webfetch.CaptchaDetected:        ": the site answers with a challenge",
		webfetch.RenderUnavailable:      " in a browser",
		webfetch.RenderFailed:           ": the browser failed",
		webfetch.RenderTimeout:          ": the browser took too long",
	}
}

// pageName names what the call is about: the address that it gave, else that of
// the failure.
func (c *call) pageName(e *webfetch.Error) string {
	if c.url != "" {
		return displayURL(c.url)
	}
	return displayURL(e.URL)
}

func ofPage(page string) string {
	if page == "" {
		return ""
	}
	return " (" + page + ")"
}

func spaced(page string) string {
	if page == "" {
		return ""
	}
	return " " + page
}

// withCause adds a cause that is in words of ours: it is about the caller's
// own arguments and of our limits.
func withCause(text string, e *webfetch.Error) string {
	if e.Err == nil {
		return text
	}
	return text + ": " + strings.TrimRight(oneLine(e.Err.Error()), ".")
}

// rawCause are what a failure holds of servers and pages: the address that
// a redirect led to, the raw cause, and the beginning of the body.
func (c *call) rawCause(e *webfetch.Error) string {
	var lines []string
	if e.URL != "" && c.url != "" && strings.TrimSuffix(displayURL(e.URL), "/") != strings.TrimSuffix(displayURL(c.url), "/") {
		lines = append(lines, "Address: "+clip(oneLine(e.URL), maxMessageRunes))
	}
	switch e.Code {
	case webfetch.InvalidInput, webfetch.StartIndexOutOfRange, webfetch.SourceNotFound, webfetch.ContentTooLarge, webfetch.HTTPError, webfetch.Internal:
	default:
		if e.Err != nil && (e.URL != "" || e.Code == webfetch.AISearchFailed) {
			lines = append(lines, "Cause: "+clip(oneLine(e.Err.Error()), maxMessageRunes))
		}
	}
	if e.Excerpt != "" {
		lines = append(lines, e.Excerpt)
	}
	return strings.Join(lines, "\n")
}

// hint says what to try next. It names no limit that the call has reached already.
func (c *call) hint(e *webfetch.Error) string {
	many := new(chunk.TooManyChunksError)
	switch {
	case errors.As(e.Err, &many):
		return "Set options.max_tokens to " + itoa(many.Enough) + " or more."
	case e.Code == webfetch.ContentTooLarge && c.mostBytes:
		return "This server reads no larger ones; ask for a smaller document."
	case e.Code == webfetch.AISearchFailed && errors.As(e.Err, new(*knowledge.QualityError)):
		return "Nothing of it was stored; use another page, or fetch without options.ai_search."
	case e.Code == webfetch.Timeout && c.mostTime:
		return "This server waits no longer; try later or use another source."
	}
	return e.Hint()
}
