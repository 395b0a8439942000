package css_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// all are all properties.
const all = ^css.PropertySet(0)

// styleOf returns the style of the element with the id "x" in a body, under a style sheet.
func styleOf(t *testing.T, sheet, body string) *css.Style {
	t.Helper()
	root, err := html.Parse(strings.NewReader("<!doctype html><head><style>" + sheet + "</style></head><body>" + body))
	require.NoError(t, err)
	var s css.Sheet
	s.AddPage(root)
	style := new(css.Style)
	for n := range root.Descendants() {
		if htmltree.Attr(n, "id") == "x" {
			i, _ := s.Enter(n)
			s.Compute(i, all, style)
			return style
		}
	}
	require.Fail(t, "no element with the id")
	return nil
}

// TestSelectors goes by Selectors Level 4.
func TestSelectors(t *testing.T) {
	const list = `<ul class=list lang=en-GB><li>a</li><li id=x class="b item" title="one two" data-n=7>b</li><li>c</li><p>d</p><li>e<i></i></li></ul>`
	for selector, want := range map[string]bool{
		// attributes
		"[title]": true, "[href]": false, "[title='one two']": true, "[title~=two]": true, "[title~=tw]": false, "[title^=one]": true, "[title$=two]": true,
		"[title*='e t']": true, "[title*=x]": false, "[class|=b]": false, "[data-n='7']": true, "[DATA-N='7']": true, "[title='ONE TWO' i]": true, "[title='ONE TWO']": false, "[title='']": false, "[title^='']": false,
		// names
		"li": true, "LI": true, "*": true, ".item": true, ".Item": false, ".item.b": true, ".it\\65m": true, "#x": true, "#X": false, "li#x.item[title]": true,
		// combinators
		"ul > li": true, "body > li": false, "body li": true, "li + li": true, "p + li": false, "li ~ li": true, "p ~ li": false, "ul>li+li": true, ".list li:not(:first-child)": true,
		// places
		":first-child": false, ":last-child": false, ":nth-child(2)": true, ":nth-child(odd)": false, ":nth-child(even)": true, ":nth-child(3n+2)": true, ":nth-child(-n+2)": true, ":nth-child(-n+1)": false,
		":nth-last-child(4)": true, ":nth-of-type(2)": true, ":nth-last-of-type(3)": true, ":nth-last-of-type(2)": false, ":nth-child(1 of .b)": true, ":nth-child(2 of .b)": false,
		":only-child": false, "p:only-of-type": false, ":first-of-type": false, ":empty": false,
		// functions
		":is(p, .item)": true, ":is(p, a)": false, ":where(li)": true, ":not(p)": true, ":not(p, li)": false, ":not(.b .item)": true, ":is(:nonsense, li)": true,
		"ul:has(p) > li": true, "ul:has(a) > li": false, "ul:has(> p) li": true, "ul:has(+ p) li": false, ".item:has(+ li)": true, ".item:has(~ p)": true, ".item:has(~ a)": false,
		":lang(en)": true, ":lang(en-GB)": true, ":lang(de)": false, ":dir(ltr)": true, ":dir(rtl)": false, ":root li": true, ":scope li": true,
		// states that nothing at rest has
		":hover": false, ":focus": false, ":active": false, "li:target": false, ":not(:hover)": true, ":checked": false, ":disabled": false,
		// what is not valid matches nothing
		"li >": false, "li:nonsense": false, "li::nonsense": false, ":nth-child(x)": false, "[title": false, "li!": false,
	} {
		style := styleOf(t, selector+"{display:none}", list)
		assert.Equal(t, want, style.Get(css.Display) == "none", selector)
	}
}

