package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const (
	concealedText = "The treasure lies below the third stone from the left."
	openText      = "The lighthouse stands on a rock eleven miles from the coast, and its lamp was lit for the first time in 1844."
)

// navRegions puts a hidden paragraph between visible ones.
func navRegions(style, hidden string) string {
	p := "<p>" + openText + "</p>"
	return "<!DOCTYPE html><title>Stones</title>" + style + "<main><h1>Stones</h1>" + strings.Repeat(p, 4) + hidden + strings.Repeat(p, 4) + "</main>"
}

// manyRules returns about size bytes of rules made by a format with a number.
func manyRules(size int, format string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, strings.ReplaceAll(format, "%d", "%[1]d"), i)
	}
	return b.String()
}

// lateRules are style sheets that are large before they hide something.
func lateRules() map[string]string {
	const rule = ".secret{display:none}"
	const big = 10 << 20
	return map[string]string{
		"comment":            "/*" + strings.Repeat(" ", 3<<20) + "*/" + rule,
		"large comment":      "/*" + strings.Repeat("x", big) + "*/" + rule,
		"space":              strings.Repeat(" ", big) + rule,
		"unknown classes":    manyRules(big, ".a%d{display:none}") + rule,
		"unknown ancestors":  manyRules(big, ".a%d p{opacity:0}") + rule,
		"known ancestors":    manyRules(big, "main .a%d ~ p{opacity:0}") + rule,
		"harmless":           manyRules(big, "p{color:#%d}") + rule,
		"many selectors":     ".x" + strings.Repeat(",.y", 1000) + ",.secret{display:none}",
		"long list":          ".x" + strings.Repeat(",.y", 100_000) + ",.secret{display:none}",
		"long selector":      strings.Repeat("*:not(.y)", 300) + rule,
		"many compounds":     "html body " + strings.Repeat("* ", 0) + "main" + strings.Repeat(":not(.z)", 90) + " > " + rule,
		"many classes":       strings.Repeat(".secret", 300) + "{display:none}",
		"deep conditions":    strings.Repeat("@media all{", 30) + rule + strings.Repeat("}", 30),
		"deep nesting":       strings.Repeat("html{", 1) + strings.Repeat("&{", 20) + rule + strings.Repeat("}", 21),
		"descendants":        manyRules(100<<10, "main "+strings.Repeat("* ", 8)+"p.a%d{display:none}") + rule,
		"brothers":           manyRules(100<<10, strings.Repeat("p ~ ", 9)+"p:not(.b%d){display:none}"[:0]) + strings.Repeat("p ~ ", 12) + "b ~ p{display:none}" + rule,
		"families":           "main" + strings.Repeat(" p ~ *", 6) + " b p{display:none}" + rule,
		"places":             manyRules(100<<10, "p:nth-last-of-type(%d900n+8){display:none}") + rule,
		"has":                manyRules(20<<10, "main:has(.a%d) p{display:none}") + rule,
		"custom properties":  ":root{" + manyRules(200<<10, "--a%d:1;") + "--z:none}.secret{display:var(--z)}",
		"colours":            manyRules(100<<10, ".a%d,main{background:#%d}") + "main{background:#fff}.secret{color:#fff}",
		"colour of a late":   manyRules(10<<10, "main .a%d,b{background:#00%d}") + "main{background:#123456}.secret{color:#123456}",
		"attributes":         manyRules(100<<10, `[class*="q%d"]{display:none}`) + rule,
		"everything":         manyRules(40<<10, `*:not(main):not(p):not(h1):not(body):not(html):not(.q%d){opacity:0}`) + rule,
		"everything at last": manyRules(40<<10, `p + p + p + p + p + .b%d{opacity:0}`) + rule,
	}
}

// A style sheet hides what it hides however large it is before it does so: or
// else the page says that it is unknown.
func TestLargeStyleSheetsHide(t *testing.T) {
	for name, css := range lateRules() {
		t.Run(name, func(t *testing.T) {
			doc := read(t, navRegions("<style>"+css+"</style>", `<p class="secret">`+concealedText+`</p>`), extract.Options{})
			assert.NotContains(t, doc.Markdown, "treasure")
			assert.Contains(t, doc.Markdown, "lighthouse")
		})
	}
}

