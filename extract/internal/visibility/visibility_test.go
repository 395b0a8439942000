package visibility_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// parse returns the root of a page and its sheet.
func parse(t testing.TB, page string) (*html.Node, *visibility.Checker) {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	var s visibility.Checker
	visibility.AddPageStyles(&s, root)
	return root, &s
}

// shown walks a page as an extractor does and returns what is visible, and the
// first reason for leaving something out that is not by the element's name.
func shown(root *html.Node, s *visibility.Checker) (text, reason string) {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if r := s.HiddenReason(n); r != "" {
			if reason == "" || reason == "not rendered" {
				reason = r
			}
			return
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return b.String(), reason
}

const secret = "the words nobody sees"

func TestHiddenInline(t *testing.T) {
	for style, want := range map[string]string{
		"display:none":                                  "display:none",
		"Display: NONE !important":                      "display:none",
		"disp\\lay:none":                                "display:none",
		"display:/* really */none":                      "display:none",
		"display:none;display:nonsense":                 "display:none",
		"color:red;background:url(a;b);display:none":    "display:none",
		"visibility:hidden":                             "visibility",
		"visibility: collapse":                          "visibility",
		"content-visibility:hidden":                     "content-visibility:hidden",
		"opacity:0":                                     "opacity",
		"opacity:.05":                                   "opacity",
		"opacity: 1%":                                   "opacity",
		"filter:blur(1px) opacity(0)":                   "filter",
		"font-size:0":                                   "font-size",
		"font-size:0.2pt":                               "font-size",
		"font-size:0.01em":                              "font-size",
		"font:italic 0px/1 serif":                       "font-size",
		"zoom:0.01":                                     "zoom",
		"color:transparent":                             "transparent text",
		"color:#0000":                                   "transparent text",
		"color:hsla(0 0% 0% / 0)":                       "transparent text",
		"-webkit-text-fill-color:transparent":           "transparent text",
		"color:white":                                   "colour of the background",
		"color:rgb(254 254 254)":                        "colour of the background",
		"color:snow":                                    "colour of the background",
		"color:#123456;background:#123457":              "colour of the background",
		"background:#000":                               "colour of the background",
		"--a:var(--b);--b:#fff;color:var(--a)":          "colour of the background",
		"position:absolute;left:-5000px":                "off-screen",
		"position:fixed;top:-200vh":                     "off-screen",
		"position:absolute;inset:-999em auto auto auto": "off-screen",
		"position:relative;left:9999px":                 "off-screen",
		"margin-left:-9999px":                           "off-screen",
		"margin:0 0 0 -20000px":                         "off-screen",
		"text-indent:-9999px":                           "text-indent",
		"letter-spacing:-1em":                           "letter-spacing",
		"-webkit-text-security:disc":                    "text-security",
		"transform:scale(0)":                            "transform",
		"transform:rotate(3deg) scaleY(0.001)":          "transform",
		"transform:translateX(-9999px)":                 "transform",
		"transform:rotateX(90deg)":                      "transform",
		"scale:0":                                       "transform",
		"rotate:y 90deg":                                "transform",
		"translate:-9000px 0":                           "transform",
		"position:absolute;clip:rect(0 0 0 0)":          "clip",
		"position:absolute;clip:rect(1px,1px,1px,1px)":  "clip",
		"clip-path:inset(50%)":                          "clip",
		"clip-path:inset(0 100% 0 0)":                   "clip",
		"clip-path:circle(0)":                           "clip",
		"clip-path:polygon(0 0, 0 0, 0 0)":              "clip",
		"-webkit-clip-path:ellipse(0 0 at 50% 50%)":     "clip",
		"mask-image:linear-gradient(#0000,transparent)": "mask",
		"width:0;overflow:hidden":                       "zero size",
		"height:1px;width:1px;overflow:hidden":          "zero size",
		"max-height:0;overflow-y:clip":                  "zero size",
		"line-height:0;overflow:hidden":                 "zero size",
		"position:absolute;z-index:-999":                "z-index",
		"opacity:.3;font-size:2px;color:#fff":           "font-size",
		"inset-inline-start:-9999px;position:absolute":  "off-screen",
	} {
		root, s := parse(t, `<html><body><p>Seen.</p><div style="`+style+`">`+secret+`</div></body></html>`)
		text, reason := shown(root, s)
		assert.Equal(t, want, reason, style)
		assert.NotContains(t, text, secret, style)
		assert.Contains(t, text, "Seen.", style)
		assert.Equal(t, want, new(visibility.Checker).HiddenReason(find(root, "div")), "without sheets: %s", style)
	}
}

func find(root *html.Node, tag string) *html.Node {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == tag {
			return n
		}
	}
	return nil
}

