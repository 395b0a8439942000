package parse_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

// prefiltered returns what the prefilter leaves of a page, and what it hands past the parser.
func prefiltered(page string) string {
	r := parse.New([]byte(page), false)
	out, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return r.Filled(string(out))
}

var program = strings.Repeat("f(1)<g(2);", parse.MaxProgram/10+1)

func TestPrograms(t *testing.T) {
	long := program
	for page, want := range map[string]string{
		"<script>" + long + "</script>x":                                                "<script></script>x",
		"<SCRIPT SRC=a>" + long + "</ScRiPt >x":                                         "<SCRIPT src=a></ScRiPt >x",
		"<script type=module>" + long + "</script>x":                                    "<script ></script>x",
		"<script>" + long:                                                               "<script>",
		"<script>" + long + "</script":                                                  "<script>",
		"<script>" + long + "</scriptx></script>":                                       "<script></script>",
		"<script><!--" + long + "<script></script>--></script>x":                        "<script></script>x",
		"<script><!--" + long + "--><script></script>x":                                 "<script></script>x",
		"<script/>" + long + "</script>x":                                               "<script/></script>x",
		"<noscript><script>" + long + "</script></noscript>":                            "<noscript><script></script></noscript>",
		"<svg><path d=1 /></svg><script>" + long + "</script>":                          "<svg></svg><script></script>",
		"<svg/><script>" + long + "</script>":                                           "<svg/><script></script>",
		"<svg><title>t</title></svg><script>" + long + "</script>":                      "<svg><title>t</title></svg><script></script>",
		"<textarea><script></textarea><script>" + long + "</script>":                    "<textarea><script></textarea><script></script>",
		"<style><script></style><script>" + long + "</script>":                          "<style><script></style>",
		"<!--<script>--><script>" + long + "</script>":                                  "<!--<script>--><script></script>",
		"<p title='<script>'><script>" + long + "</script>":                             "<p title='<script>'><script></script>",
		"<script>" + strings.Repeat("\r\n", parse.MaxProgram/2+1) + "</script>":         "",
		"<script>" + long[:parse.MaxProgram] + "</script>":                              "",
		"<script>" + long[:parse.MaxProgram+1] + "</script>":                            "<script></script>",
		"<script type='application/ld+json'>" + long + "</script>":                      "",
		"<script type=application/json>" + long + "</script>":                           "",
		"<script type=math/tex>" + long + "</script>":                                   "",
		"<script type=&#109;ath/tex>" + long + "</script>":                              "",
		"<script>window.__INITIAL_STATE__=" + long + "</script>":                        "",
		"<script>\r\n" + strings.Repeat("\r\n", 190) + "__NUXT__=" + long + "</script>": "",
		"<svg><script>" + long + "</script></svg>":                                      "",
		"<svg><script>" + long + "</script></svg><script>" + long + "</script>":         "",
		"<svg><foreignObject><div></svg></div><script>" + long + "</script>":            "",
		"<math><mtext><b></math><script>" + long + "</script>":                          "",
		"<frameset><noscript><script>" + long + "</script>":                             "",
		"<template><col><noscript><script>" + long + "</script>":                        "",
		"<plaintext><script>" + long + "</script>":                                      "",
		"<title><script>" + long + "</script>":                                          "",
		"<svg><![CDATA[<script>" + long + "]]></svg>":                                   "",
	} {
		if want == "" {
			want = page
		}
		assert.Equal(t, want, prefiltered(page), "%.80s", page)
		assert.Equal(t, programs(t, page, false), programs(t, page, true), "%.80s", page)
	}
}

// programs counts the bytes of scripts in a tree and of those that are not in it.
func programs(t testing.TB, page string, prefiltered bool) (n int) {
	root, r := tree(t, page, prefiltered)
	for d := range root.Descendants() {
		if d.DataAtom == atom.Script && d.FirstChild != nil {
			n += len(d.FirstChild.Data)
		}
	}
	if r != nil {
		n += r.OmittedScriptBytes
	}
	return n
}

