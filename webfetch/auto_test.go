package webfetch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const (
	emptyShell = `<!doctype html><title>App</title><div id="app"></div><script src="/app.js"></script>`
	statePage  = `<!doctype html><title>Banks</title><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"text":"` + stateText + `"}}</script><script src="/main.js"></script>`
	stateText  = "The harbour office measures the banks each spring, and draws the chart anew. It is on sale in the office, and on board of the ferry. Who finds a bank that is not on it may tell the office, which keeps a book of them. The book lies open on the quay, below the clock, and whoever wants to may read in it."
	fullPage   = `<!doctype html><title>Banks</title><main><h1>Banks</h1><p>` + stateText + `</p><p>Another <a href="/chart">chart of the banks</a> is kept by the pilots, who add to it what they see.</p></main>`
	wallPage   = `<!doctype html><title>Just a moment...</title><p>Verify you are human</p><script src="https://challenges.cloudflare.com/x.js"></script>`
	loginPage  = `<!doctype html><title>Sign in</title><h1>Sign in</h1><p>Please sign in to continue.</p><form><input name="u"><input type="password"></form>`
)

// two is a site whose pages a browser shows otherwise than HTTP does.
type two struct {
	*httptest.Server
	mu       sync.Mutex
	asked    []string // by HTTP
	rendered []string
	static   map[string]string // by path; else emptyShell
	shown    map[string]string // by path; else fullPage
	status   int
	err      error
	hang     bool
}

func newTwo(t *testing.T) *two {
	s := &two{static: map[string]string{}, shown: map[string]string{}, status: http.StatusOK}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		if r.URL.Path != "/robots.txt" {
			s.asked = append(s.asked, r.URL.Path)
		}
		s.mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		page, found := s.static[r.URL.Path]
		if !found {
			page = emptyShell
		}
		fmt.Fprint(w, page)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *two) client(t *testing.T) *webfetch.Client {
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	require.NoError(t, err)
	c, err := webfetch.New(webfetch.Options{
		Policy:   &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), Ports: []uint16{uint16(port)}}}},
		Renderer: s, Limits: webfetch.Limits{RatePerHost: -1, MaxRetries: -1, CacheTTL: -1}, IgnoreRobots: true,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func (s *two) Render(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	page, err := url.Parse(req.URL)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.rendered = append(s.rendered, page.Path)
	s.mu.Unlock()
	if s.hang {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if s.err != nil {
		return nil, s.err
	}
	shown, found := s.shown[page.Path]
	if !found {
		shown = fullPage
	}
	header := http.Header{}
	if strings.HasPrefix(page.Path, "/api/") {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	return &webfetch.Rendered{URL: req.URL, Status: s.status, Header: header, HTML: []byte(shown)}, nil
}

func (s *two) fetch(t *testing.T, c *webfetch.Client, path string) *webfetch.Packet {
	t.Helper()
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + path})
	require.NoError(t, err)
	return p
}

func TestTextOfTheStateIsNotEnoughWhereThereIsABrowser(t *testing.T) {
	s := newTwo(t)
	s.static["/a"] = statePage
	p := s.fetch(t, s.client(t), "/a")
	assert.Equal(t, "state", p.Stats.RenderReason)
	assert.Contains(t, p.Content, "[chart of the banks]("+s.URL+"/chart)")

	c, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer c.Close()
	p, err = c.Extract(t.Context(), extract.Source{MediaType: "text/html", Body: []byte(statePage)}, webfetch.ExtractOptions{})
	require.NoError(t, err)
	assert.Equal(t, extract.VerdictContent, p.Verdict.Kind)
	assert.Empty(t, p.Verdict.Next, "there is nothing else to try")
	p, err = s.client(t).Fetch(t.Context(), webfetch.Request{URL: s.URL + "/a", Mode: "http"})
	require.NoError(t, err)
	assert.Contains(t, p.Verdict.Next, "mode=render")
}

