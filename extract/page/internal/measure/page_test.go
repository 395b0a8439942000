package measure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

// TestRoles go by WAI-ARIA 1.2; they add to what an element is.
func TestRoles(t *testing.T) {
	for role, want := range map[string]measure.ElementKinds{"main": measure.Main, "navigation": measure.Nav, "banner": measure.Header, "contentinfo": measure.Footer, "complementary": measure.Aside, "article": measure.Article,
		"dialog": measure.Dialog, "search": measure.Search, "button": measure.Button, "heading": measure.Heading, "list": measure.List, "listitem": measure.Li, "table": measure.Table, "none": 0, "presentation": 0, "": 0} {
		p := measured(t, `<div role="`+role+`">words</div>`)
		var el *measure.Element
		for i := range p.Elements {
			if p.Elements[i].Atom == atom.Div {
				el = &p.Elements[i]
			}
		}
		require.NotNil(t, el, role)
		assert.Equal(t, want, el.Kinds&want, role)
		assert.NotZero(t, el.Kinds&measure.Div, role)
	}
}

// TestAncestry: an element knows what it stands in.
func TestAncestry(t *testing.T) {
	root, p := measuretest.Page(t, `<nav><ul class=menu><li><p>one</ul></nav><main><article><p>two</article></main>`)
	around := map[string]measure.ElementKinds{}
	const asked = measure.Nav | measure.List | measure.Li | measure.P | measure.Main | measure.Article
	for i, text := range blockTexts(root, p) {
		around[text] = p.Elements[p.Blocks[i].Element].AnyKinds & asked
	}
	assert.Equal(t, map[string]measure.ElementKinds{
		"one": measure.Nav | measure.List | measure.Li | measure.P,
		"two": measure.Main | measure.Article | measure.P,
	}, around)
}

func TestBasesOfDrawingsAndTemplates(t *testing.T) {
	for page, want := range map[string]string{
		`<svg><base href=/a></svg><base href=/b>`:           "/b",
		`<template><base href=/a></template><base href=/b>`: "/b",
		`<math><mtext><svg><base href=/a />`:                "",
	} {
		base := ""
		if n := measured(t, page+"<p>c").Head.Base; n != nil {
			base = htmltree.Attr(n, "href")
		}
		assert.Equal(t, want, base, page)
	}
}

// TestHeads keeps what tells about a page, wherever it stands.
func TestHeads(t *testing.T) {
	p := measured(t, `<html lang=sv><head><title>T</title><title>no</title><base target=_top><base href=/a><base href=/b><meta name=a content=b><link rel=canonical href=/c>
		<script type="application/ld+json">{"b":2}</script></head><body><svg><title>Logo</title></svg><meta itemprop=x content=y><h1>One</h1><h1>Two</h1>
		<time datetime=2024-03-05>then</time><a rel=author href=/ada>Ada</a><script type="application/json">{"a":1}</script><script>window.__INITIAL_STATE__={}</script><script>f()</script><script src=/x.js></script>`)
	h := p.Head
	assert.Equal(t, "T", h.Title.FirstChild.Data)
	assert.Equal(t, "/a", htmltree.Attr(h.Base, "href"))
	assert.Equal(t, "sv", htmltree.Attr(h.HTML, "lang"))
	assert.Equal(t, []string{"b", "y"}, attributes(h.Meta, "content"))
	assert.Equal(t, []string{"/c"}, attributes(h.Link, "href"))
	assert.Equal(t, []string{`{"b":2}`}, contents(h.JSONLD))
	assert.Equal(t, []string{"then"}, contents(h.Time))
	assert.Equal(t, []string{"Ada"}, contents(h.Bylines))
	assert.Equal(t, "One", h.H1.FirstChild.Data)
	assert.Equal(t, []string{`{"a":1}`, "window.__INITIAL_STATE__={}"}, contents(p.StateScripts), "JSON and a state that scripts keep")
}