func TestVisibleInline(t *testing.T) {
	for _, style := range []string{
		"", "display:block", "visibility:visible", "opacity:0.5", "opacity:1", "font-size:10px", "font-size:80%", "font:12px/0 serif",
		"display:none;display:block", "display:none;display:block!important", "color:black", "color:#888", "color:#eee;background:#222",
		"color:white;background-image:url(dark.png)", "color:#fff;background:#fff url(a.png) no-repeat", "color:#fff;background:linear-gradient(#000,#333)", "color:#fff;background:navy",
		"color:#fff;background:color-mix(in srgb, red, blue)", "color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text",
		"color:transparent;text-shadow:0 0 0 #000", "color:white;-webkit-text-stroke:1px black", "left:-9999px", "position:absolute;left:0;top:0",
		"position:absolute;left:-20px", "position:relative;top:-300px", "margin-left:-15px", "margin-left:-100%", "margin:-20px", "text-indent:-2em",
		"letter-spacing:-0.5px", "transform:none", "transform:translate(-50%,-50%)", "transform:rotate(90deg)", "transform:translateX(-100%)",
		"transform:scale(0.9)", "clip:rect(0 0 0 0)", "clip-path:inset(10%)", "clip-path:circle(50%)", "clip-path:polygon(0 0,100% 0,100% 100%)",
		"width:100%;overflow:hidden", "height:0", "max-height:400px;overflow:auto", "height:0;padding-bottom:56.25%;overflow:hidden",
		"z-index:-1", "z-index:10;position:absolute", "filter:opacity(50%)", "filter:grayscale(1)", "mask-image:url(shape.svg)",
		"mask-image:linear-gradient(black,transparent)", "color:notacolor", "color:inherit", "color:var(--unknown)", "display:{", ";;;:", "\\",
		"zoom:1", "scale:1.2", "rotate:45deg", "display: inline-flex", "position:absolute;top:4000px",
	} {
		root, s := parse(t, `<html><body><p>Seen.</p><div style="`+style+`">`+secret+`</div></body></html>`)
		text, reason := shown(root, s)
		assert.Contains(t, text, secret, "%s: %s", style, reason)
	}
}

