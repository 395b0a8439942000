package webfetch_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// scripted is a Renderer that does as it is told.
type scripted func(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error)

func (s scripted) Render(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	return s(ctx, req)
}

func renderWith(t *testing.T, s *site, req webfetch.Request, render scripted) (*webfetch.Packet, error) {
	t.Helper()
	req.Mode = "render"
	return s.client(t, func(o *webfetch.Options) { o.Renderer = render; o.Limits.ConcurrencyPerHost = 1 }).Fetch(t.Context(), req)
}

// A renderer gets all that a transfer would, and its packet tells what happened.
func TestWhatARendererGets(t *testing.T) {
	s := newSite(t)
	var got webfetch.Request
	p, err := renderWith(t, s, webfetch.Request{
		URL: s.URL + "/shell.html#/route", Header: http.Header{"X-Token": {"t"}}, UserAgent: "tester/1", MaxBytes: 5000, MaxRedirects: 3,
		Render: webfetch.RenderOptions{WaitUntil: "load", Selector: "p.x"},
	}, func(_ context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
		got = req
		return &webfetch.Rendered{
			URL: s.URL + "/final.html", Status: http.StatusOK, Header: http.Header{"X-Robots-Tag": {"noarchive"}, "Content-Type": {"text/plain"}},
			Redirects: []string{s.URL + "/shell.html"}, HTML: []byte(rendered), Warnings: []extract.Warning{{Type: "render_timeout", Message: "Nothing matched."}},
		}, nil
	})
	require.NoError(t, err)
	assert.Equal(t, s.URL+"/shell.html#/route", got.URL)
	assert.Equal(t, http.Header{"X-Token": {"t"}}, got.Header)
	assert.Equal(t, "tester/1", got.UserAgent)
	assert.EqualValues(t, 5000, got.MaxBytes)
	assert.Equal(t, 3, got.MaxRedirects)
	got.Render.Admit = nil
	assert.Equal(t, webfetch.RenderOptions{WaitUntil: "load", Selector: "p.x"}, got.Render)

	assert.Contains(t, p.Content, "the script has built", "as HTML, whatever it came as")
	assert.Equal(t, []string{s.URL + "/shell.html"}, p.Provenance.Redirects)
	assert.Contains(t, p.Provenance.FinalURL, "/final.html")
	assert.Equal(t, []string{"noarchive"}, p.Provenance.Directives)
	var told []string
	for _, w := range p.Warnings {
		told = append(told, w.Message)
	}
	assert.Contains(t, told, "Nothing matched.")
}

// Documents that a page leads to ask robots.txt, and one place at a host serves
// the whole visit.
func TestFurtherDocumentsAreAdmitted(t *testing.T) {
	s := newSite(t)
	_, err := renderWith(t, s, webfetch.Request{URL: s.URL + "/shell.html"}, func(ctx context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
		for _, path := range []string{"/article.html", "/private/page.html"} {
			next, err := url.Parse(s.URL + path)
			require.NoError(t, err)
			if err := req.Render.Admit(ctx, next); err != nil {
				assert.Equal(t, "/private/page.html", path)
				return nil, err
			}
		}
		return &webfetch.Rendered{URL: req.URL, Status: http.StatusOK, HTML: []byte(rendered)}, nil
	})
	var e *webfetch.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, webfetch.RobotsBlocked, e.Code)
	assert.Equal(t, s.URL+"/private/page.html", e.URL)
}
