package security_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/webfetch-mcp/webfetch-go/security"
)

func ExampleNewTransport() {
	client := &http.Client{Transport: security.NewTransport(nil)}
	_, err := client.Get("http://169.254.169.254/latest/meta-data/")
	var refused *security.BlockedError
	fmt.Println(errors.As(err, &refused), refused.Reason)
	// Output: true address
}

func ExamplePolicy() {
	policy := &security.Policy{
		BlockDomains: []string{"ads.example.com"},
		Allow: []security.AddrRule{{
			Prefix: netip.MustParsePrefix("192.168.1.0/24"), Ports: []uint16{3000},
		}},
	}
	for _, raw := range []string{
		"http://192.168.1.7:3000/", "http://192.168.1.7:22/", "http://192.168.2.1:3000/", "https://x.ads.example.com/",
	} {
		_, err := policy.ParseURL(raw)
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// blocked port 192.168.1.7: the port belongs to another protocol
	// blocked address 192.168.2.1: in the special-purpose range 192.168.0.0/16
	// blocked domain x.ads.example.com: the domain is blocked
}

func ExamplePolicy_CheckURL() {
	var policy security.Policy
	u, _ := url.Parse("http://0x7f000001/")
	fmt.Println(policy.CheckURL(u))
	// Output: blocked address 0x7f000001: spells an address in a form that parsers disagree about
}

func ExamplePolicy_ParseURL() {
	u, err := new(security.Policy).ParseURL("HTTPS://Bücher.Example.com:443/a?q=b c")
	fmt.Println(u, err)
	// Output: https://xn--bcher-kva.example.com/a?q=b%20c <nil>
}

func ExamplePolicy_CheckAddr() {
	var policy security.Policy
	fmt.Println(policy.CheckAddr(netip.MustParseAddrPort("[::ffff:10.0.0.1]:80")))
	// Output: blocked address ::ffff:10.0.0.1: in the special-purpose range 10.0.0.0/8
}

// local allows server, at its address only, and resolves names to it.
func local(t *testing.T, server *httptest.Server) *security.Policy {
	ap := netip.MustParseAddrPort(server.Listener.Addr().String())
	require.True(t, ap.IsValid())
	return &security.Policy{Allow: []security.AddrRule{{
		Prefix: netip.PrefixFrom(ap.Addr(), ap.Addr().BitLen()), Ports: []uint16{ap.Port()},
	}}}
}

func TestTransportReachesWhatIsAllowed(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) }))
	defer server.Close()
	client := &http.Client{Transport: security.NewTransport(local(t, server))}
	defer client.CloseIdleConnections()
	for _, host := range []string{"127.0.0.1", "localhost", "www.localhost"} {
		resp, err := client.Get(strings.Replace(server.URL, "127.0.0.1", host, 1))
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		resp.Body.Close()
		assert.True(t, strings.HasPrefix(string(body), host), string(body))
	}
}

func TestTransportChecksRedirects(t *testing.T) {
	secret := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("reached") }))
	defer secret.Close()
	for _, to := range []string{secret.URL, "http://169.254.169.254/", "http://[::1]/", "file:///etc/passwd", "http://u:p@a.example.com/"} {
		server := httptest.NewServer(http.RedirectHandler(to, http.StatusFound))
		client := &http.Client{Transport: security.NewTransport(local(t, server))}
		_, err := client.Get(server.URL)
		var refused *security.BlockedError
		assert.ErrorAs(t, err, &refused, to)
		client.CloseIdleConnections()
		server.Close()
	}
}

func TestTransportIgnoresEnvironment(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:9/")
	t.Setenv("http_proxy", "http://127.0.0.1:9/")
	t.Setenv("ALL_PROXY", "http://127.0.0.1:9/")
	var got []string
	policy := &security.Policy{Dial: func(_ context.Context, _, address string) (net.Conn, error) {
		got = append(got, address)
		return nil, errors.New("not connected")
	}}
	client := &http.Client{Transport: security.NewTransport(policy)}
	_, err := client.Get("http://1.1.1.1/")
	assert.ErrorContains(t, err, "not connected")
	assert.Equal(t, []string{"1.1.1.1:80"}, got)
}

func TestTransportClosesBodyOfRefusedRequest(t *testing.T) {
	body := &watched{Reader: strings.NewReader("x")}
	req := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/", body)
	_, err := security.NewTransport(nil).RoundTrip(req)
	assert.Error(t, err)
	assert.True(t, body.closed)
}

type watched struct {
	io.Reader
	closed bool
}

func (w *watched) Close() error { w.closed = true; return nil }

func TestTransportVerifiesTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	client := &http.Client{Transport: security.NewTransport(local(t, server))}
	_, err := client.Get(server.URL)
	var unverified *tls.CertificateVerificationError
	assert.ErrorAs(t, err, &unverified)
}

func TestTransportBoundsHeaders(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := 200 << 10
		if r.URL.Path == "/over" {
			n = 257 << 10
		}
		w.Header().Set("X-Long", strings.Repeat("x", n))
	}))
	defer server.Close()
	client := &http.Client{Transport: security.NewTransport(local(t, server))}
	defer client.CloseIdleConnections()
	resp, err := client.Get(server.URL + "/within")
	require.NoError(t, err)
	resp.Body.Close()
	_, err = client.Get(server.URL + "/over")
	assert.Error(t, err)
}