// What is too much to match is told, its text is judged like hidden text, and
// what elements say themselves counts all the same.
func TestUnknownVisibilityIsTold(t *testing.T) {
	css := manyRules(3<<20, "p:not(.a%d ~ p):not(.b) ~ i{opacity:0}*:not(.c%d):empty{opacity:0}")
	many := strings.Repeat("<i>a few words more </i>", 2000)
	doc := read(t, navRegions("<style>"+css+".secret{display:none}</style>"+many, `<p class="secret">`+concealedText+`</p><p hidden>The other `+concealedText+`</p><p style="display:none">A third `+concealedText+`</p>`), extract.Options{})
	if strings.Contains(doc.Markdown, concealedText) {
		assert.True(t, warned(doc, "visibility_unknown"))
		assert.NotEmpty(t, doc.Doubtful)
	}
	assert.NotContains(t, doc.Markdown, "The other")
	assert.NotContains(t, doc.Markdown, "A third")
}

// Pages that nest deeper than the parser goes are read all the same, without
// what is hidden on them.
func TestDeepPagesHide(t *testing.T) {
	for name, hidden := range map[string]string{
		"inline":    `<p style="display:none">` + concealedText + `</p>`,
		"attribute": `<p hidden>` + concealedText + `</p>`,
		"outer":     `<div style="display:none"><div><div><p>` + concealedText + `</p></div></div></div>`,
		"rule":      `<p class="secret">` + concealedText + `</p>`,
		"inherited": `<div class="secret"><section><p>` + concealedText + `</p></section></div>`,
		"context":   `<section class="a"><p>` + concealedText + `</p></section>`,
		"template":  `<template><p>` + concealedText + `</p></template>`,
		"opacity":   `<p style="opacity:0">` + concealedText + `</p>`,
	} {
		for _, depth := range []int{510, 520, 2000, 100_000} {
			style := "<style>.secret, .a > p{display:none}</style>"
			body := navRegions(style+strings.Repeat("<div>", depth), hidden)
			doc := read(t, body, extract.Options{})
			assert.NotContains(t, doc.Markdown, "treasure", "%s at depth %d", name, depth)
			assert.Equal(t, 8, strings.Count(doc.Markdown, "lighthouse"), "%s at depth %d", name, depth)
			told := false
			for _, r := range doc.Removed {
				told = told || strings.Contains(r.Text, "treasure")
			}
			assert.True(t, told, "%s at depth %d: the scan reads it", name, depth)
			assert.True(t, depth < 515 || warned(doc, "visibility_unknown"), "%s at depth %d", name, depth)
		}
	}
}

// What stands in an object for browsers that can't show it is content, unless it
// or the object is hidden.
func TestObjectsHide(t *testing.T) {
	for hidden, want := range map[string]bool{
		`<object data="a.swf"><p>` + concealedText + `</p></object>`:                           true,
		`<object data="a.swf" hidden><p>` + concealedText + `</p></object>`:                    false,
		`<object data="a.swf" style="display:none"><p>` + concealedText + `</p></object>`:      false,
		`<object data="a.swf"><p hidden>` + concealedText + `</p></object>`:                    false,
		`<object data="a.swf"><div class="secret"><p>` + concealedText + `</p></div></object>`: false,
		`<div><template shadowrootmode="open"></template><p>` + concealedText + `</p></div>`:   false,
		`<p style="font-size:calc(1px - 1px)">` + concealedText + `</p>`:                       false,
		`<p style="color:hsl(0 0% 100%)">` + concealedText + `</p>`:                            false,
		`<p style="position:absolute;left:calc(-100vw - 10px)">` + concealedText + `</p>`:      false,
		`<p style="width:calc(100% - 20px);overflow:hidden">` + concealedText + `</p>`:         true,
		`<div class="c"><p class="q">` + concealedText + `</p></div>`:                          false,
	} {
		doc := read(t, navRegions("<style>.secret{display:none}@container (min-width:10px){.q{display:none}}</style>", hidden), extract.Options{})
		assert.Equal(t, want, strings.Contains(doc.Markdown, "treasure"), hidden)
	}
}
