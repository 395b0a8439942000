package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
)

func TestXML(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text", `<a>one</a>`, "- a: one"},
		{"nothing", `<a/>`, "- a"},
		{"attributes", `<a x="1" y='b c'/>`, "- a @x=1 @y=b c"},
		{"as many attributes as are shown", "<a " + attributes(20) + ">b</a>", "- a " + shownAttributes(20) + ": b"},
		{"children", `<a><b>1</b><b>2</b></a>`, "- a\n  - b: 1\n  - b: 2"},
		{"text among children", `<a>one <b>two</b> three</a>`, "- a: one\n  - b: two\n  - three"},
		{"running text", `<a><p>Water is H<sub>2</sub>O.</p><p><i r="x">Tides</i> turn,<br/>see <ref to="https://lund.example/t">a
 table</ref><ref>b</ref><!-- no --></p><p>plain</p></a>`, "- a\n  - p: Water is H2O.\n  - p: Tides turn, see [a table](https://lund.example/t) b\n  - p: plain"},
		{"list in running text", `<a><p>See <x to="7"/>: <l><i><p>one</p></i><i><p n="2">two</p></i></l> and so on.</p></a>`, "- a\n  - p: See x @to=7 :\n    - p: one\n    - p @n=2: two\n    - and so on."},
		{"items in items", `<a><li>fruits<li>apples</li><li>pears</li></li></a>`, "- a\n  - li: fruits\n    - li: apples\n    - li: pears"},
		{"white space", "<a>\n  <b>\n one\n two </b>\n</a>", "- a\n  - b: one two"},
		{"character references", `<a>&#65;&#x42;&lt;c&gt;&amp;&quot;</a>`, `- a: AB\<c>&"`},
		{"CDATA", `<a><![CDATA[<b>&amp;</b>]]></a>`, `- a: \<b>\&amp;\</b>`},
		{"CDATA among text", `<a>one <![CDATA[two]]> three</a>`, "- a: one two three"},
		{"CDATA within a word", `<a>har<![CDATA[bour]]></a>`, "- a: harbour"},
		{"comment among text", `<a>one<!-- two --> three</a>`, "- a: one three"},
		{"prefixes stay", `<x:a xmlns:x="urn:y" x:b="1"><x:c>d</x:c></x:a>`, "- x:a @x:b=1\n  - x:c: d"},
		{"default namespace is no attribute", `<a xmlns="urn:y" b="1"/>`, "- a @b=1"},
		{"declaration and instructions", `<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><a>b</a>`, "- a: b"},
		{"entities of HTML that nobody declared", `<a b="&eacute;">x&nbsp;y &copy; &hellip;</a>`, "- a @b=é: x y © …"},
		{"unknown entity", `<a>&none; &amp;none;</a>`, `- a: &none; &none;`},
		{"version 1.1", `<?xml version="1.1" encoding="UTF-16"?><a>b</a>`, "- a: b"},
		{"signs of Markdown", `<a b="*c*"># d</a>`, `- a @b=\*c\*: \# d`},
		{"Unicode", `<größe>漢字</größe>`, "- größe: 漢字"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, "application/xml", c.in)
			assert.Equal(t, c.want, doc.Markdown)
			assert.Empty(t, doc.Warnings)
			assert.Equal(t, "xml", doc.Format)
		})
	}
}

// TestBrokenXML gives the text up to where it breaks, or all of it.
func TestBrokenXML(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"not closed", `<a><b>one`, "- a\n  - b: one"},
		{"closed twice", `<a>one</a></a></b><c>two</c>`, "- a: one\n- c: two"},
		{"crossed", `<a><b>one</a>two</b>`, "- a\n  - b: one"},
		{"attribute without quotes", `<a x=1>one</a>`, "- a @x=1: one"},
		{"unknown entity", `<a>one &nope; two</a>`, "- a: one &nope; two"},
		{"lone ampersand", `<a>R&D</a>`, "- a: R&D"},
		{"many roots", `<a>1</a><b>2</b>`, "- a: 1\n- b: 2"},
		{"cut in a tag", `<a>one</a><b x="`, "- a: one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.True(t, strings.HasPrefix(read(t, "application/xml", c.in).Markdown, c.want), read(t, "application/xml", c.in).Markdown)
		})
	}
}

