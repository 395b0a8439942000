package transport_test

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// localPolicy allows the addresses of servers and nothing else on loopback.
func localPolicy(servers ...*httptest.Server) *security.Policy {
	p := new(security.Policy)
	for _, s := range servers {
		ap := netip.MustParseAddrPort(s.Listener.Addr().String())
		p.Allow = append(p.Allow, security.AddrRule{Prefix: netip.PrefixFrom(ap.Addr(), 32), Ports: []uint16{ap.Port()}})
	}
	return p
}

func poolOf(servers ...*httptest.Server) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, s := range servers {
		pool.AddCert(s.Certificate())
	}
	return pool
}

func TestTLS(t *testing.T) {
	secure := httptest.NewUnstartedServer(text("ok"))
	secure.EnableHTTP2 = true
	secure.Config.ErrorLog = quiet()
	secure.StartTLS()
	defer secure.Close()
	plain := httptest.NewServer(text("ok"))
	defer plain.Close()
	old := httptest.NewUnstartedServer(text("ok"))
	old.Config.ErrorLog = quiet()
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	old.StartTLS()
	defer old.Close()

	trusting := transport.New(transport.Config{Policy: localPolicy(secure, plain, old), RootCAs: poolOf(secure, old)})
	defer trusting.Close()
	plainRoots := transport.New(transport.Config{Policy: localPolicy(secure)})
	defer plainRoots.Close()

	resp, err := get(t.Context(), trusting, secure.URL)
	require.NoError(t, err)
	assert.Equal(t, "ok", string(resp.Body))

	tests := map[string]struct {
		c   *transport.Client
		url string
	}{
		"unknown authority":  {plainRoots, secure.URL},
		"other name":         {trusting, strings.Replace(secure.URL, "127.0.0.1", "localhost", 1)},
		"not TLS":            {trusting, strings.Replace(plain.URL, "http:", "https:", 1)},
		"TLS older than 1.2": {trusting, old.URL},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			_, err := get(t.Context(), tt.c, tt.url)
			assert.Equal(t, "TLS_ERROR", codeOf(t, err), "%v", err)
			assert.False(t, err.(*transport.Error).Retryable)
			assert.Zero(t, err.(*transport.Error).Retries)
		})
	}
}

func TestHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Proto", r.Proto)
		w.Write([]byte(strings.Repeat("x", 100_000)))
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	c := transport.New(transport.Config{Policy: localPolicy(s), RootCAs: poolOf(s)})
	defer c.Close()
	for range 3 {
		resp, err := get(t.Context(), c, s.URL)
		require.NoError(t, err)
		assert.Equal(t, "HTTP/2.0", resp.Header.Get("X-Proto"))
		assert.Len(t, resp.Body, 100_000)
	}
}