// attributes returns an attribute of each node.
func attributes(nodes []*html.Node, name string) (values []string) {
	for _, n := range nodes {
		values = append(values, htmltree.Attr(n, name))
	}
	return values
}

// contents returns the text that each node begins with.
func contents(nodes []*html.Node) (texts []string) {
	for _, n := range nodes {
		texts = append(texts, n.FirstChild.Data)
	}
	return texts
}

// TestStateOfVariables are scripts that begin with JSON for a variable named as the content.
func TestStateOfVariables(t *testing.T) {
	for script, isState := range map[string]bool{
		`var initialData = {"a":1}`:                     true,
		`try { site.content = {"id":1} } catch (e) {}`:  true,
		`window.article=JSON.parse("{}")`:               true,
		`site.ads = {"id":1}`:                           false,
		`site.content = {id: 1}`:                        false,
		`contentType = "a"`:                             false,
		strings.Repeat("x", 70) + `.content = {"id":1}`: false,
	} {
		p := measured(t, "<script>"+script+"</script><p>a")
		assert.Equal(t, isState, len(p.StateScripts) == 1, script)
	}
}

func TestFieldsOfForms(t *testing.T) {
	p := measured(t, `<form><input name=a><input type=password><textarea>x</textarea><select><option>y</select></form>`)
	assert.Equal(t, 4, p.Inputs)
	assert.Equal(t, 1, p.Passwords)
	many := measured(t, strings.Repeat("<time datetime=2024-03-05>x</time>", 100))
	assert.Len(t, many.Head.Time, 64)
}

// TestBordersOfBlocks: blocks end where a browser breaks the line.
func TestBordersOfBlocks(t *testing.T) {
	for body, want := range map[string]string{
		"<p>one<p>two":                                          "one | two",
		"<div>one<div>two</div>three</div>":                     "one | two | three",
		"<span>one</span><span>two</span>":                      "onetwo",
		"<p>one<br>two":                                         "onetwo",
		"<p>one<br><br>two":                                     "one | two",
		"<ul><li>one<li>two</ul>":                               "one | two",
		"<table><tr><td>one<td>two</table>":                     "one | two",
		"<x-a>one</x-a><x-b>two</x-b>":                          "one | two",
		"<p>one <button>two</button> three <label>four</label>": "one two three | four",
		"<p>one <label>2</label><input> three":                  "one 2 three",
		"one <x-a><x-b>two</x-b><x-b>three</x-b></x-a> four":    "one twothree four",
		"<p>one <x-a>two</x-a> three":                           "one two three",
		"<h3><a>one</a> on <x-time><i>two</i></x-time></h3>":    "one on two",
		"one <x-a><div>two</div></x-a>":                         "one | two",
		"<p><x-a>one</x-a> <x-a><x-b>two</x-b></x-a>":           "one two",
		"<p>one <a href=/>two</a> <b>three</b> <i>four</i>":     "one two three four",
		"<p> </p><div></div>":                                   "",
		"<pre>one\n\ntwo</pre>":                                 "one two",
		"<h1>one</h1>two":                                       "one | two",
	} {
		assert.Equal(t, want, blocksOf(t, body), body)
	}
}

// TestTreesMadeByHand are measured, too: those deeper than any parser makes up
// to a bound.
func TestTreesMadeByHand(t *testing.T) {
	var m measure.Measurer
	p, err := m.Measure(t.Context(), &html.Node{Type: html.DocumentNode}, measure.Options{})
	require.NoError(t, err)
	assert.Empty(t, p.Blocks)
	root := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	at := root
	for range 50_000 {
		c := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
		at.AppendChild(c)
		at = c
	}
	at.AppendChild(&html.Node{Type: html.TextNode, Data: "deep"})
	p, err = m.Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	assert.NotEmpty(t, p.Next)
	assert.Less(t, len(p.Next), 5000)
}
