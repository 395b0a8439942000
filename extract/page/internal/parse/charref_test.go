package parse_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

const someWords = "one two three four five" // so that a placeholder stands in for a value

// Character references in long values of attributes are read as the parser reads them.
func TestReferencesInAttributes(t *testing.T) {
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
		assert.Equal(t, someWords+want, titleOf(t, someWords+value), "%q", value)
		for _, value := range []string{value, someWords + value, value + someWords, value + " " + someWords} {
			assert.Equal(t, parsedTitle(t, value), titleOf(t, value), "%q", value)
		}
	}
}

// titleOf returns the title of a paragraph in the tree of a page that gives it so.
func titleOf(t *testing.T, value string) string {
	t.Helper()
	root, _, err := parse.New(reads).Parse(t.Context(), []byte(`<p title="`+value+`">`), false)
	require.NoError(t, err)
	return paragraphTitle(root)
}

// parsedTitle returns what html.Parse makes of it.
func parsedTitle(t *testing.T, value string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(`<p title="` + value + `">`))
	require.NoError(t, err)
	return paragraphTitle(root)
}

func paragraphTitle(root *html.Node) string {
	for n := range root.Descendants() {
		if n.Data == "p" {
			return htmltree.Attr(n, "title")
		}
	}
	return ""
}

func FuzzReferencesInAttributes(f *testing.F) {
	for _, value := range []string{"&amp;", "&copy=&copy;&copyx", "&#x10FFFF;&#xD800;&#0", "&notit;&semi;;&amp", "&Aacute&aacute;1", "&#35 &#x", "&fjlig;&ThickSpace;"} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if strings.ContainsAny(value, "\"\r\x00") || !utf8.ValidString(value) {
			return
		}
		for _, value := range []string{value, someWords + value} {
			assert.Equal(t, parsedTitle(t, value), titleOf(t, value), "%q", value)
		}
	})
}
