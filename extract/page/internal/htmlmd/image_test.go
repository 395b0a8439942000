package htmlmd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func TestImages(t *testing.T) {
	testWritten(t, []written{
		{
			name: "lazy",
			html: "<p><img src=data:image/gif;base64,x data-src=/a.png alt=b>",
			want: "![b](https://example.org/a.png)",
		},
		{
			name: "placeholder",
			html: `<img src=/placeholder.png data-lazy-src=/a.png><img src=/blank.gif srcset="/b.png 1x, /c.png 2x">`,
			want: "![](https://example.org/a.png)![](https://example.org/c.png)",
		},
		{
			name: "candidates",
			html: `<img srcset="/a.png 320w, /b.png 1280w, /c.png 640w"><img srcset="/d.png, /e.png 1.5x">`,
			want: "![](https://example.org/b.png)![](https://example.org/e.png)",
		},
		{
			name: "source before candidates",
			html: `<img src=/a.png srcset="/b.png 2x">`,
			want: "![](https://example.org/a.png)",
		},
		{
			name: "picture",
			html: `<picture><source srcset="/a.avif 1x, /b.avif 2x"><img src=/c.jpg alt=d></picture><picture><source srcset="/e.webp 800w"><img alt=f></picture>`,
			want: "![d](https://example.org/c.jpg)![f](https://example.org/e.webp)",
		},
		{
			name: "no copy for noscript",
			html: "<img class=lazy data-src=/a.png><noscript><img src=/a.png></noscript>",
			want: "![](https://example.org/a.png)",
		},
		{
			name: "no copy of a formula",
			html: `<img data-src="https://a.example/tex?x^2" alt="\(x^2\)"><noscript><img src="https://a.example/tex?x^2" alt="\(x^2\)"></noscript>`,
			want: "$x^2$",
		},
		{
			name: "copy in place of it",
			html: "<img src=data:image/gif;base64,x alt=a><noscript><img src=/b.png alt=a></noscript>",
			want: "![a](https://example.org/b.png)",
		},
		{
			name: "within the page",
			html: `<p>a <img src=data:image/png;base64,x alt="b c"> <img src=data:image/png;base64,x>`,
			want: "a [image: b c]",
		},
		{
			name: "within the page, in a link with words",
			html: `<a href=/p><img src=data:image/png;base64,x alt="Brass lamp"><span>Brass lamp</span></a>`,
			want: "[Brass lamp](https://example.org/p)",
		},
		{
			name: "within the page, all of a link",
			html: `<a href=/p><img src=data:image/png;base64,x alt="Brass lamp"></a>`,
			want: "[Brass lamp](https://example.org/p)",
		},
		{
			name: "pixel",
			html: "<p>a<img src=/p.gif width=1 height=1>",
			want: "a",
		},
		{
			name: "alternative text",
			html: `<img src=/a alt="b [c] *d*&#10;e ]">`,
			want: "![b \\[c\\] \\*d\\* e \\]](https://example.org/a)",
		},
		{
			name: "title",
			html: `<img src=/a alt=b title="c"><img src=/a alt=b title=b>`,
			want: `![b](https://example.org/a "c")![b](https://example.org/a)`,
		},
		{
			name: "emoji",
			html: "<p>a <img class=emoji src=/a.png alt=🙂>",
			want: "a 🙂",
		},
		{
			name: "figure",
			html: "<figure><img src=/a alt=b><figcaption>c <i>d</i></figcaption></figure>",
			want: "![b](https://example.org/a)\n\nc *d*",
		},
	})
}

