package htmlmd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// TestAnchors finds the fragment that leads to a heading in the places where
// pages keep it.
func TestAnchors(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"its id", "<h2 id=a>x</h2>", "a"},
		{"its id before others", "<h2 id=a><a name=b></a>x</h2>", "a"},
		{"link to itself", "<h2><a href=#a>x</a></h2>", "a"},
		{"permalink", "<h2>x <a class=headerlink href=#a>¶</a></h2>", "a"},
		{"name within", "<h2><a name=a></a>x</h2>", "a"},
		{"id within", "<h2><span class=mw-headline id=a>x</span></h2>", "a"},
		{"link to another page", "<h2><a href=/b#c>x</a></h2>", ""},
		{"empty anchor before", "<a id=a></a><h2>x</h2>", "a"},
		{"anchor with text before", "<a id=a>y</a><h2>x</h2>", ""},
		{"empty anchor after", "<div><h2>x</h2><a id=a href=#a></a></div>", "a"},
		{"section that it begins", "<section id=a><h2>x</h2></section>", "a"},
		{"section that it does not begin", "<section id=a><p>y<h2>x</h2></section>", ""},
		{"body", "<body id=a><h2>x</h2>", ""},
		{"main", "<main id=a><h2>x</h2></main>", ""},
		{"blank id", "<h2 id=' '>x</h2>", ""},
		{"percent signs", "<h2 id=b><a href=#%C3%A9>x</a></h2>", "b"},
		{"none", "<h2>x</h2>", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := write(t, c.html)
			if assert.Len(t, out.Outline, 1) {
				assert.Equal(t, c.want, out.Outline[0].Anchor)
			}
		})
	}
}