// TestControlStates goes by HTML, 4.16.3.
func TestControlStates(t *testing.T) {
	for body, selectors := range map[string]map[string]bool{
		"<input id=x type=checkbox checked>":          {":checked": true, ":disabled": false, ":enabled": true, ":required": false, ":optional": true},
		"<input id=x type=checkbox>":                  {":checked": false},
		"<select><option id=x selected>a</select>":    {":checked": true},
		"<button id=x disabled>a</button>":            {":disabled": true, ":enabled": false},
		"<input id=x required placeholder=p>":         {":required": true, ":placeholder-shown": true, ":read-write": true, ":read-only": false, ":invalid": true, ":valid": false},
		"<input id=x readonly value=v placeholder=p>": {":read-only": true, ":placeholder-shown": false},
		"<textarea id=x></textarea>":                  {":read-write": true},
		"<p id=x>a</p>":                               {":enabled": false, ":disabled": false, ":read-only": true, ":required": false},
		"<a id=x href=/a>a</a>":                       {":link": true, ":any-link": true, ":visited": false},
		"<a id=x>a</a>":                               {":link": false, ":any-link": false},
		"<form><button id=x>b</button></form>":        {":default": true},
	} {
		for selector, want := range selectors {
			style := styleOf(t, selector+"{display:none}", body)
			assert.Equal(t, want, style.Get(css.Display) == "none", "%s on %s", selector, body)
		}
	}
}

// TestCascade goes by Cascading and Inheritance Level 5.
func TestCascade(t *testing.T) {
	const body = "<div class=w><p id=x class='a b' style='%'>t</p></div>"
	for _, c := range []struct{ name, sheet, inline, want string }{
		{"the last of equals", "p{color:red}p{color:blue}", "", "blue"},
		{"specificity", ".a{color:red}p{color:blue}", "", "red"},
		{"identifiers over classes", "#x{color:red}.a.b.a.b{color:blue}", "", "red"},
		{"where counts nothing", ":where(#x){color:red}p{color:blue}", "", "blue"},
		{"is counts its heaviest", ":is(#x,p){color:red}.a.b{color:blue}", "", "red"},
		{"not counts its argument", ":not(#y){color:red}.a.b{color:blue}", "", "red"},
		{"importance", "p{color:red!important}#x{color:blue}", "", "red"},
		{"importance in any case", "p{color:red ! IMPORTANT}#x{color:blue}", "", "red"},
		{"style attribute", "#x{color:red}", "color:blue", "blue"},
		{"importance over style attribute", "p{color:red!important}", "color:blue", "red"},
		{"important style attribute", "p{color:red!important}", "color:blue!important", "blue"},
		{"layer before none", "@layer one{#x{color:red}}p{color:blue}", "", "blue"},
		{"later layer", "@layer one{#x{color:red}}@layer two{p{color:blue}}", "", "blue"},
		{"order of layers by statement", "@layer two,one;@layer one{p{color:red}}@layer two{#x{color:blue}}", "", "red"},
		{"importance turns layers around", "@layer one{p{color:red!important}}p{color:blue!important}", "", "red"},
		{"invalid value undoes nothing", "p{color:red;color:nonsense-}", "", "red"},
		{"nesting", ".w{p{color:red}}", "", "red"},
		{"nesting with a parent selector", ".a{.w &{color:red}&.c{color:blue}}", "", "red"},
		{"nested at-rule", "p{@media screen{color:red}}", "", "red"},
		{"media that doesn't apply", "p{color:red}@media print{p{color:blue}}", "", "red"},
		{"supports", "@supports (display:grid){p{color:red}}", "", "red"},
		{"supports not", "@supports not (display:grid){p{color:red}}", "", ""},
		{"scope", "@scope (.w){p{color:red}}", "", "red"},
		{"scope that ends before", "@scope (.w) to (p){p{color:red}}", "", ""},
		{"container and starting-style", "@starting-style{p{color:red}}", "", ""},
		{"comments", "p/**/{/* } */color/**/:/*;*/red}", "", "red"},
		{"unclosed at the end", "p{color:red", "", "red"},
		{"all", "p{color:red}#x{all:initial}", "", "initial"},
		{"unknown at-rule", "@nonsense{p{color:blue}}p{color:red}", "", "red"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, styleOf(t, c.sheet, strings.Replace(body, "%", c.inline, 1)).Get(css.Color))
		})
	}
}

