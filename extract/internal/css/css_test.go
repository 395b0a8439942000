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

// styleOf returns the style of the element with the id "x" in a body, under a style sheet.
func styleOf(t *testing.T, sheet, body string) *css.Style {
	t.Helper()
	root, err := html.Parse(strings.NewReader("<!doctype html><head><style>" + sheet + "</style></head><body>" + body))
	require.NoError(t, err)
	var s css.Sheet
	s.AddPage(root)
	for n := range root.Descendants() {
		if htmltree.Attr(n, "id") == "x" {
			i, _ := s.Enter(n)
			return s.Style(i)
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
		"li": true, "LI": true, "*": true, ".item": true, ".Item": false, ".item.b": true, ".it\\65m": true, "#x": true, "#X": false, "#x#x": true, "#a#x": false, "#x#a": false, "#x.b#a": false, ":not(#x#a)": true, "li#x.item[title]": true,
		// combinators
		"ul > li": true, "body > li": false, "body li": true, "li + li": true, "p + li": false, "li ~ li": true, "p ~ li": false, "ul>li+li": true, ".list li:not(:first-child)": true,
		// places
		":first-child": false, ":last-child": false, ":nth-child(2)": true, ":nth-child(odd)": false, ":nth-child(even)": true, ":nth-child(3n+2)": true, ":nth-child(-n+2)": true, ":nth-child(-n+1)": false,
		":nth-last-child(4)": true, ":nth-of-type(2)": true, ":nth-last-of-type(3)": true, ":nth-last-of-type(2)": false, ":nth-child(1 of .b)": false, // which is not judged

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
		assert.Equal(t, want, style.Get(css.Display).Is("none"), selector)
	}
}

// TestControlStates goes by HTML, 4.16.3. States that depend on more than an attribute are not
// judged.
func TestControlStates(t *testing.T) {
	for body, selectors := range map[string]map[string]bool{
		"<input id=x type=checkbox checked>":       {":checked": true, ":disabled": false, ":enabled": true, ":required": false},
		"<input id=x type=checkbox>":               {":checked": false},
		"<select><option id=x selected>a</select>": {":checked": true},
		"<button id=x disabled>a</button>":         {":disabled": true, ":enabled": false},
		"<p id=x>a</p>":                            {":enabled": false, ":disabled": false, ":read-only": false},
		"<a id=x href=/a>a</a>":                    {":link": true, ":any-link": true, ":visited": false},
		"<a id=x>a</a>":                            {":link": false, ":any-link": false},
	} {
		for selector, want := range selectors {
			style := styleOf(t, selector+"{display:none}", body)
			assert.Equal(t, want, style.Get(css.Display).Is("none"), "%s on %s", selector, body)
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
		{"scope is not applied", "@scope (.w){p{color:red}}", "", ""},
		{"container and starting-style", "@starting-style{p{color:red}}", "", ""},
		{"comments", "p/**/{/* } */color/**/:/*;*/red}", "", "red"},
		{"unclosed at the end", "p{color:red", "", "red"},
		{"all", "p{color:red}#x{all:initial}", "", "initial"},
		{"unknown at-rule", "@nonsense{p{color:blue}}p{color:red}", "", "red"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, styleOf(t, c.sheet, strings.Replace(body, "%", c.inline, 1)).Get(css.Color).Text)
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
		{"own of a style attribute before rules", "div{--inline:red}p{color:var(--inline)}", "teal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, strings.TrimSpace(styleOf(t, c.sheet, body).Get(css.Color).Text))
		})
	}
	t.Run("a circle has no value", func(t *testing.T) {
		got := styleOf(t, ".w{--a:var(--b);--b:var(--a)}p{color:var(--a)}", body).Get(css.Color).Text
		assert.NotContains(t, got, "red")
	})
}

// TestInitialValues are not read: what depends on one is not understood.
func TestInitialValues(t *testing.T) {
	const sheet = "@property --c{syntax:'*';inherits:false;initial-value:red}p{color:var(--c)}"
	assert.Equal(t, css.Odd, styleOf(t, sheet, "<p id=x>t").Get(css.Color).Form)
	assert.False(t, styleOf(t, "p{color:var(--c)}", "<p id=x>t").Has(css.Color))
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
		assert.Equal(t, c.want, styleOf(t, c.sheet, c.body).Get(c.property).Text, c.body)
	}
}

