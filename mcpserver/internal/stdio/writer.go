package stdio

import (
	"context"
	"errors"
	"io"
)

// lineWriter writes lines to out, one after the other, from a goroutine of its own. So a
// client that doesn't read can't block a caller that has given up waiting. A write that is
// under way goes on until out accepts it.
type lineWriter struct {
	out    io.Writer
	closed <-chan struct{} // ends the goroutine and all waiting
	// awaited are the lines whose callers wait, offered the others.
	awaited, offered chan line
}

type line struct {
	data []byte
	done func(error)
}

const maxOfferedLines = 1000 // in offered, for which no caller waits

// ErrClosed is the error of a write to a connection that is closed.
var ErrClosed = errors.New("connection is closed")

// run writes until the connection is closed, and what was offered before another line began to wait
// before that.
func (w *lineWriter) run() {
	write := func(l line) {
		_, err := w.out.Write(l.data)
		l.done(err)
	}
	for {
		select {
		case l := <-w.awaited:
			for range len(w.offered) {
				write(<-w.offered)
			}
			write(l)
		case l := <-w.offered:
			write(l)
		case <-w.closed:
			return
		}
	}
}

// After ctx is done the line is not written unless that has begun.
func (w *lineWriter) write(ctx context.Context, data []byte) error {
	written := make(chan error, 1)
	l := line{append(data, '\n'), func(err error) { written <- err }}
	awaited := w.awaited
	for {
		select {
		case awaited <- l:
			awaited = nil // now it is being written
		case err := <-written:
			return err
		case <-ctx.Done():
			return ctx.Err()
		case <-w.closed:
			return ErrClosed
		}
	}
}

// offer returns false, and drops the line, while too many wait already.
func (w *lineWriter) offer(data []byte, done func(error)) bool {
	select {
	case w.offered <- line{append(data, '\n'), done}:
		return true
	default:
		return false
	}
}