// TestCustomProperties goes by Custom Properties Level 1 and Values Level 5.
func TestCustomProperties(t *testing.T) {
	const body = "<div class=w style='--inline:teal'><p id=x data-c=navy>t</p></div>"
	for _, c := range []struct{ name, sheet, want string }{
		{"inherited", ".w{--c:red}p{color:var(--c)}", "red"},
		{"own before inherited", ".w{--c:red}p{--c:blue;color:var(--c)}", "blue"},
		{"from a style attribute", "p{color:var(--inline)}", "teal"},
		{"fallback", "p{color:var(--none, red)}", "red"},
		{"fallback of a fallback", "p{color:var(--none, var(--no, red))}", "red"},
		{"of another", ".w{--a:var(--b);--b:red}p{color:var(--a)}", "red"},
		{"names have a case", ".w{--C:red}p{color:var(--c, blue)}", "blue"},
		{"part of a value", ".w{--n:200}p{color:rgb(var(--n),0,0)}", "rgb(200,0,0)"},
		{"registered initial value", "@property --c{syntax:'*';inherits:false;initial-value:red}p{color:var(--c)}", "red"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, strings.TrimSpace(styleOf(t, c.sheet, body).Get(css.Color)))
		})
	}
	t.Run("a circle has no value", func(t *testing.T) {
		got := styleOf(t, ".w{--a:var(--b);--b:var(--a)}p{color:var(--a)}", body).Get(css.Color)
		assert.NotContains(t, got, "red")
	})
}

// TestAnimations: what an animation holds when it is over counts (Animations Level 1).
func TestAnimations(t *testing.T) {
	const frames = "@keyframes in{from{opacity:0}to{opacity:1}}@keyframes out{0%{opacity:1}100%{opacity:0}}p{opacity:.5}"
	for declaration, want := range map[string]string{
		"animation:in 1s":                                    ".5",
		"animation:in 1s forwards":                           "1",
		"animation:1s ease-in 200ms both out":                "0",
		"animation:out 1s reverse forwards":                  "1",
		"animation-name:out;animation-fill-mode:forwards":    "0",
		"animation:out 1s forwards;animation-fill-mode:none": ".5",
		"animation:none forwards":                            ".5",
		"animation:out 1s infinite":                          ".5",
		"animation:in 1s forwards, out 1s forwards":          "0",
		"animation:missing 1s forwards":                      ".5",
		"--a:out 1s forwards;animation:var(--a)":             "0",
		"animation:in 1s backwards paused":                   "0",
		"animation:in 1s forwards;opacity:.2!important":      ".2",
	} {
		assert.Equal(t, want, styleOf(t, frames+"#x{"+declaration+"}", "<p id=x>t</p>").Get(css.Opacity), declaration)
	}
}

// TestPresentationalAttributes are weaker than any rule (HTML, 15.3).
func TestPresentationalAttributes(t *testing.T) {
	for _, c := range []struct {
		body, sheet string
		property    css.Property
		want        string
	}{
		{"<font id=x color=white>t</font>", "", css.Color, "white"},
		{"<font id=x color=ffffff>t</font>", "", css.Color, "#ffffff"},
		{"<font id=x color=white>t</font>", "font{color:red}", css.Color, "red"},
		{"<table id=x bgcolor=black>", "", css.BackgroundColor, "black"},
	} {
		assert.Equal(t, c.want, styleOf(t, c.sheet, c.body).Get(c.property), c.body)
	}
}

