package measure

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// TestWordsOfClasses cuts class names into words the ways that pages join them.
func TestWordsOfClasses(t *testing.T) {
	hashes := func(words ...string) []uint32 {
		var out []uint32
		for _, w := range words {
			out = append(out, HashWord(w))
		}
		return out
	}
	for class, words := range map[string][]string{
		"site-header":             {"site", "header"},
		"siteHeader":              {"site", "header"},
		"SiteHeader":              {"site", "header"},
		"site_header__title":      {"site", "header", "title"},
		"HEADER":                  {"header"},
		"col-md-6 x2":             {"col", "md"},
		"a b c":                   nil,
		"post:hover @lg/body":     {"post", "hover", "lg", "body"},
		"größe":                   {"gr"},
		"":                        nil,
		"  \n ":                   nil,
		strings.Repeat("ab ", 99): strings.Fields(strings.Repeat("ab ", maxTokens)),
	} {
		p := walker{vocabulary: classVocabulary()}
		p.Tokens = nil
		p.splitWords(class)
		assert.Equal(t, hashes(words...), p.Tokens, class)
	}
}

// TestGroupsOfClasses is what the words speak of.
func TestGroupsOfClasses(t *testing.T) {
	p := walker{vocabulary: classVocabulary()}
	for class, want := range map[string]ClassTopics{
		"main-navigation": ClassNav | ClassMain,
		"breadcrumbs":     ClassBreadcrumb,
		"comment-list":    ClassComment | ClassList,
		"cookieConsent":   ClassCookie,
		"newsletter":      ClassNewsletter,
		"byline":          ClassAuthor,
		"price":           ClassPrice,
		"qwertz":          0,
		"headers":         0,
	} {
		assert.Equal(t, want, p.splitWords(class), class)
	}
	for i, row := range topicWords {
		assert.Equal(t, ClassTopics(1)<<i, row.topic, row.words)
		for word := range strings.FieldsSeq(row.words) {
			assert.NotZero(t, p.splitWords(word)&row.topic, word)
		}
	}
}

// TestRoles go by WAI-ARIA 1.2; they add to what an element is.
func TestRoles(t *testing.T) {
	for role, want := range map[string]ElementKinds{"main": Main, "navigation": Nav, "banner": Header, "contentinfo": Footer, "complementary": Aside, "article": Article,
		"dialog": Dialog, "search": Search, "button": Button, "heading": Heading, "list": List, "listitem": Li, "table": Table, "none": 0, "presentation": 0, "": 0} {
		p, _ := measure(t, `<div role="`+role+`">words</div>`)
		var el *Element
		for i := range p.Elements {
			if p.Elements[i].Atom == atom.Div {
				el = &p.Elements[i]
			}
		}
		require.NotNil(t, el, role)
		assert.Equal(t, want, el.Kinds&want, role)
		assert.NotZero(t, el.Kinds&Div, role)
	}
}

// TestAncestry: an element knows what it stands in.
func TestAncestry(t *testing.T) {
	p, _ := measure(t, `<nav><ul class=menu><li><p>one</ul></nav><main><article><p>two</article></main>`)
	var texts []ElementKinds
	for i := range p.Blocks {
		texts = append(texts, p.Elements[p.Blocks[i].Element].AnyKinds)
	}
	require.Len(t, texts, 2)
	assert.Equal(t, Nav|List|Li|P, texts[0]&(Nav|List|Li|P|Main|Article))
	assert.Equal(t, Main|Article|P, texts[1]&(Nav|List|Li|P|Main|Article))
}

// TestHeads keeps what tells about a page, wherever it stands.
func TestHeads(t *testing.T) {
	p, _ := measure(t, `<html lang=sv><head><title>T</title><title>no</title><base href=/a><base href=/b><meta name=a content=b><link rel=canonical href=/c>
		<script type="application/ld+json">{}</script></head><body><svg><title>Logo</title></svg><meta itemprop=x content=y><h1>One</h1><h1>Two</h1>
		<time datetime=2024-03-05>then</time><a rel=author href=/ada>Ada</a><script type="application/json">{"a":1}</script><script>window.__INITIAL_STATE__={}</script><script>f()</script><script src=/x.js></script>`)
	h := p.Head
	assert.Equal(t, "T", h.Title.FirstChild.Data)
	assert.Equal(t, "/a", htmltree.Attr(h.Base, "href"))
	assert.Equal(t, "sv", htmltree.Attr(h.HTML, "lang"))
	assert.Len(t, h.Meta, 2)
	assert.Len(t, h.Link, 1)
	assert.Len(t, h.JSONLD, 1)
	assert.Len(t, h.Time, 1)
	assert.Len(t, h.Bylines, 1)
	assert.Equal(t, "One", h.H1.FirstChild.Data)
	assert.Len(t, p.StateScripts, 2, "JSON and a state that scripts keep")
}

// TestStateOfVariables are scripts that begin with JSON for a variable named as the content.
func TestStateOfVariables(t *testing.T) {
	for script, want := range map[string]int{
		`var initialData = {"a":1}`:                     1,
		`try { site.content = {"id":1} } catch (e) {}`:  1,
		`window.article=JSON.parse("{}")`:               1,
		`site.ads = {"id":1}`:                           0,
		`site.content = {id: 1}`:                        0,
		`contentType = "a"`:                             0,
		strings.Repeat("x", 70) + `.content = {"id":1}`: 0,
	} {
		p, _ := measure(t, "<script>"+script+"</script><p>a")
		assert.Len(t, p.StateScripts, want, script)
	}
}

func TestCounts(t *testing.T) {
	p, _ := measure(t, `<form><input name=a><input type=password><textarea>x</textarea><select><option>y</select></form>`)
	assert.Equal(t, 4, p.Inputs)
	assert.Equal(t, 1, p.Passwords)
	many, _ := measure(t, strings.Repeat("<time datetime=2024-03-05>x</time>", 100))
	assert.Len(t, many.Head.Time, 64)
}

// TestBordersOfBlocks: blocks end where a browser breaks the line.
func TestBordersOfBlocks(t *testing.T) {
	for body, want := range map[string]int{
		"<p>one<p>two":                                      2,
		"<div>one<div>two</div>three</div>":                 3,
		"<span>one</span><span>two</span>":                  1,
		"<p>one<br>two":                                     1,
		"<p>one<br><br>two":                                 2,
		"<ul><li>one<li>two</ul>":                           2,
		"<table><tr><td>one<td>two</table>":                 2,
		"<x-a>one</x-a><x-b>two</x-b>":                      2,
		"<p>one <a href=/>two</a> <b>three</b> <i>four</i>": 1,
		"<p> </p><div></div>":                               0,
		"<pre>one\n\ntwo</pre>":                             1,
		"<h1>one</h1>two":                                   2,
	} {
		p, _ := measure(t, body)
		assert.Len(t, p.Blocks, want, body)
	}
}

// TestTreesMadeByHand are measured, too: those deeper than any parser makes up
// to a bound.
func TestTreesMadeByHand(t *testing.T) {
	var m Measurer
	p, err := m.Measure(t.Context(), &html.Node{Type: html.DocumentNode}, Options{})
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
	p, err = m.Measure(t.Context(), root, Options{})
	require.NoError(t, err)
	assert.NotEmpty(t, p.Next)
	assert.Less(t, len(p.Next), 5000)
}
