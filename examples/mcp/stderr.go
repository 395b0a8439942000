package main

import (
	"io"
	"slices"
	"time"
)

// logWriter passes what is written on to a writer from a goroutine of its own.
// A host that keeps stderr open without reading it must not hold up the
// server: while the writer takes nothing, and mostWaiting pieces wait for it,
// further ones are dropped.
type logWriter struct {
	pieces chan []byte
	done   chan struct{}
}

const mostWaiting = 256

func newLogWriter(w io.Writer) *logWriter {
	l := &logWriter{pieces: make(chan []byte, mostWaiting), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		for p := range l.pieces {
			_, _ = w.Write(p)
		}
	}()
	return l
}

// Write never waits and never fails.
func (l *logWriter) Write(p []byte) (int, error) {
	select {
	case l.pieces <- slices.Clone(p):
	default:
	}
	return len(p), nil
}

// close waits until everything is passed on, for at most patience. Nothing may be written after it.
func (l *logWriter) close(patience time.Duration) {
	close(l.pieces)
	select {
	case <-l.done:
	case <-time.After(patience):
	}
}
