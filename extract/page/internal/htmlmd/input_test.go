package htmlmd_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// marks leaves out the elements with the attribute "skip".
func marks(doc *html.Node) htmlmd.Marks {
	m := htmlmd.Marks{}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			switch a.Key {
			case "skip":
				m[n] = htmlmd.Skipped
			case "left":
				m[n] = htmlmd.Skipped | htmlmd.LeftOut
			}
		}
	}
	return m
}

// TestMarks leaves a paragraph out beside each kind of content that does not take its
// nodes one by one.
func TestMarks(t *testing.T) {
	for name, before := range map[string]string{
		"text and comments": "a<!-- b --> <b>c</b>",
		"script":            "<script>a</script><style>b</style><noscript>c</noscript><template><p>d</template>",
		"image":             "<img src=a><picture><source srcset=b><img src=c></picture>",
		"code":              "<pre><code>a<span class=lineno>1<b>2</b></span><br>b</code></pre><code>c<i>d</i></code>",
		"table":             "<table><caption>a</caption><colgroup><col></colgroup><thead><tr><th>b<th>c</thead><tr><td rowspan=2>d<td>e<tr><td>f<td>g</table>",
		"rich table":        "<table><tr><th>a<th>b<tr><td>c<td><pre>d\ne</pre><tr><td><blockquote>f</table>",
		"layout":            "<table role=none><tr><td>a<td><p>b</table>",
		"code table":        "<table class=lntable><tr><td class=gutter>1<td><pre>a</pre></table>",
		"lists":             "<ul><li><p>a<li>b<ul><li>c</ul><ol><li>d</ol>text<h2>e</h2><li>f</ul>",
		"terms":             "<dl><dt>a<dd>b<div><dt>c<dd>d</div></dl>",
		"formulas":          "<math><mi>a</mi><annotation>b</annotation></math><span class=katex><math><mi>c</mi></math></span><span class=MathJax_Preview>d</span>",
		"embeds":            "<iframe src=a></iframe><svg><title>b</title></svg><video src=c>d</video><object data=e></object><button>f</button>",
		"shadow":            "<x-a><template shadowrootmode=open>a<slot name=n>b</slot><slot></slot></template><i slot=n>c</i>d<b skip>e</b></x-a>",
		"footnotes":         "<sup><a href=#fn1>1<b>2</b></a></sup><ol><li id=fn1>a <a href=#r>↩<b></b></a></ol>",
		"permalink":         "<h2>a<a href=#b>#<i></i></a></h2><a href='javascript:c'>d</a>",
		"raised":            "x<sup>2<span></span></sup><abbr title=a>b</abbr><q>c</q>",
		"list in an item":   "<title>t</title><ul><li><div> <ul><li>a<li>b</ul></div><!-- c --><li>d</ul>",
		"lists of terms":    "<title>t</title><dl><dt>a<dd><section><ul><li>b</ul></section><dt>c<dd><ol><li>d</ol></dl>",
		"icon link":         "<a href=/a aria-label=b><svg><path/></svg><i></i></a>",
		"tools":             "<h2>a<a href=/e>[edit]<i></i></a><button>#<b></b></button></h2>",
		"lines of code":     "<div><code>a<br><b>b</b></code></div><pre><code>c</code><code>d</code></pre>",
		"numbered code":     "<table><tr><td>1<br>2<td><pre>a\nb<i>c</i></pre></table>",
		"blank link":        "a<a href=/b>&nbsp;</a>",
		"rules":             "<title>t</title><hr><p>a<hr><div><hr></div><h2>***</h2>",
		"call-out":          "<div class='admonition note'><p class=admonition-title>a<p>b</div><details><summary>c</summary>d</details>",
	} {
		t.Run(name, func(t *testing.T) {
			src := before + "<p>before</p><p skip>left <b>out</b></p><p>after</p>"
			doc := parse(t, src)
			out := htmlmd.Write(htmlmd.Input{Root: doc, Marks: marks(doc)})
			check(t, out)
			assert.True(t, strings.HasSuffix(out.Markdown, "before\n\nafter"), "%q", out.Markdown)
			want := write(t, before+"<p>before</p><p>after</p>").Markdown
			if name != "shadow" {
				assert.Equal(t, want, out.Markdown)
			} else {
				assert.NotContains(t, out.Markdown, "e**")
			}
		})
	}
}

