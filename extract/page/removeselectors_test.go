package page_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

func TestRemoveSelectors(t *testing.T) {
	const body = `<div id=a class="x y"><p title="b c"><b>one</b><i class=z>two</i></p><ul><li><a href="/q d">three</a><li class=y><b>four</b></ul></div><div class=x><p><b>five</b></p></div>`
	for s, removed := range map[string]string{
		"b": "one four five", "div b": "one four five", "div p b": "one five", "#a b": "one four", "div > p b": "one five", "div ul > li b": "four",
		".x .y b": "four", ".y.x b, i": "one two four", "p > b ~ i": "two", "div   b": "one four five", "div\n\tb": "one four five",
		"[title='b c'] b": "one", `[title="b c"] > i`: "two", "ul li:first-child a": "three", "div:not(.y) b": "five", "div:has(ul) b": "one four",
		"li:nth-child(2n + 1) a": "three", "a[href='/q d']": "three", ":root body b": "one four five", "div + div b": "five", "div b , li a": "one three four five",
		"none b": "", "b div": "", "div:not(.y, .q) b": "five", "p ~ ul ~ ul b": "", "div:has(p b) i": "two", "div:not(body div) b": "", "a:hover": "",
	} {
		doc := read(t, body, extract.Options{WholePage: true, RemoveSelectors: []string{s}})
		for _, text := range []string{"one", "two", "three", "four", "five"} {
			assert.NotEqual(t, strings.Contains(removed, text), strings.Contains(doc.Markdown, text), "%s: %s", s, text)
		}
	}
	for _, s := range []string{"", "b,", ",b", "b,,i", "div >", "> b", "b..i", "#", "p:nope", "p:nth-child(x)", "div:has(p:has(b))", "p:contains(a)", "p::first-line", "li:nth-child(2 of .y)"} {
		_, err := page.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(body), Options: extract.Options{RemoveSelectors: []string{s}}})
		require.ErrorIs(t, err, extract.ErrBadSelector, s)
	}
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
