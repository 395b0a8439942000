package page

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/cascadia"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Selectors match what the library matches.
func TestRemoveSelectors(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<div id=a class="x y"><p title="b c"><b>1</b><i class=z>2</i></p><ul><li><a href="/q d">3</a><li class=y><b>4</b></ul></div><div class=x><p><b>5</b></p></div>`))
	require.NoError(t, err)
	for _, s := range []string{
		"b", "div b", "div p b", "#a b", "div > p b", "div ul > li b", ".x .y b", ".y.x b, i", "p > b ~ i", "div   b", "div\n\tb", "[title='b c'] b", `[title="b c"] > i`, "ul li:first-child a", "div:not(.y) b", "div:has(ul) b",
		"li:nth-child(2n + 1) a", "a[href='/q d']", ":root body b", "p:contains('2') i", "div + div b", "div b , li a", "none b", "b div", "div:not(.y, .q) b",
	} {
		drop, err := compileRemoveSelectors(t.Context(), []string{s})
		require.NoError(t, err, s)
		want, err := cascadia.ParseGroup(s)
		require.NoError(t, err, s)
		for n := range root.Descendants() {
			if n.Type == html.ElementNode {
				assert.Equal(t, want.Match(n), drop(n), "%s: %s", s, n.Data)
			}
		}
	}
	for _, s := range []string{"p ~ p ~ p b", "div:has(p:has(b))", "div:has(p b)", "p:contains(a):contains(b)", "div:not(p b)"} {
		_, err := compileRemoveSelectors(t.Context(), []string{s})
		require.ErrorIs(t, err, extract.ErrBadSelector, s)
	}
	drop, err := compileRemoveSelectors(t.Context(), nil)
	require.NoError(t, err)
	assert.Nil(t, drop)
}

// A selector of many parts ends soon on a deep page, and with its context.
func TestRemoveSelectorsAreBounded(t *testing.T) {
	root, err := html.Parse(strings.NewReader(strings.Repeat("<div>", 400) + "<b>x</b>"))
	require.NoError(t, err)
	drop, err := compileRemoveSelectors(t.Context(), []string{"i " + strings.Repeat("div ", 30) + "b"})
	require.NoError(t, err)
	began := time.Now()
	for n := range root.Descendants() {
		assert.False(t, drop(n))
	}
	assert.Less(t, time.Since(began), 5*time.Second)
	ctx, cancel := context.WithCancel(t.Context())
	drop, err = compileRemoveSelectors(ctx, []string{"b"})
	require.NoError(t, err)
	cancel()
	assert.False(t, drop(root.LastChild))
}