// TestParseLength goes by Values Level 4. What a math function returns counts as pixels.
func TestParseLength(t *testing.T) {
	for in, want := range map[string]css.Length{
		"0": {}, "12": {N: 12}, "-1.5px": {N: -1.5, Unit: css.Pixels}, "+.5em": {N: .5, Unit: css.Ems}, "1e2px": {N: 100, Unit: css.Pixels}, "50%": {N: 50, Unit: css.Percent}, "2rem": {N: 2, Unit: css.Rems},
		"calc(1px + 2px)": {N: 3, Unit: css.Pixels}, "calc(2 * (3px - 1px))": {N: 4, Unit: css.Pixels}, "calc(10px / 4)": {N: 2.5, Unit: css.Pixels}, "calc(-1 * 5px)": {N: -5, Unit: css.Pixels}, "min(1px, 3px)": {N: 1, Unit: css.Pixels}, "max(1px,3px,2px)": {N: 3, Unit: css.Pixels},
		"clamp(1px, 9px, 4px)": {N: 4, Unit: css.Pixels}, "calc(2 * 3)": {N: 6}, "calc((2px - 1px)*(3 - 1)/(5 - 1))": {N: .5, Unit: css.Pixels}, "calc(1turn / 4)": {N: 90, Unit: css.NoLength}, "calc(10% + 5%)": {N: 15, Unit: css.Percent},
	} {
		got, ok := css.ParseLength(in)
		if assert.True(t, ok, in) {
			assert.InDelta(t, want.N, got.N, 1e-9, in)
			assert.Equal(t, want.Unit, got.Unit, in)
		}
	}
	for _, in := range []string{"", "px", "1 px", "auto", "1px 2px", "calc()", "calc(1px +)", "calc(1px + 2px", "calc(1 / 0 px)", "min()", "nonsense(1)", "--1", "calc((((1px)", "sin(0)", "round(7, 4)", "calc(pi * 0)"} {
		_, ok := css.ParseLength(in)
		assert.False(t, ok, in)
	}
}

