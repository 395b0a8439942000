package visibility_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

func FuzzSheet(f *testing.F) {
	for _, css := range []string{
		".a{display:none}", "@media screen{.a{b:c}}", "a>b+c~d *:not(.e):nth-child(2n+1)[f=g i]{opacity:0}", ".a{&.b{c:d}color:red}",
		"/*", "\"", "{", "}", "@", "@layer a,b;@layer a{b{c:d}}", ".\\31 {}", "a{color:var(--a,var(--b))}", "@import url(;", "a{b:'", ":is(:is(:is(:is(:is(a)))))",
		".a{position:relative}.a::before{content:'';position:absolute;inset:0;background:#fff}", ".b,.a:after,::before,i::after:hover{position:fixed}",
		".a{display:grid;grid-template-rows:0fr}b{display:contents;backface-visibility:hidden;rotate:y 180deg}",
	} {
		f.Add(css)
	}
	root, err := html.Parse(strings.NewReader(`<div class="a b" id=i style="color:var(--a)"><p class=a>x<b>y</b></p><i f=g>z</i></div>`))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, css string) {
		var s visibility.Checker
		s.Add(css)
		shown(root, &s)
	})
}

func FuzzStyle(f *testing.F) {
	for _, style := range []string{
		"display:none", "color:rgb(1 2 3 / 4%)", "clip-path:polygon(0 0,1px 1px)", "transform:matrix(0,0,0,0,0,0)", "mask:linear-gradient(#000", "font:0/0 a",
		"margin:1 2 3 4 5", "color:var(--a);--a:var(--a)", "left:1e999px;position:fixed", "clip:rect(,,,)", "inset:", "opacity:1e-9", "rotate:x",
	} {
		f.Add(style)
	}
	f.Fuzz(func(t *testing.T, style string) {
		n := &html.Node{Type: html.ElementNode, Data: "div", Attr: []html.Attribute{{Key: "style", Val: style}}}
		n.AppendChild(&html.Node{Type: html.TextNode, Data: "x"})
		var s visibility.Checker
		s.Add("div{" + style + "}")
		if new(visibility.Checker).HiddenReason(n) != "" && s.HiddenReason(n) == "" && !strings.ContainsAny(style, "{}!/\\\"'") {
			t.Fatalf("%q hides inline, but not inline and by rule", style)
		}
	})
}