// TestEntities expands short internal entities of plain text, and nothing else
// (XML 1.0, section 4; CWE-776, CWE-611).
func TestEntities(t *testing.T) {
	xml := func(dtd, text string) string {
		return read(t, "application/xml", "<!DOCTYPE a ["+dtd+"]><a>["+text+"]</a>").Markdown
	}
	assert.Equal(t, `- a: \[Lund\]`, xml(`<!ENTITY town "Lund">`, "&town;"))
	assert.Equal(t, `- a: \[Ek & Co\]`, xml(`<!ENTITY co 'Ek &#38; Co'>`, "&co;"))
	for name, dtd := range map[string]string{
		"of a file":       `<!ENTITY x SYSTEM "file:///etc/passwd">`,
		"of an address":   `<!ENTITY x PUBLIC "-//X" "https://evil.example/x">`,
		"of another one":  `<!ENTITY y "boom"><!ENTITY x "&y;&y;">`,
		"of itself":       `<!ENTITY x "&x;">`,
		"of a parameter":  `<!ENTITY % y "boom"><!ENTITY x "%y;">`,
		"of markup":       `<!ENTITY x "<b>boom</b>">`,
		"that never ends": `<!ENTITY x "boom`,
	} {
		md := xml(dtd, "&x;")
		assert.NotContains(t, md, "boom", name)
		assert.NotContains(t, md, "root:", name)
	}
}

// TestBillionLaughs stays as small as it came.
func TestBillionLaughs(t *testing.T) {
	var dtd strings.Builder
	dtd.WriteString(`<!ENTITY l0 "lol">`)
	for i := 1; i < 30; i++ {
		n := string(rune('a' + i))
		p := "l0"
		if i > 1 {
			p = string(rune('a' + i - 1))
		}
		dtd.WriteString("<!ENTITY " + n + ` "` + strings.Repeat("&"+p+";", 10) + `">`)
	}
	src := "<!DOCTYPE a [" + dtd.String() + "]><a>" + strings.Repeat("&z;", 100) + "</a>"
	assert.Less(t, len(read(t, "application/xml", src).Markdown), len(src))
	quadratic := `<!DOCTYPE a [<!ENTITY x "` + strings.Repeat("y", 100) + `">]><a>` + strings.Repeat("&x;", 10000) + "</a>"
	assert.Less(t, len(read(t, "application/xml", quadratic).Markdown), 40*len(quadratic))
}

// TestUnseenXML hands comments and instructions to the scan, not to the reader.
func TestUnseenXML(t *testing.T) {
	doc := read(t, "application/xml", "<?robot obey me?><a><!-- ignore all --><b>seen</b></a>")
	assert.Equal(t, "- a\n  - b: seen", doc.Markdown)
	require.Len(t, doc.Removed, 2)
	assert.Equal(t, "obey me", doc.Removed[0].Text)
	assert.Equal(t, extract.Removed{Text: "ignore all", Where: "comment", Reason: "XML comment"}, doc.Removed[1])
	many := read(t, "application/xml", "<a>"+strings.Repeat("<!--x-->", limit.Removed+10)+"</a>")
	assert.Len(t, many.Removed, limit.Removed)
}

func TestLinksOfXML(t *testing.T) {
	doc := read(t, "application/xml", `<a href="https://lund.example/"><b>http://ystad.example/c?d=1</b><c>javascript:x</c><d>see https://no.example/</d></a>`)
	var urls []string
	for _, l := range doc.Links {
		urls = append(urls, l.URL)
	}
	assert.Equal(t, []string{"https://lund.example/", "http://ystad.example/c?d=1"}, urls)
}

// TestLongXMLIsCutIntoLists of a size to quote.
func TestLongXMLIsCutIntoLists(t *testing.T) {
	doc := read(t, "application/xml", "<a>"+strings.Repeat("<b><c>some words of text</c></b>", 3000)+"</a>")
	require.Greater(t, len(doc.Blocks), 3)
	for _, b := range doc.Blocks {
		assert.LessOrEqual(t, b.End-b.Start, 2*8192)
		assert.Equal(t, extract.List, b.Kind)
	}
	assert.Equal(t, 3000, strings.Count(doc.Markdown, "some words"))
}

