package metrics_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/metrics"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// scrape returns the lines of ours.
func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	require.Equal(t, http.StatusOK, w.Code)
	return w.Body.String()
}

func step(m *metrics.Metrics, s observe.Step, r observe.Result) {
	_, end := m.Begin(context.Background(), s)
	end(r)
}

func parse(t *testing.T, raw string) *url.URL {
	u, err := url.Parse(raw)
	require.NoError(t, err)
	return u
}

func TestSteps(t *testing.T) {
	m := metrics.New(metrics.Options{Hosts: []string{"Docs.example", "b.example"}})
	_, end := m.Begin(t.Context(), observe.Step{Kind: observe.Tool, Name: "fetch"})
	assert.Contains(t, scrape(t, m), "webfetch_tool_calls_in_flight 1\n")
	end(observe.Result{})
	step(m, observe.Step{Kind: observe.Tool, Name: "chunk"}, observe.Result{Err: errors.New("x"), Code: "INVALID_INPUT"})
	step(m, observe.Step{Kind: observe.Fetch}, observe.Result{Detail: "hit"})
	step(m, observe.Step{Kind: observe.Fetch}, observe.Result{Err: errors.New("x"), Code: "TIMEOUT"})
	for _, r := range []struct {
		url    string
		status int
	}{{"https://docs.example/a?secret", 200}, {"https://docs.example/b", 404}, {"https://evil.example/c", 0}, {"https://c.example/", 999}} {
		step(m, observe.Step{Kind: observe.Attempt, URL: parse(t, r.url)}, observe.Result{
			Status: r.status, Bytes: 100, Exchange: &observe.Exchange{FirstByte: time.Second, Body: time.Millisecond},
		})
	}
	step(m, observe.Step{Kind: observe.Attempt}, observe.Result{Err: errors.New("x")})
	step(m, observe.Step{Kind: observe.Scan}, observe.Result{Findings: 3})
	step(m, observe.Step{Kind: observe.Extract}, observe.Result{})

	text := scrape(t, m)
	for _, line := range []string{
		`webfetch_tool_calls_in_flight 0`,
		`webfetch_tool_calls_total{tool="fetch",code="OK"} 1`,
		`webfetch_tool_calls_total{tool="chunk",code="INVALID_INPUT"} 1`,
		`webfetch_tool_call_duration_seconds_count{tool="fetch"} 1`,
		`webfetch_fetches_total{code="OK",cache="hit"} 1`,
		`webfetch_fetches_total{code="TIMEOUT",cache="none"} 1`,
		`webfetch_fetch_duration_seconds_count 2`,
		`webfetch_requests_total{result="2xx"} 1`,
		`webfetch_requests_total{result="error"} 2`,
		`webfetch_requests_total{result="other"} 1`,
		`webfetch_host_requests_total{host="docs.example",result="4xx"} 1`,
		`webfetch_host_requests_total{host="other",result="error"} 1`,
		`webfetch_request_phase_seconds_sum{phase="first_byte"} 4`,
		`webfetch_received_bytes_total 400`,
		`webfetch_findings_total 3`,
		`webfetch_step_duration_seconds_count{step="extract"} 1`,
	} {
		assert.Contains(t, text, line+"\n")
	}
	assert.Contains(t, text, "go_goroutines")
	assert.NotContains(t, text, "evil.example")
	assert.NotContains(t, text, "secret")
	assert.NotContains(t, text, `phase="dns"`, "what did not take place is not counted")
}

func TestHostsAreBounded(t *testing.T) {
	var hosts []string
	for i := range 300 {
		hosts = append(hosts, fmt.Sprintf("h%d.example", i))
	}
	m := metrics.New(metrics.Options{Hosts: hosts})
	for _, host := range hosts {
		step(m, observe.Step{Kind: observe.Attempt, URL: parse(t, "https://"+host+"/")}, observe.Result{Status: 200})
	}
	assert.Equal(t, 101, strings.Count(scrape(t, m), "webfetch_host_requests_total{"))
	assert.NotContains(t, scrape(t, metrics.New(metrics.Options{})), "webfetch_host_requests_total", "hosts are told apart where that is configured")
}

func TestServe(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	m := metrics.New(metrics.Options{})
	l, err := metrics.Listen(ctx, ":0")
	require.NoError(t, err)
	assert.True(t, netip.MustParseAddrPort(l.Addr().String()).Addr().IsLoopback())
	ended := make(chan error, 1)
	go func() { ended <- m.Serve(ctx, l) }()
	for path, status := range map[string]int{"/metrics": 200, "/": 404, "/mcp": 404} {
		resp, err := http.Get("http://" + l.Addr().String() + path)
		require.NoError(t, err)
		_, _ = io.Copy(io.Discard, resp.Body)
		require.NoError(t, resp.Body.Close())
		assert.Equal(t, status, resp.StatusCode, path)
	}
	stop()
	require.NoError(t, <-ended)
	_, err = metrics.Listen(t.Context(), "nonsense")
	require.Error(t, err)
}

// A client that is observed shows up in the metrics.
func ExampleMetrics() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "Low water at noon.") }))
	defer site.Close()
	m := metrics.New(metrics.Options{})
	client, err := webfetch.New(webfetch.Options{
		Observer:     m,
		IgnoreRobots: true,
		Policy:       security.AllowLoopback(),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	for range 2 {
		if _, err := client.Fetch(context.Background(), webfetch.Request{URL: site.URL}); err != nil {
			fmt.Println(err)
		}
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "webfetch_fetches_total") || strings.HasPrefix(line, "webfetch_requests_total") {
			fmt.Print(line)
		}
	}
	// Output:
	// webfetch_fetches_total{code="OK",cache="hit"} 1
	// webfetch_fetches_total{code="OK",cache="miss"} 1
	// webfetch_requests_total{result="2xx"} 1
}
