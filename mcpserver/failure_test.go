package mcpserver_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func TestFailures(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed.Close()
	for name, tt := range map[string]struct {
		args   args
		code   string
		say    string
		status int
	}{
		"no such page":    {args{"url": web.URL + "/missing"}, "HTTP_ERROR", "404", 404},
		"refused":         {args{"url": "http://" + closed.Addr().String() + "/"}, "CONNECTION_FAILED", "Failed to fetch http://" + closed.Addr().String() + "/: the host refuses the connection", 0},
		"robots":          {args{"url": web.URL + "/private/page"}, "ROBOTS_BLOCKED", "asks robots not to read", 0},
		"private address": {args{"url": "http://10.1.2.3/"}, "SSRF_BLOCKED", "not on the public internet", 0},
		"metadata":        {args{"url": "http://169.254.169.254/latest/"}, "SSRF_BLOCKED", "not on the public internet", 0},
		"file":            {args{"url": "file:///etc/passwd"}, "INVALID_PROTOCOL", "Only http and https", 0},
		"relative":        {args{"url": "page.html"}, "INVALID_URL", "absolute", 0},
		"too large":       {args{"url": web.URL + "/article", "options": args{"max_bytes": 100, "cache_ttl_s": 0}}, "CONTENT_TOO_LARGE", "max_bytes", 0},
		"timeout":         {args{"url": web.URL + "/slow/1", "options": args{"timeout_ms": 50}}, "TIMEOUT", "timeout_ms", 0},
		"no browser":      {args{"url": web.URL + "/article", "options": args{"mode": "render"}}, "RENDER_UNAVAILABLE", "mode=http", 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := call(t, session, "fetch", tt.args)
			assert.Equal(t, tt.code, r.Error.Code, r.Error.Message)
			assert.Contains(t, r.Error.Message, tt.say)
			assert.Equal(t, tt.status, r.Error.Details.StatusCode)
			assert.Contains(t, r.text, r.Error.Message)
			assert.NotEmpty(t, r.RequestID)
		})
	}
}

func TestHTTPErrorKeepsAnExcerpt(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	r := call(t, session, "fetch", args{"url": web.URL + "/missing"})
	assert.Contains(t, r.Error.Details.Excerpt, "Nothing here")
	assert.Equal(t, web.URL+"/missing", r.Error.Details.URL)
	shown, _ := between(t, r.text)
	assert.Equal(t, r.Error.Details.Excerpt, shown, "an excerpt is fenced like a page")
}

// What the scanner of the server could not judge is told beside an excerpt too.
func TestHTTPErrorTellsOfAFailedScanner(t *testing.T) {
	web := newSite(t)
	client, err := webfetch.New(webfetch.Options{Policy: loopback(), Limits: webfetch.Limits{RatePerHost: -1}, Hooks: webfetch.Hooks{Scanner: failingScanner{}}})
	require.NoError(t, err)
	defer client.Close()
	r := call(t, connect(t, must(mcpserver.New(client, mcpserver.Options{})).MCP(), nil), "fetch", args{"url": web.URL + "/missing"})
	assert.Equal(t, "HTTP_ERROR", r.Error.Code)
	above, _, fenced := strings.Cut(r.text, "[begin of page content")
	require.True(t, fenced, r.text)
	assert.Contains(t, above, "Warning (scanner_failed): The further scanner")
	assert.NotContains(t, r.text, "stranger")
}

type failingScanner struct{}

func (failingScanner) Scan(context.Context, string, []injection.HiddenText) ([]injection.Finding, error) {
	return nil, errors.New("words of a stranger")
}

func TestRobotsCanBeTurnedOff(t *testing.T) {
	web := newSite(t)
	off := args{"url": web.URL + "/private/page", "options": args{"respect_robots": false}}
	assert.True(t, call(t, open(t, mcpserver.Options{}), "fetch", off).Success)
	forced := call(t, open(t, mcpserver.Options{Tools: tools.Options{ForceRobots: true}}), "fetch", off)
	assert.Equal(t, "ROBOTS_BLOCKED", forced.Error.Code)
}

func TestLongestCall(t *testing.T) {
	web := newSite(t)
	session := open(t, mcpserver.Options{Tools: tools.Options{MaxTimeout: 50 * 1e6}})
	r := call(t, session, "fetch", args{"url": web.URL + "/slow/1", "options": args{"timeout_ms": 60000}})
	assert.Equal(t, "TIMEOUT", r.Error.Code)
}

func TestRefusedHeaders(t *testing.T) {
	web := newSite(t)
	session := open(t, mcpserver.Options{RefuseHeaders: []string{"X-Principal"}})
	for name, success := range map[string]bool{"x-principal": false, "X-Other": true, "Authorization": true} {
		r := call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"headers": args{name: "1"}}})
		assert.Equal(t, success, r.Success, "%s: %s", name, r.text)
	}
}

func TestSearchIsNotConfigured(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	_, err := tryCall(t.Context(), session, "ai_search_query", args{"query": args{"query": "authentication setup"}})
	assertInvalidParams(t, err)

	page := call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"ai_search": args{"enabled": true}}})
	assert.True(t, page.Success)
	assert.Contains(t, string(page.AISearch), "AI_SEARCH_NOT_CONFIGURED")

	needed := call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"ai_search": args{"enabled": true, "require_success": true}}})
	assert.Equal(t, "AI_SEARCH_NOT_CONFIGURED", needed.Error.Code)

	raw := call(t, session, "fetch", args{"url": web.URL + "/article", "options": args{"ai_search": args{"enabled": true, "require_success": true}, "format": args{"output": "raw"}}})
	assert.True(t, raw.Success, "skipped for raw")
}
