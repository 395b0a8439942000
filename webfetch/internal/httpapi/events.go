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
