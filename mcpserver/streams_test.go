package mcpserver_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
)

// over returns a client whose connections are those of p.
func over(t *testing.T, p *pipes) *http.Client {
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return p.dial(), nil }}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// A stream on which a client waits for news lasts, however long none come.
func TestSessionStreamsLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop, served := serving(t, host.Handler(newServer(t, mcpserver.Options{}), host.Options{Sessions: true}), time.Second)
		changed := make(chan struct{}, 10)
		session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
			ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed <- struct{}{} },
		}).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://localhost/mcp", HTTPClient: over(t, p), MaxRetries: -1}, nil)
		require.NoError(t, err)
		time.Sleep(29 * time.Minute)
		r, err := tryCall(t.Context(), session, "extract", args{"raw_bytes": []byte(article), "content_type": "text/html"})
		require.NoError(t, err)
		require.True(t, r.Success, r.text)
		time.Sleep(time.Second)
		assert.NotEmpty(t, changed, "the stream is still there")
		require.NoError(t, session.Close())
		stop()
		assert.NoError(t, <-served)
	})
}

// A stream that was quiet for longer than a client may take to read has an end
// like any other.
func TestQuietStreamsEndCleanly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := newServer(t, mcpserver.Options{})
		p, stop, served := serving(t, host.Handler(srv, host.Options{Sessions: true}), time.Second)
		client := over(t, p)
		send := func(method, session, body string) *http.Response {
			req, err := http.NewRequestWithContext(t.Context(), method, "http://localhost/mcp", strings.NewReader(body))
			require.NoError(t, err)
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			req.Header.Set("Mcp-Session-Id", session)
			res, err := client.Do(req)
			require.NoError(t, err)
			return res
		}
		began := send(http.MethodPost, "", initialize)
		_, err := io.Copy(io.Discard, began.Body)
		require.NoError(t, err)
		stream := send(http.MethodGet, began.Header.Get("Mcp-Session-Id"), "")
		require.Equal(t, http.StatusOK, stream.StatusCode)
		time.Sleep(5 * time.Minute)
		go stop()
		_, err = io.Copy(io.Discard, stream.Body)
		assert.NoError(t, err, "the stream has an end")
		assert.NoError(t, <-served)
		for session := range srv.MCP().Sessions() {
			assert.NoError(t, session.Close())
		}
	})
}

// A body that nobody reads, as that of a request that is refused, has no more
// time than others.
func TestUnreadBodiesAreCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop, served := serving(t, host.Handler(newServer(t, mcpserver.Options{}), host.Options{Auth: &host.Auth{Tokens: tokens(t)}}), time.Second)
		conn := p.dial()
		_, err := io.WriteString(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\nx")
		require.NoError(t, err)
		began := time.Now()
		all, err := io.ReadAll(conn)
		require.NoError(t, err)
		assert.Contains(t, string(all), "401")
		assert.LessOrEqual(t, time.Since(began), 31*time.Second)
		stop()
		assert.NoError(t, <-served)
	})
}

// Proxies are asked not to hold events back.
func TestStreamsAreUnbuffered(t *testing.T) {
	h := serveOver(t, newServer(t, mcpserver.Options{}), host.Options{})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/mcp", strings.NewReader(listToolsMessage))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
	assert.Equal(t, "no", res.Header.Get("X-Accel-Buffering"))
}