// A first row of one cell is the title of a table, unless that cell is left out of the Markdown.
func TestMarksOfTitleRows(t *testing.T) {
	const rest = "<tr><th>c<th>d<tr><td>e<td>f</table>"
	for row, want := range map[string]string{
		"<tr><td colspan=2 skip><h2>a</h2></td></tr>":                          "|  |  |\n| --- | --- |\n| c | d |\n| e | f |",
		"<tr><td skip>a</td><td colspan=2><h2>b</h2></td><td skip>a</td></tr>": "## b\n\n| c | d |\n| --- | --- |\n| e | f |",
	} {
		doc := parse(t, "<table>"+row+rest)
		assert.Equal(t, want, strings.TrimSpace(htmlmd.Write(htmlmd.Input{Root: doc, Marks: marks(doc)}).Markdown), row)
	}
}

func TestMarksOfASubtree(t *testing.T) {
	doc := parse(t, "<p>a<div><p>b<p skip>c<p>d</div>")
	div := doc.LastChild.LastChild.LastChild
	require.Equal(t, "div", div.Data)
	assert.Equal(t, "b\n\nd", htmlmd.Write(htmlmd.Input{Root: div, Marks: marks(doc)}).Markdown)
	assert.Empty(t, htmlmd.Write(htmlmd.Input{Root: div, Marks: htmlmd.Marks{div: htmlmd.Skipped}}).Markdown)
}

// A block that a reader sees and that is left out parts the words beside it; one that is hidden doesn't.
func TestMarksWithinText(t *testing.T) {
	for src, want := range map[string]string{
		"<div>$374<div left>sale</div>was $499</div>": "$374 was $499",
		"<div>one<b skip>two</b>three</div>":          "onethree",
		"<div>Ign<div skip>x</div>ore all</div>":      "Ignore all",
	} {
		doc := parse(t, src)
		assert.Equal(t, want, htmlmd.Write(htmlmd.Input{Root: doc, Marks: marks(doc)}).Markdown)
	}
}

// A left-out item that a reader sees counts in the numbers of its list.
func TestLeftOut(t *testing.T) {
	doc := parse(t, "<title>t</title><ol><li>a<li skip>b<li>c</ol>")
	m := marks(doc)
	assert.Equal(t, "1. a\n2. c", htmlmd.Write(htmlmd.Input{Root: doc, Marks: m}).Markdown)
	for n := range m {
		m[n] |= htmlmd.LeftOut
	}
	assert.Equal(t, "1. a\n3. c", htmlmd.Write(htmlmd.Input{Root: doc, Marks: m}).Markdown)
}

func TestLayoutTable(t *testing.T) {
	doc := parse(t, "<table><tr><th>a<th>b<tr><td>c<td>d</table>")
	for n := range doc.Descendants() {
		if n.Data == "table" {
			assert.Equal(t, "a b\n\nc d", htmlmd.Write(htmlmd.Input{Root: doc, Marks: htmlmd.Marks{n: htmlmd.LayoutTable}}).Markdown)
		}
	}
}

func TestRoot(t *testing.T) {
	doc := parse(t, "<title>t</title><h1>a</h1><ul><li>b</ul>")
	assert.Equal(t, "# a\n\n- b", htmlmd.Write(htmlmd.Input{Root: doc}).Markdown)
	body := doc.LastChild.LastChild
	assert.Equal(t, "# a\n\n- b", htmlmd.Write(htmlmd.Input{Root: body}).Markdown)
	assert.Equal(t, "# a", htmlmd.Write(htmlmd.Input{Root: body.FirstChild}).Markdown)
	assert.Equal(t, htmlmd.Output{}, htmlmd.Write(htmlmd.Input{}))
	assert.Empty(t, htmlmd.Write(htmlmd.Input{Root: &html.Node{Type: html.DocumentNode}}).Markdown)
}

