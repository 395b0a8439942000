package webfetch_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// brokenCache panics where it is told to.
type brokenCache struct{ get, put bool }

func (b brokenCache) Get(context.Context, string) ([]byte, error) {
	if b.get {
		panic("cache: get is broken")
	}
	return nil, nil
}

func (b brokenCache) Put(context.Context, string, []byte, time.Duration) error {
	if b.put {
		panic("cache: put is broken")
	}
	return nil
}

type brokenRenderer struct{}

func (brokenRenderer) Render(context.Context, webfetch.Request) (*webfetch.Rendered, error) {
	panic(errors.New("renderer is broken"))
}

func TestAPanicIsAnErrorOfThatCall(t *testing.T) {
	s := newSite(t)
	for what, tt := range map[string]struct {
		change func(*webfetch.Options)
		req    webfetch.Request
		text   string
	}{
		"extractor": {func(o *webfetch.Options) {
			o.Hooks.Extractors = map[string]extract.Extractor{"text/html": faulty("panic")}
		}, webfetch.Request{}, "panic: broken"},
		"cache":      {func(o *webfetch.Options) { o.Cache = brokenCache{get: true} }, webfetch.Request{}, "get is broken"},
		"download":   {func(o *webfetch.Options) { o.Cache = brokenCache{put: true} }, webfetch.Request{}, "put is broken"},
		"renderer":   {func(o *webfetch.Options) { o.Renderer = brokenRenderer{} }, webfetch.Request{Mode: "render"}, "renderer is broken"},
		"listener":   {func(o *webfetch.Options) {}, webfetch.Request{Progress: func(string, int64, int64) { panic("listener is broken") }}, "listener is broken"},
		"limiter":    {func(o *webfetch.Options) { o.Hooks.Limiter = brokenLimiter{} }, webfetch.Request{}, "limiter is broken"},
		"decoder":    {func(o *webfetch.Options) { o.Hooks.WrapTransport = brokenBodies }, webfetch.Request{IgnoreRobots: true}, "decoder is broken"},
		"dialing":    {func(o *webfetch.Options) { o.Policy.Dial = panicDial }, webfetch.Request{IgnoreRobots: true}, "dial is broken"},
		"extraction": {func(o *webfetch.Options) { o.Counter = brokenCounter{} }, webfetch.Request{Extract: webfetch.ExtractOptions{MaxTokens: 50}}, "counter is broken"},
	} {
		t.Run(what, func(t *testing.T) {
			var out bytes.Buffer
			c := s.client(t, tt.change, func(o *webfetch.Options) { o.Logger = slog.New(slog.NewTextHandler(&out, nil)) })
			tt.req.URL = s.URL + "/article.html"
			e := fault(t, c, tt.req)
			assert.Equal(t, webfetch.Internal, e.Code)
			assert.False(t, e.Retryable)
			assert.ErrorContains(t, e, tt.text)
			var stopped *panics.Error
			require.ErrorAs(t, e, &stopped)
			assert.Contains(t, string(stopped.Stack), "_test.go", "the stack leads to where it happened")
			assert.Contains(t, out.String(), "level=ERROR")
			assert.Contains(t, out.String(), tt.text)
			assert.Contains(t, out.String(), "_test.go", "the log has the stack")

			again := webfetch.Request{URL: s.URL + "/docs.html", Mode: "http", IgnoreRobots: true, Method: http.MethodHead, CacheTTL: -1}
			if what != "dialing" && what != "limiter" && what != "cache" { // these are broken for all
				_, err := c.Fetch(t.Context(), again)
				assert.NoError(t, err, "the client lives on")
			}
		})
	}
}

func panicDial(context.Context, string, string) (net.Conn, error) { panic("dial is broken") }

type brokenLimiter struct{}

func (brokenLimiter) Wait(context.Context, string) error { panic("limiter is broken") }

func (brokenLimiter) Pause(context.Context, string, time.Duration) {}

// brokenBodies makes the bodies of articles panic when they are read, as a broken decoder of
// their content would.
func brokenBodies(next http.RoundTripper) http.RoundTripper { return brokenTransport{next} }

type brokenTransport struct{ next http.RoundTripper }

func (b brokenTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(req)
	if err == nil && strings.HasSuffix(req.URL.Path, "/article.html") {
		resp.Body = brokenBody{resp.Body}
	}
	return resp, err
}

type brokenBody struct{ io.ReadCloser }

func (brokenBody) Read([]byte) (int, error) { panic("decoder is broken") }

type brokenCounter struct{}

func (brokenCounter) Count(string) int { panic("counter is broken") }

func TestAPanickingBrowserIsToldWhereAPageNeedsIt(t *testing.T) {
	s := newSite(t)
	var out bytes.Buffer
	c := s.client(t, func(o *webfetch.Options) {
		o.Renderer, o.Logger = brokenRenderer{}, slog.New(slog.NewTextHandler(&out, nil))
	})
	p := fetch(t, c, s.URL+"/shell.html")
	assert.Contains(t, warningTypes(p), "js_required")
	assert.Contains(t, out.String(), "renderer is broken")
}