// TestThePageIsNeverLost: what HTTP has is the answer where the browser has less.
func TestThePageIsNeverLost(t *testing.T) {
	for name, test := range map[string]struct {
		static string
		change func(*two)
		told   string
	}{
		"the browser fails":          {emptyShell, func(s *two) { s.err = errors.New("crashed") }, "RENDER_FAILED"},
		"it takes too long":          {emptyShell, func(s *two) { s.hang = true }, "TIMEOUT"},
		"it takes too long itself":   {emptyShell, func(s *two) { s.err = context.DeadlineExceeded }, "RENDER_TIMEOUT"},
		"it is asked for a person":   {emptyShell, func(s *two) { s.shown["/a"] = wallPage }, "CAPTCHA_DETECTED"},
		"it is refused":              {statePage, func(s *two) { s.status = http.StatusForbidden }, "HTTP_ERROR"},
		"text, but the browser none": {statePage, func(s *two) { s.shown["/a"] = emptyShell }, "shows less"},
		"text, but a login":          {statePage, func(s *two) { s.shown["/a"] = loginPage }, "shows less"},
		"text, but less in it":       {statePage, func(s *two) { s.shown["/a"] = "<main><h1>Banks</h1><p>Of the harbour.</p></main>" }, "shows less"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTwo(t)
			s.static["/a"] = test.static
			test.change(s)
			c := s.client(t)
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/a", Timeout: 500 * time.Millisecond})
			require.NoError(t, err)
			assert.Equal(t, "http", p.Provenance.Via)
			assert.Empty(t, p.Stats.RenderReason)
			assert.Equal(t, test.static == statePage, strings.Contains(p.Content, "draws the chart anew"))
			require.Contains(t, warningTypes(p), "js_required")
			for _, w := range p.Warnings {
				if w.Type == "js_required" {
					assert.Contains(t, w.Message, test.told)
				}
			}
		})
	}
}

// TestTheBrowserShowsWhatStandsBefore: of a page without content of its own, what
// the browser shows is the answer, be it a login.
func TestTheBrowserShowsWhatStandsBefore(t *testing.T) {
	s := newTwo(t)
	s.shown["/a"] = loginPage
	p := s.fetch(t, s.client(t), "/a")
	assert.Equal(t, extract.VerdictLogin, p.Verdict.Kind)
	assert.Equal(t, "render", p.Provenance.Via)
}

// TestRoutes: a fragment that scripts read names another page than HTTP has.
func TestRoutes(t *testing.T) {
	s := newTwo(t)
	s.static["/a"] = fullPage
	s.shown["/a"] = `<main><h1>Install</h1><p>Take the <a href="#/download">archive</a>, unpack it, and read <a href="#notes">the notes</a>, which say what else there is to do.</p></main>`
	p := s.fetch(t, s.client(t), "/a#/install")
	assert.Equal(t, "route", p.Stats.RenderReason)
	assert.Equal(t, s.URL+"/a#/install", p.CanonicalURL)
	assert.Equal(t, s.URL+"/a#/install", p.Provenance.FinalURL)
	assert.Contains(t, p.Content, "[archive]("+s.URL+"/a#/download)")
	c := s.client(t)
	links, _, err := c.View(t.Context(), p, "links")
	require.NoError(t, err)
	assert.Contains(t, links, s.URL+"/a#/download")
	assert.NotContains(t, links, "#notes")

	p = s.fetch(t, s.client(t), "/a#banks")
	assert.Equal(t, "http", p.Provenance.Via, "a place in the page")
	assert.Equal(t, s.URL+"/a", p.CanonicalURL)
	s.err = errors.New("crashed")
	p = s.fetch(t, s.client(t), "/a#!install")
	assert.Contains(t, p.Content, "draws the chart anew")
	assert.Contains(t, warningTypes(p), "js_required")
	none, err := webfetch.New(webfetch.Options{Policy: c.Options().Policy, Limits: webfetch.Limits{RatePerHost: -1}, IgnoreRobots: true})
	require.NoError(t, err)
	defer none.Close()
	p = s.fetch(t, none, "/a#/install")
	assert.Contains(t, warningTypes(p), "js_required", "it is told where there is no browser")
	assert.Equal(t, s.URL+"/a", p.CanonicalURL)
}
