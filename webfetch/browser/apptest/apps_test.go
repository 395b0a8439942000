// Package apptest renders small applications of many frameworks and compares each
// with the same page as a server renders it. prepare.sh builds them.
package apptest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// latency is how long the site takes to answer what scripts ask for.
const latency = 60 * time.Millisecond

// site serves what prepare.sh has built.
func site(t testing.TB) *httptest.Server {
	t.Helper()
	if _, err := os.Stat("dist/.built"); err != nil {
		if os.Getenv("WEBFETCH_CLIENT_TESTS") == "" {
			t.Skip("the apps are not built: prepare.sh does it")
		}
		t.Fatal("the apps are not built: run prepare.sh, as make test does")
	}
	files := http.FileServer(http.Dir("dist"))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			time.Sleep(latency)
		}
		w.Header().Set("Cache-Control", "no-store")
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func client(t testing.TB) *webfetch.Client {
	t.Helper()
	policy := security.AllowLoopback()
	renderer, err := browser.New(browser.Options{Policy: policy})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, renderer.Close()) })
	c, err := webfetch.New(webfetch.Options{Policy: policy, Renderer: renderer, IgnoreRobots: true, Limits: webfetch.Limits{RatePerHost: -1, CacheTTL: -1, Timeout: time.Minute}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	return c
}

// routes are the fragments of apps that route by them.
var routes = map[string]string{"vue-hash": "#/thread/7"}

// apps are the names of all that is built.
func apps(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir("apps")
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// get reads one form of an app, server or client.
func get(t testing.TB, c *webfetch.Client, address, app, form string, mode string) *webfetch.Packet {
	t.Helper()
	page := address + "/" + app + "/" + form + ".html"
	if form == "client" {
		page += routes[app]
	}
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: page, Mode: mode, Principal: app, Extract: webfetch.ExtractOptions{Links: true}})
	require.NoError(t, err, page)
	return p
}

// TestRenderedIsAsServed: what scripts make of a page gives the packet that the same
// page gives when a server has made it, under the default wait.
func TestRenderedIsAsServed(t *testing.T) {
	s, c := site(t), client(t)
	get(t, c, s.URL, apps(t)[0], "client", "render") // starts the browser
	var took []time.Duration
	names := apps(t)
	require.GreaterOrEqual(t, len(names), 12)
	for _, app := range names {
		t.Run(app, func(t *testing.T) {
			served := get(t, c, s.URL, app, "server", "http")
			began := time.Now()
			rendered := get(t, c, s.URL, app, "client", "render")
			took = append(took, time.Since(began))
			require.Equal(t, extract.VerdictContent, served.Verdict.Kind)
			assert.Equal(t, extract.VerdictContent, rendered.Verdict.Kind)
			f1 := tokenF1(served.Content, rendered.Content)
			t.Logf("F1 %.3f, %v", f1, took[len(took)-1].Round(time.Millisecond))
			if f1 < 0.98 {
				t.Errorf("token F1 %.3f, want 0.98\nserved:\n%s\nrendered:\n%s", f1, served.Content, rendered.Content)
			}
			assert.Equal(t, headings(served), headings(rendered))
			assert.Equal(t, links(served), links(rendered))
			assert.Equal(t, served.Metadata.Title, rendered.Metadata.Title)
			assert.NotContains(t, rendered.Content, "cookies")
			for _, w := range rendered.Warnings {
				assert.NotEqual(t, "render_timeout", w.Type, w.Message)
			}
		})
	}
	slices.Sort(took)
	t.Logf("%d apps: median %v, p95 %v", len(took), took[len(took)/2].Round(time.Millisecond), took[(len(took)*95-1)/100].Round(time.Millisecond))
}

// TestAutoRendersWhatNeedsIt: mode auto reads the served form by HTTP alone, and of
// the other knows that it is a shell.
func TestAutoRendersWhatNeedsIt(t *testing.T) {
	s, c := site(t), client(t)
	for _, app := range apps(t) {
		t.Run(app, func(t *testing.T) {
			static := get(t, c, s.URL, app, "client", "http")
			if app == "react-hydrated" {
				assert.Equal(t, extract.VerdictContent, static.Verdict.Kind, "the state has the text")
			} else {
				assert.Equal(t, extract.VerdictJSShell, static.Verdict.Kind, static.Content)
			}
			served := get(t, c, s.URL, app, "server", "auto")
			assert.Equal(t, "http", served.Provenance.Via)
			p := get(t, c, s.URL, app, "client", "auto")
			assert.Equal(t, "render", p.Provenance.Via)
			assert.Contains(t, []string{"shell", "state"}, p.Stats.RenderReason)
			assert.Equal(t, headings(served), headings(p))
		})
	}
}

// tokenF1 compares two texts as bags of words.
func tokenF1(want, got string) float64 {
	count := map[string]int{}
	w, g := strings.Fields(want), strings.Fields(got)
	for _, word := range w {
		count[word]++
	}
	same := 0
	for _, word := range g {
		if count[word] > 0 {
			count[word]--
			same++
		}
	}
	return 2 * float64(same) / float64(max(1, len(w)+len(g)))
}

func headings(p *webfetch.Packet) (list []string) {
	for _, h := range p.Outline {
		list = append(list, fmt.Sprint(h.Level, " ", h.Text))
	}
	return list
}

// links are the links of a page, sorted; those into the page itself by their
// fragments.
func links(p *webfetch.Packet) (list []string) {
	for _, l := range p.Links {
		u, err := url.Parse(l.URL)
		if err != nil {
			continue
		}
		if path.Ext(u.Path) == ".html" {
			u.Path = ""
		}
		list = append(list, u.RequestURI()+" "+l.Text+" "+string(l.Role))
	}
	slices.Sort(list)
	return list
}