func TestHiddenBySheet(t *testing.T) {
	for _, page := range []string{
		`<style>.x{display:none}</style><p class="a x b">%s</p>`,
		`<style>#x{visibility:hidden}</style><p id=x>%s</p>`,
		`<style>samp{display:none}</style><samp>%s</samp>`,
		`<style>h6, .a .b{font-size:0}</style><div class=a><i><p class=b>%s</p></i></div>`,
		`<style>.a > .b{opacity:0}</style><div class=a><p class=b>%s</p></div>`,
		`<style>.a + .b{display:none}</style><i class=a>i</i><b class=b>%s</b>`,
		`<style>.a ~ .b{display:none}</style><i class=a>i</i><u>u</u><b class=b>%s</b>`,
		`<style>[data-x="1"]{display:none}</style><p data-x=1>%s</p>`,
		`<style>[data-x^=a][data-x$=c][data-x*=b]{display:none}</style><p data-x=abc>%s</p>`,
		`<style>[class~="q" i]{display:none}</style><p class="p Q">%s</p>`,
		`<style>p:not(.ok){display:none}</style><p>%s</p>`,
		`<style>:is(.a,.b) :where(p){display:none}</style><div class=b><p>%s</p></div>`,
		`<style>li:nth-child(2n+1){display:none}</style><ul><li>%s</li><li>two</li></ul>`,
		`<style>li:last-child{display:none}</style><ul><li>one</li><li>%s</li></ul>`,
		`<style>p:nth-last-of-type(1){display:none}</style><div><p>a</p><p>%s</p><i>z</i></div>`,
		`<style>div:has(em) p{display:none}</style><div><em>e</em><p>%s</p></div>`,
		`<style>.x{display:block} .x{display:none}</style><p class=x>%s</p>`,
		`<style>p.x{display:none} .x{display:block}</style><p class=x>%s</p>`,
		`<style>.x{display:none!important} #y.x{display:block}</style><p class=x id=y>%s</p>`,
		`<style>.x{display:none!important}</style><p class=x style="display:block">%s</p>`,
		`<style>@media screen and (min-width:600px){.x{display:none}}</style><p class=x>%s</p>`,
		`<style>@media (width >= 40em){.x{display:none}}</style><p class=x>%s</p>`,
		`<style>@media not print{.x{display:none}}</style><p class=x>%s</p>`,
		`<style>@supports (display:grid){@media all{.x{display:none}}}</style><p class=x>%s</p>`,
		`<style>@layer a,b; @layer b{.x{display:none}} @layer a{p.x{display:block}}</style><p class=x>%s</p>`,
		`<style>.a{color:red; .b{display:none}}</style><div class=a><p class=b>%s</p></div>`,
		`<style>.a{&.b{display:none}}</style><div class="a b">%s</div>`,
		`<style>.a{@media screen{opacity:0}}</style><div class="a">%s</div>`,
		`<style>:root{--gone:none}.x{display:var(--gone)}</style><p class=x>%s</p>`,
		`<style>.x{display:var(--nope, none)}</style><p class=x>%s</p>`,
		`<style>.\31 0{display:none}</style><p class=10>%s</p>`,
		`<style>/* .x{} */.x{/*}*/display:none}</style><p class=x>%s</p>`,
		`<style>@import url(a.css);.x{display:none}</style><p class=x>%s</p>`,
		`<style>@font-face{font-family:a;src:url("}")}.x{display:none}</style><p class=x>%s</p>`,
		`<style>.y{content:"}"}.x{display:none}</style><p class=x>%s</p>`,
		`<style>body{background:#fff}.w{color:#fff}</style><p class=w>%s</p>`,
		`<style>body{background:#111;color:#eee}.w{color:#111}</style><p class=w>%s</p>`,
		`<style>.card{background:#fff}.w{color:#fefefe}</style><div class=card><p class=w>%s</p></div>`,
		`<style>.x{position:absolute}p{left:-9999px}</style><p class=x>%s</p>`,
		`<style>.sr{clip-path:inset(50%%);height:1px;overflow:hidden;position:absolute;width:1px}</style><p class=sr>%s</p>`,
		`<style media="screen, print">.x{display:none}</style><p class=x>%s</p>`,
		`<style type="text/css">.x{display:none}</style><p class=x>%s</p>`,
		`<style><!-- .x{display:none} --></style><p class=x>%s</p>`,
		`<style>.x{display:none}</style><style>.x{color:red}</style><p class=x>%s</p>`,
		`<style>*|p{display:none}</style><p>%s</p>`,
		`<style>html>body p.x:last-of-type{display:none}</style><p class=x>%s</p>`,
	} {
		root, s := parse(t, "<p class=first>Seen.</p>"+fmt.Sprintf(strings.ReplaceAll(page, "%%", "%%"), secret))
		text, _ := shown(root, s)
		assert.NotContains(t, text, secret, page)
	}
}

