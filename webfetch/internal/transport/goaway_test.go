package transport_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// A connection of HTTP/2 that its server is about to end takes no try of the next request.
func TestAConnectionThatGoesAwayCostsNoTry(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close") // by HTTP/2: GOAWAY
		fmt.Fprint(w, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	policy := &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}}
	c := transport.New(transport.Config{Policy: policy, RootCAs: poolOf(server), MaxRetries: -1, RatePerHost: -1})
	defer c.Close()
	for range 30 {
		resp, err := get(t.Context(), c, server.URL)
		require.NoError(t, err)
		assert.Equal(t, "HTTP/2.0", string(resp.Body))
	}
}
