package httpapi

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"
)

// JSON returns a value as the body of a request, with <, > and & as they are. It panics for a value without such a form.
func JSON(value any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Call sends a request and decodes the answer into out as [Decode] does. It returns the header of the answer.
func (c *Client) Call(ctx context.Context, req Request, out any) (http.Header, error) {
	res, err := c.Do(ctx, req)
	if err != nil {
		return nil, err
	}
	return res.Header, Decode(req.Op, res.Body, out)
}

// Decode decodes a body of the status 200, or the result in Cloudflare's envelope {"success", "result", "errors"}, into
// out. A failure that the body reports is an [Error], as is a body of another form. If out is nil, the body may have
// any form of JSON, or be empty.
func Decode(op string, body []byte, out any) error {
	var e struct {
		Success *bool             `json:"success"`
		Result  json.RawMessage   `json:"result"`
		Errors  []json.RawMessage `json:"errors"`
		Error   json.RawMessage   `json:"error"`
	}
	switch {
	case json.Unmarshal(body, &e) != nil: // a list, or no JSON
	case e.Success != nil && !*e.Success, len(e.Error) > 0 && string(e.Error) != "null", e.Success == nil && len(e.Errors) > 0:
		return BodyError(op, body)
	case e.Success != nil && len(e.Result) > 0:
		body = e.Result
	}
	switch {
	case out == nil && len(body) == 0:
		return nil
	case out == nil:
		out = new(json.RawMessage)
	}
	if json.Unmarshal(body, out) != nil {
		return Unexpected(op, "the answer is not JSON of the form that is expected")
	}
	return nil
}

// BodyError returns the error for an answer of the status 200 whose body reports a failure.
func BodyError(op string, body []byte) *Error {
	code, message := failureIn(body)
	return StatusError(op, http.StatusOK, nil, code, message)
}

// Unexpected returns the error for an answer that is not what the API promises.
func Unexpected(op, what string) *Error {
	return &Error{Op: op, Kind: Malformed, Err: errors.New(what)}
}

// failureIn reads the error in a JSON body: {"error": {"message", "code", "type"}}, {"error": "text"},
// {"errors": [{"code", "message"}]}, {"message": "text"} and {"detail": "text"}, and S3's in XML.
func failureIn(body []byte) (code, message string) {
	var stored struct {
		XMLName       xml.Name `xml:"Error"`
		Code, Message string
	}
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) && xml.Unmarshal(body, &stored) == nil {
		return stored.Code, stored.Message
	}
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
		var item struct{ Code, Type, Message any }
		if json.Unmarshal(raw, &message) == nil && message != "" {
			return "", message
		}
		if json.Unmarshal(raw, &item) != nil {
			continue
		}
		code, message = cmp.Or(plain(item.Code), plain(item.Type)), plain(item.Message)
		if code != "" || message != "" {
			return code, message
		}
	}
	return "", cmp.Or(plain(answer.Message), plain(answer.Detail))
}

func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		raw, _ := json.Marshal(v)
		return string(raw)
	}
	return ""
}

// Choices are those of an answer of the chat completions API, or of an event of its stream.
type Choices []struct {
	Message      Message `json:"message"`
	Delta        Message `json:"delta"`
	FinishReason string  `json:"finish_reason"`
}

// Message is one of an assistant, or a piece of it.
type Message struct {
	Content Content `json:"content"`
}

// Content is the text of a message: a string, or the parts of a list that are text. Anything else is "".
type Content string

// UnmarshalJSON reads all forms.
func (c *Content) UnmarshalJSON(data []byte) error {
	var parts []struct{ Type, Text string }
	if json.Unmarshal(data, (*string)(c)) == nil || json.Unmarshal(data, &parts) != nil {
		return nil
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			b.WriteString(p.Text)
		}
	}
	*c = Content(b.String())
	return nil
}

var (
	errStalled   = errors.New("nothing came for too long")
	errLongEvent = errors.New("an event of the stream")
)

// Event is one event of a stream.
type Event struct {
	Type string // the field event
	Data []byte // the field data, its lines joined by a line feed; valid until the next event
}

// Events sends a request and yields the events of the answer as they come (text/event-stream,
// https://html.spec.whatwg.org/multipage/server-sent-events.html), also one before the end of the input
// without an empty line, since some servers forget that line.
// After an error it yields nothing more: of the kind TimedOut where nothing came for 30 seconds, TooLarge
// where an event has more than 1 MiB. The end of the stream is not an error: the caller has to recognise the
// last event. Leaving the loop ends the request.
func (c *Client) Events(ctx context.Context, req Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
		defer cancel()
		ctx, stall := context.WithCancelCause(ctx)
		defer stall(nil)
		resp, attempts, err := c.send(ctx, req, nil)
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer resp.Body.Close()
		timer := time.AfterFunc(stallTimeout, func() { stall(errStalled) })
		defer timer.Stop()
		for event, err := range readEvents(&watchedReader{resp.Body, timer}) {
			if err != nil {
				failure := transportError(ctx, err)
				failure.Op, failure.Attempts, failure.Status = req.Op, attempts, resp.StatusCode
				yield(Event{}, failure)
				return
			}
			timer.Stop() // the caller may take its time
			more := yield(event, nil)
			if timer.Reset(stallTimeout); !more {
				return
			}
		}
	}
}

type watchedReader struct {
	r     io.Reader
	timer *time.Timer
}

func (w *watchedReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if n > 0 {
		w.timer.Reset(stallTimeout)
	}
	return n, err
}

func readEvents(r io.Reader) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 0, 4096), maxEvent+64)
		lines.Split(splitLines())
		var kind string
		var data []byte
		has := false
		flush := func() bool {
			more := !has || yield(Event{Type: kind, Data: data}, nil)
			kind, data, has = "", data[:0], false
			return more
		}
		for first := true; lines.Scan(); first = false {
			line := lines.Bytes()
			if first {
				line = bytes.TrimPrefix(line, []byte("\ufeff"))
			}
			name, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch {
			case len(line) == 0:
				if !flush() {
					return
				}
			case string(name) == "event":
				kind = strings.Clone(string(value))
			case string(name) == "data":
				if has {
					data = append(data, '\n')
				}
				data, has = append(data, value...), true
			}
			if len(data) > maxEvent {
				yield(Event{}, errLongEvent)
				return
			}
		}
		switch err := lines.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(Event{}, errLongEvent)
		case err != nil:
			yield(Event{}, err)
		default:
			flush()
		}
	}
}

// splitLines is a bufio.SplitFunc for lines that end with LF, CRLF or CR.
func splitLines() bufio.SplitFunc {
	afterCR := false
	return func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		skip := 0
		if afterCR && len(data) > 0 {
			if data[0] == '\n' {
				skip = 1
			}
			afterCR = false
		}
		i := bytes.IndexAny(data[skip:], "\r\n")
		switch {
		case i >= 0:
			afterCR = data[skip+i] == '\r'
			return skip + i + 1, data[skip : skip+i], nil
		case atEOF && len(data) > skip:
			return len(data), data[skip:], nil
		}
		return skip, nil, nil
	}
}
