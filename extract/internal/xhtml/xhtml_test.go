package xhtml_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/xhtml"
)

func TestIsMediaType(t *testing.T) {
	for contentType, want := range map[string]bool{
		"application/xhtml+xml": true, "Application/XHTML+XML; charset=utf-8": true, "application/xhtml+xml; charset": true,
		"text/html": false, "application/xml": false, "": false,
	} {
		assert.Equal(t, want, xhtml.IsMediaType(contentType), contentType)
	}
}

func TestToHTML(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a < b": "a < b", "<p>x</p>": "<p>x</p>",
		// Elements that close themselves.
		`<title/><p>a</p>`:             `<title></title><p>a</p>`,
		`<script src="a/b" />`:         `<script src="a/b" ></script>`,
		`<iframe src='x'/>y`:           `<iframe src='x'></iframe>y`,
		`<br/><img src="x"/><HR />`:    `<br/><img src="x"/><HR />`,
		`<br></br>a<img></img >b`:      `<br>a<img>b`,
		`<a id="x"/>b<I/>c`:            `<a id="x"></a>b<I></I>c`,
		`<a title="1/>2"/>`:            `<a title="1/>2"></a>`,
		`<a href=/b/>c</a>`:            `<a href=/b/>c</a>`,
		`<a x = '"/>' />b`:             `<a x = '"/>' ></a>b`,
		`<p/`:                          `<p/`,
		`<p title="/>`:                 `<p title="/>`,
		`<svg><path d="M0"/></svg>`:    `<svg><path d="M0"></path></svg>`,
		`a < b / > c <1/> < p/> </ p>`: `a < b / > c <1/> < p/> </ p>`,
		// CDATA sections.
		`<p><![CDATA[a < b && c > d]]></p>`:                       `<p>a &lt; b &amp;&amp; c &gt; d</p>`,
		`<![CDATA[<p/>]]><p/>`:                                    `&lt;p/&gt;<p></p>`,
		`<![CDATA[]]]]><![CDATA[>]]>`:                             `]]&gt;`,
		`a<![CDATA[b <i>`:                                         `a<![CDATA[b <i>`,
		`<title><![CDATA[a</title>]]></title>b`:                   `<title>a&lt;/title&gt;</title>b`,
		`<textarea>a<![CDATA[<b>]]>c</textarea>`:                  `<textarea>a&lt;b&gt;c</textarea>`,
		"<script>//<![CDATA[\nif (a < b && c) {}\n//]]></script>": "<script>//\nif (a < b && c) {}\n//</script>",
		`<style><![CDATA[p > a {}]]></style>`:                     `<style>p > a {}</style>`,
		// Text that is raw in HTML.
		`<script>a &lt; b &amp;&amp; c</script>`:                                            `<script>a < b && c</script>`,
		`<script>if (a < b) c("<p/>")</script><p/>`:                                         `<script>if (a < b) c("<p/>")</script><p></p>`,
		`<script>a</script>b<script>c`:                                                      `<script>a</script>b<script>c`,
		`<script><![CDATA["</script>"]]></script><p/>`:                                      `<script>"<\/script>"</script><p></p>`,
		`<style><!-- p{} --></style>`:                                                       `<style></style>`,
		`<title>a <!-- b -->c <i>d</i></title>`:                                             `<title>a c d</title>`,
		`<title>a < b</title><p/>`:                                                          `<title>a < b</title><p></p>`,
		`<svg><title><![CDATA[<]]></title><style>a&gt;b</style></svg><style>a&gt;b</style>`: `<svg><title>&lt;</title><style>a&gt;b</style></svg><style>a>b</style>`,
		// Namespaces.
		`<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:p>a<h:br/><h:i/></h:p></h:html>`: `<html xmlns:h="http://www.w3.org/1999/xhtml"><p>a<br/><i></i></p></html>`,
		`<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:path/></s:svg>`:                     `<svg xmlns:s='http://www.w3.org/2000/svg'><path></path></svg>`,
		`<x:p xmlns:x="http://example.org/"/><y:p/>`:                                        `<x:p xmlns:x="http://example.org/"></x:p><y:p></y:p>`,
		`<h:script xmlns:h="http://www.w3.org/1999/xhtml">a&gt;b</h:script>`:                `<script xmlns:h="http://www.w3.org/1999/xhtml">a>b</script>`,
		// Comments and instructions.
		`<!-- <p/> --><?p <p/> > a?>b`: `<!-- <p/> --><!--?p <p/&gt; &gt; a?-->b`,
		`<?p --> a?>b<!--c--!>d-->`:    `<!--?p --&gt; a?-->b<!--c--!>d-->`,
		`<!--> a -->b<!--->c-->d`:      `<!--&gt; a -->b<!---&gt;c-->d`,
		`<!-- a`:                       `<!-- a`,
		`<?a > b <p/>`:                 `<?a > b <p></p>`,
		// Document types.
		`<!DOCTYPE html><p/>`:                         `<!DOCTYPE html><p></p>`,
		`<!DOCTYPE html [<!ENTITY a "b">]><p>&a;</p>`: `<!DOCTYPE html ><p>&a;</p>`,
		`<!DOCTYPE html [<p/>`:                        `<!DOCTYPE html [<p></p>`,
	} {
		assert.Equal(t, want, string(xhtml.ToHTML(t.Context(), []byte(in))), in)
	}
}

