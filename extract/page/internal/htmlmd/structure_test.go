package htmlmd_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	ghtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// pageMaker makes random pages of what Markdown can express, in the HTML that
// Markdown stands for. Their text is full of characters that mean something in
// Markdown.
type pageMaker struct {
	*rand.Rand
	b strings.Builder
}

// awkward are words that are markup, or almost markup, to a reader of Markdown.
var awkward = []string{
	"*", "**", "_", "__a__", "*a", "a*", "~~", "~~a~~", "`", "``", "`a`", "<b>", "</p>", "<!--", "-->", "&amp;", "&copy", "&#35;",
	"[a](b)", "![a](b)", "[a]:", "[^1]", "[x]", "](", "[", "]", "#", "##", "-", "+", "1.", "2)", ">", "|", "a|b", "\\", "\\*", "===", "---",
	"***", "~~~", "```", "http://a.example/b_c", "www.a.example", "a@b.example", "<http://a.example>", "snake_case_name", "2*3*4", ":", "$x$",
	"{{a}}", "C#", "5%", "\"q\"", "!", "a\\", "é", "漢字", "naïve", "…",
}

func (m *pageMaker) pick(words ...string) string { return words[m.IntN(len(words))] }

func (m *pageMaker) word() string {
	if m.IntN(3) == 0 {
		return html.EscapeString(awkward[m.IntN(len(awkward))])
	}
	return m.pick("boat", "anchor", "tide", "rope", "harbour", "sail")
}

// words are some words, of which the first and the last are letters: spaces and
// punctuation at the ends of emphasis move out of it on purpose.
func (m *pageMaker) words() string {
	var out strings.Builder
	out.WriteString(m.pick("wind", "wave", "keel"))
	for range m.IntN(5) {
		out.WriteString(" " + m.word())
	}
	return out.String() + " " + m.pick("north", "south")
}

// line writes inline content: text between, before and after markup.
func (m *pageMaker) line(depth int) {
	for range 1 + m.IntN(4) {
		if m.IntN(2) == 0 {
			m.b.WriteString(m.word() + " ")
		}
		m.phrase(depth)
		m.b.WriteString(" " + m.words())
	}
}

func (m *pageMaker) phrase(depth int) {
	wrap := func(tag string) {
		m.b.WriteString("<" + tag + ">" + m.words() + "</" + tag + ">")
	}
	switch m.IntN(9) {
	case 0:
		wrap("em")
	case 1:
		wrap("strong")
	case 2:
		wrap("del")
	case 3:
		wrap("code")
	case 4:
		fmt.Fprintf(&m.b, `<a href="https://example.org/%s">%s</a>`, m.pick("a", "b_c", "d*e", "f(g)", "h?i=j&amp;k=l"), m.words())
	case 5:
		fmt.Fprintf(&m.b, `<img src="https://example.org/i.png" alt="%s">`, m.words())
	case 6:
		if depth == 0 {
			m.b.WriteString("word<br>")
			return
		}
		m.b.WriteString(m.words())
	default:
		m.b.WriteString(m.words())
	}
}

// blocks writes some blocks. None follows another of its kind where Markdown
// would join the two.
func (m *pageMaker) blocks(depth int) {
	for range 1 + m.IntN(4) {
		m.block(depth)
	}
}

func (m *pageMaker) block(depth int) {
	kind := m.IntN(10)
	if depth > 2 && kind > 4 {
		kind = 0
	}
	switch kind {
	case 1:
		level := 1 + m.IntN(6)
		fmt.Fprintf(&m.b, "<h%d>", level)
		m.line(1)
		fmt.Fprintf(&m.b, "</h%d>", level)
	case 2:
		m.b.WriteString("<hr>")
	case 3:
		m.code()
	case 4:
		m.table()
	case 5, 6:
		m.list(depth)
	case 7:
		m.b.WriteString("<blockquote>")
		m.blocks(depth + 1)
		m.b.WriteString("</blockquote>")
	default:
		m.b.WriteString("<p>")
		m.line(0)
		m.b.WriteString("</p>")
	}
}

func (m *pageMaker) code() {
	m.b.WriteString(m.pick("<pre><code>", `<pre><code class="language-go">`))
	for range 1 + m.IntN(4) {
		m.b.WriteString(strings.Repeat(" ", m.IntN(5)) + m.word() + " " + m.word() + "\n")
	}
	m.b.WriteString("end\n</code></pre>")
}

func (m *pageMaker) table() {
	cols := 1 + m.IntN(3)
	row := func(tag string) {
		m.b.WriteString("<tr>")
		for range cols {
			m.b.WriteString("<" + tag + ">")
			m.line(1)
			m.b.WriteString("</" + tag + ">")
		}
		m.b.WriteString("</tr>")
	}
	m.b.WriteString("<table><thead>")
	row("th")
	m.b.WriteString("</thead><tbody>")
	for range 1 + m.IntN(3) {
		row("td")
	}
	m.b.WriteString("</tbody></table>")
}

