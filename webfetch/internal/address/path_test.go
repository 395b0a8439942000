package address_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

func TestPath(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "/",
		"/":                     "/",
		"/boats/../harbour":     "/harbour",
		"/./harbour":            "/harbour",
		"/boats/%2e%2e/harbour": "/harbour",
		"/boats/%2E./harbour":   "/harbour",
		"/boats/.%2e/harbour":   "/harbour",
		"/%2e/%2E/harbour":      "/harbour",
		"/a/b/c/../../d":        "/a/d",

		"/..":          "/",
		"/../../x":     "/x",
		"/a/../../../": "/",
		"/a/b/..":      "/a/",
		"/a/b/.":       "/a/b/",
		"/a/b/%2e%2e":  "/a/",
		"/a/../b/":     "/b/",

		"/a//b":      "/a//b",
		"/a//../b":   "/a/b",
		"//../b":     "/b",
		"/..//b":     "//b",
		"/.//b":      "//b",
		"/a/..//b/.": "//b/",

		"/a;v=1/../b":  "/b",
		"/a/..;v=1/b":  "/a/..;v=1/b",
		"/a/.;/b":      "/a/.;/b",
		"/a/...":       "/a/...",
		"/a/.well/..b": "/a/.well/..b",
		"/a/%2e%2ex/b": "/a/%2e%2ex/b",

		"/a%2F..%2Fb":       "/a%2F..%2Fb",
		"/a%2f../b":         "/a%2f../b",
		"/a/%252e%252e/b":   "/a/%252e%252e/b",
		"/a/%5C../b":        "/a/%5C../b",
		"/a/..%5Cb":         "/a/..%5Cb",
		"/%7Ejo/../%C3%a9":  "/%C3%a9",
		"/a%2Fb/x/../[1]|2": "/a%2Fb/[1]%7C2",

		`/a\..\b`:        "/b",
		`/a/..\b`:        "/b",
		`/a\%2e%2E\b%5C`: "/b%5C",
		`\a`:             "/a",

		"/a%2Fb c/../é/x": "/%C3%A9/x",
		`/a%2F..%2Fb"c`:   "/a%2F..%2Fb%22c",
	} {
		u := &url.URL{Scheme: "http", Host: "a.example"}
		if in != "" {
			plain, err := url.PathUnescape(in)
			require.NoError(t, err, in)
			u.Path, u.RawPath = plain, in
		}
		assert.Equal(t, want, address.Path(u), in)
		clean := address.Clean(u)
		assert.Equal(t, want, clean.EscapedPath(), in)
		assert.Equal(t, "http://a.example"+want, clean.String(), in)
	}
}

func TestCleanKeepsTheRest(t *testing.T) {
	for in, want := range map[string]string{
		"http://a.example":                     "http://a.example/",
		"http://a.example?x=/../y":             "http://a.example/?x=/../y",
		"http://a.example/b/../c?x=/../y#/../": "http://a.example/c?x=/../y#/../",
		"http://[::1]:81/b/../c":               "http://[::1]:81/c",
		"../b":                                 "../b",
		"/a/../b":                              "/a/../b",
		"mailto:a@b.example":                   "mailto:a@b.example",
	} {
		u, err := url.Parse(in)
		require.NoError(t, err)
		assert.Equal(t, want, address.Clean(u).String())
		assert.Equal(t, in, u.String(), "it was changed")
	}
	stale := &url.URL{Scheme: "http", Host: "a.example", Path: "/a/../b", RawPath: "/other%2Fx"}
	assert.Equal(t, "http://a.example/b", address.Clean(stale).String(), "RawPath is not that of Path")
}

