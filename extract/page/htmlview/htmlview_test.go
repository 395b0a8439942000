package htmlview_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/htmlview"
)

var base = &url.URL{Scheme: "https", Host: "bread.example", Path: "/rye"}

func TestRenderKeepsContent(t *testing.T) {
	for in, want := range map[string]string{
		"":                "",
		"plain":           "plain",
		"<p>a &lt; b</p>": "<p>a &lt; b</p>",
		"<main><h1>Rye</h1><p>A <b>loaf</b>.</p></main>":                    "<main><h1>Rye</h1><p>A <b>loaf</b>.</p></main>",
		`<a href="/x?y=1">x</a>`:                                            `<a href="https://bread.example/x?y=1">x</a>`,
		`<a href="mailto:a@b.example">m</a>`:                                `<a href="mailto:a@b.example">m</a>`,
		`<img src="/loaf.jpg" alt="A loaf">`:                                `<img src="https://bread.example/loaf.jpg" alt="A loaf"/>`,
		`<img src="/loaf.jpg?w=200" alt="A loaf">`:                          `<img src="https://bread.example/loaf.jpg?w=200" alt="A loaf"/>`,
		`<img src="https://cdn.example/loaf.jpg" alt="A loaf">`:             `<img src="https://cdn.example/loaf.jpg" alt="A loaf"/>`,
		"<table><tr><td>1</td></tr></table>":                                "<table><tbody><tr><td>1</td></tr></tbody></table>",
		"<details open><summary>s</summary>t</details>":                     `<details open=""><summary>s</summary>t</details>`,
		"<form><h1>Title</h1><p>All of the page.</p><input></form>":         "<h1>Title</h1><p>All of the page.</p>",
		`<template id="B:0"></template><div hidden id="S:0"><p>t</p></div>`: `<div id="S:0"><p>t</p></div>`,
	} {
		assert.Equal(t, want, show(t, []byte(in), base), in)
	}
}

func TestRenderRemoves(t *testing.T) {
	const gone = "GONE"
	for _, in := range []string{
		"<script>GONE</script>", "<style>p{content:'GONE'}</style>", "<!-- GONE -->", "<p hidden>GONE</p>", `<p style="display:none">GONE</p>`,
		"<style>.x{opacity:0}</style><p class=x>GONE</p>", "<form><input value=GONE></form>", "<button>GONE</button>", "<textarea>GONE</textarea>",
		"<iframe src=GONE></iframe>", "<object data=GONE>GONE</object>", "<svg><text>GONE</text></svg>", "<template>GONE</template>",
		`<a href="javascript:GONE">a</a>`, `<a href="JaVa&#9;ScRiPt:GONE">a</a>`, `<a href="data:text/html,GONE">a</a>`, `<a href="vbscript:GONE">a</a>`,
		`<a href="file:///GONE">a</a>`, `<p onclick="GONE">a</p>`, `<img src=x onerror=GONE>`, `<img src="https://t.example/p.gif?u=GONE">`,
		`<img src="//t.example/p.gif?u=GONE">`, `<img width=1 height=1 src="/GONE.gif">`, `<img src="data:image/png;base64,GONE">`,
		`<meta http-equiv=refresh content="0;url=GONE">`, `<base href="https://GONE.example">`, `<link rel=stylesheet href=GONE>`, "<title>GONE</title>",
		`<p style="background:url(GONE)">a</p>`, `<math><mtext><style><img src=GONE></style></mtext></math>`, "<noscript><p title='</noscript><img src=GONE onerror=1>'></noscript>",
		"<video src=GONE></video>", "<audio>GONE</audio>", "<dialog>GONE</dialog>", "<plaintext hidden>GONE",
	} {
		assert.NotContains(t, strings.ReplaceAll(show(t, []byte(in), base), "&#39;", "'"), gone, in)
	}
}

func TestRenderForeignImagesWithoutBase(t *testing.T) {
	assert.Equal(t, "A loaf", show(t, []byte(`<img src="https://bread.example/a?b" alt="A loaf">`), nil))
}

func TestRenderMakesAddressesAbsolute(t *testing.T) {
	for in, want := range map[string]string{
		`<a href="wheat#crust">a</a>`:                                                 `<a href="https://bread.example/wheat#crust">a</a>`,
		`<a href="#top">a</a>`:                                                        `<a href="https://bread.example/rye#top">a</a>`,
		`<a href="//b.example/c">a</a>`:                                               `<a href="https://b.example/c">a</a>`,
		`<a href=" ../d e ">a</a>`:                                                    `<a href="https://bread.example/d%20e">a</a>`,
		`<base href="/old/"><a href="f">a</a>`:                                        `<a href="https://bread.example/old/f">a</a>`,
		`<base href="https://h.example/i/"><a href="f">a</a>`:                         `<a href="https://h.example/i/f">a</a>`,
		`<base target="_top"><base href="/old/"><base href="/new/"><a href="f">a</a>`: `<a href="https://bread.example/old/f">a</a>`,
		`<base href=""><base href="/new/"><a href="f">a</a>`:                          `<a href="https://bread.example/f">a</a>`,
		`<base href="javascript:x"><a href="f">a</a>`:                                 `<a href="https://bread.example/f">a</a>`,
		`<base href="https://h.example/"><img src="p.gif?u=1" alt="a">b`:              `ab`,
		`<blockquote cite="/g">a</blockquote>`:                                        `<blockquote cite="https://bread.example/g">a</blockquote>`,
		`<a href="mailto:a@b.example">a</a> <a href="javascript:x()">b</a>`:           `<a href="mailto:a@b.example">a</a> b`,
		`<a href="http://[::1">a</a>`:                                                 `a`,
	} {
		assert.Equal(t, want, show(t, []byte(in), base), in)
	}
	assert.Equal(t, `<a href="/x">x</a>`, show(t, []byte(`<a href="/x">x</a>`), nil), "of a page of unknown address")
}

