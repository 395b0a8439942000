package transport_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// BenchmarkGet sets Do beside a bare http.Client with io.ReadAll against one
// local server. The ratio of the two is what counts: at most 1.15, with at most
// 80 allocations.
func BenchmarkGet(b *testing.B) {
	for _, size := range []int{10_000, 100_000, 1_000_000} {
		for _, encoding := range []string{"", "gzip"} {
			body := compress(b, encoding, noise(size))
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if encoding != "" {
					w.Header().Set("Content-Encoding", encoding)
				}
				w.Header().Set("Content-Length", strconv.Itoa(len(body)))
				w.Write(body)
			}))
			defer server.Close()
			name := fmt.Sprintf("%d%s", size, encoding)
			b.Run(name+"/bare", func(b *testing.B) { bare100(b, server.URL, size) })
			b.Run(name+"/ours", func(b *testing.B) { ours(b, server, size, false) })
			b.Run(name+"/ours+robots", func(b *testing.B) { ours(b, server, size, true) })
		}
	}
}

func bare100(b *testing.B, url string, size int) {
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	b.ReportAllocs()
	for b.Loop() {
		resp, err := client.Get(url)
		if err != nil {
			b.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		if err != nil || len(got) != size {
			b.Fatal(len(got), err)
		}
		resp.Body.Close()
	}
}

func ours(b *testing.B, server *httptest.Server, size int, withRobots bool) {
	c := transport.New(transport.Config{Policy: localPolicy(server), Hosts: hostlimit.Config{PerMinute: -1}})
	defer c.Close()
	u := parse(b, server.URL+"/page")
	b.ReportAllocs()
	for b.Loop() {
		resp, err := c.Do(b.Context(), &transport.Request{URL: u, Robots: withRobots})
		require.NoError(b, err)
		if len(resp.Body) != size {
			b.Fatal(len(resp.Body))
		}
	}
}
