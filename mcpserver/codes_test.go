package mcpserver_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// troubles is a site where everything goes wrong.
func troubles() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/article", func(w http.ResponseWriter, _ *http.Request) { html(w, article) })
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "User-agent: *\nDisallow: /private\n") })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/far/{n}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/far/1"+r.PathValue("n"), http.StatusFound)
	})
	mux.HandleFunc("/squeezed", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		html(w, "not \x00 squeezed at all")
	})
	mux.HandleFunc("/film", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "video/mp4")
		io.WriteString(w, "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom")
	})
	mux.HandleFunc("/paper", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		io.WriteString(w, "%PDF-1.4\n")
	})
	mux.HandleFunc("/busy", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	mux.HandleFunc("/wall", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cf-Mitigated", "challenge")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, `<html><head><title>Just a moment...</title><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script></head>
<body><h1>www.example.com</h1><p>Verify you are human by completing the action below.</p><div class="cf-turnstile" data-sitekey="x"></div></body></html>`)
	})
	return mux
}

// Every code of the contract that a page can be the cause of, as a client sees it.
func TestEveryFailureHasItsCode(t *testing.T) {
	for _, tt := range []struct {
		code      webfetch.Code
		arguments args
		with      func(*webfetch.Options)
		say       string
	}{
		{"INVALID_URL", args{"url": "http://[::1"}, nil, ""},
		{"INVALID_PROTOCOL", args{"url": "ftp://example.com/"}, nil, "Only http and https"},
		{"SSRF_BLOCKED", args{"url": "http://127.0.0.1/"}, nil, "public internet"},
		{"DOMAIN_NOT_ALLOWED", args{"url": "https://example.com/article"}, func(o *webfetch.Options) { o.Policy.AllowDomains = []string{"other.example"} }, ""},
		{"ROBOTS_BLOCKED", args{"url": "https://example.com/private"}, nil, "robots"},
		{"HTTP_ERROR", args{"url": "https://example.com/nothing"}, nil, "status 404"},
		{"DNS_ERROR", args{"url": "https://doesntexist.example/"}, nil, "Failed to connect to https://doesntexist.example/"},
		{"TLS_ERROR", args{"url": "https://other.example/article"}, nil, "certificate"},
		{"TOO_MANY_REDIRECTS", args{"url": "https://example.com/far/1"}, nil, "redirect"},
		{"REDIRECT_LOOP", args{"url": "https://example.com/loop"}, nil, "redirect"},
		{"CONTENT_TOO_LARGE", args{"url": "https://example.com/article", "options": args{"max_bytes": 10}}, nil, "max_bytes"},
		{"DECOMPRESSION_FAILED", args{"url": "https://example.com/squeezed"}, nil, ""},
		{"UNSUPPORTED_CONTENT_TYPE", args{"url": "https://example.com/film"}, nil, "can't be read as text"},
		{"PDF_DISABLED", args{"url": "https://example.com/paper"}, func(o *webfetch.Options) { o.DisablePDF = true }, ""},
		{"EXTRACTION_FAILED", args{"url": "https://example.com/paper"}, nil, ""},
		{"CAPTCHA_DETECTED", args{"url": "https://example.com/wall"}, nil, ""},
		{"RENDER_UNAVAILABLE", args{"url": "https://example.com/article", "options": args{"mode": "render"}}, nil, "mode=http"},
		{"RENDER_FAILED", args{"url": "https://example.com/article", "options": args{"mode": "render"}}, withBrowser(errors.New("crashed")), ""},
		{"RENDER_TIMEOUT", args{"url": "https://example.com/article", "options": args{"mode": "render"}}, withBrowser(context.DeadlineExceeded), ""},
		{"INTERNAL", args{"url": "https://example.com/article"}, func(o *webfetch.Options) { o.Cache = badCache{} }, "Internal error"},
	} {
		t.Run(string(tt.code), func(t *testing.T) {
			opts := newWorld(t, troubles()).options()
			if tt.with != nil {
				tt.with(&opts)
			}
			r := call(t, serveIn(t, opts), "fetch", tt.arguments)
			require.Equal(t, string(tt.code), r.Error.Code, r.Error.Message)
			assert.Contains(t, r.Error.Message, tt.say)
			assert.True(t, strings.HasSuffix(r.Error.Message, "."), "a sentence that says what to try: %s", r.Error.Message)
			assert.True(t, strings.HasPrefix(r.text, r.Error.Code+": "+r.Error.Message), r.text)
		})
	}
}

func withBrowser(err error) func(*webfetch.Options) {
	return func(o *webfetch.Options) { o.Renderer = &fakeBrowser{err: err} }
}

// badCache is a part of somebody else that is at fault.
type badCache struct{ webfetch.Cache }

func (badCache) Get(context.Context, string) ([]byte, error) {
	panic("a secret of the operator")
}

// A fault of a part tells the client nothing of itself.
func TestFaultsKeepTheirSecrets(t *testing.T) {
	opts := newWorld(t, troubles()).options()
	opts.Cache = badCache{}
	r := call(t, serveIn(t, opts), "fetch", args{"url": "https://example.com/article"})
	assert.NotContains(t, string(r.raw), "secret")
}

func TestRetryAfterIsTold(t *testing.T) {
	session := serveIn(t, newWorld(t, troubles()).options())
	r := call(t, session, "fetch", args{"url": "https://example.com/busy"})
	assert.Equal(t, 429, r.Error.Details.StatusCode)
	assert.Equal(t, 120, r.Error.Details.RetryAfter, "a long wait is told at once")
	assert.True(t, r.Error.Retryable)
	again := call(t, session, "fetch", args{"url": "https://example.com/article"})
	assert.Equal(t, "RATE_LIMITED", again.Error.Code, "the host is left alone")
	assert.InDelta(t, 120, again.Error.Details.RetryAfter, 2)
}

func TestRateLimitOfAHost(t *testing.T) {
	opts := newWorld(t, troubles()).options()
	opts.Limits.RatePerHost = 1
	session := serveIn(t, opts)
	var last *result
	for i := range 8 {
		last = call(t, session, "fetch", args{"url": fmt.Sprintf("https://example.com/article?%d", i), "options": args{"timeout_ms": 5000}})
	}
	assert.Equal(t, "RATE_LIMITED", last.Error.Code)
	assert.Positive(t, last.Error.Details.RetryAfter)
}

// A page that only a browser can read is read by one, with a picture where one
// was asked for, which can be read as a resource.
func TestRenderedPages(t *testing.T) {
	opts := newWorld(t, troubles()).options()
	opts.Renderer = &fakeBrowser{page: article, late: true}
	session := serveIn(t, opts)
	r := call(t, session, "fetch", args{"url": "https://example.com/article", "options": args{"mode": "render", "render": args{"screenshot": true}}})
	require.True(t, r.Success, r.text)
	assert.Equal(t, "render", r.Packet.Provenance.Via)
	assert.Equal(t, "asked", r.RenderReason)
	require.NotEmpty(t, r.Packet.Warnings)
	assert.Equal(t, "render_timeout", r.Packet.Warnings[0].Type)
	assert.Contains(t, r.text, "Warning (render_timeout): ")
	require.Len(t, r.links, 2, "the content, and the picture that was asked for")
	assert.Equal(t, "webfetch://screenshot/"+r.Packet.SourceID, r.links[1].URI)
	picture := read(t, session, r.links[1].URI)
	assert.Equal(t, "image/png", picture.MIMEType)
	assert.Equal(t, "\x89PNG\r\n\x1a\n", string(picture.Blob))
	values := complete(t, session, strings.Replace(completeSource, "webfetch://packet/", "webfetch://screenshot/", 1))
	assert.Equal(t, []string{r.Packet.SourceID}, values)
}