// Prefixes of formulas go from pages of HTML too.
func TestPlainMath(t *testing.T) {
	for page, want := range map[string]string{
		"<p><m:math><m:mi>x</m:mi></m:math> <mml:math><mml:mn>2</mml:mn></mml:math>": "<p><math><mi>x</mi></math> <math><mn>2</mn></math>",
		"<p><math><mi>x</mi></math> <m:mi>y</m:mi>":                                  "<p><math><mi>x</mi></math> <m:mi>y</m:mi>",
		"see xml:math and <verylongprefix:math>":                                     "see xml:math and <verylongprefix:math>",
		"<a:math><b:math><c:math><d:math><e:math>":                                   "<math><math><math><math><e:math>",
		":math": ":math",
	} {
		assert.Equal(t, want, string(xhtml.PlainMath([]byte(page))))
	}
}

// The time that a page takes is linear in its size, whatever it opens and doesn't close.
func TestLinear(t *testing.T) {
	for _, part := range []string{
		"<", "<!", "<!--", "<?", "<![CDATA[", "<!DOCTYPE \"", "<p ", "<p x=\"", "</p", "<script>", "<title>", "<script><!--", "<script><!-- </script>", "<style>&lt;<![CDATA[</style>",
		"<title><a </title>", "&a;", "<!DOCTYPE a[<!ENTITY a \"b\">", "<x:p xmlns:x=''>", "<br></br>", "<script><!-- </script>--><x ", "<p/>", "<![CDATA[<]]>",
	} {
		for _, page := range []string{strings.Repeat(part, 1<<18/len(part)), strings.Repeat(part, 1<<18/len(part)) + "-->]]>?><x </script></title>", "<!DOCTYPE a [" + strings.Repeat(part, 1<<18/len(part))} {
			began := time.Now()
			xhtml.ToHTML(t.Context(), []byte(page))
			assert.Less(t, time.Since(began), 3*time.Second, part)
		}
	}
}

// outline writes elements and text of a tree, one a line.
type outline struct {
	b     strings.Builder
	depth int
	text  string
}

func (o *outline) flush() {
	if text := strings.Join(strings.Fields(o.text), " "); text != "" {
		fmt.Fprintf(&o.b, "%*s%q\n", o.depth, "", text)
	}
	o.text = ""
}

func (o *outline) open(name string) {
	o.flush()
	fmt.Fprintf(&o.b, "%*s<%s\n", o.depth, "", name)
	o.depth++
}

func (o *outline) close() {
	o.flush()
	o.depth--
}

