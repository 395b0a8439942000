package webfetch_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestStatusAdvice(t *testing.T) {
	for _, test := range []struct {
		e    webfetch.Error
		want string
	}{
		{webfetch.Error{Status: 404}, "Check the address, or search the site for the page."},
		{webfetch.Error{Status: 410}, "Check the address, or search the site for the page."},
		{webfetch.Error{Status: 403}, "The site doesn't let this client read the page; use another source."},
		{webfetch.Error{Status: 418}, "Check the address, or use another source."},
		{webfetch.Error{Status: 503, Retryable: true}, "Try later, or use another source."},
		{webfetch.Error{Status: 429, Retryable: true, RetryAfter: time.Minute}, "Wait as long as the site asks, or use another source."},
	} {
		test.e.Code = webfetch.HTTPError
		assert.Equal(t, test.want, test.e.Hint(), "%d", test.e.Status)
	}
}

// What to try with a page depends on what was tried and on what can be.
func TestNextStep(t *testing.T) {
	s := serving(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path != "/nothing" {
			_, _ = w.Write([]byte("x"))
		}
	})
	for _, test := range []struct {
		kind    extract.VerdictKind
		next    string // of the extractor
		browser bool
		via     string
		say     string
	}{
		{extract.VerdictContent, "the page's own", false, "http", ""},
		{extract.VerdictJSShell, "the page's own", false, "http", "No browser is configured here"},
		{extract.VerdictJSShell, "the page's own", true, "render", "A browser found no content either"},
		{extract.VerdictJSShell, "the page's own", true, "bytes", "fetch the page by its address"},
		{extract.VerdictConsent, "the page's own", false, "http", "another source"},
		{extract.VerdictConsent, "the page's own", true, "http", "mode=render"},
		{extract.VerdictLogin, "the page's own", false, "http", "public copy"},
		{extract.VerdictPaywall, "the page's own", false, "http", "the part that it is"},
		{extract.VerdictEmpty, "the page's own", false, "http", "view=raw"},
		{extract.VerdictEmpty, "the page's own", true, "http", "mode=render"},
		{extract.VerdictSoft404, "the page's own", false, "http", "the page's own"},
		{extract.VerdictJSShell, extract.NextTarget, true, "http", extract.NextTarget},
		{extract.VerdictEmpty, "fetch it with rendering", false, "nothing", "Check the address, or use another source."},
		{extract.VerdictContent, extract.NextRender, true, "http", "for its headings and links"},
		{extract.VerdictEmpty, "", false, "head", "Use method=GET to read the page."},
	} {
		c := s.client(t, func(o *webfetch.Options) {
			o.Hooks.Extractors = map[string]extract.Extractor{"text/html": extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
				doc := &extract.Document{Verdict: extract.Verdict{Kind: test.kind, Next: test.next}}
				if test.kind == extract.VerdictContent {
					doc.Markdown = "Boats float because they push water away."
				}
				return doc, nil
			})}
			if test.browser {
				o.Renderer = &browser{html: "x"}
			}
		})
		p, err := readVia(t, c, s.URL, test.via)
		require.NoError(t, err)
		next := p.Verdict.Next
		assert.Contains(t, next, test.say, "%s by %s", test.kind, test.via)
		if test.say == "" {
			assert.Empty(t, next)
		}
		if !test.browser {
			assert.NotContains(t, next, "render", "%s by %s", test.kind, test.via)
		}
	}
}

// readVia reads a page of a site in one of the ways that there are.
func readVia(t *testing.T, c *webfetch.Client, site, via string) (*webfetch.Packet, error) {
	req := webfetch.Request{URL: site + "/page", Mode: "http"}
	switch via {
	case "bytes":
		return c.Extract(t.Context(), extract.Source{MediaType: "text/html", Body: []byte("x")}, webfetch.ExtractOptions{})
	case "render":
		req.Mode = "render"
	case "head":
		req.Method = http.MethodHead
	case "nothing":
		req.URL = site + "/nothing"
	}
	return c.Fetch(t.Context(), req)
}
