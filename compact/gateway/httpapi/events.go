package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"time"
)

var errStalled = errors.New("nothing came for too long")

// Event is one event of a stream.
type Event struct {
	// Type is the field event, "" if it was not given.
	Type string
	// Data is the field data, its lines joined by a line feed. It is valid
	// until the next event.
	Data []byte
}

// Events sends a request and yields the events of the answer as they come
// (text/event-stream, https://html.spec.whatwg.org/multipage/server-sent-events.html). After
// an error it yields nothing more. The end of the stream is not an error: the caller has to
// recognise the last event. Leaving the loop ends the request.
func (c *Client) Events(ctx context.Context, req Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, cancel := c.bound(ctx, req)
		defer cancel()
		ctx, stall := context.WithCancelCause(ctx)
		defer stall(nil)
		fail := func(err error) { yield(Event{}, err) }
		resp, attempts, err := c.send(ctx, req, nil)
		if err != nil {
			fail(err)
			return
		}
		defer resp.Body.Close()
		timer := time.AfterFunc(c.opts.StallTimeout, func() { stall(errStalled) })
		defer timer.Stop()
		body := io.LimitReader(&watchedReader{resp.Body, timer, c.opts.StallTimeout}, c.opts.MaxBytes+1)
		counted := &countingReader{r: body}
		for event, err := range ReadEvents(counted, c.opts.MaxEventBytes) {
			if counted.n > c.opts.MaxBytes {
				err = &Error{Kind: TooLarge, Err: errors.New("the stream")}
			}
			if err != nil {
				apiErr := new(Error)
				if !errors.As(err, &apiErr) {
					apiErr = transportError(ctx, err)
				}
				apiErr.Op, apiErr.Attempts, apiErr.Status = req.Op, attempts, resp.StatusCode
				fail(apiErr)
				return
			}
			timer.Stop() // the caller may take its time
			more := yield(event, nil)
			if timer.Reset(c.opts.StallTimeout); !more {
				return
			}
		}
	}
}

// watchedReader sets a timer back with every byte that comes.
type watchedReader struct {
	r       io.Reader
	timer   *time.Timer
	timeout time.Duration
}

// Read implements io.Reader.
func (w *watchedReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if n > 0 {
		w.timer.Reset(w.timeout)
	}
	return n, err
}

type countingReader struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// ReadEvents yields the events of a stream. Lines end with LF, CRLF or CR; comments, unknown
// fields and events without data are skipped. Unlike a browser, it also yields an event
// before the end of the input without an empty line, since some servers forget that line. An
// event of more than maxBytes is an [Error] of the kind TooLarge. After an error it yields
// nothing more; the end of the input is not an error.
func ReadEvents(r io.Reader, maxBytes int) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 0, 4096), maxBytes+64)
		lines.Split(splitLines())
		var kind string
		var data []byte
		first, has := true, false
		flush := func() bool {
			if !has {
				kind = ""
				return true
			}
			more := yield(Event{Type: kind, Data: data}, nil)
			kind, data, has = "", data[:0], false
			return more
		}
		for lines.Scan() {
			line := lines.Bytes()
			if first {
				line, first = bytes.TrimPrefix(line, []byte("\ufeff")), false
			}
			if len(line) == 0 {
				if !flush() {
					return
				}
				continue
			}
			name, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch string(name) {
			case "event":
				kind = strings.Clone(string(value))
			case "data":
				if has {
					data = append(data, '\n')
				}
				data, has = append(data, value...), true
			}
			if len(data) > maxBytes {
				yield(Event{}, tooLong())
				return
			}
		}
		switch err := lines.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(Event{}, tooLong())
		case err != nil:
			yield(Event{}, err)
		default:
			flush()
		}
	}
}

func tooLong() error { return &Error{Kind: TooLarge, Err: errors.New("an event of the stream")} }

// splitLines is a bufio.SplitFunc for lines that end with LF, CRLF or CR. A CR
// ends its line at once, so that an event is not held back until the next byte
// comes; an LF that follows it is passed over.
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