func tree(t testing.TB, page string, prefiltered bool) (*html.Node, *parse.Prefilter) {
	var in io.Reader = strings.NewReader(page)
	var r *parse.Prefilter
	if prefiltered {
		r = parse.New([]byte(page), false)
		in = r
	}
	root, err := html.ParseWithOptions(in, html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Skip(err)
	}
	if prefiltered {
		r.FillPlaceholders(root)
	}
	return root, r
}

func TestBeginnings(t *testing.T) {
	r := parse.New([]byte(strings.Repeat("<script>/*beginning*/"+program+"</script>", 20)), false)
	_, err := io.Copy(io.Discard, r)
	require.NoError(t, err)
	require.Len(t, r.ScriptPrefixes(), 9)
	for _, b := range r.ScriptPrefixes() {
		assert.Len(t, b, 2000)
		assert.True(t, bytes.HasPrefix(b, []byte("/*beginning*/")))
	}
	assert.Equal(t, 20*(len(program)+len("/*beginning*/")), r.OmittedScriptBytes)
}

func TestAttributes(t *testing.T) {
	for page, want := range map[string]string{
		`<p onclick="f()" class=a data-x=1>`:                      `<p class=a>`,
		`<p class=a onclick=f() >`:                                `<p class=a >`,
		`<p onclick=f()>`:                                         `<p >`,
		"<p\nonclick\n=\n'f()'\tid=b\f>":                          "<p\nid=b\f>",
		`<P ONCLICK="f()" CLASS=a>`:                               `<P class=a>`,
		`<p tabindex hidden>`:                                     `<p hidden>`,
		`<p tabindex=0hidden>`:                                    `<p >`,
		`<p class="a"tabindex="1"id="b">`:                         `<p class="a" id="b">`,
		`<br tabindex=1 />`:                                       `<br />`,
		`<br tabindex/>`:                                          `<br />`,
		`<path d="M0 0 1 1 2 2"/>`:                                `<path />`,
		`<path viewBox="0 0 24 24" d=M0>`:                         `<path >`,
		`<p data-x="three short words">`:                          "",
		`<p data-x="two words">`:                                  `<p >`,
		`<p data-x="ein Wört">`:                                   "",
		`<p data-x="Wört">`:                                       `<p >`,
		`<p data-x="&nGt;&nGt;">`:                                 "",
		`<p data-x="` + strings.Repeat("x", 39) + `">`:            `<p >`,
		`<p data-x="` + strings.Repeat("x", 40) + `">`:            "",
		`<p data-x="` + strings.Repeat("/x", 40) + `">`:           `<p >`,
		`<p data-x="/a%20b%20c">`:                                 "",
		`<p data-x='{"k":1,"v":2}'>`:                              "",
		`<p data-x='a<b>c</b>'>`:                                  "",
		`<p onclick="show us three words">`:                       `<p >`,
		`<p data-src='{` + strings.Repeat(`"k":"v",`, 40) + `}'>`: "",
		`<img width=1 height=1>`:                                  "",
		`<img width=10 height="600">`:                             `<img >`,
		`<img width=010 height=6px>`:                              "",
		`<img src="/a/b-in-full-size.jpg?w=1" srcset="a 1x, b 2x" data-srcset=c alt=d>`: `<img src="/a/b-in-full-size.jpg?w=1" alt=d>`,
		`<img srcset="a 1x, b 2x" src="/a/b-in-full-size.jpg">`:                         "",
		`<img src="/a/placeholder-in-full.jpg" srcset="a 1x, b 2x">`:                    "",
		`<img src="/a/transparent.png" srcset="a 1x, b 2x">`:                            "",
		`<img src="data:image/jpeg;base64,aaaaaaaaaaaaaaaa" srcset="a 1x, b 2x">`:       "",
		`<img src=" /a/b-in-full-size.jpg" srcset="a 1x, b 2x">`:                        "",
		`<img src="/a/b-in-full-size&sol;blank.gif" srcset="a 1x, b 2x">`:               "",
		`<img src=blank.gif src="/a/b-in-full-size.jpg" srcset="a 1x, b 2x">`:           `<img src=blank.gif srcset="a 1x, b 2x">`,
		`<img src srcset="a 1x, b 2x">`:                                                 "",
		`<source src="/a/b-in-full-size.jpg" srcset="a 1x, b 2x">`:                      "",
		`<p width=1 height=1>`: `<p >`,
		`<input type=hidden value=1><button type=button><li value=7>`:     `<input type=hidden ><button type=button><li value=7>`,
		`<link type=a/b rel=c><script type=a/b></script><style type=a/b>`: `<link rel=c><style type=a/b>`,
		`<html data-x=1><body data-x=1><p data-x=1>`:                      `<html data-x=1><body data-x=1><p >`,
		`<b onclick=f()><font onclick=f()><a onclick=f()>`:                `<b onclick=f()><font onclick=f()><a >`,
		`<p data-x=1 data-x="three short words">`:                         "",
		`</p onclick=f()>`: "",
		// What is written oddly is passed through.
		`<p onclick=f() / >`:     "",
		`<p onclick=f()/x=1>`:    `<p >`,
		`<p/onclick=f() x=1>`:    "",
		`<p onclick=f()/>`:       "",
		`<p onclick="f()"" x=1>`: "",
		`<p x=1 =a>`:             "",
		`<p x=1 a<b>`:            "",
		"<p x=1 a\x00=2>":        "",
		`<p x=1`:                 "",
		`<p x=1 y="`:             "",
		`<p x="1>`:               "",
		`<p x=1 y= `:             "",
	} {
		if want == "" {
			want = page
		}
		assert.Equal(t, want, prefiltered(page), page)
	}
}