func TestRenderKeepsTheLanguageOfCode(t *testing.T) {
	for in, want := range map[string]string{
		`<pre><code class="hljs language-go">a</code></pre>`:               `<pre><code class="language-go">a</code></pre>`,
		`<pre class="lang-c++ x">a</pre>`:                                  `<pre class="language-c++">a</pre>`,
		`<div class="highlight highlight-source-shell"><pre>a</pre></div>`: `<div class="language-shell"><pre>a</pre></div>`,
		`<pre class="brush: java; gutter: false">a</pre>`:                  `<pre class="language-java">a</pre>`,
		`<pre data-lang="YAML"><code>a</code></pre>`:                       `<pre class="language-yaml"><code>a</code></pre>`,
		`<code class="language-&quot;><b>">a</code>`:                       `<code>a</code>`,
		`<p class="language-go">a</p><div class="card">b</div>`:            `<p>a</p><div>b</div>`,
	} {
		assert.Equal(t, want, show(t, []byte(in), base), in)
	}
}

func TestRenderCharacters(t *testing.T) {
	assert.Equal(t, "<p>zerowidth</p>", show(t, []byte("<p>zero\u200bwi\x1b[31mdth\u202e</p>"), base))
	assert.Equal(t, "aÿb", show(t, []byte("a\xffb"), base), "decoded as package charset has it")
}

func TestRenderTooDeep(t *testing.T) {
	for _, depth := range []int{520, 600, 50_000} {
		got := show(t, []byte("<style>.k{display:none}</style>"+strings.Repeat("<div>", depth)+
			"deep<script>alert(1)</script><p hidden>secret</p><b style='display:none'>secret</b><div class=k><i>secret</i></div><p>end"), base)
		assert.Contains(t, got, "deep", depth)
		assert.Contains(t, got, "<p>end</p>", depth)
		assert.NotContains(t, got, "alert", depth)
		assert.NotContains(t, got, "secret", depth)
	}
}

// A page of XHTML is read as XML, one of HTML isn't, whatever it looks like.
func TestRenderXHTML(t *testing.T) {
	page := []byte(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><i/><p>a<![CDATA[ <b> ]]></p></body></html>`)
	for mediaType, want := range map[string]string{"application/xhtml+xml": "<i></i><p>a &lt;b&gt; </p>", "text/html": ""} {
		got, err := htmlview.Render(t.Context(), &extract.Source{MediaType: mediaType, Body: page})
		require.NoError(t, err)
		assert.Equal(t, want, got, mediaType)
	}
}

// show renders without end.
func show(t testing.TB, body []byte, base *url.URL) string {
	t.Helper()
	text, err := htmlview.Render(context.Background(), &extract.Source{URL: base, MediaType: "text/html; charset=utf-8", Body: body})
	require.NoError(t, err)
	return text
}

func TestRenderEndsWithItsContext(t *testing.T) {
	page := []byte(strings.Repeat("<div><p>water <b>high</b></p></div>", 20_000))
	for _, after := range []int{0, 1, 5, 20, 50, 100} {
		ctx := &countdown{Context: t.Context(), left: after}
		text, err := htmlview.Render(ctx, &extract.Source{Body: page})
		assert.ErrorIs(t, err, context.Canceled, "after %d looks", after)
		assert.Empty(t, text)
	}
}

// countdown is a context that is done after it was asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func FuzzRender(f *testing.F) {
	for _, s := range []string{
		"<p>a", "<svg><style><img src=x onerror=1>", "<math><mi//xlink:href=\"data:x,<script>\">", "<table><script>", "<a href=\"java\nscript:1\">", "<noscript><style></noscript><img src=x onerror=1>",
		"<form><math><mtext></form><form><mglyph><style></math><img src onerror=1>", "<select><template><style>", "<!--><img src=x onerror=1>", "<p style='display:none'>x", "<xmp><p title=\"</xmp><img src=x onerror=1>\">",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := show(t, []byte(s), base)
		root, err := html.Parse(strings.NewReader(once))
		if err != nil {
			return
		}
		for n := range root.Descendants() {
			switch n.Data {
			case "script", "style", "iframe", "object", "form", "svg", "math":
				if n.Type == html.ElementNode {
					t.Fatalf("%q leaves <%s> in %q", s, n.Data, once)
				}
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:") && a.Key == "href" {
					t.Fatalf("%q leaves %s=%q in %q", s, a.Key, a.Val, once)
				}
			}
		}
		if twice := show(t, []byte(once), base); twice != once {
			t.Fatalf("%q is %q once and %q twice", s, once, twice)
		}
	})
}
