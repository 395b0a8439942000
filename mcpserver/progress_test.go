package mcpserver_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// slowReader is the transport of a client that takes a while to read each notification of
// progress. It notes them.
type slowReader struct {
	mcp.Transport
	takes time.Duration

	mu  sync.Mutex
	got []mcp.ProgressNotificationParams
}

func (s *slowReader) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := s.Transport.Connect(ctx)
	return &slowConn{c, s}, err
}

type slowConn struct {
	mcp.Connection
	reader *slowReader
}

func (c *slowConn) Write(ctx context.Context, m jsonrpc.Message) error {
	if n, is := m.(*jsonrpc.Request); is && n.Method == "notifications/progress" {
		time.Sleep(c.reader.takes)
		var p mcp.ProgressNotificationParams
		if err := json.Unmarshal(n.Params, &p); err != nil {
			return err
		}
		c.reader.mu.Lock()
		c.reader.got = append(c.reader.got, p)
		c.reader.mu.Unlock()
	}
	return c.Connection.Write(ctx, m)
}

// messages are the texts of the notifications.
func (s *slowReader) messages() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.got {
		all = append(all, p.Message)
	}
	return all
}

// pieces answers with a text of n bytes, one each interval, and tells when it has sent all.
func pieces(n int, interval time.Duration, sent chan<- time.Time) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Content-Length", itoa(n))
		for range n {
			time.Sleep(interval)
			if _, err := w.Write([]byte("x")); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
		sent <- time.Now()
	}
}

// fetchWatched begins a fetch of a page of h whose progress reader gets.
func fetchWatched(t *testing.T, h http.HandlerFunc, reader *slowReader) (answer chan *mcp.CallToolResult) {
	web := newNetwork(t, h)
	client, err := webfetch.New(webfetch.Options{Policy: &security.Policy{Resolver: web, Dial: web.dial}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	server, there := mcp.NewInMemoryTransports()
	reader.Transport = server
	_, err = must(mcpserver.New(client, mcpserver.Options{})).MCP().Connect(t.Context(), reader, nil)
	require.NoError(t, err)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), there, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	answer = make(chan *mcp.CallToolResult, 1)
	go func() {
		params := &mcp.CallToolParams{Name: "fetch", Arguments: args{"url": "http://a.example.com/page"}}
		params.SetProgressToken("seven")
		res, err := session.CallTool(t.Context(), params)
		if err == nil {
			answer <- res
		}
		close(answer)
	}()
	return answer
}

// Telling takes no time, however long the client takes; it misses values in between, and
// is told of the last of each stage and of the end, and of nothing after it.
func TestProgressDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader, sent := &slowReader{takes: 30 * time.Second}, make(chan time.Time, 1)
		began := time.Now()
		answer := fetchWatched(t, pieces(2000, 10*time.Millisecond, sent), reader)
		assert.Equal(t, 20*time.Second, (<-sent).Sub(began), "nothing but what the work took")
		res := <-answer
		require.NotNil(t, res)
		assert.False(t, res.IsError)
		got := reader.messages()
		assert.Equal(t, []string{"queue", "download 1991 of 2000", "done"}, got[len(got)-3:], "the last that is told in the last tenth of a second")
		assert.LessOrEqual(t, len(got), 4)
		time.Sleep(time.Hour)
		assert.Equal(t, got, reader.messages(), "nothing follows the end")
	})
}

// A client that reads fast is not flooded: one value of a stage in a while, never a
// smaller one.
func TestProgressIsPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader, sent := &slowReader{}, make(chan time.Time, 1)
		answer := fetchWatched(t, pieces(1000, time.Millisecond, sent), reader)
		require.NotNil(t, <-answer)
		downloads, last := 0, 0.0
		for _, p := range reader.got {
			assert.Greater(t, p.Progress, last)
			assert.LessOrEqual(t, p.Progress, p.Total)
			assert.Equal(t, "seven", p.ProgressToken)
			if last = p.Progress; strings.HasPrefix(p.Message, "download ") {
				downloads++
			}
		}
		assert.InDelta(t, 10, downloads, 1, "ten in a second")
	})
}

// A call that fails is not done.
func TestProgressOfAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader := &slowReader{}
		answer := fetchWatched(t, func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }, reader)
		res := <-answer
		require.NotNil(t, res)
		assert.True(t, res.IsError)
		assert.NotEmpty(t, reader.messages())
		assert.NotContains(t, reader.messages(), "done")
	})
}