func TestWhole(t *testing.T) {
	page := "<p onclick=f()><script>" + program + "</script>"
	out, err := io.ReadAll(parse.New([]byte(page), true))
	require.NoError(t, err)
	assert.Equal(t, "<p onclick=f()><script></script>", string(out))
}

func TestSelectors(t *testing.T) {
	const left, kept, again = "left", "kept", "again"
	const attribute = `<p data-X=1 data-y=2>`
	for page, want := range map[string]string{
		attribute: left,
		`<style>[data-x]{display:none}</style>` + attribute:                            kept,
		`<STYLE>p[ DATA-X ]{}</STYLE>` + attribute:                                     kept,
		`<style>[data-x^="a]"]{}</style>` + attribute:                                  kept,
		`<style>[data-x ~= a]{}</style>` + attribute:                                   kept,
		`<style>[data-\78]{}</style>` + attribute:                                      kept,
		`<style>[data/**/-x]{}</style>` + attribute:                                    kept,
		`<style>[data-x` + attribute:                                                   "",
		`<style>.w-\[data-x\]{}</style>` + attribute:                                   left,
		`<style>.w-\\[data-x]{}</style>` + attribute:                                   kept,
		`<style>[hidden]{}</style>` + attribute:                                        left,
		`<svg><style>[data-x]{}</style></svg>` + attribute:                             kept,
		`<svg><style>&#91;data-x]{}</style></svg>` + attribute:                         kept,
		`<svg><style><b>[data-x]{}</b></style></svg>` + attribute:                      kept,
		attribute + `<style>[data-x]{}</style>`:                                        kept,
		attribute + `<style>[data-\78]{}</style>`:                                      kept,
		attribute + `<svg><style>&#91;data-x]{}</style></svg>`:                         again,
		attribute + `<svg><style>a</style></svg>`:                                      left,
		attribute + `<svg><title><b></title></svg><style>a</style>`:                    again,
		attribute + `<svg><title><b></title></svg>`:                                    left,
		attribute + `<!--<Style>[data-x]</style>-->`:                                   kept,
		attribute + `<style>a</stylex>[data-x]{}</style>`:                              kept,
		attribute + `<style>a</style>[data-x]{}</style>`:                               left,
		attribute + `<style`:                                                           left,
		attribute + `<style>[data-z]{}</style>`:                                        left,
		attribute + `<svg><style><b>[data-x]{}</b></style></svg>`:                      again,
		attribute + `<svg><style><b></style><sTYLE>[data-x]{}</style></svg>`:           again,
		`<style>[` + strings.Repeat("x", 200) + `]{}</style>` + attribute:              kept,
		attribute + `<textarea><style>[data-x]{}</style></textarea>`:                   kept,
		`<noscript><style>[data-x]{}</style></noscript>` + attribute:                   kept,
		`<head><link data-x=1></head><style>[data-x]{}</style>` + attribute:            kept,
		`<head><link data-z=1><body><p data-z=1><style>[data-x]{}</style>` + attribute: kept,
		`<head><style>[data-x]{}</style><body><p>` + attribute:                         kept,
		`<p>` + attribute + `<style>[data-x]{}</style>`:                                kept,
		`<p><style type=a data-z=1>[data-x]{}</style>` + attribute:                     kept,
		`<template></template><style type=a>[data-x]{}</style>` + attribute:            kept,
		`<p> <style>[data-x]{}</style>` + attribute:                                    kept,
		`<p><style>[data-x]{}</style>` + attribute:                                     kept,
		`<p><svg><style>[data-x]{}</style></svg>` + attribute:                          kept,
		`<style>a{grid-template:[data-x] 1fr}</style>` + attribute:                     kept,
		`<style>a{background:url("data:[")}</style>` + attribute:                       left,
	} {
		if want == "" {
			continue
		}
		r := parse.New([]byte(page), false)
		out, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, want == again, r.NeedsFullParse(), page)
		if want != again {
			assert.Equal(t, want == kept, strings.Contains(strings.ToLower(r.Filled(string(out))), "data-x=1"), page)
		}
	}
}

