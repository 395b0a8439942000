package mcpserver_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
)

// principal is a client over HTTP that hears of changes.
type principal struct {
	*mcp.ClientSession
	changes chan *mcp.ResourceListChangedParams
}

// move connects a principal over p.
func move(t *testing.T, p *pipes, token, revision string) *principal {
	n := &principal{changes: make(chan *mcp.ResourceListChangedParams, 1000)}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ResourceListChangedHandler: func(_ context.Context, req *mcp.ResourceListChangedRequest) { n.changes <- req.Params },
	})
	base := over(t, p)
	var err error
	n.ClientSession, err = client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint:   "http://localhost/mcp",
		HTTPClient: &http.Client{Transport: tokenTransport{token, base.Transport}},
		MaxRetries: -1,
	}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	require.NoError(t, err)
	return n
}

type tokenTransport struct {
	token string
	next  http.RoundTripper
}

func (b tokenTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(r)
}

func (n *principal) store(t *testing.T, page string) {
	r, err := tryCall(t.Context(), n.ClientSession, "extract", args{"raw_bytes": []byte(page), "content_type": "text/plain"})
	require.NoError(t, err)
	require.True(t, r.Success, r.text)
}

// What is stored for one principal is told to that principal, on all its connections,
// and to no other: in every era, with sessions and without.
func TestListChangesStayWithTheirPrincipal(t *testing.T) {
	for name, tt := range map[string]struct {
		revision string
		opts     host.Options
		// pushes reports that a client is told of what it did not do itself.
		pushes bool
	}{
		"2026-07-28":               {"2026-07-28", host.Options{}, true},
		"2025-11-25 with sessions": {"2025-11-25", host.Options{Sessions: true}, true},
		"2025-11-25":               {"2025-11-25", host.Options{}, false},
		"2025-03-26":               {"2025-03-26", host.Options{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tt.opts.Auth = &host.Auth{Tokens: tokens(t)}
				p, stop, served := serving(t, host.Handler(newServer(t, mcpserver.Options{}), tt.opts), time.Second)
				ada, twin, ben := move(t, p, "token-of-ada-000", tt.revision), move(t, p, "token-of-ada-000", tt.revision), move(t, p, "token-of-ben-000", tt.revision)
				time.Sleep(time.Second) // all of them listen
				ada.store(t, "A page of Ada.")
				time.Sleep(time.Minute)
				assert.Len(t, ada.changes, 1)
				assert.Len(t, twin.changes, map[bool]int{true: 1}[tt.pushes])
				assert.Empty(t, ben.changes, "it is no business of others")
				if tt.revision >= "2026" {
					change := <-ada.changes
					assert.NotNil(t, change.Meta[mcp.MetaKeySubscriptionID], "it belongs to what was asked for")
				}
				ben.store(t, "A page of Ben.")
				time.Sleep(time.Minute)
				assert.Len(t, ben.changes, 1)
				ben.store(t, "A page of Ben.")
				time.Sleep(time.Minute)
				assert.Len(t, ben.changes, 1, "the list is the same")
				for _, n := range []*principal{ada, twin, ben} {
					require.NoError(t, n.Close())
				}
				stop()
				require.NoError(t, <-served)
			})
		})
	}
}

// Many changes make few announcements, and the last change is not lost.
func TestListChangesAreGathered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop, served := serving(t, host.Handler(newServer(t, mcpserver.Options{}), host.Options{}), time.Second)
		reader, writer := move(t, p, "", "2026-07-28"), move(t, p, "", "2026-07-28")
		time.Sleep(time.Second)
		for i := range 50 {
			writer.store(t, "Page number "+itoa(i))
		}
		synctest.Wait()
		assert.Len(t, reader.changes, 1, "the first is told at once")
		time.Sleep(time.Minute)
		assert.Len(t, reader.changes, 2)
		require.NoError(t, reader.Close())
		require.NoError(t, writer.Close())
		stop()
		require.NoError(t, <-served)
	})
}

// What the operator adds to the server concerns everybody.
func TestOperatorsChangesReachAll(t *testing.T) {
	changed := make(chan struct{}, 10)
	srv := newServer(t, mcpserver.Options{})
	connect(t, srv.MCP(), &mcp.ClientOptions{
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed <- struct{}{} },
	})
	srv.MCP().AddResource(&mcp.Resource{URI: "test://one", Name: "one"}, nil)
	select {
	case <-changed:
	case <-time.After(20 * time.Second):
		t.Error("nobody was told")
	}
}