// TestParseColor goes by Color Levels 4 and 5.
func TestParseColor(t *testing.T) {
	for in, want := range map[string]css.RGBA{
		"red": {255, 0, 0, 1}, "RebeccaPurple": {102, 51, 153, 1}, "transparent": {}, "#f00": {255, 0, 0, 1}, "#F008": {255, 0, 0, 136. / 255}, "#ff0000": {255, 0, 0, 1}, "#00ff0080": {0, 255, 0, 128. / 255},
		"rgb(1,2,3)": {1, 2, 3, 1}, "rgba(1, 2, 3, .5)": {1, 2, 3, .5}, "rgb(1 2 3 / 50%)": {1, 2, 3, .5}, "rgb(100% 0% 0%)": {255, 0, 0, 1}, "rgb(300 -5 0)": {255, 0, 0, 1}, "rgb(none 0 0)": {0, 0, 0, 1},
		"hsl(0 100% 50%)": {255, 0, 0, 1}, "hsl(120, 100%, 50%)": {0, 255, 0, 1}, "hsla(240deg 100% 50% / .25)": {0, 0, 255, .25},
	} {
		got, ok := css.ParseColor(in)
		if assert.True(t, ok, in) {
			for k, pair := range [][2]float64{{want.R, got.R}, {want.G, got.G}, {want.B, got.B}, {want.A, got.A}} {
				assert.InDelta(t, pair[0], pair[1], 1e-4, "%s, component %d", in, k)
			}
		}
	}
	for _, in := range []string{"", "#", "#ff", "#ggg", "#123456789", "nonsense", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(1,2,3", "rgb(a,b,c)", "nonsense(1 2 3)", "hwb(0 0% 0%)", "oklch(0 0 0)", "color-mix(in srgb, red, blue)", "light-dark(red, blue)"} {
		_, ok := css.ParseColor(in)
		assert.False(t, ok, in)
	}
	white, _ := css.ParseColor("white")
	grey, _ := css.ParseColor("#777")
	assert.InDelta(t, 1, white.Luminance(), 1e-9)
	assert.InDelta(t, 0.184, grey.Luminance(), 0.001)
	assert.False(t, math.IsNaN(css.RGBA{}.Luminance()))
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

// TestShorthands: what each declares, and what of it is understood.
func TestShorthands(t *testing.T) {
	for block, want := range map[string]map[css.Property]string{
		"margin:1px":                         {css.MarginTop: "1px", css.MarginLeft: "1px"},
		"margin:1px 2px 3px 4px":             {css.MarginTop: "1px", css.MarginLeft: "4px"},
		"inset:1px 2px 3px":                  {css.Top: "1px", css.Right: "2px", css.Bottom: "3px", css.Left: "2px"},
		"inset:calc(1px + 2px) 3px":          {css.Top: "calc(1px + 2px)", css.Right: "3px", css.Bottom: "calc(1px + 2px)", css.Left: "3px"},
		"margin:1 2 3 4 5":                   {},
		"font:12px serif":                    {css.FontSize: "12px"},
		"font:italic bold 1.5em/2 'A B'":     {css.FontSize: "1.5em"},
		"font:700 0/1 a":                     {css.FontSize: "0"},
		"font:inherit":                       {},
		"padding-top:50%":                    {css.Padding: "50%"},
		"padding-top:50px":                   {},
		"background:#fff":                    {css.Background: "#fff", css.BackgroundColor: "#fff", css.BackgroundClip: "border-box"},
		"background:url(a) text":             {css.Background: "url(a) text", css.BackgroundColor: "url(a) text", css.BackgroundClip: "text"},
		"top:1px;top:nonsense;left:-1px 2px": {css.Top: "1px", css.Left: "-1px 2px"},
	} {
		var style css.Style
		css.Inline(block, &style)
		got := map[css.Property]string{}
		for p := range css.NumProperties {
			if style.Has(p) {
				got[p] = style.Get(p).Text
			}
		}
		assert.Equal(t, want, got, block)
	}
}

// TestParse: the form of each value, and what it holds.
func TestParse(t *testing.T) {
	effect := func(width, height float64, shifts ...css.Length) *css.Effect {
		return &css.Effect{Width: width, Height: height, Opacity: 1, Shifts: shifts}
	}
	for _, c := range []struct {
		property css.Property
		text     string
		want     css.Value
	}{
		{css.Display, "NONE", css.Value{Form: css.Word}},
		{css.Display, "if(style(--a):none;else:block)", css.Value{Form: css.Odd}},
		{css.Opacity, ".5", css.Value{Form: css.Number, Length: css.Length{N: .5}}},
		{css.Opacity, "sin(1)", css.Value{Form: css.Odd}},
		{css.Opacity, "var(--a)", css.Value{Form: css.Varies}},
		{css.FontSize, "calc(-1px)", css.Value{Form: css.Number, Length: css.Length{Unit: css.Pixels}}},
		{css.Left, "env(safe-area-inset-left)", css.Value{Form: css.Odd}},
		{css.MarginLeft, "1px 2px", css.Value{Form: css.Number, Length: css.Length{N: 1, Unit: css.Pixels}}},
		{css.Color, "red", css.Value{Form: css.Colored, Color: css.RGBA{R: 255, A: 1}}},
		{css.Color, "oklch(1 0 0)", css.Value{Form: css.Odd}},
		{css.Color, "currentcolor", css.Value{Form: css.Word}},
		{css.BackgroundColor, "no-repeat url(a,b.png) rgb(1 2 3)", css.Value{Form: css.Colored, Color: css.RGBA{R: 1, G: 2, B: 3, A: 1}}},
		{css.BackgroundColor, "url(red.png)", css.Value{Form: css.Word}},
		{css.BackgroundColor, "lab(1 2 3)", css.Value{Form: css.Odd}},
		{css.Padding, "1px 3px", css.Value{Form: css.Number}},
		{css.Padding, "1px 9px", css.Value{Form: css.Number, Length: css.Length{N: 1}}},
		{css.Clip, "rect(0 0 0 0)", css.Value{Form: css.Number}},
		{css.Clip, "rect(0 9px 9px 0)", css.Value{Form: css.Odd}},
		{css.ClipPath, "inset(50%)", css.Value{Form: css.Number}},
		{css.ClipPath, "inset(5px round 4px)", css.Value{Form: css.Odd}},
		{css.ClipPath, "polygon(0 0, 0 0, 0 0)", css.Value{Form: css.Number}},
		{css.ClipPath, "circle(50%)", css.Value{Form: css.Odd}},
		{css.Mask, "linear-gradient(transparent, #0000)", css.Value{Form: css.Number}},
		{css.Mask, "url(a) 0 0/0 0", css.Value{Form: css.Odd}},
		{css.Mask, "linear-gradient(#000, transparent)", css.Value{Form: css.Odd}},
		{css.Transform, "none", css.Value{Form: css.Word}},
		{css.Transform, "scale(2) scaleY(.25)", css.Value{Form: css.Changed, Effect: effect(2, .5)}},
		{css.Transform, "translate(1px, 50%)", css.Value{Form: css.Changed, Effect: effect(1, 1, css.Length{N: 1, Unit: css.Pixels}, css.Length{N: 50, Unit: css.Percent})}},
		{css.Transform, "rotate(45deg)", css.Value{Form: css.Changed, Effect: effect(1, 1)}},
		{css.Scale, "0 1", css.Value{Form: css.Changed, Effect: effect(0, 1)}},
		{css.Filter, "opacity(50%) opacity(.5) blur(4px)", css.Value{Form: css.Changed, Effect: &css.Effect{Width: 1, Height: 1, Opacity: .25, Blur: 4}}},
		{css.Filter, "invert(1)", css.Value{Form: css.Changed, Effect: &css.Effect{Width: 1, Height: 1, Opacity: 1, Odd: true}}},
		{css.Transform, "matrix(0,.5,.1,0,3,4)", css.Value{Form: css.Changed, Effect: effect(.5, .1, css.Length{N: 3, Unit: css.Pixels}, css.Length{N: 4, Unit: css.Pixels})}},
		{css.Content, "url(a)", css.Value{Form: css.Odd}},
	} {
		got, ok := css.Parse(c.property, c.text)
		assert.True(t, ok, c.text)
		got.Text = ""
		assert.Equal(t, c.want, got, "%d %s", c.property, c.text)
	}
	turned, _ := css.Parse(css.Transform, "rotateX(90deg) rotateY(.25turn)")
	assert.InDelta(t, 0, turned.Effect.Width, 1e-9)
	assert.InDelta(t, 0, turned.Effect.Height, 1e-9)
	for text, p := range map[string]css.Property{"nonsense": css.Display, "10": css.Visibility, "-1px": css.FontSize, "red": css.Left, "12": css.Color, "": css.Opacity} {
		_, ok := css.Parse(p, text)
		assert.False(t, ok, text)
	}
}
