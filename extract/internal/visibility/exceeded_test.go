package visibility_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// Whoever asks is told when rules were left out.
func TestExceeded(t *testing.T) {
	rules := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ".k:not(.a%d){top:-9999px}", i)
		}
		return b.String()
	}
	// parts are so many rules with 65,000 bytes of selectors; 262,144 parts of selectors are read.
	parts := func(n int, part string) (css string) {
		for i := range n {
			css += fmt.Sprintf("b%d%s{display:none}", i, strings.Repeat(part, 65_000/len(part)))
		}
		return css
	}
	for name, tt := range map[string]struct {
		css  string
		want bool
	}{
		"nothing":      {"", false},
		"rules":        {rules(1000), false},
		"more rules":   {rules(css.MaxRules + 1), true},
		"conditions":   {strings.Repeat("@media all{", css.MaxAtDepth) + ".k{display:none}", false},
		"deeper":       {strings.Repeat("@media all{", css.MaxAtDepth+1) + ".k{display:none}", true},
		"for print":    {strings.Repeat("@media print{", css.MaxAtDepth+1) + ".k{display:none}", false},
		"parts":        {parts(12, "[a]"), false},
		"more parts":   {parts(14, "[a]"), true},
		"nested parts": {parts(14, ":not([a])"), true},
		"dead parts":   {parts(50, ":hover[a]"), false},
		"first line":   {"p::first-line{font-size:0}", true},
		"first letter": {"p::first-letter{font-size:3em}p::first-line{color:red}", false},
		"slotted":      {"::slotted(p){display:none}", true},
		"slotted seen": {"::slotted(p){margin:0}", false},
		"part":         {"x-a::part(b){opacity:0}", true},
		"details":      {"::details-content{content-visibility:hidden}", true},
		"host":         {":host{opacity:0}", true},
		"hidden host":  {":host([hidden]){display:none}", false},
		"hover":        {"p:hover{display:none}", false},
		"style query":  {"@container style(--a:b){.k{display:none}}", true},
		"size query":   {"@container (width>9px){.k{display:none}}", false},
		"address":      {`@import "data:text/css,.k{display:none}";`, true},
		"scope":        {"@scope (div){.k{display:none}}", true},
		"read-only":    {"p:read-only{display:none}", true},
		"other sheet":  {"@import url(https://a.example/a.css);", false},
		"nested long":  {".k{" + strings.Repeat(":not(.a)", css.MaxNestedText/8) + "{display:none}}", true},
	} {
		var s visibility.Checker
		s.Add(tt.css)
		assert.Equal(t, tt.want, s.Exceeded(), name)
	}
}

// Work that is used up while elements are judged is told too, and so is a caller
// who gave up; Reset forgets it.
func TestExceededByMatching(t *testing.T) {
	page := "<style>" + strings.Repeat("p:not(.b):not(.c):empty{opacity:0}p{top:1px}", 20_000) + "</style>" + strings.Repeat("<p>x</p>", 4000)
	root, s := parse(t, page)
	shown(root, s)
	assert.True(t, s.Exceeded())
	s.Reset()
	assert.False(t, s.Exceeded())

	root, s = parse(t, "<style>"+strings.Repeat("p:not(.b):empty{opacity:0}p{top:1px}", 1000)+"</style>"+strings.Repeat("<p>x</p>", 300))
	asked := 0
	s.SetEnded(func() bool { asked++; return asked > 1 })
	shown(root, s)
	assert.Equal(t, 2, asked)
	assert.True(t, s.Exceeded())
}

// Looking for a class among the many of an element is work as well.
func TestExceededByClasses(t *testing.T) {
	for classes, want := range map[int]bool{10: false, 20_000: true} {
		var page strings.Builder
		page.WriteString("<style>" + strings.Repeat(".c0.c1.q{display:none}.c0.c2.q{display:none}", 5000) + "</style><b class=q>x</b><p class='")
		for i := range classes {
			fmt.Fprintf(&page, "c%d ", i)
		}
		root, s := parse(t, page.String()+"'>x</p>")
		shown(root, s)
		assert.Equal(t, want, s.Exceeded(), classes)
	}
}

// What is looked for below, beside and above an element is found in work that is
// linear in the page.
func TestMatchingIsLinear(t *testing.T) {
	for _, sheet := range []string{
		strings.Repeat("div ", 12) + "b i{opacity:0}", strings.Repeat("p ~ ", 12) + "b ~ p{opacity:0}", "div > b " + strings.Repeat("div > div ", 6) + "p{opacity:0}",
		"p:nth-last-of-type(2n+90000){opacity:0}", "p:nth-child(1000000){opacity:0}", "p:last-child:first-child{opacity:0}", "div:has(.none b) p{opacity:0}",
		strings.Repeat("p + ", 12) + "b ~ p{opacity:0}",
	} {
		root, s := parse(t, "<style>"+sheet+"</style>"+strings.Repeat("<div>", 300)+strings.Repeat("<p>x</p>", 20_000))
		shown(root, s)
		assert.Less(t, s.Work(), css.MaxWork, sheet)
	}
}

// Values that are not understood make what they hide doubtful.
func TestOddValues(t *testing.T) {
	for _, css := range []string{
		".k{opacity:if(style(--a:1):0;else:1)}", ".k{opacity:attr(data-none type(<number>))}", ".k{opacity:env(none, 0)}", ".k{opacity:--f()}", ".k{font-size:calc(sibling-index() * 0px)}",
		".k{color:oklch(1 0 0)}", ".k{display:--f()}", ".k{transform:matrix3d(0)}", ".k{position:absolute;left:sin(9)}", ".k{clip-path:url(#a)}", ".k{mask:url(a.svg)}", ".k{filter:url(#a)}",
	} {
		root, s := parse(t, "<style>"+css+"</style><p class=k>x</p>")
		reason, shown := s.ConcealedReason(find(root, "p"))
		assert.NotEmpty(t, reason, css)
		assert.True(t, shown, css)
	}
}

func TestRelativeSelectors(t *testing.T) {
	page := `<style>%s{display:none}</style><div class=a><p class=b>one</p><section class=c><p class=d>` + secret + `</p></section><hr></div><i>two</i>`
	for _, selector := range []string{
		".c:has(> .d)", ".a:has(> .c > .d) .d", ".c:has(+ hr)", "div:has(~ i) .d", "div:has(.b, .zz) .d", "div:has(.zz, > .b) .d", ":has(> .d)", ".c:has(p.d)", ".b:has(+ .c) + .c",
		".a:has(:not(.zz)) .d", ".b:has(~ hr) ~ .c", ".b:has(+ .c .d) ~ .c",
	} {
		root, s := parse(t, fmt.Sprintf(page, selector))
		text, _ := shown(root, s)
		assert.NotContains(t, text, secret, selector)
	}
	for _, selector := range []string{".a:has(> .d) .d", ".c:has(+ i)", ".c:has(~ p)", "div:has(+ hr) .d", ".d:has(> .d)", ".c:has(.zz)", ".c:has(> .zz, + .b)", ".c:has()", ".c:has(> )", "div:has(.c:has(> .d)) .d"} {
		root, s := parse(t, fmt.Sprintf(page, selector))
		text, _ := shown(root, s)
		assert.Contains(t, text, secret, selector)
	}
}
