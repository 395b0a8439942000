package htmlmd_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	ghtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// read is what reads our Markdown back: goldmark with the extensions of GFM.
// Raw HTML goes through, so that none of ours goes unseen. Addresses in running
// text, of which GFM makes links, are read as the text that they were.
func read(opts ...renderer.Option) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.TaskList),
		goldmark.WithParserOptions(parser.WithInlineParsers(util.Prioritized(bareAddresses{extension.NewLinkifyParser()}, 999))),
		goldmark.WithRendererOptions(opts...))
}

// bareAddresses reads addresses as GFM does, and leaves them text.
type bareAddresses struct{ parser.InlineParser }

func (p bareAddresses) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	n := p.InlineParser.Parse(parent, block, pc)
	link, ok := n.(*ast.AutoLink)
	if !ok {
		return n
	}
	_, rest := block.PeekLine()
	return ast.NewTextSegment(text.NewSegment(rest.Start-len(link.Label(block.Source())), rest.Start))
}

func render(t testing.TB, md goldmark.Markdown, src string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, md.Convert([]byte(src), &b))
	return b.String()
}

func parse(t testing.TB, src string) *html.Node {
	t.Helper()
	doc, err := html.ParseWithOptions(strings.NewReader(src), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	return doc
}

func write(t testing.TB, src string) htmlmd.Output {
	t.Helper()
	out := htmlmd.Write(htmlmd.Input{Root: parse(t, src)})
	check(t, out)
	return out
}

// check fails if an output breaks a promise of the model of documents.
func check(t testing.TB, out htmlmd.Output) {
	t.Helper()
	doc := extract.Document{Markdown: out.Markdown, Blocks: out.Blocks, Outline: out.Outline, LinkSpans: out.Links}
	require.NoError(t, doc.Check(), "%q", out.Markdown)
	if !strings.ContainsAny(out.Markdown, "$^") && strings.Count(out.Markdown, "[") < 500 { // formulas, notes and more brackets are text to the reader
		require.Equal(t, markdown.LinkSpans(out.Markdown), out.Links, "%q", out.Markdown)
	}
	require.False(t, strings.HasSuffix(out.Markdown, "\n"))
	for i, b := range out.Blocks {
		// A no-break space is text to Markdown, at either end.
		require.Equal(t, strings.Trim(doc.Text(b), " \t\r\n"), strings.TrimLeft(doc.Text(b), " "), "block %d", i)
	}
}

// stable fails if writing what goldmark reads back gives other bytes.
func stable(t testing.TB, md string) {
	t.Helper()
	back := render(t, read(ghtml.WithUnsafe()), md)
	require.Equal(t, md, write(t, back).Markdown, "read back as %s", back)
}

func TestStable(t *testing.T) {
	for name, src := range map[string]string{
		"emphasis":    "<p>a<b>b</b>c <i>d</i> <b><i>e</i></b> <i>f <b>g</b></i>h <b>a</b><i>b</i> <del>x</del>y</p>",
		"punctuation": "<p>a<b>(b)</b>c <i>“d”</i>e <b>f:</b>g <b><code>h</code></b>i <i><a href=/x>j</a></i>k</p>",
		"lists":       "<ul><li>a<ol start=3><li>b</ol><li><p>c<p>d</ul><ul><li>e</ul><ol><li>f<pre>g</pre></ol>",
		"tight lines": "<ul><li><div>a</div><div>b</div><li>c<h3>d</h3>e</ul>",
		"list end":    "<ul><li>a<ul><li>b</ul>c</ul><p>d",
		"tasks":       "<ul><li><input type=checkbox checked> a<li><input type=checkbox>b<li>[x] c<li><a href=/x>X</a></ul>",
		"table":       "<table><tr><th align=right>a|b<th>c<tr><td><code>x|y</code><td>1<br>2<tr><td colspan=2>\\|</table>",
		"code":        "<pre><code class=language-go>```\n\n~~~\n</code></pre><p>`` a`b ` <code>``</code><code> x </code>",
		"line starts": "<p># a<p>1. b<p>- c<p>> d<p>---<p>+ e<br>=== f<br>===<p>[a]: b<p>~~~<p>* * *<p>a<br>| - |",
		"addresses":   "<p>http://a.example www.a.example a@b.example (https://x.example/_y_) <a href=https://x.example>https://x.example</a>",
		"escapes":     "<p>a*b* _c_ [d](e) ![f](g) &lt;h&gt; &amp;amp; \\* `i` ~~j~~ &amp;copy; C# 5 * 3 x_y_z",
		"links":       "<p><a href='/a(b' title='x \"y\"'>[a</a> <a href='/c d'>]b[</a> !<a href=/e>f</a> <a href=/g>a<br>b</a> <img src=/h alt='*[x*'>",
		"quotes":      "<blockquote>a<blockquote>b</blockquote><ul><li>c</ul><pre>d\n\ne</pre></blockquote><blockquote>f</blockquote>",
		"headings":    "<h1>a #</h1><h2># b</h2><h3>c<br>d</h3><h4><a href=/x>e</a></h4>",
		"terms":       "<dl><dt>a<dd>b<dd><p>c<p>d<dt>e<dd>f</dl>",
		"call-outs":   "<div class='admonition note'><p class=admonition-title>Note<p>a</div><details><summary>b</summary>c</details>",
		"rich table":  "<table><tr><th>a<th>b<tr><td>c<td><pre>d\ne</pre><tr><td>f<td><p>g<p>h<p>i<p>j</table>",
		"rules":       "<p>a<hr><ul><li><hr><li>b<hr></ul>",
		"lost tildes": "<p>00 ~<del>0</del><img src=/i><p><b>a</b><img src=/j>",
		"lost nests":  "<p><em>0!</em><strong>0 <em>0 ~<del>0</del> 0 <strong>0</strong>0</em></strong>0000",
	} {
		t.Run(name, func(t *testing.T) { stable(t, write(t, src).Markdown) })
	}
}

// live are the elements that text must never turn into.
func live(n *html.Node) *html.Node {
	if n.Type == html.ElementNode {
		switch n.DataAtom {
		case atom.Script, atom.Style, atom.Iframe, atom.Object, atom.Embed, atom.Svg, atom.Form, atom.Button, atom.Link, atom.Meta, atom.Base:
			return n
		}
		for _, a := range n.Attr {
			v := strings.ToLower(strings.Map(func(r rune) rune {
				if r <= ' ' {
					return -1
				}
				return r
			}, a.Val))
			if strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src") &&
				(strings.HasPrefix(v, "javascript:") || strings.HasPrefix(v, "data:") || strings.HasPrefix(v, "vbscript:")) {
				return n
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if m := live(c); m != nil {
			return m
		}
	}
	return nil
}

var seeds = []string{
	"# a\n\n- b\n  - c\n\n> d\n\n```go\ne\n```\n\n| f | g |\n| --- | :-: |\n| h | i<br>j |\n",
	"*a **b*** __c__ ~~d~~ `e` [f](<g h> \"i\") ![j](k) <http://l.example> m@n.example\\\no",
	"1. a\n\n   b\n2. c\n\n***\n\n- [ ] d\n- [x] e\n",
	"a\\*b\\_c \\[d](e) &amp;copy; \\# \\> 1\\. ***x**y* **a*b*c**",
	"- a\n\n  ---\n- b\n  > c\n  # d\n\n* e\n",
	"*\uFFFD***0**00 ~~0~ 0***0**0***0*0*! 0<\xb5 \xc2\x06\x83\n\n0) 0\n*\n+ **\n\n* 0)\n  0",
	"``\x7f`0`", "`0`\x7f``", "*!***0* ~*~ 0*0***0*0*0",
}

// FuzzStable writes what goldmark makes of any Markdown, and what it makes of
// that again: the same bytes.
func FuzzStable(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<12 {
			return
		}
		first := write(t, render(t, read(), src)).Markdown
		if strings.Contains(first, "$") {
			return // formulas are not Markdown
		}
		stable(t, first)
	})
}

// FuzzWrite writes any HTML: the promises of the model hold, and nothing live
// comes out that goldmark with raw HTML on would show.
func FuzzWrite(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
		f.Add("<p>" + html.EscapeString("<script>alert(1)</script>"+s))
	}
	f.Add("<table><tr><td rowspan=3 colspan=9>a<td><pre>b\nc</pre><tr><th>d</table>")
	f.Add("<b><p>a<i>b</b>c</i><a href=javascript:x>d<h1>e</a><li><dl><dd>f<ul>g<li>h")
	f.Add("<a href=/p><img src=data:, alt=a><span>b1</span><span>C</span></a><a href=/q><span><span>D</span></span></a><video src=/v>")
	f.Add("0<a href=/f>&nbsp\x97</a>")
	f.Add("<math><mfrac><mi>a<mi>b</math><script type=math/tex><b>x</script><svg><title>a</svg>")
	f.Add("<sup><a href=#fn1>1</a></sup><ol><li id=fn1>a<a href=#r>↩</a></ol><x-y><template shadowrootmode=open><slot>a</slot></template>b</x-y>")
	f.Add("<title>t</title><hr>[vc_row]a[caption id=\"1\"]<ul><li><ul><li>b</ul></ul><a href=/a aria-label=c><i></i></a><dl><dd><ul><li>d</ul></dl><hr><h2>***</h2>")
	f.Add("<title>t</title><a href=/a>a</a><a href=/a>b</a><a href=/b>&nbsp;<b>c</b>&nbsp;</a>http://d.example/<img src=/e><h2>漢\n字<a href=#f>#</a></h2><pre><code>g</code><code>h</code></pre>")
	f.Add("<title>t</title><p>http://#.d#<img src=/e>")
	base := &url.URL{Scheme: "https", Host: "example.org", Path: "/a/b"}
	md := read(ghtml.WithUnsafe())
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<13 {
			return
		}
		doc, err := html.ParseWithOptions(strings.NewReader(src), html.ParseOptionEnableScripting(false))
		if err != nil {
			return
		}
		out := htmlmd.Write(htmlmd.Input{Root: doc, Base: base})
		check(t, out)
		if n := live(parse(t, render(t, md, out.Markdown))); n != nil {
			t.Errorf("%q is written as %q, which shows <%s %v>", src, out.Markdown, n.Data, n.Attr)
		}
	})
}