func TestSitemaps(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"index", `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://lund.example/a.xml</loc><lastmod>2024-03-05</lastmod></sitemap></sitemapindex>`, "- <https://lund.example/a.xml> · 2024-03-05"},
		{"news", `<urlset xmlns:n="urn:n"><url><loc>https://lund.example/a</loc><n:news><n:title>Tides &amp; *mud*</n:title><n:publication_date>2024-03-05</n:publication_date></n:news></url></urlset>`, "- [Tides & \\*mud\\*](https://lund.example/a) · 2024-03-05"},
		{"images don't take the place of the page", `<urlset><url><loc>https://lund.example/a</loc><i:image><i:loc>https://lund.example/b.jpg</i:loc></i:image></url></urlset>`, "- <https://lund.example/a>"},
		{"white space", "<urlset>\n <url>\n  <loc>\n https://lund.example/a \n</loc>\n </url>\n</urlset>", "- <https://lund.example/a>"},
		{"entities", `<urlset><url><loc>https://lund.example/a?b=1&amp;c=2</loc></url></urlset>`, "- <https://lund.example/a?b=1&c=2>"},
		{"no address", `<urlset><url><lastmod>2024</lastmod></url></urlset>`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, "application/xml", c.in)
			assert.Equal(t, "sitemap", doc.Format)
			assert.Equal(t, c.want, doc.Markdown)
		})
	}
}

func TestOutlines(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"levels", `<opml><body><outline text="a"><outline text="b"><outline text="c"/></outline></outline><outline text="d"/></body></opml>`, "- a\n  - b\n    - c\n- d"},
		{"feed before page", `<opml><body><outline text="a" htmlUrl="https://lund.example/" xmlUrl="https://lund.example/rss"/></body></opml>`, "- [a](https://lund.example/rss)"},
		{"title for want of text", `<opml><body><outline title="a"/></body></opml>`, "- a"},
		{"description", `<opml><body><outline text="a" description="b *c*"/></body></opml>`, "- a: b \\*c\\*"},
		{"script", `<opml><body><outline text="a" url="javascript:b"/></body></opml>`, "- a"},
		{"nothing to show", `<opml><body><outline/><outline text="a"/></body></opml>`, "- a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, "text/x-opml", c.in)
			assert.Equal(t, "opml", doc.Format)
			assert.Equal(t, c.want, doc.Markdown)
		})
	}
}

// TestImagesOfSitemaps have titles of their own.
func TestImagesOfSitemaps(t *testing.T) {
	const image = `<image:image><image:loc>https://e.example/i.png</image:loc><image:title>Picture</image:title></image:image>`
	assert.Equal(t, "- <https://e.example/a>", read(t, "application/xml", `<urlset><url><loc>https://e.example/a</loc>`+image+`</url></urlset>`).Markdown)
	assert.Equal(t, "- <https://e.example/a>", read(t, "application/xml", `<urlset><url>`+image+`<loc>https://e.example/a</loc></url></urlset>`).Markdown)
	assert.Equal(t, "- [News](https://e.example/a) · 2024-03-05", read(t, "application/xml", `<urlset><url><loc>https://e.example/a</loc><news:news><news:publication_date>2024-03-05</news:publication_date><news:title>News</news:title></news:news></url></urlset>`).Markdown)
}

func TestDrawings(t *testing.T) {
	for in, want := range map[string]string{
		`<svg><title>T</title><desc>d</desc><text>a</text></svg>`:                          "# T\n\nd\n\na",
		`<svg><text><tspan x="0">one</tspan><tspan x="0" dy="12">two</tspan></text></svg>`: "one two",
		`<svg><text>har<tspan font-weight="bold">bour</tspan></text></svg>`:                "harbour",
		`<svg><style>text{}</style><script>a()</script><text>a<!-- b --></text></svg>`:     "a",
		`<svg><g><title>first</title><text>a</text></g><g><title>second</title></g></svg>`: "# first\n\na\n\nsecond",
		`<svg><path d="M0 0"/></svg>`:                                                      "",
	} {
		assert.Equal(t, want, read(t, "image/svg+xml", in).Markdown, in)
	}
}

// What is left out of an element is told once for the document.
func TestAttributesLeftOutAreTold(t *testing.T) {
	doc := read(t, "application/xml", "<r><a "+attributes(30)+"/><b "+attributes(21)+">c</b></r>")
	assert.Contains(t, doc.Markdown, "- a "+shownAttributes(20)+" (10 more attributes left out)\n")
	assert.Contains(t, doc.Markdown, "@n19=v (1 more attributes left out): c")
	assert.Equal(t, []extract.Warning{{Type: "truncated", Message: "of each element, the first 20 attributes are shown"}}, doc.Warnings)
	assert.Empty(t, read(t, "application/xml", "<r><a "+attributes(20)+" xmlns='urn:x'/></r>").Warnings)
}

func attributes(n int) string { return numbered(n, `n%d="v"`) }

func shownAttributes(n int) string { return numbered(n, "@n%d=v") }

func numbered(n int, format string) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(format, i))
	}
	return strings.Join(all, " ")
}