// pages are markup that is hard to read.
var pages = []string{
	"", "<", "</", "<!", "<?", "<!-", "<!--", "<!--->x", "<!-->x", "<!---->x", "<!--a--!>b", "<!--a--!-->b", "<!--a>b-->c", "<!doctype html><p>",
	"<!DOCTYPE", "<![CDATA[x>y]]>", "<svg><![CDATA[x>y]]></svg>", "<svg><![CDATA[x]]></svg>", "</>", "</ p>x", "<?php a > b ?>", "<3 a=b>", "a<b c<d>",
	"<p a='>' b=\">\" c=>x", "<p a=b/>", "<p/>", "<p / a>", "<p a/b>", "<a><a x=1>", "<b x=1><b x=1><b x=1><b x=1><p></b></b></b>y",
	"<title>a<b>c</title>", "<title>a</titl></title x=1>y", "<textarea>\n<p></textarea>", "<xmp><b></xmp>", "<iframe><b></iframe>", "<noembed><b></noembed>",
	"<noframes><b></noframes>", "<noscript><b x=1></noscript>", "<plaintext></plaintext><p x=1>", "<style>a>b</style>", "<style><!--</style>-->",
	"<script><!--<script></script>x--></script>y", "<script><!--</script>-->", "<script><!--<script>--></script>y", "<script><!--<scriptx></script>y",
	"<script><!--<a><script></script>y", "<script><!-- <9 <script></script>y</script>z", "<script><!---<script ></script/></script>y", "<script></script\t>y",
	"<svg><title><b x=1>y</b></title><script>a<b</script></svg>", "<svg><style>a<b x=1>c</style></svg>", "<svg><p x=1>y</svg><script>z</script>",
	"<svg><svg></svg><title><p></title></svg>", "<math><mi><p x=1></math><title><b></title>", "<math></svg><title><p></title></math>",
	"<svg><desc></svg><title><b></title>", "<svg></svg><title><b></title>", "<svg x=1/><title><b></title>", "<svg x=1 x=/><title><b></title>",
	"<svg><foreignObject><svg></foreignObject></svg><style><b></style>", "<math><annotation-xml encoding=text/html><title><b></title></math>",
	"<svg><font color=red><title><b></title></svg>", "<svg><template><title><b></title></svg>", "<table><svg><tr><td></svg><title><b></title>",
	"<select><title><b></title><option x=1></select>", "<frameset><noscript><p x=1></noscript>", "<template><col><noscript><p x=1></noscript>",
	"<p x=1\x00y=2>", "<p x='one two three' x=2>", "<p X=2 x='one two three'>", "<p x='&#97; b c d e' y=2>", "<svg x='one two three'>", "<p \x00=1 x=2>", "<p x\x00=1>", "<p x='\x00'>", "<\x00p x=1>", "<p\x00 x=1>", "\x00", "<p x=1\r\ny=2\r>", "<!--\x00-->",
	"<p\fx=1\fhidden>", "<p x\v=1 id=a>", "<p x=1 X=2 id=a ID=b>", "<p style='a' x=\"'\" class=\"b\">", "<p x=\"1\"/id=a>", "<p id=a/ x>", "<p x=`a b` id=c>",
	"<script type=text/x type=application/json>" + program + "</script>", "<html x=1 lang=a><body y=1 class=b><html lang=c id=d><body id=e>",
	"<svg><path d=1/><g><use/><path></path></g><path></svg><path/>", "<svg><p><path/></svg>", "<select><svg><path/></svg></select>", "<svg><desc><svg><path/>",
	"<head><link rel=icon><meta name=x><link rel=canonical href=a></head><link rel=icon><p><link rel=icon>", "<link rel=icon><html lang=a>", "<meta><!doctype html><p><table>",
	"<head><script src=a></script><script>$</script><script src=b x='one two three'></script><noscript><script></script><link></noscript><script></script></head><script></script><p><script></script>",
	"<script></script><html lang=a>", "<head><script/></script><script></script ><script></scriptx></script>",
	"<head><noscript><link rel=icon></noscript></html><link rel=icon>", "a<!-- b -->c<!-- d --><i>e</i><!-- f --> g<!-- three short words --><!-- h -->i", "<table> <!-- a --> b<tr><!-- c -->d", "<<!-->A", "&l<!-->t;", "&#<!-->9<!---->8;x<!-->", "</<!-->a",
	"<p>a</p><svg><text><<path/>!-- </text></svg><p>b<p>c", "<p>a<svg><<path/>b>x</svg>", "<svg>< <path/>b>x</svg>", "<svg><text>&l<path/>t;</text></svg>", "<svg><text>a><path/>b</text></svg>",
	"<p>a</p><svg><desc></x><p></svg></p></desc><script>$</script>", "<math><mi></x><p></math></p></mi><style>a&lt;b<p title=hello>@</p></style>", "<svg><desc></DESC><path/></svg><script>$</script>",
	"<p>a</p><text><svg></text><path hidden/>b c d", "<path><svg><g></path></g><path/></svg>", "<p data-É='say three words' data-é='one two three' x=@>y", "<p>a<tr><i>b</i> </tr>c", "<p>a<tbody> <i>b</i> </tbody>c",
	"<p x=1 " + strings.Repeat("y=1 ", 31) + "x='one two three'>", "<pre><!--x-->\n\na</pre>", "<listing><!--x-->\na</listing>", "<pre>a<!--x-->\nb</pre>", "<html><link><!-- a b c --><p>", "<html><meta><!-- a b c d -->",
	"</head><noscript><meta name=x></noscript>x", "<head></head><noscript><link rel=icon><p></noscript>",
	"<img srcset='a 1x, b 2x' sizes=1 src=c width=1 height=20>", "<input type=hidden x=1><frameset>", "<image x=1 src=a>",
}