func TestDrop(t *testing.T) {
	doc := parse(t, "<p>a <code>b</code> <img src=c alt=d><pre>e</pre><table><tr><th>f<tr><td>g</table><table role=none><tr><td>h</table>")
	for _, c := range []struct {
		name string
		in   htmlmd.Input
		want string
	}{
		{"nothing", htmlmd.Input{}, "a `b` ![d](c)\n\n```\ne\n```\n\n| f |\n| --- |\n| g |\n\nh"},
		{"tables", htmlmd.Input{DropTables: true}, "a `b` ![d](c)\n\n```\ne\n```\n\nh"},
		{"code", htmlmd.Input{DropCode: true}, "a `b` ![d](c)\n\n| f |\n| --- |\n| g |\n\nh"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.in.Root = doc
			assert.Equal(t, c.want, htmlmd.Write(c.in).Markdown)
		})
	}
}

func TestNothingButEmpty(t *testing.T) {
	for src, want := range map[string]string{
		"<h2></h2><h3></h3>":            "##\n\n###",
		"<p><a href=a></a>":             "[](a)",
		"<p></p>":                       "&#32;",
		"<ul><li></li></ul>":            "-",
		"<blockquote></blockquote>":     ">",
		"<h2></h2><p>a":                 "a",
		"<title>a</title><h2></h2>":     "",
		"<div></div><span></span>":      "",
		"<script>x</script><p></p><div": "",
	} {
		assert.Equal(t, want, write(t, src).Markdown, src)
	}
}

func TestBlocks(t *testing.T) {
	out := write(t, "<h2>a</h2><p>b<ul><li>c<p>d</ul><pre>e</pre><table><tr><th>f<th>g</table><blockquote>g</blockquote><img src=h><hr><math display=block><mi>i</mi></math><sup><a href=#fn1>1</a></sup><ol><li id=fn1>j</ol>")
	doc := extract.Document{Markdown: out.Markdown}
	var kinds []extract.Kind
	var texts []string
	for _, b := range out.Blocks {
		kinds = append(kinds, b.Kind)
		texts = append(texts, doc.Text(b))
	}
	assert.Equal(t, []extract.Kind{
		extract.HeadingBlock, extract.Paragraph, extract.List, extract.Code, extract.Table, extract.Quote, extract.Image,
		extract.Rule, extract.Math, extract.Paragraph, extract.Footnotes,
	}, kinds)
	assert.Equal(t, strings.Join(texts, "\n\n"), out.Markdown)
	assert.Equal(t, 2, out.Blocks[0].Level)
	assert.Zero(t, out.Blocks[1].Level)
}

func TestOutline(t *testing.T) {
	out := write(t, `<h1 id=a>A *b*</h1><h3><a name=c></a>C <code>d</code></h3><h2>E<a href="#e">¶</a></h2>
<section id=f><h3>F</h3></section><div><h3>G</h3><a id=g href="#g"></a></div><ul><li><h4>H<br>i</h4></ul><a name=j></a><h2>J</h2><h2>K</h2>`)
	type entry struct {
		level              int
		text, path, anchor string
		line               string
	}
	var got []entry
	for _, h := range out.Outline {
		got = append(got, entry{h.Level, h.Text, h.Path, h.Anchor, out.Markdown[h.Start:h.End]})
	}
	assert.Equal(t, []entry{
		{1, "A *b*", "A *b*", "a", `# A \*b\*`},
		{3, "C d", "A *b* > C d", "c", "### C `d`"},
		{2, "E", "A *b* > E", "e", "## E"},
		{3, "F", "A *b* > E > F", "f", "### F"},
		{3, "G", "A *b* > E > G", "g", "### G"},
		{4, "H i", "A *b* > E > G > H i", "", "- #### H i"},
		{2, "J", "A *b* > J", "j", "## J"},
		{2, "K", "A *b* > K", "", "## K"},
	}, got)
}

