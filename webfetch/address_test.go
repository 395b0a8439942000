package webfetch

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCanonicalURL(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"HTTP://Example.COM", "http://example.com/"},
		{"http://example.com:80/a", "http://example.com/a"},
		{"https://example.com:443/a", "https://example.com/a"},
		{"https://example.com:80/a", "https://example.com:80/a"},
		{"http://[2606:4700::1]:80/", "http://[2606:4700::1]/"},
		{"http://[2606:4700::1]:8080/", "http://[2606:4700::1]:8080/"},
		{"http://example.com/a?utm_source=x&b=1&UTM_Medium=y&fbclid=z", "http://example.com/a?b=1"},
		{"http://example.com/a?utm_source=x", "http://example.com/a"},
		{"http://example.com/a?", "http://example.com/a"},
		{"http://example.com/a?b=2&a=1&b=%20", "http://example.com/a?b=2&a=1&b=%20"},
		{"http://example.com/a?ref=main&source=x", "http://example.com/a?ref=main&source=x"},
		{"http://example.com/a#part", "http://example.com/a"},
		{"http://example.com/%7Ejo/%C3%A9", "http://example.com/%7Ejo/%C3%A9"},
	} {
		u, err := url.Parse(test.in)
		require.NoError(t, err)
		got := canonicalURL(u)
		assert.Equal(t, test.want, got, test.in)
		again, err := url.Parse(got)
		require.NoError(t, err)
		assert.Equal(t, got, canonicalURL(again), "canonical form of %s is not stable", test.in)
	}
}

func TestParseURLKeepsToItsLimit(t *testing.T) {
	base := "http://example.com/"
	_, fault := parseURL(base + strings.Repeat("x", maxURL-len(base)))
	assert.Nil(t, fault)
	_, fault = parseURL(base + strings.Repeat("x", maxURL-len(base)+1))
	require.NotNil(t, fault)
	assert.Equal(t, InvalidURL, fault.Code)
}

func TestAPageSpeaksForItsOwnSiteOnly(t *testing.T) {
	page, err := url.Parse("https://www.example.com/a?x=1")
	require.NoError(t, err)
	for _, test := range []struct {
		named string
		own   bool
	}{
		{"https://example.com/a", true},
		{"http://www.example.com/a", true},
		{"https://evil.example/a", false},
		{"https://example.com.evil.example/a", false},
		{"javascript:alert(1)", false},
		{"", false},
		{"https://me@example.com/", false},
	} {
		assert.Equal(t, test.own, trustedCanonical(page, test.named) != nil, test.named)
	}
	assert.Nil(t, trustedCanonical(nil, "https://example.com/"))
}

func FuzzCanonicalURL(f *testing.F) {
	for _, s := range []string{"http://example.com/?utm_source=a&b", "https://[::1]:443/%zz", "http://a:80#b", "HTTP://ÄÖ.example/ä?ß"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, fault := parseURL(raw)
		if fault != nil {
			return
		}
		once := canonicalURL(u)
		again, err := url.Parse(once)
		if err != nil {
			t.Fatalf("canonicalURL(%q) = %q, which can't be parsed: %v", raw, once, err)
		}
		if twice := canonicalURL(again); twice != once {
			t.Fatalf("canonicalURL(%q) = %q, then %q", raw, once, twice)
		}
	})
}