func TestSameTree(t *testing.T) {
	for _, page := range pages {
		same(t, page)
		same(t, page+"<p x=1>y")
		same(t, "<div>"+strings.ReplaceAll(page, "><", "> \n<")+"</div> <p>")
	}
}

// same fails if the tree of what the prefilter leaves of a page is another one than
// that of all of it, but for what may be left out.
func same(t testing.TB, page string) {
	want, _ := tree(t, page, false)
	got, r := tree(t, page, true)
	if !r.NeedsFullParse() {
		require.Equal(t, describe(want), describe(got), "%q\n%q", page, prefiltered(page))
	}
	assert.Equal(t, programs(t, page, false), programs(t, page, true), "%q", page)
}

// always are attributes that are never left out.
var always = []string{"class", "id", "style", "href", "src", "hidden", "title", "alt", "name", "content", "role", "lang", "aria-hidden", "encoding", "checked"}

func describe(root *html.Node) string {
	var b strings.Builder
	var walk func(n *html.Node, depth int, pre bool)
	walk = func(n *html.Node, depth int, pre bool) {
		pre = n.Namespace == "" && (pre || n.DataAtom == atom.Pre || n.DataAtom == atom.Listing || n.DataAtom == atom.Textarea)
		fmt.Fprintf(&b, "%*s%d %s %q", depth, "", n.Type, n.Namespace, n.Data)
		for _, a := range n.Attr {
			if slices.Contains(always, a.Key) || keepForText(a) {
				fmt.Fprintf(&b, " %s:%s=%q", a.Namespace, a.Key, a.Val)
			}
		}
		b.WriteByte('\n')
		text := "" // between two elements
		flush := func() {
			if n.DataAtom == atom.Script && len(text) > parse.MaxProgram {
				text = ""
			}
			if !pre {
				text = strings.Join(strings.FieldsFunc(text, isSpace), "")
			}
			if text != "" {
				fmt.Fprintf(&b, "%*s%q\n", depth+1, "", text)
			}
			text = ""
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				text += c.Data
			case c.Type == html.CommentNode && !mayHoldText(c.Data) || isNeverRead(c) || isShape(c):
			default:
				flush()
				walk(c, depth+1, pre)
			}
		}
		flush()
	}
	walk(root, 0, false)
	return b.String()
}