func TestVisibleDespiteSheet(t *testing.T) {
	for _, page := range []string{
		`<style>.x{display:none}</style><p class=y>%s</p>`,
		`<style>.x{display:none}.x{display:block}</style><p class=x>%s</p>`,
		`<style>.x{display:none}#y{display:block}</style><p class=x id=y>%s</p>`,
		`<style>.x{display:none}</style><p class=x style="display:block">%s</p>`,
		`<style>.x{display:flex}</style><p class=x hidden>%s</p>`,
		`<style>@media print{.x{display:none}}</style><p class=x>%s</p>`,
		`<style>@media (max-width:600px){.x{display:none}}</style><p class=x>%s</p>`,
		`<style>@media (prefers-color-scheme:dark){.x{display:none}}</style><p class=x>%s</p>`,
		`<style>@media (400px < width < 900px){.x{display:none}}</style><p class=x>%s</p>`,
		`<style media=print>.x{display:none}</style><p class=x>%s</p>`,
		`<style type="text/x-template">.x{display:none}</style><p class=x>%s</p>`,
		`<style>@supports not (display:grid){.x{display:none}}</style><p class=x>%s</p>`,
		`<style>@keyframes f{from{opacity:0}to{opacity:1}}</style><p class=from>%s</p>`,
		`<style>.x::before{display:none}.x:hover{display:none}.x:focus-within p{display:none}</style><p class=x>%s</p>`,
		`<style>.a>.x{display:none}</style><div class=a><i><p class=x>%s</p></i></div>`,
		`<style>li:nth-child(2){display:none}</style><ul><li>%s</li><li>two</li></ul>`,
		`<style>p:not(.x){display:none}</style><p class=x>%s</p>`,
		`<style>@layer l{.x{display:none}} .x{display:block}</style><p class=x>%s</p>`,
		`<style>body{background:#000}.w{color:#fff}</style><p class=w>%s</p>`,
		`<style>.hero{background:url(a.jpg)}.w{color:#fff}</style><div class=hero><p class=w>%s</p></div>`,
		`<link rel=stylesheet href=a.css><style>.w{color:#fff}</style><div class=hero><p class=w>%s</p></div>`,
		`<link rel=stylesheet href=a.css><div class=hero><p style="color:#fff">%s</p></div>`,
		`<section style="background:#222"><p style="color:#fff">%s</p></section>`,
		`<table bgcolor=black><tr><td><font color=white>%s</font></td></tr></table>`,
		`<style>html,body{display:none}</style><p>%s</p>`,
		`<style>body{opacity:0;visibility:hidden}</style><p>%s</p>`,
		`<div style="font-size:0"><span style="font-size:16px">%s</span></div>`,
		`<div style="visibility:hidden"><p style="visibility:visible">%s</p></div>`,
		`<div style="color:#fff"><p style="background:#000">%s</p></div>`,
		`<style>.grid{font-size:0}.cell{font-size:1rem}</style><div class=grid><div class=cell>%s</div></div>`,
		`<p aria-hidden="false">%s</p>`,
		`<p>%s</p> style="display:none"`,
		`<style>.x{display:none` + "</style><p>%s</p>",
		`<details><summary>Why?</summary><p>%s</p></details>`,
		`<p hidden=until-found>%s</p>`,
	} {
		root, s := parse(t, fmt.Sprintf(page, secret))
		text, reason := shown(root, s)
		assert.Contains(t, text, secret, "%s: %s", page, reason)
	}
}

