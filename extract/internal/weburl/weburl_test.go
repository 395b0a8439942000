package weburl_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

func TestPlain(t *testing.T) {
	for s, want := range map[string]bool{
		"https://example.com": true, "http://example.com/": true, "https://example.com/a/b?c=d&e": true, "https://a-b.example/x//y;z,(1)*!'$@:~+": true, "https://example.com/A": true, "https://EXAMPLE.com": true, "https://host#x": true,
		"": false, "x": false, "//host/x": false, "https://": false, "https:///x": false, "https://?x": false, "https://host:443/": false, "https://u@host/": false, "https://[::1]/": false,
		"https://ho_st/": false, "https://höst/": false, "https://host/ä": false, "https://host/a b": false, "https://host/%41": true, "https://host/%c3%B6?%zz": false, "https://host/%2D%c3%B6?%20": true, "https://host/%2e%2E/%c3%B6": false, "https://host/a%2Eb": false, "https://host/%4": false, "https://host/%": false, "https://host/%g1": false, "https://%41/": false, "https://host/./x": false, "https://host/../x": false, "https://host/\"": false, "HTTPS://host": false, "ftp://host/": false,
		"/x": true, "/x#y": true, "#y": true, "/./x": false, "/a|b": false,
	} {
		r := resolver(t)
		_, ok := r.Plain(s)
		assert.Equal(t, want, ok, s)
		same(t, s)
	}
	var unknown weburl.Resolver
	_, ok := unknown.Plain("/x")
	assert.False(t, ok)
}

func resolver(t *testing.T) weburl.Resolver {
	base, err := url.Parse("http://other.example/a/b?c#d")
	require.NoError(t, err)
	return weburl.NewResolver(base)
}

// same checks that what is plain leads where parsing it leads.
func same(t *testing.T, s string) {
	t.Helper()
	r := resolver(t)
	target, ok := r.Plain(s)
	if !ok || strings.Count(s, "#") > 1 || strings.HasSuffix(s, "#") {
		return
	}
	u, err := weburl.Resolve(r.Base, s)
	require.NoError(t, err, "%q", s)
	assert.Equal(t, u.String(), target.String())
}

func FuzzPlain(f *testing.F) {
	f.Add("https://example.com/a?b=c")
	f.Add("http://a/;x//[1]")
	f.Add("/a?b#c")
	f.Fuzz(same)
}

func BenchmarkPlain(b *testing.B) {
	r := weburl.NewResolver(nil)
	for b.Loop() {
		r.Plain("https://www.example.com/news/2024/05/02/report-of-the-harbour-board.html")
	}
}

func TestHasOtherScheme(t *testing.T) {
	for s, want := range map[string]bool{
		"mailto:a@b": true, "javascript:x": true, "x-y+z.1:a": true, "data:,": true, "tel:1": true,
		"http:a": false, "HTTPS://a": false, "/a:b": false, "a/b:c": false, ":a": false, "1a:b": false, "": false, "abc": false, "ä:b": false,
	} {
		assert.Equal(t, want, weburl.HasOtherScheme(s), s)
	}
}

func TestResolve(t *testing.T) {
	base, err := url.Parse("https://a.example/docs/guide/start?page=2")
	require.NoError(t, err)
	for ref, want := range map[string]string{
		"next":                     "https://a.example/docs/guide/next",
		"../x":                     "https://a.example/docs/x",
		"\t ..\n/x\r\n ":           "https://a.example/docs/x",
		"%2e%2e/x":                 "https://a.example/docs/x",
		"x/%2E%2e/../y":            "https://a.example/docs/y",
		"/x/.%2e/%2E/y/..":         "https://a.example/",
		"?page=%2e%2e":             "https://a.example/docs/guide/start?page=%2e%2e",
		"/a%2eb/%2e%2ec":           "https://a.example/a%2eb/%2e%2ec",
		"/x%2F..%2Fy/%252e%252e/z": "https://a.example/x%2F..%2Fy/%252e%252e/z",
		`..\x\y.html?q=\n#\m`:      `https://a.example/docs/x/y.html?q=\n#%5Cm`,
		`\x\y`:                     "https://a.example/x/y",
		`\\b.example\x`:            "https://b.example/x",
		`http://b.example\x\..\y`:  "http://b.example/y",
		`mailto:crew\@a.example`:   `mailto:crew\@a.example`,
	} {
		u, err := weburl.Resolve(base, ref)
		require.NoError(t, err, ref)
		assert.Equal(t, want, u.String(), ref)
	}
	for ref, want := range map[string]string{`x\..\y`: "x/../y", "%2e%2e/x": "../x", "": ""} {
		u, err := weburl.Resolve(nil, ref)
		require.NoError(t, err)
		assert.Equal(t, want, u.String(), ref)
	}
	_, err = weburl.Resolve(base, "http://a.example:port/")
	assert.Error(t, err)
}

func TestSharesPage(t *testing.T) {
	for address, want := range map[string]bool{
		"mailto:?subject=Tides":                     true,
		"MAILTO:?body=x":                            true,
		"mailto:pier@harbour.example?subject=Tides": false,
		"mailto:":                    false,
		"whatsapp://send?text=Tides": true,
		"https://www.Facebook.com/sharer.php?u=x":         true,
		"http://m.facebook.com/sharer?u=x":                true,
		"https://x.com/intent/post?url=x":                 true,
		"https://x.com/intent/follow?screen_name=harbour": false,
		"https://www.reddit.com/submit":                   false,
		"https://harbour.example/facebook.com/sharer?u=":  false,
		"/submit?u=x": false,
		"":            false,
	} {
		if got := weburl.SharesPage(address); got != want {
			t.Errorf("SharesPage(%q) = %v, want %v", address, got, want)
		}
	}
}
