package page

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
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
		"javascript:void(0)", "mailto:a@b.c", "tel:1", "data:,x", "ftp://host/x", "https://höst/x", "/ä", "/a b", "/a|b", "/a\\b", " /x ", "\t", "x\x7f", "&amp;", "a=b&c", "*", "@x", "x//y", "-x", "_x", "~x", "$x", "x;y", "%", "'x'",
		"a%20b/c", "/%e2%80%99?x=%", "/%2e%2E/x", "/%4", "#%zz", "1a:b", "a+b-c.d:e", "HTTP:x", "%41:b", "javascript:alert('a b')", ":x", "höst:x",
	}
)

// sameAddress resolves a reference with short cuts and without. They may leave an
// empty fragment, a second number sign and an empty host, and trust that the base
// is of the web and has no dot segments.
func sameAddress(t *testing.T, base, ref string) {
	t.Helper()
	ref = strings.TrimSpace(ref)
	u, err := url.Parse(base)
	if err != nil {
		return
	}
	if base == "" {
		u = nil
	}
	r := newResolver(u)
	if u != nil && r.dir == "" || strings.Count(ref, "#") > 1 {
		return
	}
	if _, rest, found := strings.Cut(ref, "//"); found && weburl.HostOf(rest) == "" {
		return
	}
	got, ok := r.resolve(ref)
	if ref == "" || ref == "#" || len(ref) > 8<<10 {
		assert.False(t, ok, "%q", ref)
		return
	}
	want, wantOK := r.slow(ref)
	assert.Equal(t, wantOK, ok, "%q on %q", ref, base)
	if ok {
		assert.Equal(t, strings.TrimSuffix(want, "#"), strings.TrimSuffix(got, "#"), "%q on %q", ref, base)
	}
}

func TestAddressesAreThoseOfTheURLPackage(t *testing.T) {
	for _, base := range bases {
		for _, ref := range references {
			sameAddress(t, base, ref)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for i, ref := range references {
		f.Add(bases[i%len(bases)], ref)
	}
	f.Fuzz(sameAddress)
}

func BenchmarkResolve(b *testing.B) {
	base, err := url.Parse("https://example.com/news/today.html")
	require.NoError(b, err)
	refs := []string{"/", "/section/4?page=2", "https://example.com/a/b/c", "story.html", "#top", "//cdn.example.com/x"}
	r := newResolver(base)
	b.Run("quick", func(b *testing.B) {
		for b.Loop() {
			for _, ref := range refs {
				r.resolve(ref)
			}
		}
	})
	b.Run("slow", func(b *testing.B) {
		for b.Loop() {
			for _, ref := range refs {
				r.slow(ref)
			}
		}
	})
}