func TestImageSources(t *testing.T) {
	testWritten(t, []written{
		{
			name: "candidates with commas in their addresses",
			html: `<img srcset="/a,b.png 1x, /c,d.png 2x" alt=e>`,
			want: "![e](https://example.org/c,d.png)",
		},
		{
			name: "candidates without spaces after commas",
			html: `<img srcset="/a.png 100w,/b.png 300w,/c.png 200w" alt=d>`,
			want: "![d](https://example.org/b.png)",
		},
		{
			name: "candidates that can't be read",
			html: `<img srcset="/a.png big, /b.png -2x, /c.png 1x" alt=d>`,
			want: "![d](https://example.org/c.png)",
		},
		{
			name: "candidates within the page",
			html: `<img srcset="data:image/png;base64,a 3x, /b.png 1x" alt=c>`,
			want: "![c](https://example.org/b.png)",
		},
		{
			name: "nothing but commas",
			html: `<p>a <img srcset=", ,," alt="">b`,
			want: "a b",
		},
		{
			name: "lazy candidates",
			html: `<img src=data:image/gif;base64,R0 data-srcset="/a.png 1x, /b.png 2x" alt=c>`,
			want: "![c](https://example.org/b.png)",
		},
		{
			name: "lazy attribute that holds settings",
			html: `<img src=/a.png data-src='{"sizes":[1]}' alt=b>`,
			want: "![b](https://example.org/a.png)",
		},
		{
			name: "blank source",
			html: `<p>x<img src="" alt="chart of tides"><img src=" " alt="">`,
			want: "x [image: chart of tides]",
		},
		{
			name: "script in the source",
			html: `<p>a<img src=javascript:b alt=c>`,
			want: "a [image: c]",
		},
		{
			name: "picture without an image",
			html: `<p>a<picture><source srcset=/b.webp></picture>`,
			want: "a",
		},
		{
			name: "picture with a placeholder",
			html: `<picture><source data-srcset="/a.webp 1x, /b.webp 2x"><img src=/blank.gif alt=c></picture>`,
			want: "![c](https://example.org/b.webp)",
		},
		{
			name: "one pixel high",
			html: `<p>a<img src=/line.png width=600 height=1 alt=b>`,
			want: "a ![b](https://example.org/line.png)",
		},
		{
			name: "sizes in units",
			html: `<p>a<img src=/b.png width=1px height=1px alt=c>`,
			want: "a ![c](https://example.org/b.png)",
		},
		{
			name: "area of a map",
			html: `<img src=/a.png usemap=#m alt=b><map name=m><area href=/c alt=d></map>`,
			want: "![b](https://example.org/a.png)",
		},
	})
}

func TestImagePlaces(t *testing.T) {
	testWritten(t, []written{
		{
			name: "figure with a linked image",
			html: "<figure><a href=/a><img src=/b alt=c></a><figcaption>d</figcaption></figure>",
			want: "[![c](https://example.org/b)](https://example.org/a)\n\nd",
		},
		{
			name: "gallery",
			html: "<figure><img src=/a alt=b><img src=/c alt=d></figure>",
			want: "![b](https://example.org/a)![d](https://example.org/c)",
		},
		{
			name: "in a heading",
			html: "<h2><img src=/a alt=b> c</h2>",
			want: "## ![b](https://example.org/a) c",
		},
		{
			name: "in a list",
			html: "<ul><li><img src=/a alt=b><li>c<img src=/d alt=e></ul>",
			want: "- ![b](https://example.org/a)\n- c ![e](https://example.org/d)",
		},
		{
			name: "in emphasis",
			html: "<p><i>a <img src=/b alt=c></i>",
			want: "*a ![c](https://example.org/b)*",
		},
		{
			name: "address in the description",
			html: `<img src=/a alt="see http://b.example and c@d.example">`,
			want: "![see http://b.example and c@d.example](https://example.org/a)",
		},
		{
			name: "markup in the description",
			html: `<img src=/a alt="&lt;b> &amp;amp; ![x](y) \">`,
			want: "![\\<b> \\&amp; !\\[x\\](y) \\\\](https://example.org/a)",
		},
		{
			name: "description that is blank",
			html: `<img src=/a alt="  ">`,
			want: "![](https://example.org/a)",
		},
		{
			name: "title with quotes",
			html: `<img src=/a alt=b title='say "c"'>`,
			want: `![b](https://example.org/a 'say "c"')`,
		},
		{
			name: "exclamation mark before it",
			html: "<p>a!<img src=/b alt=c>",
			want: "a!![c](https://example.org/b)",
		},
	})
}

// TestImageKinds tells images in a paragraph of their own from those among
// text.
func TestImageKinds(t *testing.T) {
	for src, want := range map[string]extract.Kind{
		"<p><img src=a alt=b>":                     extract.Image,
		"<p><img src=a> <img src=b>":               extract.Paragraph,
		"<p><a href=c><img src=a></a>":             extract.Image,
		"<p><img src=a><br><img src=b>":            extract.Image,
		"<p><img src=a> c":                         extract.Paragraph,
		"<figure><img src=a></figure>":             extract.Image,
		"<ul><li><img src=a></ul>":                 extract.List,
		"<p><math display=block><mi>x</mi></math>": extract.Math,
		"<p><math><mi>x</mi></math>":               extract.Paragraph,
		"<blockquote><p><img src=a></blockquote>":  extract.Quote,
		"<dl><dt>a</dl>":                           extract.Paragraph,
	} {
		assert.Equal(t, want, write(t, src).Blocks[0].Kind, "of %s", src)
	}
}
