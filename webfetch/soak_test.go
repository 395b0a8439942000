package webfetch_test

import (
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// soak is how many pages TestSoak reads; a long run is -soak 50000.
var soak = flag.Int("soak", 3000, "pages of TestSoak")

// faultySite serves pages over HTTP, and one answer in twenty wrongly: reset
// before and within the body, stalled, cut short of the announced length, longer
// than announced, compressed badly, and by a host without a certificate that holds.
func faultySite(t *testing.T) (plain, secure *httptest.Server) {
	page := "<title>Tides</title><article><h1>Tides</h1><p>" + strings.Repeat("The water rises twice a day, and falls as often. ", 40) + "</p></article>"
	serve := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		kind, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch kind {
		case "reset", "cut", "stall", "lie":
			misbehave(w, kind, page, r)
		case "gzip":
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, "\x1f\x8b\x08\x00 this is no gzip "+page)
		default:
			fmt.Fprint(w, page)
		}
	}
	plain = httptest.NewServer(http.HandlerFunc(serve))
	secure = httptest.NewUnstartedServer(http.HandlerFunc(serve))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that are broken off
	secure.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	secure.StartTLS()
	t.Cleanup(func() { plain.Close(); secure.Close() })
	return plain, secure
}

// misbehave takes the connection over.
func misbehave(w http.ResponseWriter, kind, page string, r *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	head := func(length int) string {
		return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n", length)
	}
	switch kind {
	case "reset":
		fmt.Fprint(conn, head(len(page)), page[:100])
		if tcp, isTCP := conn.(*net.TCPConn); isTCP {
			_ = tcp.SetLinger(0) // the peer gets a RST
		}
	case "cut":
		fmt.Fprint(conn, head(len(page)), page[:len(page)/2])
	case "lie":
		fmt.Fprint(conn, head(len(page)/2), page, page)
	case "stall":
		fmt.Fprint(conn, head(len(page)), page[:100])
		buffer := make([]byte, 1)
		_, _ = conn.Read(buffer) // until the client gives up
	}
}

// Thousands of pages over 64 connections, one in twenty of them wrong: each has
// one result, and at the end the second half has no more memory in
// use than the first, and no goroutine is left.
func TestSoak(t *testing.T) {
	plain, secure := faultySite(t)
	before := runtime.NumGoroutine()
	s := &site{Server: plain}
	policy := s.policy(t)
	policy.Allow = append(policy.Allow, (&site{Server: secure}).policy(t).Allow...)
	c := s.client(t, func(o *webfetch.Options) {
		o.Policy, o.Limits.Concurrency, o.Limits.ConcurrencyPerHost, o.IgnoreRobots, o.Limits.CacheBytes = policy, 64, 64, true, 1<<20
		o.Limits.Timeout = 5 * time.Minute // long enough for a busy machine
	})
	faults := []string{"reset", "cut", "stall", "lie", "gzip", "tls"}
	kindOf := func(i int) string {
		if i%20 == 7 {
			return faults[i/20%len(faults)]
		}
		return "page"
	}
	reqs := func(yield func(webfetch.Request) bool) {
		for i := range *soak {
			base, timeout := plain.URL, time.Duration(0)
			switch kindOf(i) {
			case "tls":
				base = secure.URL
			case "stall":
				timeout = time.Second
			}
			if !yield(webfetch.Request{URL: fmt.Sprintf("%s/%s/%d", base, kindOf(i), i), WholeOnly: true, Timeout: timeout}) {
				return
			}
		}
	}
	seen := make([]uint8, *soak)
	// In the halves of the run: bytes in use, at least, and goroutines, at most.
	n, least, most := 0, [2]uint64{1 << 40, 1 << 40}, [2]int{}
	codes := map[string]int{}
	for p, err := range c.FetchAll(t.Context(), reqs) {
		at, code := 0, "ok"
		if err == nil {
			at = p.Stats.Index
		} else {
			var e *webfetch.Error
			require.ErrorAs(t, err, &e)
			at, code = e.Index, string(e.Code)
		}
		seen[at]++
		codes[kindOf(at)+" "+code]++
		half := 2 * n / *soak
		most[half] = max(most[half], runtime.NumGoroutine())
		if n++; n%(*soak/20) == 0 {
			least[half] = min(least[half], heapNow())
		}
	}
	for i, times := range seen {
		require.EqualValues(t, 1, times, "request %d", i)
	}
	t.Logf("results %v; heap at least %d then %d KiB, goroutines at most %d then %d", codes, least[0]>>10, least[1]>>10, most[0], most[1])
	assert.Less(t, least[1], least[0]+8<<20, "memory grows")
	assert.LessOrEqual(t, most[1], most[0]+most[0]/4, "goroutines grow")
	require.NoError(t, c.Close())
	plain.CloseClientConnections()
	secure.CloseClientConnections()
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+8 }, 10*time.Second, 10*time.Millisecond, "goroutines are left behind")
	// A request that met a connection on which more than announced had come may fail.
	assert.GreaterOrEqual(t, codes["page ok"], *soak*19/20-*soak/100, "pages beside faults are read")
	for _, kind := range faults {
		if kind != "lie" { // what is beyond the announced length belongs to nobody
			assert.Zero(t, codes[kind+" ok"], kind)
		}
	}
}

// heapNow leaves out what pools hold.
func heapNow() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
