package page_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

func verdictAt(t *testing.T, address, body string) extract.Verdict {
	t.Helper()
	src := &extract.Source{MediaType: "text/html; charset=utf-8", Body: []byte(body)}
	if address != "" {
		u, err := url.Parse(address)
		require.NoError(t, err)
		src.URL = u
	}
	doc, err := page.Extractor{}.Extract(context.Background(), src)
	require.NoError(t, err)
	return doc.Verdict
}

// A page that only leads to another address names it.
func TestRedirectsNameTheirTarget(t *testing.T) {
	const here = "https://example.com/docs/"
	for body, want := range map[string]string{
		`<meta http-equiv="refresh" content="0; url=https://example.com/docs/v2/"><title>Redirecting</title><p>Redirecting...`:                     "refresh to: https://example.com/docs/v2/",
		`<meta http-equiv=Refresh content="0;URL='v2/index.html'"><p>Redirecting`:                                                                  "refresh to: https://example.com/docs/v2/index.html",
		`<meta http-equiv=refresh content='5 ; /other?a=1&amp;b=2'><p>You are taken to the new page.`:                                              "refresh to: https://example.com/other?a=1&b=2",
		`<base href=/x/><meta http-equiv=refresh content="0,url=y"><p>Weiterleitung`:                                                               "refresh to: https://example.com/x/y",
		`<noscript><meta http-equiv=refresh content="1;url=/plain"></noscript><p>Moved`:                                                            "refresh to: https://example.com/plain",
		`<script>window.location.href = "https://example.org/new";</script>`:                                                                       "script leads to: https://example.org/new",
		`<title>Moved</title><script>location.replace('\/new\/place' )</script><p>Redirecting to the new place`:                                    "script leads to: https://example.com/new/place",
		`<script>top.location="/a";</script>`:                                                                                                      "script leads to: https://example.com/a",
		`<link rel=canonical href=/latest/><script>document.location.assign(` + "`/latest/`" + `)</script><p>If nothing happens, follow the link.`: "script leads to: https://example.com/latest/",
	} {
		v := verdictAt(t, here, body)
		assert.Contains(t, v.Evidence, want, body)
		assert.NotEqual(t, extract.VerdictContent, v.Kind, body)
		assert.Equal(t, extract.NextTarget, v.Next, body)
	}
	assert.Contains(t, verdictAt(t, "", `<meta http-equiv=refresh content="0;url=/a"><p>Moved`).Evidence, "refresh to: /a")
}

// The warning of such a page quotes the target behind its colon, as other messages
// quote what a page says.
func TestRedirectsAreWarnedOf(t *testing.T) {
	for body, kind := range map[string]string{
		`<meta http-equiv=refresh content="0;url=https://example.org/a"><p>Moved`: "extraction_fallback",
		`<script>location = "https://example.org/a"</script>`:                     "js_required",
	} {
		doc := read(t, body, extract.Options{})
		assert.Equal(t, []extract.Warning{{Type: kind, Message: "the page only leads to another address", Detail: "https://example.org/a"}}, doc.Warnings, body)
	}
}

func TestNoRedirects(t *testing.T) {
	const here = "https://example.com/docs/"
	long := strings.Repeat("<p>The guides count the minutes from the moment the last gully runs dry.</p>", 12)
	for _, body := range []string{
		`<meta http-equiv=refresh content="300"><p>The board.`,
		`<meta http-equiv=refresh content="300;url=/next"><p>The board.`,
		`<meta http-equiv=refresh content="0;url=https://example.com/docs#top"><p>The board.`,
		`<meta http-equiv=refresh content="0;url=javascript:alert(1)"><p>The board.`,
		`<meta http-equiv=refresh content="0;url=` + strings.Repeat("a", 600) + `"><p>The board.`,
		`<meta http-equiv=refresh content="x;url=/a"><p>The board.`,
		`<meta http-equiv=refresh content="0;url=/a">` + long,
		`<script>location.href = "/a"</script>` + long,
		`<script>location.href = "/a" + id</script><p>The board.`,
		`<script>var x = location.hash</script><p>The board.`,
		`<script>location = "ftp://example.com/a"</script><p>The board.`,
		`<script>location.href = cond ? "/a" : "/b"</script><p>The board.`,
		`<script>location =`,
	} {
		v := verdictAt(t, here, body)
		assert.NotEqual(t, extract.NextTarget, v.Next, body)
	}
}

func FuzzRedirect(f *testing.F) {
	f.Add(`0; url="/a"`, `location.replace("/b")`)
	f.Add(`5,URL = x`, "top.location = `x${y}`")
	f.Fuzz(func(t *testing.T, refresh, script string) {
		if strings.Contains(script, "</script") || strings.Contains(refresh, `"`) {
			t.Skip()
		}
		v := verdictAt(t, "https://example.com/", `<meta http-equiv=refresh content="`+refresh+`"><script>`+script+`</script>`)
		for _, e := range v.Evidence {
			assert.Less(t, len(e), 2500)
		}
	})
}