// Each exception for hidden content, and what it doesn't cover.
func TestHiddenYetContent(t *testing.T) {
	filler := "<p>" + strings.Repeat("Ordinary text of the page. ", 20) + "</p>"
	for page, visible := range map[string]bool{
		`<template id="B:0"></template><div hidden id="S:0">%s</div>`:                                                     true,
		`<div hidden id="S:0">%s</div>`:                                                                                   false,
		`<template id="B:0"></template><div hidden id="T:0">%s</div>`:                                                     false,
		`<div role=tabpanel hidden>%s</div>`:                                                                              true,
		`<div role=tabpanel style="font-size:0">%s</div>`:                                                                 false,
		`<div role=region aria-labelledby=q style="display:none">%s</div>`:                                                true,
		`<div role=region style="display:none">%s</div>`:                                                                  false,
		`<button aria-controls=a1>Q</button><div class=accordion-body id=a1 style="display:none">%s</div>`:                true,
		`<a href="#c2" data-toggle=collapse>Q</a><div class=collapse id=c2 style="max-height:0;overflow:hidden">%s</div>`: true,
		`<div class=accordion-body id=a1 style="display:none">%s</div>`:                                                   false,
		`<button aria-controls=m>Menu</button><nav class=collapse id=m style="display:none">%s</nav>`:                     false,
		`<button aria-controls=m>Open</button><div role=dialog class=panel id=m style="display:none">%s</div>`:            false,
		`<section data-aos=fade-up style="opacity:0">%s</section>`:                                                        true,
		`<style>.elementor-invisible{visibility:hidden}</style><div class=elementor-invisible>%s</div>`:                   true,
		`<div class=elementor-invisible style="display:none">%s</div>`:                                                    false,
		`<dialog>%s</dialog>`:           false,
		`<dialog open>%s</dialog>`:      true,
		`<div popover>%s</div>`:         false,
		`<p aria-hidden=" TRUE">%s</p>`: true,
		`<div hidden>%s</div>`:          false,
	} {
		root, s := parse(t, "<body>"+filler+fmt.Sprintf(page, secret))
		text, reason := shown(root, s)
		assert.Equal(t, visible, strings.Contains(text, secret), "%s: %s", page, reason)
	}
}

func TestWrapperOfThePage(t *testing.T) {
	long := strings.Repeat("The whole article stands here. ", 30)
	root, s := parse(t, `<body><div id=app style="visibility:hidden"><p>`+long+`</p></div><p>Please turn on scripts.</p>`)
	text, _ := shown(root, s)
	assert.Contains(t, text, "whole article")

	root, s = parse(t, `<body><p>`+long+`</p><div style="visibility:hidden"><p>`+secret+`</p></div>`)
	text, _ = shown(root, s)
	assert.NotContains(t, text, secret)
}

// Text between re-shown descendants stays hidden when text nodes are asked for.
func TestPartlyHidden(t *testing.T) {
	root, s := parse(t, `<style>.g{font-size:0}.c{font-size:14px}</style><div class=g>`+secret+`<p>`+secret+`</p><b class=c>Seen.</b></div>`)
	text, reason := shown(root, s)
	assert.Equal(t, "font-size", reason)
	assert.NotContains(t, text, secret)
	assert.Contains(t, text, "Seen.")
}

// A picture is seen whatever size and colour the text around it has.
func TestPicturesAmongHiddenText(t *testing.T) {
	for style, want := range map[string]string{"font-size:0": "", "color:#fff": "", "text-indent:-9999px": "", "visibility:hidden": "visibility"} {
		root, s := parse(t, "<main>text</main><div style="+style+"><a><b>"+secret+"</b><i><img alt=x></i></a></div>")
		assert.Equal(t, want, s.HiddenReason(find(root, "div")), style)
		if want == "" {
			assert.Empty(t, s.HiddenReason(find(root, "img")), style)
			assert.NotEmpty(t, s.HiddenReason(find(root, "b")), style)
		}
	}
}

func TestUnrendered(t *testing.T) {
	for _, page := range []string{
		`<script>%s</script>`, `<template>%s</template>`, `<noframes>%s</noframes>`, `<iframe>%s</iframe>`,
		`<canvas>%s</canvas>`, `<video>%s</video>`, `<datalist><option>%s</option></datalist>`, `<ruby>a<rp>%s</rp><rt>b</rt></ruby>`,
		`<svg><metadata>%s</metadata></svg>`, `<svg><title>%s</title></svg>`, `<math><semantics><mi>x</mi><annotation>%s</annotation></semantics></math>`,
		`<style>/* %s */</style>`, `<title>%s</title>`, `<progress>%s</progress>`, `<!-- %s -->`,
	} {
		root, s := parse(t, fmt.Sprintf(page, secret))
		text, _ := shown(root, s)
		assert.NotContains(t, text, secret, page)
	}
	root, s := parse(t, `<svg><text>`+secret+`</text></svg>`)
	text, _ := shown(root, s)
	assert.Contains(t, text, secret)
}