// TestParseLength goes by Values Level 4. What a math function returns counts as pixels.
func TestParseLength(t *testing.T) {
	for in, want := range map[string]css.Length{
		"0": {}, "12": {N: 12}, "-1.5px": {N: -1.5, Unit: css.Pixels}, "+.5em": {N: .5, Unit: css.Ems}, "1e2px": {N: 100, Unit: css.Pixels}, "50%": {N: 50, Unit: css.Percent}, "2rem": {N: 2, Unit: css.Rems},
		"calc(1px + 2px)": {N: 3, Unit: css.Pixels}, "calc(2 * (3px - 1px))": {N: 4, Unit: css.Pixels}, "calc(10px / 4)": {N: 2.5, Unit: css.Pixels}, "calc(-1 * 5px)": {N: -5, Unit: css.Pixels}, "min(1px, 3px)": {N: 1, Unit: css.Pixels}, "max(1px,3px,2px)": {N: 3, Unit: css.Pixels},
		"clamp(1px, 9px, 4px)": {N: 4, Unit: css.Pixels}, "abs(-2px)": {N: 2, Unit: css.Pixels}, "sign(-2)": {N: -1, Unit: css.Pixels}, "pow(2, 3)": {N: 8, Unit: css.Pixels}, "sqrt(16)": {N: 4, Unit: css.Pixels}, "mod(7, 4)": {N: 3, Unit: css.Pixels}, "rem(-7, 4)": {N: -3, Unit: css.Pixels}, "round(7, 4)": {N: 8, Unit: css.Pixels}, "round(down, 7, 4)": {N: 4, Unit: css.Pixels}, "round(up, 5, 4)": {N: 8, Unit: css.Pixels}, "round(to-zero, -7, 4)": {N: -4, Unit: css.Pixels},
		"calc(pi * 0)": {Unit: css.Pixels}, "calc(e - e)": {Unit: css.Pixels}, "hypot(3, 4)": {N: 5, Unit: css.Pixels}, "exp(0)": {N: 1, Unit: css.Pixels}, "sin(0)": {Unit: css.Pixels}, "cos(0)": {N: 1, Unit: css.Pixels},
	} {
		got, ok := css.ParseLength(in)
		if assert.True(t, ok, in) {
			assert.InDelta(t, want.N, got.N, 1e-9, in)
			assert.Equal(t, want.Unit, got.Unit, in)
		}
	}
	for _, in := range []string{"", "px", "1 px", "auto", "1px 2px", "calc()", "calc(1px +)", "calc(1px + 2px", "calc(1 / 0 px)", "min()", "nonsense(1)", "--1", "calc((((1px)"} {
		_, ok := css.ParseLength(in)
		assert.False(t, ok, in)
	}
}

