package visibility_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// What the first glance at a selector says must not contradict the parser: a
// page with every kind of selector is judged by each of them.
func TestSelectorsAreFound(t *testing.T) {
	page := `<style>%s{display:none}</style><div id=out class="a b"><p>before</p><section class="c md:d" data-x=1><b id=in class="e f">` + secret + `</b></section></div>`
	for _, selector := range []string{
		"#in", ".e", ".f", "b", "B", "b.e", ".e.f", ".a .e", ".b>.c>.e", "div .c b", "#out #in", ".md\\:d b", ".md\\:d>.e",
		":is(.e)", ":where(#in)", ":where(.a) :is(.f)", ":root .e", "html b", ":root :where(.a .e)", ":not(.a).e", "[id=in]", ".zz, .e",
		"p+section b", "p~.c .e", ".a p ~ section > b", ".zz[a=','],.e", ":hover, b", "b:not(:is(.zz,.yy))", "*#in", "body *.e", "/*,*/.e", ".c /* > */ > b",
		":is(:not(.zz)) > .c .e", "div:has(.c) .e", "b:first-child", ".c :nth-child(2n+1)", ":is(section):is(.c) b",
	} {
		root, s := parse(t, fmt.Sprintf(page, selector))
		text, _ := shown(root, s)
		assert.NotContains(t, text, secret, selector)
	}
	for _, selector := range []string{
		".a>.e", "p .e", ".e .e", "#in #in", "b::before", ".e:hover", ":is(.zz)", ":where(p) b", ".b+.e", "p>section b", ".E", "#IN", ":root.e", ":is(:hover) b",
	} {
		root, s := parse(t, fmt.Sprintf(page, selector))
		text, _ := shown(root, s)
		assert.Contains(t, text, secret, selector)
	}
}

func TestNestedBrackets(t *testing.T) {
	before, after := css.CutBlock("--a, rgb(0, 0, 0)) x", ')')
	assert.Equal(t, "--a, rgb(0, 0, 0)", before)
	assert.Equal(t, " x", after)
}

// Text colours from variables are looked at only if one of their values is.
func TestVariableTints(t *testing.T) {
	for css, hidden := range map[string]bool{
		`:root{--t:#fff}.k{color:var(--t)}`:                                         true,
		`:root{--t:#333}.k{color:var(--t)}`:                                         false,
		`:root{--t:#333}div{--t:var(--u)}:root{--u:white}.k{color:var(--t)}`:        true,
		`.k{color:var(--t,#fefefe)}`:                                                true,
		`:root{--b:#123456;--t:#123457}body{background:var(--b)}.k{color:var(--t)}`: true,
		`:root{--t:#333}.k{color:var(--t)}.dark{--t:#fff}`:                          false,
	} {
		root, s := parse(t, "<style>"+css+"</style><div><p class=k>"+secret)
		text, _ := shown(root, s)
		assert.Equal(t, !hidden, strings.Contains(text, secret), css)
	}
	for style, hidden := range map[string]bool{"--t:#fff": true, "background:#333": true, "background:#eee": false, "--t:red": false} {
		root, s := parse(t, "<style>:root{--t:#333}.k{color:var(--t)}</style><div style='"+style+"'><p class=k>"+secret)
		text, _ := shown(root, s)
		assert.Equal(t, !hidden, strings.Contains(text, secret), style)
	}
}

// The answers don't depend on the order of the questions.
func TestAnyOrder(t *testing.T) {
	page := benchPage(20, 5) + "<style>.row .lead b{display:none}.col-3{background:#000}.col-3,.col-3 a{color:#010101}</style>"
	root, s := parse(t, page)
	var nodes []*html.Node
	want := map[*html.Node]string{}
	for n := range root.Descendants() {
		nodes = append(nodes, n)
		want[n] = s.HiddenReason(n)
	}
	s = &visibility.Checker{}
	visibility.AddPageStyles(s, root)
	for i := len(nodes) - 1; i >= 0; i-- {
		assert.Equal(t, want[nodes[i]], s.HiddenReason(nodes[i]))
	}
}
