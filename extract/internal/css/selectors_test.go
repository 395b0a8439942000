package css_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// FuzzSelectors matches selectors of callers against the elements of a page.
func FuzzSelectors(f *testing.F) {
	for _, text := range []string{"div > p.x ~ b", "li:nth-child(2n + 1) a[href^='/q' i]", "p:not(:is(a, b):has(> c)), *|d", `#\31 a::before`, "a:nth-last-of-type(-n+3", "[", ":has(:has(a))", "a,,b"} {
		f.Add(text)
	}
	root, err := html.Parse(strings.NewReader(`<div id=a class="x y"><p title="b c"><b>one</b><i class=z>two</i></p><ul><li><a href="/q d">three</a><li class=y></ul></div>`))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		if list, ok := css.ParseSelectors(text); ok {
			for n := range root.Descendants() {
				if n.Type == html.ElementNode {
					list.Match(n)
				}
			}
		}
	})
}
