package transport_test

import (
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// A body that ends early is asked for again; if it never comes whole, the longest part that
// came is the response, or the failure is, as the caller wishes.
func TestBodiesThatEndEarly(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
	for what, tt := range map[string]struct {
		answers []string // one a request, the last for all after it
		want    string   // "" for an error
		cut     bool
		seen    int
	}{
		"shorter than announced": {[]string{head + "Content-Length: 100\r\n\r\nbegin"}, "begin", true, 3},
		"last chunk missing":     {[]string{head + "Transfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n"}, "begin", true, 3},
		"within a chunk":         {[]string{head + "Transfer-Encoding: chunked\r\n\r\n50\r\nbegin"}, "begin", true, 3},
		"broken chunks":          {[]string{head + "Transfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\nzz\r\nxx"}, "begin", true, 3},
		"whole at last":          {[]string{head + "Content-Length: 11\r\n\r\nbegin", head + "Content-Length: 11\r\n\r\nbegin + end"}, "begin + end", false, 2},
		"the longest part": {[]string{head + "Content-Length: 100\r\n\r\nbegin", head + "Content-Length: 100\r\n\r\nbegin and more",
			head + "Content-Length: 100\r\n\r\nbegin"}, "begin and more", true, 3},
		"gone after a part":    {[]string{head + "Content-Length: 100\r\n\r\nbegin", ""}, "begin", true, 3},
		"nothing of it":        {[]string{head + "Content-Length: 100\r\n\r\n"}, "", false, 3},
		"no length, no chunks": {[]string{head + "\r\nbegin"}, "begin", false, 1},
		"an error page":        {[]string{"HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\nmissing"}, "missing", false, 1},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var seen atomic.Int32
				w := newWorld(t, nil)
				w.raw = func(c net.Conn) {
					for readHeadText(c) != "" {
						n := int(seen.Add(1))
						_, _ = io.WriteString(c, tt.answers[min(n, len(tt.answers))-1])
						return
					}
				}
				c := w.client(transport.Config{})
				resp, err := get(t.Context(), c, "http://a.example.com/")
				assert.EqualValues(t, tt.seen, seen.Load())
				if tt.want == "" {
					assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
				} else {
					require.NoError(t, err)
					assert.Equal(t, tt.want, string(resp.Body))
					assert.Equal(t, tt.cut, resp.Cut)
				}
				seen.Store(0)
				_, err = c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), Whole: true})
				if tt.cut {
					assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
				}
			})
		})
	}
}

// A part of a robots.txt could lack the rule that matters.
func TestPartsOfRobotsTxtAreNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, nil)
		w.raw = func(c net.Conn) {
			if strings.HasPrefix(readHeadText(c), "GET /robots.txt") {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *\nAllow: /\n")
			} else {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage")
			}
		}
		_, err := w.client(transport.Config{}).Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true})
		assert.Error(t, err)
	})
}
