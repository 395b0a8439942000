package transport_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// loopback allows the servers of a test.
var loopback = &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}}

// listen serves one raw answer to each connection on a loopback port and returns its address.
func listen(t *testing.T, answer func(net.Conn)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { defer c.Close(); answer(c) }()
		}
	}()
	return l.Addr().String()
}

// says reads a request and answers with text.
func says(text string) func(net.Conn) {
	return func(c net.Conn) {
		_, _ = c.Read(make([]byte, 4096))
		_, _ = io.WriteString(c, text)
	}
}

// TestSentencesAreTrueOfTheirCause over real connections: a host that has answered is never
// one that does not answer, and a fault of the proxy is never one of the host.
func TestSentencesAreTrueOfTheirCause(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = quiet()
	secure.StartTLS()
	defer secure.Close()
	old := httptest.NewUnstartedServer(http.NotFoundHandler())
	old.Config.ErrorLog = quiet()
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	old.StartTLS()
	defer old.Close()
	closed := listen(t, func(net.Conn) {})
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	nobody := free.Addr().String()
	free.Close()
	head := "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"

	for what, tt := range map[string]struct {
		url, proxy string
		code       string
		reason     string
	}{
		"nobody there":            {url: "http://" + nobody, code: "CONNECTION_FAILED", reason: "the host refuses the connection"},
		"hangs up":                {url: "http://" + closed, code: "CONNECTION_FAILED", reason: "the host closed the connection without a response"},
		"hangs up on TLS":         {url: "https://" + closed, code: "CONNECTION_FAILED", reason: "the host closed the connection without a response"},
		"SSH":                     {url: "http://" + listen(t, says("SSH-2.0-OpenSSH_9.6\r\n")), code: "CONNECTION_FAILED", reason: "what answers there does not speak HTTP"},
		"SMTP":                    {url: "http://" + listen(t, says("220 mail ESMTP\r\n")), code: "CONNECTION_FAILED", reason: "what answers there does not speak HTTP"},
		"https on a plain port":   {url: "https://" + listen(t, says("HTTP/1.1 400 Bad Request\r\n\r\n")), code: "TLS_ERROR", reason: "the port does not speak TLS"},
		"https to SSH":            {url: "https://" + listen(t, says("SSH-2.0-OpenSSH_9.6\r\n")), code: "TLS_ERROR", reason: "the port does not speak TLS"},
		"http on a TLS port":      {url: "http://" + listen(t, says("\x15\x03\x01\x00\x02\x02\x46")), code: "CONNECTION_FAILED", reason: "the port speaks TLS"},
		"unknown authority":       {url: secure.URL, code: "TLS_ERROR", reason: "the certificate of the host is of no known authority"},
		"TLS of the last century": {url: old.URL, code: "TLS_ERROR", reason: "the host and this client do not agree on TLS"},
		"part of the body":        {url: "http://" + listen(t, says(head)), code: "CONNECTION_FAILED", reason: "the connection ended before the response did"},
		"two lengths":             {url: "http://" + listen(t, says("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx")), code: "CONNECTION_FAILED", reason: "the header of the response is not valid"},
		"no length":               {url: "http://" + listen(t, says("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx")), code: "CONNECTION_FAILED", reason: "the header of the response is not valid"},
		"unknown transfer":        {url: "http://" + listen(t, says("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\nx")), code: "CONNECTION_FAILED", reason: "the header of the response is not valid"},
		"bad chunks":              {url: "http://" + listen(t, says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsize\r\nx")), code: "CONNECTION_FAILED", reason: "the body of the response is not divided as its header says"},
		"chunks with bare LF":     {url: "http://" + listen(t, says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n")), code: "CONNECTION_FAILED", reason: "the body of the response is not divided as its header says"},
		"a field without colon":   {url: "http://" + listen(t, says("HTTP/1.1 200 OK\r\nno colon\r\n\r\nx")), code: "CONNECTION_FAILED", reason: "the header of the response is not valid"},
		"another protocol":        {url: "http://" + listen(t, says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")), code: "CONNECTION_FAILED", reason: "what answers there wants to speak another protocol"},
		"the proxy's 407":         {url: "https://93.184.216.34/", proxy: "http://" + listen(t, says("HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n")), code: "CONNECTION_FAILED", reason: "the proxy wants a user name and password (407)"},
		"the proxy's 407, http":   {url: "http://93.184.216.34/", proxy: "http://" + listen(t, says("HTTP/1.1 407 Auth\r\nContent-Length: 0\r\n\r\n")), code: "CONNECTION_FAILED", reason: "the proxy wants a user name and password (407)"},
		"the proxy's 502":         {url: "https://93.184.216.34/", proxy: "http://" + listen(t, says("HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n")), code: "CONNECTION_FAILED", reason: "the proxy does not connect to the host"},
		"no proxy there":          {url: "https://93.184.216.34/", proxy: "http://" + nobody, code: "CONNECTION_FAILED", reason: "the proxy does not connect to the host, or can't be reached"},
		"no SOCKS proxy there":    {url: "http://93.184.216.34/", proxy: "socks5://" + nobody, code: "CONNECTION_FAILED", reason: "the proxy does not connect to the host, or can't be reached"},
	} {
		t.Run(what, func(t *testing.T) {
			config := transport.Config{Policy: loopback, MaxRetries: -1, Hosts: hostlimit.Config{PerMinute: -1}}
			if tt.proxy != "" {
				config.Proxy, err = url.Parse(tt.proxy)
				require.NoError(t, err)
			}
			c := transport.New(config)
			defer c.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, err := c.Do(ctx, &transport.Request{URL: parse(t, tt.url), Whole: true})
			assert.Equal(t, tt.code, codeOf(t, err), "%v", err)
			fault := new(transport.Fault)
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, tt.reason, fault.Reason(), "%v", err)
			assert.Regexp(t, `^[A-Z].*\.$`, fault.Hint())
		})
	}
}

// A network that has no way to a host says nothing of the host.
func TestSentencesOfNetworks(t *testing.T) {
	for cause, reason := range map[error]string{
		syscall.ENETUNREACH: "no way leads to the host from the network of this program", syscall.EHOSTUNREACH: "no way leads to the host from the network of this program",
		syscall.ECONNREFUSED: "the host refuses the connection", syscall.ETIMEDOUT: "the host does not answer",
	} {
		c := transport.New(transport.Config{Policy: loopback, MaxRetries: -1, Wrap: func(http.RoundTripper) http.RoundTripper {
			return roundTrip(func(*http.Request) (*http.Response, error) {
				return nil, &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", cause)}
			})
		}})
		defer c.Close()
		_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://127.0.0.1/")})
		fault := new(transport.Fault)
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, reason, fault.Reason())
	}
}

// A robots.txt that can't be read is no wish of the site.
func TestSentencesOfRobots(t *testing.T) {
	for what, tt := range map[string]struct{ robots, code, reason string }{
		"500":       {"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", "ROBOTS_BLOCKED", "its robots.txt can't be read now, and without it no page may be"},
		"429":       {"HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n", "ROBOTS_BLOCKED", "its robots.txt can't be read now, and without it no page may be"},
		"no HTTP":   {"SSH-2.0-x\r\n", "CONNECTION_FAILED", "its robots.txt can't be read: what answers there does not speak HTTP"},
		"hangs up":  {"", "CONNECTION_FAILED", "its robots.txt can't be read: the host closed the connection without a response"},
		"encoding":  {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain", "DECOMPRESSION_FAILED", "its robots.txt can't be read: the body can't be decompressed"},
		"forbidden": {"HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\nUser-agent: *\nDisallow: /\n", "ROBOTS_BLOCKED", ""},
	} {
		t.Run(what, func(t *testing.T) {
			raw := "http://" + listen(t, says(tt.robots)) + "/a"
			c := transport.New(transport.Config{Policy: loopback, MaxRetries: -1})
			defer c.Close()
			_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, raw), Robots: true})
			assert.Equal(t, tt.code, codeOf(t, err), "%v", err)
			fault := new(transport.Fault)
			if errors.As(err, &fault); tt.reason != "" {
				assert.Equal(t, tt.reason, fault.Reason())
			} else {
				assert.NotErrorAs(t, err, &fault)
			}
		})
	}
}
