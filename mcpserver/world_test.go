package mcpserver_test

import (
	"context"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// world is an internet in which every name leads to one server of the test,
// but for those that end in "doesntexist.example". It speaks TLS on port 443
// with a certificate for example.com, and its addresses are public ones.
type world struct{ plain, tls *httptest.Server }

func newWorld(t testing.TB, h http.Handler) *world {
	w := &world{plain: httptest.NewServer(h), tls: httptest.NewTLSServer(h)}
	t.Cleanup(w.plain.Close)
	t.Cleanup(w.tls.Close)
	return w
}

// LookupNetIP implements the Resolver of security.Policy.
func (w *world) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if strings.HasSuffix(strings.TrimSuffix(host, "."), "doesntexist.example") {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return []netip.Addr{netip.MustParseAddr("93.184.215.14")}, nil
}

func (w *world) dial(ctx context.Context, network, address string) (net.Conn, error) {
	to := w.plain
	if strings.HasSuffix(address, ":443") {
		to = w.tls
	}
	var d net.Dialer
	return d.DialContext(ctx, network, to.Listener.Addr().String())
}

// options are those of a client that lives in the world.
func (w *world) options() webfetch.Options {
	roots := x509.NewCertPool()
	roots.AddCert(w.tls.Certificate())
	return webfetch.Options{
		Policy:  &security.Policy{Resolver: w, Dial: w.dial},
		RootCAs: roots,
		Limits:  webfetch.Limits{RatePerHost: -1},
	}
}

// serve connects a client to a server whose client has the given options.
func serveIn(t testing.TB, opts webfetch.Options) *mcp.ClientSession {
	client, err := webfetch.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	return connect(t, must(mcpserver.New(client, mcpserver.Options{})).MCP(), nil)
}
