package httpapi

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	maxErrorBody   = 64 << 10
	longestCode    = 100
	longestMessage = 500
	maxRetryAfter  = time.Hour
	firstPause     = 500 * time.Millisecond
	longestPause   = 8 * time.Second
)

// statusError returns the error for a response with a status other than 200 to 299.
func statusError(resp *http.Response, secrets []string) *Error {
	e := &Error{Kind: KindOf(resp.StatusCode), Status: resp.StatusCode}
	e.RetryAfter = RetryAfter(resp.Header, time.Now())
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody)) // what came of it has to do
	code, message := Failure(body)
	if message == "" && code == "" && !strings.Contains(resp.Header.Get("Content-Type"), "html") {
		message = string(body)
	}
	for _, s := range secrets {
		code, message = strings.ReplaceAll(code, s, "[secret]"), strings.ReplaceAll(message, s, "[secret]")
	}
	e.Code, e.Message = Line(code, longestCode), Line(message, longestMessage)
	return e
}

// KindOf returns the kind of failure for an HTTP status.
func KindOf(status int) Kind {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return Unauthorized
	case status == http.StatusNotFound, status == http.StatusGone:
		return NotFound
	case status == http.StatusConflict, status == http.StatusPreconditionFailed:
		return Conflict
	case status == http.StatusTooManyRequests:
		return Limited
	case status == http.StatusNotImplemented, status == http.StatusHTTPVersionNotSupported:
		return Rejected
	case status >= 500, status == http.StatusRequestTimeout:
		return Failed
	}
	return Rejected
}

// Failure reads the error in a JSON body, in the common forms: {"error": {"message", "code",
// "type"}}, {"error": "text"}, {"errors": [{"code", "message"}]}, {"message": "text"} and
// {"detail": "text"}. Both results are empty for other forms. They are untrusted text of any
// length.
func Failure(body []byte) (code, message string) {
	var answer struct {
		Error   json.RawMessage   `json:"error"`
		Errors  []json.RawMessage `json:"errors"`
		Message any               `json:"message"`
		Detail  any               `json:"detail"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return "", ""
	}
	for _, raw := range append([]json.RawMessage{answer.Error}, answer.Errors...) {
		if code, message = failureItem(raw); code != "" || message != "" {
			return code, message
		}
	}
	if message = plain(answer.Message); message == "" {
		message = plain(answer.Detail)
	}
	return "", message
}

func failureItem(raw json.RawMessage) (code, message string) {
	var item struct {
		Code    any `json:"code"`
		Type    any `json:"type"`
		Message any `json:"message"`
	}
	var text string
	switch {
	case len(raw) == 0:
		return "", ""
	case json.Unmarshal(raw, &text) == nil:
		return "", text
	case json.Unmarshal(raw, &item) != nil:
		return "", ""
	}
	if code = plain(item.Code); code == "" {
		code = plain(item.Type)
	}
	return code, plain(item.Message)
}

// plain is the text of a JSON string or number.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		raw, err := json.Marshal(v)
		if err == nil {
			return string(raw)
		}
	}
	return ""
}

// Line folds white space, drops control and format characters, and cuts text to
// at most n code points, the last of them an ellipsis if it was cut.
func Line(text string, n int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:max(n-1, 0)]) + "…"
}

// RetryAfter reads the header Retry-After (RFC 9110, section 10.2.3): seconds or
// a date. The past and what can't be read are 0, more than an hour is an hour.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if date, err := http.ParseTime(value); err == nil {
		return min(max(date.Sub(now), 0), maxRetryAfter)
	}
	if value == "" || strings.Trim(value, "0123456789") != "" {
		return 0
	}
	total := time.Duration(0)
	for _, digit := range []byte(value) {
		if total = total*10 + time.Duration(digit-'0')*time.Second; total >= maxRetryAfter {
			return maxRetryAfter
		}
	}
	return total
}

// pause is how long to wait before the attempt after attempt n: what the server
// asks for, and at least the exponential backoff with full jitter in its upper
// half.
func pause(n int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked
	}
	full := min(firstPause<<min(n-1, 10), longestPause)
	return full/2 + rand.N(full/2)
}
