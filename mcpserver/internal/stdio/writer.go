package stdio

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
)

// lineWriter writes lines to out, one after the other, from a goroutine of its own. So a
// client that doesn't read can't block a caller that has given up waiting. A write that is
// under way goes on until out accepts it.
type lineWriter struct {
	out io.Writer
	// closed ends the goroutine and all waiting.
	closed <-chan struct{}
	// wake has an item when there may be lines.
	wake chan struct{}

	mu    sync.Mutex
	queue []*queuedLine
}

type queuedLine struct {
	data []byte
	// done is called when the line has been written, or not.
	done func(error)
}

// maxQueuedLines bounds the lines for which no caller waits.
const maxQueuedLines = 10000

// ErrClosed is the error of a write to a connection that is closed.
var ErrClosed = errors.New("connection is closed")

func newLineWriter(out io.Writer, closed <-chan struct{}) *lineWriter {
	return &lineWriter{out: out, closed: closed, wake: make(chan struct{}, 1)}
}

// run writes until the connection is closed.
func (w *lineWriter) run() {
	for {
		select {
		case <-w.wake:
		case <-w.closed:
			return
		}
		for l := w.next(); l != nil; l = w.next() {
			_, err := w.out.Write(l.data)
			l.done(err)
		}
	}
}

func (w *lineWriter) next() *queuedLine {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) == 0 {
		return nil
	}
	l := w.queue[0]
	w.queue = w.queue[1:]
	return l
}

// write returns when the line has been written, when ctx is done, which takes
// the line back unless it is being written, or when the connection is closed.
func (w *lineWriter) write(ctx context.Context, data []byte) error {
	written := make(chan error, 1)
	l := &queuedLine{append(data, '\n'), func(err error) { written <- err }}
	w.add(l)
	select {
	case err := <-written:
		return err
	case <-ctx.Done():
		w.withdraw(l)
		return ctx.Err()
	case <-w.closed:
		return ErrClosed
	}
}

// offer queues a line, calls done when it has been written, and returns at
// once. It returns false, and drops the line, while too many wait already.
func (w *lineWriter) offer(data []byte, done func(error)) bool {
	w.mu.Lock()
	full := len(w.queue) >= maxQueuedLines
	w.mu.Unlock()
	if !full {
		w.add(&queuedLine{append(data, '\n'), done})
	}
	return !full
}

func (w *lineWriter) add(l *queuedLine) {
	w.mu.Lock()
	w.queue = append(w.queue, l)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *lineWriter) withdraw(l *queuedLine) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = slices.DeleteFunc(w.queue, func(queued *queuedLine) bool { return queued == l })
}