// mayHoldText is true of comments that may say something.
func mayHoldText(comment string) bool {
	return len(comment) >= 8 && (strings.Count(comment, " ") >= 2 || strings.ContainsAny(comment, "<[{&\uFFFD") || len(comment) >= 40 && !strings.Contains(comment, "/"))
}

// isNeverRead is true of elements in the head that nobody asks for.
func isNeverRead(n *html.Node) bool {
	if n.DataAtom == atom.Script && n.Parent != nil && n.Parent.DataAtom == atom.Head {
		return (n.FirstChild == nil || len(n.FirstChild.Data) > parse.MaxProgram) && !slices.ContainsFunc(n.Attr, keepForText)
	}
	if n.Parent == nil || n.Parent.DataAtom != atom.Head && (n.Parent.DataAtom != atom.Noscript || n.Parent.Parent.DataAtom != atom.Head) || n.DataAtom != atom.Link && n.DataAtom != atom.Meta {
		return false
	}
	for _, a := range n.Attr {
		if keepForText(a) || a.Key == "rel" && a.Val == "canonical" || a.Key == "name" && a.Val == "author" {
			return false
		}
	}
	return true
}

var shapes = strings.Fields("circle ellipse line path polygon polyline rect stop use")

// isShape is true of parts of drawings that say nothing.
func isShape(n *html.Node) bool {
	if n.Namespace != "svg" || !slices.Contains(shapes, n.Data) || slices.ContainsFunc(n.Attr, keepForText) {
		return false
	}
	for c := range n.ChildNodes() {
		blank := c.Type == html.TextNode && strings.TrimSpace(c.Data) == "" || c.Type == html.CommentNode && !mayHoldText(c.Data)
		if !blank && !isShape(c) {
			return false
		}
	}
	return true
}

func isSpace(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }

// keepForText is true of attributes that are kept for the words of their value.
func keepForText(a html.Attribute) bool {
	return a.Key == "x" && len(a.Val) >= 8 && strings.Count(a.Val, " ") >= 2
}

func TestShortReads(t *testing.T) {
	for _, page := range append(pages, strings.Repeat(strings.Join(pages[:40], ""), 50)) {
		r := parse.New([]byte(page), false)
		one, err := io.ReadAll(iotest.OneByteReader(r))
		require.NoError(t, err)
		assert.Equal(t, prefiltered(page), r.Filled(string(one)), "%.100q", page)
		n, err := parse.New([]byte(page), false).Read(nil)
		assert.Zero(t, n)
		assert.NoError(t, err)
	}
}

