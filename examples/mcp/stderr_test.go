package main

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLogWriter(t *testing.T) {
	var out bytes.Buffer
	l := newLogWriter(&out)
	line := []byte("one\n")
	n, err := l.Write(line)
	copy(line, "two\n") // the caller's again
	assert.NoError(t, err)
	assert.Equal(t, 4, n)
	fmt.Fprintln(l, "three")
	l.close(time.Minute)
	assert.Equal(t, "one\nthree\n", out.String())
}

// Nobody waits for a log that nobody reads.
func TestLogWriterWithoutReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		unread, w := io.Pipe()
		l := newLogWriter(w)
		began := time.Now()
		for range 10 * mostWaiting {
			n, err := io.WriteString(l, "a line\n")
			assert.NoError(t, err)
			assert.Equal(t, 7, n)
		}
		assert.Zero(t, time.Since(began))
		l.close(time.Second)
		assert.Equal(t, time.Second, time.Since(began))
		unread.Close()
		<-l.done
	})
}