// ofXML is the outline of a page as a parser of XML reads it, false if it isn't well-formed.
func ofXML(page string) (string, bool) {
	d := xml.NewDecoder(strings.NewReader(page))
	d.Entity = xml.HTMLEntity
	var o outline
	for {
		token, err := d.Token()
		if err != nil {
			return o.b.String(), err == io.EOF
		}
		switch token := token.(type) {
		case xml.StartElement:
			o.open(token.Name.Local)
		case xml.EndElement:
			o.close()
		case xml.CharData:
			o.text += string(token)
		}
	}
}

// ofHTML is the outline of the rewritten page as a parser of HTML reads it.
func ofHTML(t *testing.T, page string) string {
	root, err := html.ParseWithOptions(strings.NewReader(string(xhtml.ToHTML(t.Context(), []byte(page)))), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	var o outline
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			o.text += n.Data
		case html.ElementNode:
			o.open(n.Data)
			defer o.close()
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return o.b.String()
}

// A well-formed page has the tree that a parser of XML makes of it.
func TestTreeOfXML(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	pick := func(list []string) string { return list[rnd.IntN(len(list))] }
	block := []string{"div", "section", "h:div", "article", "h:ul", "blockquote"}
	leaf := []string{"script", "style", "title", "h:textarea", "iframe", "i", "h:b", "span", "code", "canvas", "p", "li", "h3"}
	text := []string{"word ", "&lt;", "&amp;", "&eacute;", "&#x41;", "<![CDATA[a < b & c]]>", "<![CDATA[</div>]]>", "<!-- <p/> > -->", "<!-- -->", "<?pi a > b ?>", "\n"}
	attr := []string{"", "", ` class="a"`, ` title='a > "b"/>'`, ` x = "&lt;/>"`}
	var element func(depth int) string
	element = func(depth int) string {
		switch k := rnd.IntN(6); {
		case k == 0:
			return "<" + pick(append(block, leaf...)) + pick(attr) + pick([]string{"/>", " />"})
		case k == 1:
			return "<" + pick([]string{"br", "h:img", "hr"}) + pick(attr) + "/>"
		case k < 4 || depth > 4:
			name := pick(leaf)
			return "<" + name + pick(attr) + ">" + strings.Join([]string{pick(text), pick(text), pick(text)}, "") + "</" + name + ">"
		}
		name := pick(block)
		var b strings.Builder
		b.WriteString("<" + name + pick(attr) + ">")
		for range rnd.IntN(5) {
			b.WriteString(element(depth + 1))
			b.WriteString(pick(text))
		}
		return b.String() + "</" + name + ">"
	}
	for range 3000 {
		page := `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:h="http://www.w3.org/1999/xhtml"><head></head><body>` + element(0) + `</body></html>`
		want, ok := ofXML(page)
		require.True(t, ok, page)
		if strings.Contains(page, "</iframe>") {
			continue // what it holds isn't shown, and stays as it is written
		}
		require.Equal(t, want, ofHTML(t, page), page)
	}
}

func FuzzToHTML(f *testing.F) {
	for _, page := range []string{
		`<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "b">]><html xmlns:h="http://www.w3.org/1999/xhtml"><h:p>&a;<br/></h:p><![CDATA[x<y]]></html>`,
		`<script>a &lt; b<![CDATA[</script>]]><!-- c --></script><title>a<i/>&a;</title>`, `<svg><style>a&lt;</style></svg><?a?><!-- > --><a b=c/>`,
	} {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		page = strings.ToValidUTF8(page, "?")
		out := string(xhtml.ToHTML(t.Context(), []byte(page)))
		if !utf8.ValidString(out) {
			t.Errorf("ToHTML(%q) = %q, not UTF-8", page, out)
		}
		if len(out) > 6*len(page)+1<<20 {
			t.Errorf("ToHTML(%q) has %d bytes", page, len(out))
		}
		if !strings.Contains(page, "<") && out != page {
			t.Errorf("ToHTML(%q) = %q, of text alone", page, out)
		}
	})
}

// A page isn't read to its end once its context is done.
func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Empty(t, xhtml.ToHTML(ctx, []byte(strings.Repeat("<p>text</p>", 1000))))
}