func TestResolve(t *testing.T) {
	base, err := url.Parse("http://a.example/docs/guide/start?page=2#top")
	require.NoError(t, err)
	for ref, want := range map[string]string{
		"":                           "http://a.example/docs/guide/start?page=2#top",
		"#end":                       "http://a.example/docs/guide/start?page=2#end",
		"?page=3":                    "http://a.example/docs/guide/start?page=3",
		"next":                       "http://a.example/docs/guide/next",
		"..":                         "http://a.example/docs/",
		"%2e%2e/%2E":                 "http://a.example/docs/",
		"./../x":                     "http://a.example/docs/x",
		"x/%2e%2e/../y":              "http://a.example/docs/y",
		"../../../../y":              "http://a.example/y",
		"/x/./%2e%2e/y?a=/../b":      "http://a.example/y?a=/../b",
		"x%2F..%2Fy":                 "http://a.example/docs/guide/x%2F..%2Fy",
		"//b.example/x/../y":         "http://b.example/y",
		"//b.example":                "http://b.example/",
		"https://b.example/%2e/y":    "https://b.example/y",
		`..\x\.\y?a\b`:               `http://a.example/docs/x/y?a\b`,
		`\x`:                         "http://a.example/x",
		`\\b.example\x\..\y`:         "http://b.example/y",
		`/\b.example/y`:              "http://b.example/y",
		`https://b.example/x\..\y`:   "https://b.example/y",
		"/%zz":                       "http://a.example/%25zz",
		"mailto:crew@a.example":      "mailto:crew@a.example",
		"urn:isbn:1/../2":            "urn:isbn:1/../2",
		"//b.example/a%2Fb c/../d e": "http://b.example/d%20e",
	} {
		u, err := address.Resolve(base, ref)
		require.NoError(t, err, ref)
		assert.Equal(t, want, u.String(), ref)
	}
	for _, ref := range []string{`http://b.example\@127.0.0.1/`, `http://b.example\x`, "http://b.example:port/", "http://b%zz.example/"} {
		_, err := address.Resolve(base, ref)
		assert.Error(t, err, ref)
	}
	top := &url.URL{Scheme: "http", Host: "a.example"}
	for ref, want := range map[string]string{"": "http://a.example/", "x": "http://a.example/x", "..": "http://a.example/"} {
		u, err := address.Resolve(top, ref)
		require.NoError(t, err)
		assert.Equal(t, want, u.String(), ref)
	}
}

func isDot(segment string) bool {
	plain := strings.ReplaceAll(strings.ToLower(segment), "%2e", ".")
	return plain == "." || plain == ".."
}

// What is sent has no dot segments, is the same when it is parsed and cleaned again, and
// names the same host.
func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"/a/../b", "/%2e%2E/.%2e/x", `/a\..\b?c\d`, "/a%2F..%2Fb c", "//..//./", "..", `\\b.example\..\x`, "/a;x/..;y/.", "/%252e/%5C/\u00e9|", "?x=/../", "http:..//x",
	} {
		f.Add(s)
	}
	base := &url.URL{Scheme: "http", Host: "a.example", Path: "/docs/guide"}
	f.Fuzz(func(t *testing.T, ref string) {
		for _, parse := range []func() (*url.URL, error){
			func() (*url.URL, error) { return url.Parse("http://a.example" + ref) },
			func() (*url.URL, error) { return address.Resolve(base, ref) },
		} {
			u, err := parse()
			if err != nil || u.Host == "" || u.Opaque != "" {
				continue
			}
			if _, err := url.Parse(u.Scheme + "://" + u.Host); err != nil {
				continue // of a host that net/url writes otherwise than it reads it
			}
			clean := address.Clean(u)
			path := clean.EscapedPath()
			if path != address.Path(u) || !strings.HasPrefix(path, "/") || strings.Contains(path, `\`) {
				t.Fatalf("%q: path %q, of Path %q", ref, path, address.Path(u))
			}
			for segment := range strings.SplitSeq(path, "/") {
				if isDot(segment) {
					t.Fatalf("%q: path %q has a dot segment", ref, path)
				}
			}
			again, err := url.Parse(clean.String())
			if err != nil {
				t.Fatalf("%q: %q can't be parsed: %v", ref, clean, err)
			}
			if again.Host != u.Host || again.EscapedPath() != path || address.Clean(again).String() != clean.String() {
				t.Fatalf("%q: %q, then %q", ref, clean, address.Clean(again))
			}
			if sent := clean.RequestURI(); !strings.HasPrefix(sent, path) {
				t.Fatalf("%q: %q is sent for path %q", ref, sent, path)
			}
		}
	})
}

func BenchmarkPath(b *testing.B) {
	plain, dotted := parsed(b, "http://a.example/news/2024/05/02/report-of-the-harbour-board.html"), parsed(b, "http://a.example/news/%2e%2e/2024/./05/../02/report.html")
	for name, u := range map[string]*url.URL{"plain": plain, "dots": dotted} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				address.Path(u)
			}
		})
	}
}

func parsed(t testing.TB, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	require.NoError(t, err)
	return u
}