// list writes a list: tight, of lines and lists, or loose, of blocks.
func (m *pageMaker) list(depth int) {
	open, end := "<ul>", "</ul>"
	if m.IntN(2) == 0 {
		open, end = fmt.Sprintf(`<ol start="%d">`, m.IntN(12)), "</ol>"
	}
	m.b.WriteString(open)
	loose := m.IntN(2) == 0
	for range 1 + m.IntN(4) {
		m.b.WriteString("<li>")
		if loose {
			m.b.WriteString("<p>")
			m.line(0)
			m.b.WriteString("</p>")
			if m.IntN(2) == 0 {
				m.block(depth + 1)
			}
		} else {
			m.line(0)
			if depth < 3 && m.IntN(4) == 0 {
				m.list(depth + 1)
			}
		}
		m.b.WriteString("</li>")
	}
	m.b.WriteString(end)
}

// outlineOf tells a page as lines, one for each element and each text, with
// what Markdown can't say left out: whether an item's text is a paragraph.
func outlineOf(n *html.Node) string {
	var b strings.Builder
	var walk func(n *html.Node, indent string)
	walk = func(n *html.Node, indent string) {
		switch {
		case n.Type == html.TextNode && !inPre(n):
			if s := strings.Join(strings.Fields(n.Data), " "); s != "" {
				fmt.Fprintf(&b, "%s%q\n", indent, s)
			}
		case n.Type == html.TextNode:
			fmt.Fprintf(&b, "%s%q\n", indent, n.Data)
		case n.Type == html.ElementNode && !isWrapper(n):
			fmt.Fprintf(&b, "%s%s", indent, n.Data)
			for _, a := range n.Attr {
				if !(n.DataAtom == atom.Ol && a.Val == "1") {
					fmt.Fprintf(&b, " %s=%q", a.Key, a.Val)
				}
			}
			b.WriteString("\n")
			indent += "  "
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, indent)
		}
	}
	walk(n, "")
	return b.String()
}

func inPre(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n.DataAtom == atom.Pre {
			return true
		}
	}
	return false
}

func isWrapper(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Head, atom.Body:
		return true
	}
	return n.DataAtom == atom.P && n.Parent.DataAtom == atom.Li
}

// TestStructure writes random pages and reads them back with goldmark: the same
// elements hold the same text.
func TestStructure(t *testing.T) {
	md := read(ghtml.WithUnsafe())
	page := &url.URL{Scheme: "https", Host: "example.org", Path: "/docs/page"}
	for seed := range uint64(400) {
		m := pageMaker{Rand: rand.New(rand.NewPCG(seed, 1))}
		m.blocks(0)
		doc := parse(t, m.b.String())
		out := htmlmd.Write(htmlmd.Input{Root: doc, Base: page})
		check(t, out)
		back := parse(t, render(t, md, out.Markdown))
		require.Equal(t, outlineOf(doc), outlineOf(back), "seed %d, written as\n%s", seed, out.Markdown)
	}
}

// blockKinds are the kinds of blocks that a page is made of.
func blockKinds(n *html.Node) []extract.Kind {
	var kinds []extract.Kind
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			kinds = append(kinds, extract.HeadingBlock)
		case atom.Ul, atom.Ol:
			kinds = append(kinds, extract.List)
		case atom.Pre:
			kinds = append(kinds, extract.Code)
		case atom.Table:
			kinds = append(kinds, extract.Table)
		case atom.Blockquote:
			kinds = append(kinds, extract.Quote)
		case atom.Hr:
			kinds = append(kinds, extract.Rule)
		case atom.P:
			kinds = append(kinds, extract.Paragraph)
		}
	}
	return kinds
}

// TestStructureBlocks compares the blocks of random pages with their elements:
// one for each, in order, of its kind, and nothing of the Markdown outside.
func TestStructureBlocks(t *testing.T) {
	for seed := range uint64(400) {
		m := pageMaker{Rand: rand.New(rand.NewPCG(seed, 2))}
		m.blocks(0)
		out := write(t, m.b.String())
		var got []extract.Kind
		at := 0
		for _, b := range out.Blocks {
			got = append(got, b.Kind)
			require.Empty(t, strings.TrimSpace(out.Markdown[at:b.Start]), "seed %d: text before block at %d", seed, b.Start)
			at = b.End
		}
		require.Equal(t, len(out.Markdown), at, "seed %d: text after the last block", seed)
		require.Equal(t, blockKinds(parse(t, m.b.String()).LastChild.LastChild), got, "seed %d: %s", seed, out.Markdown)
	}
}
