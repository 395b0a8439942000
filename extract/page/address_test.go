package page_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

var (
	bases = []string{
		"https://example.com", "https://example.com/", "https://example.com/a/b?q=1#f", "http://example.com/a/b/", "https://example.com/a%20b/c", "https://example.com:8080/x",
		"https://u:p@example.com/x", "https://example.com/a/../b", "https://example.com//a/b", "https://[::1]/x", "https://example.com/a/b?", "https://example.com/ä/ö", "https://EXAMPLE.com/A", "mailto:a@b.c", "file:///a/b", "/only/a/path", "",
	}
	references = []string{
		"", "#", "#top", "#a%20b", "#[x]", "?", "?q=2", "?q=a b", "?a#b", "/", "/x", "/x?y#z", "//", "//host", "//host/x", "//host:80/x", "//ho_st/x", "//a@b/c", "///x", "x", "x/y", "x:y", "x/y:z", "1:2", "a?b:c", "a#b:c",
		".", "..", "./x", "../x", "x/./y", "x/../y", "/.", "/..", "/.well-known/x", "x/.", "http:", "http://", "https://", "https:///x", "https://host", "https://host/", "https://HOST/x", "HTTPS://host/x", "https://host:443/x",
		"https://host:x/", "https://host:/", "https://[::1]/x", "https://a@b/c", "https://host?x", "https://host#x", "https://host/a//b", "https://host/a[1]", "https://host/a;b=c,d!*'()$&+~@:", "https://ho st/", "https://host/%zz", "https://host/%41",
		"javascript:void(0)", "mailto:a@b.c", "tel:1", "data:,x", "ftp://host/x", "https://höst/x", "/ä", "/a b", "/a|b", "/a\\b", " /x ", "\t", "x\x15", "x\n\ty", "x\x7f", "&amp;", "a=b&c", "*", "@x", "x//y", "-x", "_x", "~x", "$x", "x;y", "%", "'x'",
		"a%20b/c", "/%e2%80%99?x=%", "/%2e%2E/x", "/%4", "#%zz", "1a:b", "a+b-c.d:e", "HTTP:x", "%41:b", "javascript:alert('a b')", ":x", "höst:x",
	}
)

// linked returns the address of the link in a page that has but one, and false if it leads
// nowhere.
func linked(t *testing.T, base *url.URL, ref string) (string, bool) {
	t.Helper()
	body := `<p>The tide <a href="` + html.EscapeString(ref) + `">turns</a> at noon.`
	doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{URL: base, MediaType: "text/html; charset=utf-8", Body: []byte(body)})
	require.NoError(t, err)
	if len(doc.Links) == 0 {
		return "", false
	}
	require.Equal(t, "turns", doc.Links[0].Text)
	return doc.Links[0].URL, true
}

// resolved is what weburl makes of a reference, and false if that leads nowhere on the
// web. Without a base a reference stays as it is.
func resolved(base *url.URL, ref string) (string, bool) {
	u, err := weburl.Resolve(base, ref)
	if err != nil {
		return "", false
	}
	if u.Scheme == "" {
		return ref, true
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return u.String(), true
}

// assertSameAddress asserts that the short cuts for common addresses give what weburl
// gives. They may leave an empty fragment, a second number sign and an empty host, and trust
// that the base is of the web, with a plain host and without dot segments.
func assertSameAddress(t *testing.T, base, ref string) {
	t.Helper()
	ref = weburl.Trim(ref)
	u, err := url.Parse(base)
	if err != nil || strings.Count(ref, "#") > 1 {
		return
	}
	switch {
	case base == "":
		u = nil
	case u.Scheme != "http" && u.Scheme != "https", strings.Contains(u.EscapedPath(), "/."), strings.HasPrefix(u.Path, "//"), u.User != nil, u.Host == "" || !weburl.IsPlainHost(u.Hostname()):
		return
	}
	if _, rest, found := strings.Cut(ref, "//"); found && (rest == "" || strings.IndexByte("/?#", rest[0]) >= 0) {
		return // no host
	}
	got, ok := linked(t, u, ref)
	if ref == "" || ref == "#" || len(ref) > 8<<10 {
		assert.False(t, ok, "%q", ref)
		return
	}
	want, wantOK := resolved(u, ref)
	assert.Equal(t, wantOK, ok, "%q on %q", ref, base)
	if ok {
		assert.Equal(t, strings.TrimSuffix(want, "#"), strings.TrimSuffix(got, "#"), "%q on %q", ref, base)
	}
}

func TestShortCutsGiveTheSameAddresses(t *testing.T) {
	for _, base := range bases {
		for _, ref := range references {
			assertSameAddress(t, base, ref)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for i, ref := range references {
		f.Add(bases[i%len(bases)], ref)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		if !utf8.ValidString(ref) || strings.ContainsAny(ref, "\r\x00") {
			return // the parser changes them
		}
		assertSameAddress(t, base, ref)
	})
}
