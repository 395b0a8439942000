package page_test

import (
	"context"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// What is removed is what the library of the selectors matches.
func TestRemoveSelectors(t *testing.T) {
	const body = `<div id=a class="x y"><p title="b c"><b>one</b><i class=z>two</i></p><ul><li><a href="/q d">three</a><li class=y><b>four</b></ul></div><div class=x><p><b>five</b></p></div>`
	for _, s := range []string{
		"b", "div b", "div p b", "#a b", "div > p b", "div ul > li b", ".x .y b", ".y.x b, i", "p > b ~ i", "div   b", "div\n\tb", "[title='b c'] b", `[title="b c"] > i`, "ul li:first-child a", "div:not(.y) b", "div:has(ul) b",
		"li:nth-child(2n + 1) a", "a[href='/q d']", ":root body b", "p:contains('two') i", "div + div b", "div b , li a", "none b", "b div", "div:not(.y, .q) b",
	} {
		root, err := html.Parse(strings.NewReader(body))
		require.NoError(t, err)
		match, err := cascadia.ParseGroup(s)
		require.NoError(t, err)
		var want []string
		for n := range root.Descendants() {
			if n.Type == html.TextNode && !isWithin(n, match) {
				want = append(want, n.Data)
			}
		}
		doc := read(t, body, extract.Options{WholePage: true, RemoveSelectors: []string{s}})
		for _, text := range []string{"one", "two", "three", "four", "five"} {
			assert.Equal(t, contains(want, text), strings.Contains(doc.Markdown, text), "%s: %s", s, text)
		}
	}
	for _, s := range []string{"p ~ p ~ p b", "div:has(p:has(b))", "div:has(p b)", "p:contains(a):contains(b)", "div:not(p b)"} {
		_, err := page.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(body), Options: extract.Options{RemoveSelectors: []string{s}}})
		require.ErrorIs(t, err, extract.ErrBadSelector, s)
	}
}

// isWithin reports whether a node is in an element that matches.
func isWithin(n *html.Node, match cascadia.SelectorGroup) bool {
	for ; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && match.Match(n) {
			return true
		}
	}
	return false
}

func contains(list []string, text string) bool {
	for _, one := range list {
		if strings.Contains(one, text) {
			return true
		}
	}
	return false
}

// A selector of many parts, each of which many elements match, ends on a deep page.
func TestRemoveSelectorsAreBounded(t *testing.T) {
	body := strings.Repeat("<div>", 400) + "<b>kept</b>"
	selectors := []string{"i " + strings.Repeat("div ", 30) + "b"}
	assert.Equal(t, "**kept**", read(t, body, extract.Options{WholePage: true, RemoveSelectors: selectors}).Markdown)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := page.Extractor{}.Extract(ctx, &extract.Source{Body: []byte(body), Options: extract.Options{RemoveSelectors: selectors}})
	assert.ErrorIs(t, err, context.Canceled)
}
