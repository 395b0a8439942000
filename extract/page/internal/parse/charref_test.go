package parse

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"
)

func TestUnescape(t *testing.T) {
	for value, want := range map[string]string{
		"":                   "",
		"a":                  "a",
		"&":                  "&",
		"&&":                 "&&",
		"a & b":              "a & b",
		"&amp;":              "&",
		"?a=1&amp;b=2":       "?a=1&b=2",
		"?a=1&b=2":           "?a=1&b=2",
		"?a=1&utm_source=x":  "?a=1&utm_source=x",
		"?a=1&copy=2":        "?a=1&copy=2",
		"?a=1&copy;=2":       "?a=1©=2",
		"?a=1&copy":          "?a=1©",
		"?a=1&copy/":         "?a=1©/",
		"?a=1&copyright":     "?a=1&copyright",
		"?a=1&copyright;":    "?a=1&copyright;",
		"&notit;":            "&notit;",
		"&notin;":            "∉",
		"&notin":             "&notin",
		"&lt&gt;&quot":       "<>\"",
		"&semi;":             ";",
		"&nGt;":              "≫⃒",
		"&NotEqualTilde;":    "≂̸",
		"&unknown;":          "&unknown;",
		"&#39;&#x27;&#X27;":  "'''",
		"&#39":               "'",
		"&#":                 "&#",
		"&#;":                "&#;",
		"&#x;":               "&#x;",
		"&#xZZ;":             "&#xZZ;",
		"&#0;&#128;":         "\uFFFD€",
		"&#65=":              "A=",
		"&#99999999999;":     "\uFFFD",
		"&é;":                "&é;",
		"Tom &amp; Jerry's ": "Tom & Jerry's ",
	} {
		assert.Equal(t, want, unescape([]byte(value)), "%q", value)
		assert.Equal(t, parsed(t, value), unescape([]byte(value)), "%q", value)
	}
}

// parsed is what the parser makes of a value.
func parsed(t *testing.T, value string) string {
	t.Helper()
	z := html.NewTokenizer(bytes.NewReader([]byte(`<p title="` + value + `">`)))
	z.Next()
	_, _ = z.TagName()
	_, val, _ := z.TagAttr()
	return string(val)
}

func FuzzUnescape(f *testing.F) {
	for _, value := range []string{"&amp;", "&copy=&copy;&copyx", "&#x10FFFF;&#xD800;&#0", "&notit;&semi;;&amp", "&Aacute&aacute;1", "&#35 &#x", "&fjlig;&ThickSpace;"} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if bytes.ContainsAny([]byte(value), "\"\r\x00") {
			return
		}
		if want, got := parsed(t, value), unescape([]byte(value)); want != got {
			t.Fatalf("%q is %q to the parser, not %q", value, want, got)
		}
	})
}