func TestNoRules(t *testing.T) {
	s := new(visibility.Checker)
	assert.True(t, s.Empty())
	assert.False(t, s.Exceeded())
	assert.Empty(t, s.HiddenReason(&html.Node{Type: html.TextNode, Data: "x"}))
	assert.Empty(t, s.HiddenReason(&html.Node{Type: html.ElementNode, Data: "p"}))
	assert.Empty(t, s.HiddenReason(&html.Node{Type: html.DocumentNode}))
	assert.Equal(t, "hidden", s.HiddenReason(&html.Node{Type: html.ElementNode, Data: "p", Attr: []html.Attribute{{Key: "hidden"}}}))
}

func TestSheetLimits(t *testing.T) {
	rule := ".k{display:none}\n"
	var s visibility.Checker
	s.Add(strings.Repeat(" ", css.MaxSheetBytes) + rule)
	assert.True(t, s.Empty())
	s = visibility.Checker{}
	s.Add(strings.Repeat(" ", css.MaxSheetBytes-len(rule)) + rule)
	assert.False(t, s.Empty())

	deep := func(n int) string {
		return strings.Repeat("@media all{", n) + ".k{display:none}" + strings.Repeat("}", n)
	}
	s = visibility.Checker{}
	s.Add(deep(css.MaxAtDepth))
	assert.False(t, s.Empty())
	s = visibility.Checker{}
	s.Add(deep(css.MaxAtDepth + 1))
	assert.True(t, s.Empty())
}

// Matching stops when its work is used up, whatever the page does.
func TestWorkIsBounded(t *testing.T) {
	var sheet, page strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&sheet, ".a .a .a .b%d .a .a{display:none}", i)
	}
	page.WriteString("<style>" + sheet.String() + "</style>")
	page.WriteString(strings.Repeat("<div class=a>", 400))
	page.WriteString(strings.Repeat("<p class=a>x</p>", 4000))
	root, s := parse(t, page.String())
	shown(root, s)
	assert.LessOrEqual(t, s.Work(), css.MaxWork+css.MaxWork/10)
}

// What a reader or a script brings to light is told from what everybody sees.
func TestConceals(t *testing.T) {
	filler := "<p>" + strings.Repeat("Ordinary text of the page. ", 20) + "</p>"
	for page, want := range map[string]string{
		`<div role=tabpanel hidden><q></q></div>`:                                 "hidden",
		`<a aria-controls=x>Q</a><div id=x style="visibility:hidden">Text.</div>`: "visibility",
		`<div data-w-id=1 style="opacity:0">Text.</div>`:                          "opacity",
		`<style>div{display:none}</style><div ng-cloak>Text.</div>`:               "display:none",
	} {
		root, s := parse(t, "<body>"+filler+page)
		for n := range root.Descendants() {
			if n.Data == "div" {
				reason, shown := s.ConcealedReason(n)
				assert.Equal(t, want, reason, page)
				assert.True(t, shown, page)
				assert.Empty(t, s.HiddenReason(n), page)
			}
		}
	}
}

// Wrappers within each other are counted in a bounded number of steps.
func TestWrappersAreBounded(t *testing.T) {
	page := strings.Repeat(`<div style="display:none">`, 400) + strings.Repeat("<p>The whole article stands here.", 20_000)
	root, s := parse(t, "<body>"+page)
	shown(root, s)
	assert.LessOrEqual(t, s.Steps(), 2_000_000)
}
