package tools

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// answer is the outcome of a call. Its text block and its envelope are written from it.
type answer struct {
	env  envelope
	page modeltext.Page
	// doubt warns in the first line of the text that a part may not follow what was shown
	// before it; nil if it does.
	doubt *extract.Warning
	rest  string // lines behind the page: how to go on; "" where all of it is shown
}

func (s *Set) encode(c *call, a *answer) (*Result, error) {
	a.env.Success = true
	a.env.end(c)
	res := &Result{Text: a.page.String() + a.rest}
	if a.doubt != nil {
		res.Text = "Warning (" + a.doubt.Type + "): " + a.doubt.Message + "\n" + res.Text
	}
	var err error
	if res.Structured, err = s.structured(&a.env); err != nil {
		return nil, err
	}
	if p := a.page.Packet; p != nil && s.packets.Hashes(c.Principal, p.SourceID) != (webfetch.Hashes{}) {
		res.Links = links(p)
	}
	return res, nil
}

// shows puts a part of a text, of at most limit code points, into the answer.
func (a *answer) shows(part textWindow, limit int, tool string) {
	a.page.Text, a.page.Bare = part.text, a.page.Bare || part.start > 0
	a.env.Truncated, a.env.TotalLength = part.next > 0, part.total
	a.env.StartIndex, a.env.NextStartIndex = part.start, part.next
	if part.next == 0 {
		return
	}
	shown := "" // "20000 of 99812 characters.", or, of a later part, "20000 to 40000 of 99812 characters."
	if part.start > 0 {
		shown = itoa(part.start) + " to "
	}
	a.rest = "<error>Content truncated. The output has been limited to " + itoa(limit) +
		" characters. Call " + tool + " with start_index=" + itoa(part.next) + ".</error>\n" +
		shown + itoa(part.next) + " of " + itoa(part.total) + " characters."
}

const (
	mostNextHeadings    = 2
	longestNextHeading  = 30
	highestHeadingLevel = 6
)

// nextHeadings lists what follows a part of text, for the inside of the fence, "" for nothing:
// headings with the start_index that begins with them. Those of lower levels are left out where
// there are enough above them.
func nextHeadings(text string, outline []extract.Heading, next int) string {
	if next == 0 {
		return ""
	}
	at := line.Offset(text, next)
	var later []extract.Heading
	for level := 1; level <= highestHeadingLevel && len(later) < mostNextHeadings; level++ {
		later = later[:0]
		for _, h := range outline {
			if h.Start >= at && h.Start < len(text) && min(h.Level, highestHeadingLevel) <= level && len(later) < mostNextHeadings {
				later = append(later, h)
			}
		}
	}
	var lines []string
	runes, from := next, at
	for _, h := range later {
		runes, from = runes+utf8.RuneCountInString(text[from:h.Start]), h.Start
		lines = append(lines, line.Short(h.Text, longestNextHeading)+" ("+itoa(runes)+")")
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n\n[Next, by start_index: " + strings.Join(lines, "; ") + "]"
}

func (s *Set) structured(env *envelope) (json.RawMessage, error) {
	if s.opts.Structured == structuredOff {
		return nil, nil
	}
	raw, err := marshal(env)
	if err != nil || s.opts.Structured != structuredBrief {
		return raw, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var members any
	if err := dec.Decode(&members); err != nil {
		return nil, err
	}
	for _, path := range texts {
		drop(members, strings.Split(path, "."))
	}
	return marshal(members)
}

// texts are the members of an envelope that hold what the text block shows, by the names
// that lead to them. All items of a list are meant.
var texts = []string{
	"packet.content", "normalized.content", "raw.body", "chunks.chunks.text", "compacted.compacted.summary", "compacted.compacted.key_points.text", "compacted.compacted.important_quotes.text",
	"error.details.excerpt", "response", "results.text", "events.chunks.text", "events.delta",
	"ai_search.query.response", "ai_search.query.results.text", "ai_search.query.events.chunks.text", "ai_search.query.events.delta",
}

func drop(v any, path []string) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			drop(item, path)
		}
	case map[string]any:
		if len(path) == 1 {
			delete(v, path[0])
			return
		}
		drop(v[path[0]], path[1:])
	}
}

// textWindow is a part of a longer text. All lengths count code points.
type textWindow struct {
	text         string
	start, total int
	next         int // where the reading goes on; 0 when nothing is left
}

// window returns the part of text that begins at code point start, at most limit code points of
// it. A limit of 0 means no limit. A start at or beyond the end is
// START_INDEX_OUT_OF_RANGE, except start 0 of an empty text. A code point is
// never cut.
func window(text string, start, limit int) (textWindow, error) {
	total := utf8.RuneCountInString(text)
	if start < 0 || limit < 0 || start > 0 && start >= total {
		return textWindow{}, &webfetch.Error{Op: "view", Code: webfetch.StartIndexOutOfRange, Err: fmt.Errorf("start_index %d is outside of 0 to %d", start, max(total-1, 0))}
	}
	part := textWindow{text[line.Offset(text, start):], start, total, 0}
	if limit > 0 && total-start > limit {
		part.text, part.next = part.text[:line.Offset(part.text, limit)], start+limit
	}
	return part, nil
}

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

// fetched returns the envelope of a page that was fetched in this call, or in the one before.
func fetched(s *webfetch.FetchStats) envelope {
	return envelope{
		RequestID: s.RequestID, RetryCount: s.Retries, FromCache: s.Cache != "" && s.Cache != "miss", RenderReason: s.RenderReason,
		AgeS: int64(s.Age / time.Second), ContentLength: s.ContentLength,
	}
}

func (e *envelope) end(c *call) {
	e.RequestID, e.DurationMS = cmp.Or(e.RequestID, c.id), time.Since(c.Arrived).Milliseconds()
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
	env := envelope{Error: failureOf(f, f.Findings()), RetryCount: f.Error().Retries}
	env.end(c)
	raw, _ := s.structured(&env) // nothing in it can't be written
	return &Result{IsError: true, Code: f.Error().Code, Structured: raw, Text: f.String()}
}

// failure is an error of the call. Its hint names no limit that the call has reached already.
func (s *Set) failure(c *call, err error) modeltext.Failure {
	f := modeltext.Failure{Err: err, URL: c.url}
	many := new(chunk.TooManyChunksError)
	switch e := f.Error(); {
	case errors.As(e.Err, &many):
		f.Hint = "Set options.max_tokens to " + itoa(many.Enough) + " or more."
	case e.Status == http.StatusNotFound && strings.TrimRight(c.url, ".,;:!?)]}'\"”’") != c.url:
		f.Hint = "Check the address: it ends with a mark that may belong to the sentence around it."
	case e.Code == webfetch.ContentTooLarge && c.mostBytes:
		f.Hint = "This server reads no larger ones; ask for a smaller document."
	case e.Code == webfetch.AISearchFailed && errors.Is(e.Err, knowledge.ErrQuality):
		f.Hint = "Nothing of it was stored; use another page, or fetch without options.ai_search."
	case e.Code == webfetch.SSRFBlocked && e.Hint() != (&webfetch.Error{Code: e.Code}).Hint(): // the cause knows that no rule helps
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
