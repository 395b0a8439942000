package webfetch

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func TestStatusAdvice(t *testing.T) {
	for _, test := range []struct {
		e    Error
		want string
	}{
		{Error{Status: 404}, "Check the address, or search the site for the page."},
		{Error{Status: 410}, "Check the address, or search the site for the page."},
		{Error{Status: 403}, "The site doesn't let this client read the page; use another source."},
		{Error{Status: 418}, "Check the address, or use another source."},
		{Error{Status: 503, Retryable: true}, "Try later, or use another source."},
		{Error{Status: 429, Retryable: true, RetryAfter: time.Minute}, "Wait as long as the site asks, or use another source."},
	} {
		test.e.Code = HTTPError
		assert.Equal(t, test.want, test.e.Hint(), "%d", test.e.Status)
	}
}

// What to try with a page depends on what was tried and on what can be.
func TestNextStep(t *testing.T) {
	plain, browser := &Client{}, &Client{opts: Options{Renderer: renderer{}}}
	for _, test := range []struct {
		c    *Client
		kind extract.VerdictKind
		via  string
		say  string
	}{
		{plain, extract.VerdictContent, "http", ""},
		{plain, extract.VerdictJSShell, "http", "No browser is configured here"},
		{browser, extract.VerdictJSShell, "http", "mode=render"},
		{browser, extract.VerdictJSShell, "render", "A browser found no content either"},
		{browser, extract.VerdictJSShell, "bytes", "fetch the page by its address"},
		{plain, extract.VerdictConsent, "http", "another source"},
		{browser, extract.VerdictConsent, "http", "mode=render"},
		{plain, extract.VerdictLogin, "http", "public copy"},
		{plain, extract.VerdictPaywall, "http", "the part that it is"},
		{plain, extract.VerdictEmpty, "http", "view=raw"},
		{browser, extract.VerdictEmpty, "http", "mode=render"},
		{plain, extract.VerdictSoft404, "http", "the page's own"},
	} {
		p := &Packet{Raw: []byte("x"), Provenance: Provenance{Via: test.via}, Verdict: extract.Verdict{Kind: test.kind, Next: "the page's own"}}
		next := test.c.nextStep(p, false)
		assert.Contains(t, next, test.say, "%s by %s", test.kind, test.via)
		if test.c == plain {
			assert.NotContains(t, next, "render", "%s by %s", test.kind, test.via)
		}
	}
	assert.Equal(t, extract.NextTarget, browser.nextStep(&Packet{Verdict: extract.Verdict{Kind: extract.VerdictJSShell, Next: extract.NextTarget}, Provenance: Provenance{Via: "http"}}, false))
	for _, c := range []*Client{plain, browser} { // nothing was sent, or a browser saw nothing
		nothing := &Packet{Provenance: Provenance{Via: "render"}, Verdict: extract.Verdict{Kind: extract.VerdictEmpty, Next: "Check the address, or fetch the page with rendering."}}
		assert.Equal(t, "Check the address, or use another source.", c.nextStep(nothing, false))
	}
	assert.Equal(t, "Use method=GET to read the page.", plain.nextStep(&Packet{Verdict: extract.Verdict{Kind: extract.VerdictEmpty}}, true))
}

type renderer struct{ Renderer }
