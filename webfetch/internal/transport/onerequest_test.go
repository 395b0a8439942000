package transport_test

import (
	"bytes"
	"context"
	"io"
	"log"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// A server that breaks off on a kept connection is asked as often as MaxRetries
// says, at the pace that it asks for, and the count is told.
func TestAFailureOnAKeptConnectionIsATryLikeAnyOther(t *testing.T) {
	for what, tt := range map[string]struct{ retries, requests int }{
		"default": {0, 3}, "one": {1, 2}, "none": {-1, 1},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked atomic.Int32
				var times []time.Time
				w := newWorld(t, nil)
				w.raw = func(c net.Conn) {
					for {
						head := readHeadText(c)
						switch {
						case head == "":
							return
						case strings.HasPrefix(head, "GET /robots.txt"):
							_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 29\r\n\r\nUser-agent: *\nCrawl-delay: 7\n")
						case strings.HasPrefix(head, "GET /first"):
							_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
						default: // closed without an answer
							asked.Add(1)
							times = append(times, time.Now())
							return
						}
					}
				}
				c := w.client(transport.Config{MaxRetries: tt.retries, Hosts: hostlimit.Config{PerMinute: 6000}})
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
				defer cancel()
				_, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/first"), Robots: true})
				require.NoError(t, err)
				dials := len(w.dialed)
				_, err = c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/second"), Robots: true})
				assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
				assert.EqualValues(t, tt.requests, asked.Load())
				assert.Equal(t, tt.requests-1, err.(*transport.Error).Retries, "told as many as were made")
				assert.Len(t, w.dialed, dials+tt.requests-1, "the first try was on the kept connection")
				for i := 1; i < len(times); i++ {
					assert.GreaterOrEqual(t, times[i].Sub(times[i-1]), 7*time.Second, "Crawl-delay")
				}
			})
		})
	}
}

// readHeadText reads a request up to its empty line, "" at the end.
func readHeadText(c net.Conn) string {
	var got []byte
	for buf := make([]byte, 1024); !bytes.HasSuffix(got, []byte("\r\n\r\n")); {
		n, err := c.Read(buf)
		if err != nil {
			return ""
		}
		got = append(got, buf[:n]...)
	}
	return string(got)
}

// A connection on which a server speaks out of turn is not used again: what comes next
// could be taken for the answer to another request.
func TestAConnectionThatSpeaksOutOfTurnIsClosed(t *testing.T) {
	log.SetOutput(io.Discard) // net/http writes a line
	defer log.SetOutput(os.Stderr)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, nil)
		w.raw = answerRaw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong")
		c := w.client(transport.Config{})
		for range 5 {
			resp, err := get(t.Context(), c, "http://a.example.com/")
			require.NoError(t, err)
			assert.Equal(t, "ok", string(resp.Body))
			synctest.Wait()
		}
	})
}