// TestOutlinePaths goes by the headings that are open, whatever levels are
// left out.
func TestOutlinePaths(t *testing.T) {
	for _, c := range []struct {
		name, html string
		want       []string
	}{
		{"down and up", "<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2><h1>e</h1>", []string{"a", "a > b", "a > b > c", "a > d", "e"}},
		{"levels left out", "<h1>a</h1><h4>b</h4><h2>c</h2><h4>d</h4>", []string{"a", "a > b", "a > c", "a > c > d"}},
		{"begins low", "<h3>a</h3><h1>b</h1><h3>c</h3>", []string{"a", "b", "b > c"}},
		{"many of the first level", "<h1>a</h1><h1>b</h1><h6>c</h6>", []string{"a", "b", "b > c"}},
		{"empty ones don't count", "<h1>a</h1><h2></h2><h3>b</h3>", []string{"a", "a > b"}},
		{"by role", "<h1>a</h1><div role=heading aria-level=3>b</div><p role=heading aria-level=2>c</p>", []string{"a", "a > b", "a > c"}},
		{"in containers", "<h1>a</h1><ul><li><h2>b</h2></ul><blockquote><h3>c</h3></blockquote>", []string{"a", "a > b", "a > b > c"}},
		{"not those in cells", "<h1>a</h1><table><tr><th>b<tr><td><h2>c</h2></table>", []string{"a"}},
		{"signs are text", "<h1>a &gt; *b*</h1><h2>c_d `e`</h2>", []string{"a > *b*", "a > *b* > c_d `e`"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, h := range write(t, c.html).Outline {
				got = append(got, h.Path)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestHeadings(t *testing.T) {
	testWritten(t, []written{
		{
			name: "levels",
			html: "<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>",
			want: "# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f",
		},
		{
			name: "a picture within the page",
			html: "<h2><img src=data:image/png;base64,AA alt=Tides></h2>",
			want: "## Tides",
		},
		{
			name: "stated levels",
			html: "<h2 aria-level=4>a</h2><h3 aria-level=1>b</h3><h3 aria-level=x>c</h3><p role=heading aria-level=1>d<details><summary role=heading aria-level=3>e</summary></details><dl><dt role=heading aria-level=5>f<dd>g</dl><a role=heading aria-level=2 href=/h>h</a><b role='Heading note'>i</b><i role='note heading'>j</i>",
			want: "#### a\n\n### b\n\n### c\n\n# d\n\n### e\n\n##### f\n\n- g\n\n## [h](https://example.org/h)\n\n## i\n\n*j*",
		},
		{
			name: "pictures with a name",
			html: "<h2 role=img aria-label=Tides></h2><h3 aria-label=Moon><i class=moon></i></h3><h4 aria-label=Sun>Star</h4><h5 aria-label=no><img src=a.png alt=Ebb></h5><h6><img src=b.png title=Flood><a href=/ aria-label=Gate><img src=c.png alt=''></a>",
			want: "## Tides\n\n### Moon\n\n#### Star\n\n##### ![Ebb](https://example.org/docs/a.png)\n\n###### ![Flood](https://example.org/docs/b.png)[![Gate](https://example.org/docs/c.png)](https://example.org/)",
		},
		{
			name: "level by role beyond six",
			html: "<div role=heading aria-level=9>a</div><div role=heading aria-level=0>b</div>",
			want: "###### a\n\n## b",
		},
		{
			name: "blocks in it",
			html: "<h2><div>a</div><div>b</div></h2>",
			want: "## a b",
		},
		{
			name: "heading in it",
			html: "<h2>a<div><h3>b</h3></div></h2>",
			want: "## a\n\n### b",
		},
		{
			name: "list after it",
			html: "<h2>a</h2><ul><li>b</ul>",
			want: "## a\n\n- b",
		},
		{
			name: "group of headings",
			html: "<hgroup><h1>a</h1><p>b</hgroup>",
			want: "# a\n\nb",
		},
		{
			name: "image alone",
			html: "<h1><img src=/a alt=b></h1>",
			want: "# ![b](https://example.org/a)",
		},
		{
			name: "edit links",
			html: `<h2><span id=a>b</span><span class=mw-editsection>[<a href=/e>edit</a>]</span></h2>`,
			want: "## b",
		},
		{
			name: "white space",
			html: "<h2>\n  a\n  <small> b </small>\n</h2>",
			want: "## a b",
		},
		{
			name: "begins with a number",
			html: "<h2>1. a</h2><h2>- b</h2><h2># c</h2>",
			want: "## 1. a\n\n## - b\n\n## # c",
		},
	})
}

// TestOutlineText has the text of headings as readers see it.
func TestOutlineText(t *testing.T) {
	for src, want := range map[string]string{
		"<h2>a <em>b</em> <code>c_d</code></h2>":       "a b c_d",
		"<h2><a href=/x>a</a> b</h2>":                  "a b",
		"<h2>a<br>b</h2>":                              "a b",
		"<h2>1*2*3 &amp;amp; \\*</h2>":                 "1*2*3 &amp; \\*",
		"<h2>a <img src=b alt='pic of c'></h2>":        "a pic of c",
		"<h2>x<sup>2</sup></h2>":                       "x²",
		"<h2>Install<a href=#install>#</a></h2>":       "Install",
		"<h2>über&nbsp;uns</h2>":                       "über\u00a0uns",
		"<ul><li><h3>a</h3></ul>":                      "a",
		"<h2>a<script>b</script><style>c</style></h2>": "a",
	} {
		out := write(t, src)
		if assert.Len(t, out.Outline, 1, src) {
			assert.Equal(t, want, out.Outline[0].Text, src)
		}
	}
}

// TestOutlineSpans are whole lines of the Markdown.
func TestOutlineSpans(t *testing.T) {
	out := write(t, "<p>x<h2>a</h2><blockquote><h3>b</h3>y</blockquote><ol><li><h4>c</h4>z</ol>")
	doc := extract.Document{Markdown: out.Markdown}
	var lines []string
	for _, h := range out.Outline {
		lines = append(lines, doc.Text(extract.Block{Span: extract.Span{Start: h.Start, End: h.End}}))
	}
	assert.Equal(t, []string{"## a", "> ### b", "1. #### c"}, lines)
}