// TestParseColor goes by Color Levels 4 and 5.
func TestParseColor(t *testing.T) {
	for in, want := range map[string]css.RGBA{
		"red": {255, 0, 0, 1}, "RebeccaPurple": {102, 51, 153, 1}, "transparent": {}, "#f00": {255, 0, 0, 1}, "#F008": {255, 0, 0, 136. / 255}, "#ff0000": {255, 0, 0, 1}, "#00ff0080": {0, 255, 0, 128. / 255},
		"rgb(1,2,3)": {1, 2, 3, 1}, "rgba(1, 2, 3, .5)": {1, 2, 3, .5}, "rgb(1 2 3 / 50%)": {1, 2, 3, .5}, "rgb(100% 0% 0%)": {255, 0, 0, 1}, "rgb(300 -5 0)": {255, 0, 0, 1}, "rgb(none 0 0)": {0, 0, 0, 1},
		"hsl(0 100% 50%)": {255, 0, 0, 1}, "hsl(120, 100%, 50%)": {0, 255, 0, 1}, "hsla(240deg 100% 50% / .25)": {0, 0, 255, .25}, "hwb(0 0% 0%)": {255, 0, 0, 1}, "hwb(0 60% 60%)": {127.5, 127.5, 127.5, 1},
		"color(srgb 1 0 0)": {255, 0, 0, 1}, "lab(100% 0 0)": {255, 255, 255, 1}, "oklch(0 0 0)": {0, 0, 0, 1}, "light-dark(red, blue)": {255, 0, 0, 1}, "color-mix(in srgb, red, blue)": {127.5, 0, 127.5, 1},
		"color-mix(in srgb, red 25%, blue)": {63.75, 0, 191.25, 1}, "contrast-color(black)": {255, 255, 255, 1}, "rgb(from red r g b / 50%)": {255, 0, 0, .5},
	} {
		got, ok := css.ParseColor(in)
		if assert.True(t, ok, in) {
			for k, pair := range [][2]float64{{want.R, got.R}, {want.G, got.G}, {want.B, got.B}, {want.A, got.A}} {
				assert.InDelta(t, pair[0], pair[1], 1e-4, "%s, component %d", in, k)
			}
		}
	}
	for _, in := range []string{"", "#", "#ff", "#ggg", "#123456789", "nonsense", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(1,2,3", "rgb(a,b,c)", "nonsense(1 2 3)"} {
		_, ok := css.ParseColor(in)
		assert.False(t, ok, in)
	}
	white, _ := css.ParseColor("white")
	grey, _ := css.ParseColor("#777")
	assert.InDelta(t, 1, white.Luminance(), 1e-9)
	assert.InDelta(t, 0.184, grey.Luminance(), 0.001)
	assert.False(t, math.IsNaN(css.RGBA{}.Luminance()))
}

func TestFirstColor(t *testing.T) {
	for in, want := range map[string]bool{
		"red": true, "url(a.png) #fff no-repeat": true, "no-repeat url(a,b.png) rgb(1 2 3)": true, "none": false, "url(red.png)": false, "": false,
	} {
		_, ok := css.FirstColor(in)
		assert.Equal(t, want, ok, in)
	}
}

// TestScreenMedia goes by Media Queries Level 4 for a screen of 1,280 by 800 pixels.
func TestScreenMedia(t *testing.T) {
	for query, want := range map[string]bool{
		"": true, "all": true, "screen": true, "print": false, "SCREEN": true, "only screen": true, "not print": true, "not screen": false, "print, screen": true, "print, speech": false,
		"(min-width:600px)": true, "(min-width:1281px)": false, "(max-width:1280px)": true, "(max-width:80em)": true, "(max-width:20rem)": false, "screen and (min-width:600px) and (max-width:900px)": false,
		"(width >= 600px)": true, "(400px < width <= 900px)": false, "(width)": true, "(height: 800px)": true, "(min-height:801px)": false, "(max-height:900px)": true,
		"(orientation:landscape)": true, "(orientation:portrait)": false, "(prefers-color-scheme:dark)": false, "(prefers-color-scheme:light)": true, "(prefers-reduced-motion:reduce)": false, "(prefers-reduced-motion:no-preference)": true,
		"(hover)": true, "(hover:none)": false, "(pointer:fine)": true, "(pointer:coarse)": false, "(scripting:enabled)": true, "(scripting:none)": false,
		"(min-aspect-ratio:1/1)": true, "(max-aspect-ratio:1/1)": false, "(min-resolution:2dppx)": false, "(max-resolution:1dppx)": true, "(-webkit-min-device-pixel-ratio:1.5)": false, "(min-resolution:96dpi)": true,
		"(color)": true, "(monochrome)": false, "(forced-colors:active)": false, "(display-mode:browser)": true, "(update:fast)": true, "(nonsense)": false, "nonsense": false,
		"(min-width:600px) or (max-width:100px)": true, "(min-width:2000px) or (max-width:100px)": false, "not all and (min-width:2000px)": true, "(not (min-width:2000px))": true, "((min-width:600px))": true,
	} {
		assert.Equal(t, want, css.ScreenMedia(query), query)
	}
}

func TestFourSides(t *testing.T) {
	for in, want := range map[string]string{"1": "1 1 1 1", "1 2": "1 2 1 2", "1 2 3": "1 2 3 2", "1 2 3 4": "1 2 3 4", "calc(1 + 2) 3": "calc(1 + 2) 3 calc(1 + 2) 3"} {
		sides, ok := css.FourSides(in)
		assert.True(t, ok, in)
		assert.Equal(t, want, strings.Join(sides[:], " "), in)
	}
	for _, in := range []string{"", " ", "1 2 3 4 5"} {
		_, ok := css.FourSides(in)
		assert.False(t, ok, in)
	}
}

func TestFontShorthandSize(t *testing.T) {
	for in, want := range map[string]string{"12px serif": "12px", "italic bold 0/1 serif": "0", "bold 1.5em/2 'A B'": "1.5em", "700 10px a": "10px", "inherit": "", "": ""} {
		assert.Equal(t, want, css.FontShorthandSize(in), in)
	}
}
