package crawl

import (
	"fmt"
	"math/bits"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		got := normalize(u)
		assert.Equal(t, want, got)
		again, err := url.Parse(got)
		require.NoError(t, err)
		assert.Equal(t, want, normalize(again))
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
		got, varies := pattern(u)
		assert.Equal(t, want, got)
		assert.True(t, varies)
	}
	for _, plain := range []string{"https://a.example/", "https://a.example/about/us", "https://a1.example/the-long-story-of-a-boat"} {
		u, err := url.Parse(plain)
		require.NoError(t, err)
		got, varies := pattern(u)
		assert.Equal(t, plain, got)
		assert.False(t, varies)
	}
}

func TestEndlessPaths(t *testing.T) {
	for path, want := range map[string]bool{
		"/a/b/c":                                  false,
		"/x" + strings.Repeat("/a", maxRepeats):   false,
		"/x" + strings.Repeat("/a", maxRepeats+1): true,
		"/" + strings.Repeat("y", maxAddress-1):   false,
		"/" + strings.Repeat("y", maxAddress):     true,
	} {
		assert.Equal(t, want, isEndless(&url.URL{Path: path}), "%.40s", path)
	}
	for n, want := range map[int]bool{maxSegments: false, maxSegments + 1: true} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "/s%d", i)
		}
		assert.Equal(t, want, isEndless(&url.URL{Path: b.String()}))
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range []string{"https://a.example/a;jsessionid=1/b?PHPSESSID=2&a#c", "http://[::1]:80/%zz", "http://a.example/a;;jsessionid=;", "http://a.example/?CF&&sess"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := url.Parse(raw)
		if err != nil || u.Opaque != "" || !isWeb(u) {
			return
		}
		once := normalize(u)
		again, err := url.Parse(once)
		if err != nil {
			t.Fatalf("normalize(%q) = %q, which can't be parsed: %v", raw, once, err)
		}
		pattern(again)
		isEndless(again)
	})
}

// words is a text of n words that depend on seed.
func words(seed uint32, n int) []string {
	text := make([]string, n)
	for i := range text {
		seed = seed*1664525 + 1013904223
		text[i] = fmt.Sprintf("word%d", seed>>18)
	}
	return text
}

func TestDistancesOfTexts(t *testing.T) {
	distance := func(a, b []string) int {
		return bits.OnesCount64(fingerprint(strings.Join(a, " ")) ^ fingerprint(strings.Join(b, " ")))
	}
	found, apart := 0, 64
	const texts = 60
	for seed := range uint32(texts) {
		text := words(seed, 600)
		edited := append([]string(nil), text...)
		for i := range 3 { // one in 200
			edited[(i*211+int(seed)*17)%600] = "changed"
		}
		if distance(text, edited) <= nearDistance {
			found++
		}
		apart = min(apart, distance(text, words(seed+1000, 600)))
	}
	assert.GreaterOrEqual(t, found, texts*9/10)
	assert.Greater(t, apart, 2*nearDistance)
	assert.Zero(t, distance(words(1, 100), append([]string{"WORD", ","}, words(1, 100)...)[2:]))
	assert.Zero(t, fingerprint(strings.Join(words(1, minWords-1), " ")))
	assert.NotZero(t, fingerprint(strings.Join(words(1, minWords), " ")))
}

func BenchmarkNear(b *testing.B) {
	var s similar
	for i := range 100_000 {
		s.add(finalizeHash(uint64(i)), "")
	}
	for b.Loop() {
		s.near(12345)
	}
}