// waiting is a browser that takes as long as it is let.
type waiting struct{ own error }

func (w waiting) Render(ctx context.Context, _ webfetch.Request) (*webfetch.Rendered, error) {
	if w.own != nil {
		return nil, w.own
	}
	<-ctx.Done()
	return nil, errors.New("the browser went away")
}

func TestTheEndOfACallDuringRenderingIsToldAsSuch(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/article.html", "/shell.html"} {
		req := webfetch.Request{URL: s.URL + path}
		if path == "/article.html" {
			req.Mode = "render"
		}
		c := s.client(t, func(o *webfetch.Options) { o.Renderer = waiting{} })
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		_, err := c.Fetch(ctx, req)
		assert.ErrorIs(t, err, webfetch.Cancelled, path)
		assert.ErrorIs(t, err, context.Canceled, path)

		cancel()
	}
	c := s.client(t, func(o *webfetch.Options) { o.Renderer = waiting{} })
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/article.html", Mode: "render", Timeout: 50 * time.Millisecond})
	assert.ErrorIs(t, err, webfetch.Timeout)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	c = s.client(t, func(o *webfetch.Options) { o.Renderer = waiting{own: context.DeadlineExceeded} })
	e := fault(t, c, webfetch.Request{URL: s.URL + "/article.html", Mode: "render"})
	assert.Equal(t, webfetch.RenderTimeout, e.Code, "the browser's own limit")
}

type brokenSummarizer struct{}

func (brokenSummarizer) Summarize(context.Context, string, string, int) (string, error) {
	panic("summarizer is broken")
}

type brokenEmbedder struct{}

func (brokenEmbedder) Embed(context.Context, []string) ([][]float32, error) {
	panic("embedder is broken")
}

func TestAPanicUnderChunkAndCompactIsAnErrorOfThatCall(t *testing.T) {
	s := newSite(t)
	for what, tt := range map[string]struct {
		change func(*webfetch.Options)
		call   func(*webfetch.Client, *webfetch.Packet) error
	}{
		"summarizer is broken": {func(o *webfetch.Options) { o.Summarizer = brokenSummarizer{} }, func(c *webfetch.Client, p *webfetch.Packet) error {
			_, err := c.Compact(t.Context(), p, compact.Options{Mode: compact.MapReduce, MaxTokens: 60})
			return err
		}},
		"embedder is broken": {func(o *webfetch.Options) { o.Embedder = brokenEmbedder{} }, func(c *webfetch.Client, p *webfetch.Packet) error {
			_, err := c.Compact(t.Context(), p, compact.Options{MaxTokens: 60, Question: "When was the lighthouse built?"})
			return err
		}},
		"counter is broken": {func(o *webfetch.Options) { o.Counter = brokenCounter{} }, func(c *webfetch.Client, p *webfetch.Packet) error {
			_, err := c.Chunk(t.Context(), p, chunk.Options{})
			return err
		}},
	} {
		t.Run(what, func(t *testing.T) {
			var out bytes.Buffer
			c := s.client(t, tt.change, func(o *webfetch.Options) { o.Logger = slog.New(slog.NewTextHandler(&out, nil)) })
			p := fetch(t, c, s.URL+"/article.html")
			err := tt.call(c, p)
			var e *webfetch.Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, webfetch.Internal, e.Code)
			assert.False(t, e.Retryable)
			var stopped *panics.Error
			require.ErrorAs(t, e, &stopped)
			assert.Contains(t, stopped.Value, what)
			assert.Contains(t, string(stopped.Stack), "panic_test.go", "the stack leads to where it happened")
			assert.Equal(t, 1, strings.Count(out.String(), "level=ERROR"))
			assert.Contains(t, out.String(), what)
		})
	}
}

func TestAPanickingDialerCostsItsCallHoweverManyAddresses(t *testing.T) {
	s := newSite(t)
	var out bytes.Buffer
	c := s.client(t, func(o *webfetch.Options) {
		o.Policy = &security.Policy{Resolver: twoAddresses{}, Dial: panicDial}
		o.Logger = slog.New(slog.NewTextHandler(&out, nil))
	})
	e := fault(t, c, webfetch.Request{URL: "http://a.example.com/", IgnoreRobots: true})
	assert.Equal(t, webfetch.Internal, e.Code)
	assert.ErrorContains(t, e, "panic: dial is broken")
	assert.Contains(t, out.String(), "webfetch_test.panicDial", "the stack leads to where it happened")
}

// twoAddresses resolves every name to addresses of both families.
type twoAddresses struct{}

func (twoAddresses) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.216.34"), netip.MustParseAddr("2606:2800:220:1::1")}, nil
}

func TestAPanicOfTheRequestsIsThatOfFetchAll(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	results := 0
	assert.PanicsWithError(t, "panic: no more addresses", func() {
		for range c.FetchAll(t.Context(), func(yield func(webfetch.Request) bool) {
			yield(webfetch.Request{URL: s.URL + "/article.html"})
			panic("no more addresses")
		}) {
			results++
		}
	})
	assert.LessOrEqual(t, results, 1)
}