// Read fills the buffer: the tokenizer makes a larger one after short reads.
func TestFullReads(t *testing.T) {
	page := []byte(strings.Repeat("<p x=1 onclick=f()>text</p>", 10_000))
	r, buf := parse.New(page, false), make([]byte, 4096)
	for total, size := 0, len(prefiltered(string(page))); ; {
		n, err := r.Read(buf)
		total += n
		if total == size {
			break
		}
		require.NoError(t, err)
		require.Equal(t, len(buf), n)
	}
}

// hostile are pages made to keep a reader busy: what they begin with, and what they
// go on with.
var hostile = map[string][2]string{
	"open tags":          {"", "<"},
	"letters":            {"", "<a"},
	"declarations":       {"", "<!"},
	"instructions":       {"", "<?"},
	"end tags":           {"", "</"},
	"comments":           {"", "<!--"},
	"in a comment":       {"<!--", ">"},
	"dashes":             {"<!--", "->"},
	"quotes":             {"", `<p x="`},
	"attributes":         {"<p ", "x=1 "},
	"odd attributes":     {"<p ", "/x=1 "},
	"spaces":             {"<p", " "},
	"equals":             {"<p ", "="},
	"scripts":            {"", "<script>"},
	"script ends":        {"<script>", "</script"},
	"escaped":            {"<script>", "<!--"},
	"escaped scripts":    {"<script><!--", "<script>"},
	"escaped breaks":     {"<script>", "<!--<9"},
	"titles":             {"<title>", "</titl"},
	"svg":                {"", "<svg>"},
	"svg titles":         {"", "<svg><title>"},
	"cdata":              {"<svg>", "<![CDATA["},
	"sheets":             {"", "<style></style>"},
	"open sheets":        {"", "<style"},
	"sheet letters":      {"", "y"},
	"brackets":           {"<style>", "["},
	"sought in the head": {"<meta type=1><style>" + strings.Repeat("(", 1<<20), "[type]"},
	"backslashes":        {"<style>", `\[`},
	"many backslashes":   {"<style>" + strings.Repeat(`\`, 1<<20), "["},
	"programs":           {"", "<script>" + program + "</script>"},
	"references":         {`<p title="`, "&amp;"},
	"open references":    {`<p title="`, "&"},
	"many attributes":    {"", "<p a=b c=d e=f>"},
}

func hostilePage(part [2]string) []byte {
	return []byte(part[0] + strings.Repeat(part[1], (1<<20)/len(part[1])))
}

func TestHostile(t *testing.T) {
	for name, part := range hostile {
		page := hostilePage(part)
		n, err := io.Copy(io.Discard, parse.New(page, false))
		require.NoError(t, err)
		assert.LessOrEqual(t, n, int64(len(page)), name)
	}
}

func FuzzPrefilter(f *testing.F) {
	for _, page := range pages {
		f.Add(page)
		f.Add(strings.ReplaceAll(page, "><", "> <"))
	}
	f.Add("<p class='@' id=@ title=\"@\">@<style>@</style><script>@</script><a href='@'><table>@<tr>@<a href='@'>")
	f.Add("<select><style>@</style>@<option class='@'></select><svg class='@'><style>@</style><p class='@'></svg><pre>\n@</pre>@")
	f.Add("<script>$</script><svg><script>$</script></svg><script><!--$<script>$</script>$--></script>")
	f.Fuzz(func(t *testing.T, page string) {
		page = strings.Replace(strings.ToValidUTF8(page, "?"), "$", program, 3)
		page = strings.Replace(page, "@", strings.Repeat("v w ", 16), 9)
		same(t, page)
		r := parse.New([]byte(page), false)
		one, err := io.ReadAll(iotest.OneByteReader(r))
		require.NoError(t, err)
		require.Equal(t, prefiltered(page), r.Filled(string(one)))
	})
}
