package addresses_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
)

func TestNormalize(t *testing.T) {
	for in, want := range map[string]string{
		"HTTPS://Example.org:443":                          "https://example.org/",
		"https://example.org/A/b/?B=1&a=2#x":               "https://example.org/A/b/?B=1&a=2",
		"https://example.org/a?utm_source=x&b=1":           "https://example.org/a?b=1",
		"https://example.org/a;jsessionid=12AB/b;v=1":      "https://example.org/a/b;v=1",
		"https://example.org/a;JSESSIONID=12AB":            "https://example.org/a",
		"https://example.org/a?PHPSESSID=1&b=2":            "https://example.org/a?b=2",
		"https://example.org/a?ASPSESSIONIDQQ=1":           "https://example.org/a",
		"https://example.org/a?session=monday&sid=4":       "https://example.org/a?session=monday&sid=4",
		"https://example.org/%7Ejo/%C3%A9?q=%20":           "https://example.org/%7Ejo/%C3%A9?q=%20",
		"https://example.org/a%2Fb;jsessionid=1?CFTOKEN=1": "https://example.org/a%2Fb?CFTOKEN=1",
	} {
		u, err := url.Parse(in)
		require.NoError(t, err)
		got := addresses.Normalize(u)
		assert.Equal(t, want, got)
		again, err := url.Parse(got)
		require.NoError(t, err)
		assert.Equal(t, want, addresses.Normalize(again))
	}
}

func TestPattern(t *testing.T) {
	for in, want := range map[string]string{
		"https://a.example/calendar/2024/05":                         "https://a.example/calendar/#/#",
		"https://a.example/n?b=2&a=1&b=3":                            "https://a.example/n?a&b",
		"https://a.example/item-12-red":                              "https://a.example/item-#-red",
		"https://a.example/v/0f8e2c1a-77aa-4b1c-9d3e-5f6a7b8c9d0e/x": "https://a.example/v/*/x",
		"https://a.example/n?f1=a&f22=b":                             "https://a.example/n?f#",
	} {
		u, err := url.Parse(in)
		require.NoError(t, err)
		got, varies := addresses.Pattern(u)
		assert.Equal(t, want, got)
		assert.True(t, varies)
	}
	for _, plain := range []string{"https://a.example/", "https://a.example/about/us", "https://a1.example/the-long-story-of-a-boat"} {
		u, err := url.Parse(plain)
		require.NoError(t, err)
		got, varies := addresses.Pattern(u)
		assert.Equal(t, plain, got)
		assert.False(t, varies)
	}
}

func TestEndlessPaths(t *testing.T) {
	for path, want := range map[string]bool{
		"/a/b/c":                        false,
		"/x" + strings.Repeat("/a", 3):  false,
		"/x" + strings.Repeat("/a", 4):  true,
		"/" + strings.Repeat("y", 1999): false,
		"/" + strings.Repeat("y", 2000): true,
	} {
		assert.Equal(t, want, addresses.IsEndless(&url.URL{Path: path}), "%.40s", path)
	}
	for n, want := range map[int]bool{24: false, 25: true} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "/s%d", i)
		}
		assert.Equal(t, want, addresses.IsEndless(&url.URL{Path: b.String()}))
	}
}

func TestIsMedia(t *testing.T) {
	for path, want := range map[string]bool{"/a.PNG": true, "/a/b.mp4": true, "/style.css": true, "/page.html": false, "/paper.pdf": false, "/png": false, "/": false} {
		assert.Equal(t, want, addresses.IsMedia(&url.URL{Path: path}), path)
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range []string{"https://a.example/a;jsessionid=1/b?PHPSESSID=2&a#c", "http://[::1]:80/%zz", "http://a.example/a;;jsessionid=;", "http://a.example/?CF&&sess"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := url.Parse(raw)
		if err != nil || u.Opaque != "" || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return
		}
		once := addresses.Normalize(u)
		again, err := url.Parse(once)
		if err != nil {
			t.Fatalf("normalize(%q) = %q, which can't be parsed: %v", raw, once, err)
		}
		addresses.Pattern(again)
		addresses.IsEndless(again)
	})
}