// TestDepth writes as many containers as are written and one more, and trees
// deeper than any parser makes.
func TestDepth(t *testing.T) {
	quotes := func(n int) string { return write(t, strings.Repeat("<blockquote>", n)+"a").Markdown }
	assert.Equal(t, strings.Repeat("> ", 20)+"a", quotes(20))
	assert.Equal(t, strings.Repeat("> ", 20)+"a", quotes(21))
	lists := func(n int) string { return write(t, strings.Repeat("<ul><li>", n)+"a").Markdown }
	assert.Equal(t, strings.Repeat("- ", 20)+"a", lists(20))
	assert.Equal(t, strings.Repeat("- ", 20)+"a", lists(21))

	root := &html.Node{Type: html.ElementNode, Data: "div"}
	at := root
	for range 100_000 {
		c := &html.Node{Type: html.ElementNode, Data: "div"}
		at.AppendChild(c)
		at = c
	}
	at.AppendChild(&html.Node{Type: html.TextNode, Data: "deep"})
	root.AppendChild(&html.Node{Type: html.TextNode, Data: "shallow"})
	assert.Equal(t, "shallow", htmlmd.Write(htmlmd.Input{Root: root}).Markdown)
}

func TestSpanLimits(t *testing.T) {
	row := func(cols string, cells int) string {
		return "<table><tr><th>a<th colspan=" + cols + ">b<tr>" + strings.Repeat("<td>c", cells) + "</table>"
	}
	columns := func(line string) int { return strings.Count(line, "|") - 1 }
	for _, test := range []struct {
		cols        string
		cells, want int
	}{
		{"255", 256, 256}, {"256", 256, 256}, {"9999", 256, 256}, {"255", 2, 2}, {"9999", 2, 2}, {"9999", 3, 3}, {"0", 2, 2}, {"x", 2, 2},
	} {
		header, _, _ := strings.Cut(write(t, row(test.cols, test.cells)).Markdown, "\n")
		assert.Equal(t, test.want, columns(header), "%v", test)
	}
	// Few cells that would become very many are not unrolled.
	many := "<table><tr><th>a<th colspan=250>b<tr>" + strings.Repeat("<td>c", 251) + strings.Repeat("<tr><td>d<td>e", 100) + "</table>"
	lines := strings.Split(write(t, many).Markdown, "\n")
	assert.Equal(t, 2, columns(lines[len(lines)-1]))
}

// TestManyPieces writes as many blocks, pieces of a line and headings as are
// told apart, and one more.
func TestManyPieces(t *testing.T) {
	blocks := func(n int) int { return len(write(t, strings.Repeat("<p>x", n)).Blocks) }
	assert.Equal(t, htmlmd.MaxBlocks, blocks(htmlmd.MaxBlocks))
	out := write(t, strings.Repeat("<p>x", htmlmd.MaxBlocks+1))
	assert.Len(t, out.Blocks, htmlmd.MaxBlocks)
	assert.Equal(t, len(out.Markdown), out.Blocks[htmlmd.MaxBlocks-1].End)

	paragraphs := func(n int) int { return len(write(t, strings.Repeat("<code>x</code>y", n)).Blocks) }
	assert.Equal(t, 1, paragraphs(htmlmd.MaxItems/2))
	assert.Equal(t, 2, paragraphs(htmlmd.MaxItems/2+1))

	long := strings.Repeat("x", 1<<19)
	for n, want := range []int{1, 2, 2} {
		out := write(t, "<h1>"+long+"</h1>"+strings.Repeat("<h2>"+long+"</h2>", n))
		assert.Len(t, out.Outline, want, "%d headings below the first", n)
		assert.Equal(t, n+1, strings.Count(out.Markdown, "# x"))
	}
}
