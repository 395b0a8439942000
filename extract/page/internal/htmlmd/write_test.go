package htmlmd_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// written is a case of what HTML is written as.
type written struct{ name, html, want string }

func testWritten(t *testing.T, cases []written) {
	t.Helper()
	page := &url.URL{Scheme: "https", Host: "example.org", Path: "/docs/page"}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := htmlmd.Write(htmlmd.Input{Root: parse(t, c.html), Base: page})
			check(t, out)
			assert.Equal(t, c.want, out.Markdown, "of %s", c.html)
		})
	}
}

func TestLines(t *testing.T) {
	testWritten(t, []written{
		{
			name: "break",
			html: "<p>a<br>b<br/>&#10;c",
			want: "a\\\nb\\\nc",
		},
		{
			name: "two breaks",
			html: "<p>a<br><br>b",
			want: "a\n\nb",
		},
		{
			name: "at the ends",
			html: "<p><br>a<br></p><p><br></p>",
			want: "a",
		},
		{
			name: "in a heading",
			html: "<h2>a<br>b</h2>",
			want: "## a b",
		},
		{
			name: "in a link",
			html: "<p><a href=/a>b<br>c</a>",
			want: "[b\\\nc](https://example.org/a)",
		},
		{
			name: "white space",
			html: "<div>  a&#10;  b <span> c</span></div><div>d</div>e<p>f</p>g",
			want: "a b c\n\nd\n\ne\n\nf\n\ng",
		},
		{
			name: "no-break spaces alone",
			html: "<p>a<p>&nbsp;<p>b",
			want: "a\n\nb",
		},
		{
			name: "invisible characters",
			html: "<p>a&shy;b c&#8203;d &#x202e;e x&#8288;y",
			want: "ab cd e xy",
		},
	})
}

func TestWhiteSpace(t *testing.T) {
	testWritten(t, []written{
		{
			name: "between inline elements",
			html: "<p><b>a</b> <i>b</i>\n<code>c</code>\t<a href=/d>e</a>",
			want: "**a** *b* `c` [e](https://example.org/d)",
		},
		{
			name: "between blocks",
			html: "<div> <p> a </p> \n <p> b </p> </div>",
			want: "a\n\nb",
		},
		{
			name: "around a break",
			html: "<p>a <br> b",
			want: "a\\\nb",
		},
		{
			name: "three breaks are one gap",
			html: "<p>a<br><br><br>b",
			want: "a\n\nb",
		},
		{
			name: "breaks with spaces and emphasis between",
			html: "<p><b>a<br> <br>b</b>",
			want: "**a**\n\n**b**",
		},
		{
			name: "break and a block",
			html: "<div>a<br><p>b</p><br>c</div>",
			want: "a\n\nb\n\nc",
		},
		{
			name: "other spaces of Unicode stay",
			html: "<p>a\u2003b\u3000c\u00a0d",
			want: "a\u2003b\u3000c\u00a0d",
		},
		{
			name: "form feeds and tabs",
			html: "<p>a\f\tb",
			want: "a b",
		},
		{
			name: "none made between Chinese characters",
			html: "<p>中<span>文</span>字<wbr>符",
			want: "中文字符",
		},
		{
			name: "at the start of a line of code",
			html: "<p>    a<p>\ta",
			want: "a\n\na",
		},
		{
			name: "empty elements leave none",
			html: "<p>a <span></span> <i></i> b<p> <span> </span><p>c",
			want: "a b\n\nc",
		},
	})
}

// TestUnseen characters don't come through, and no broken bytes either.
func TestUnseen(t *testing.T) {
	testWritten(t, []written{
		{name: "zero width", html: "<p>a\u200bb\u2060c\ufeffd", want: "abcd"},
		{name: "joiner of an emoji stays", html: "<p>👩\u200d💻", want: "👩\u200d💻"},
		{name: "bidirectional controls", html: "<p>a\u202eb\u202cc\u2066d\u2069", want: "abcd"},
		{name: "tag characters", html: "<p>a\U000e0041\U000e0042b", want: "ab"},
		{name: "controls", html: "<p>a\x01\x7fb", want: "ab"},
		{name: "bytes that are no text", html: "<p>a\xffb\xc3", want: "a\ufffdb\ufffd"},
		{name: "in code", html: "<pre>a\u202eb</pre><p><code>c\u200bd</code>", want: "```\nab\n```\n\n`cd`"},
		{name: "in addresses", html: "<p><a href='/a\u200bb'>c</a>", want: "[c](https://example.org/ab)"},
		{name: "in descriptions", html: "<p><img src=/a alt='b\u202ec'>", want: "![bc](https://example.org/a)"},
	})
}

// TestSectioning elements are blocks and say nothing else.
func TestSectioning(t *testing.T) {
	for _, tag := range []string{"div", "section", "article", "main", "header", "footer", "nav", "address", "center", "fieldset", "figure", "form", "hgroup", "dialog", "search"} {
		assert.Equal(t, "a\n\nb\n\nc", write(t, "a<"+tag+"><p>b</"+tag+"><p>c").Markdown, tag)
	}
	for _, tag := range []string{"span", "font", "big", "small", "u", "ins", "label", "output", "time", "data", "bdi", "x-y"} {
		assert.Equal(t, "abc", write(t, "<p>a<"+tag+">b</"+tag+">c").Markdown, tag)
	}
}

// A quote with plain spaces is found in the Markdown of a page, and no block begins or
// ends with a space that nobody sees. A fragment keeps its spaces as they are.
func TestNoBreakSpaces(t *testing.T) {
	const body = "<p>&nbsp;Costs 10&#8239;000&nbsp;&euro;.&nbsp;</p><p>&nbsp;<b>&nbsp;Now</b>&nbsp; <br>&nbsp;or<br>&nbsp;</p>" +
		"<ul><li>Rope&nbsp;</ul><table><tr><th>A&nbsp;<th>B<tr><td>&nbsp;1<td>2</table><pre>if x:\n&nbsp;&nbsp;go()</pre>" +
		`<p><img src=/a.jpg alt="Low&nbsp;tide"> <a href=/b title="All&nbsp;of it">More&nbsp;</a>`
	page := write(t, "<head><title>Prices</title></head><body>"+body)
	assert.Equal(t, "Costs 10 000 €.\n\n**Now**\\\nor\n\n- Rope\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n```\nif x:\n  go()\n```\n\n"+
		"![Low tide](/a.jpg) [More](/b \"All of it\")", strings.TrimSpace(page.Markdown))
	assert.Contains(t, write(t, body).Markdown, "10\u202f000\u00a0€")
}
