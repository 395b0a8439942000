package parse_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

// read are the attributes that the tests ask for, besides x if it has two spaces.
const read = "class id style href src hidden title alt name content role lang rel type encoding checked color"

var reads = parse.NewReads([]string{read}, "silent", func(_, value []byte) bool { return strings.Count(string(value), " ") >= 2 })

// trees parses a page with the prefilter and without it.
func trees(t testing.TB, page string, keepAll bool) (filtered, plain *html.Node, facts parse.Facts) {
	t.Helper()
	plain, want, err := parse.New(reads).ParseUnfiltered(t.Context(), []byte(page))
	if err != nil {
		t.Skip(err)
	}
	filtered, facts, err = parse.New(reads).Parse(t.Context(), []byte(page), keepAll)
	require.NoError(t, err, "%q", page)
	assert.Equal(t, want.Comments, facts.Comments, "%q", page)
	return filtered, plain, facts
}

// same fails if the tree of a page is another one with the prefilter than without it,
// but for attributes that nobody asks for.
func same(t testing.TB, page string) {
	t.Helper()
	filtered, plain, facts := trees(t, page, false)
	require.Equal(t, describe(plain), describe(filtered), "%q", page)
	if !facts.HasStyle {
		for n := range plain.Descendants() {
			require.NotEqual(t, "style", n.Data, "%q", page)
		}
	}
}

// describe writes a tree, one node a line.
func describe(root *html.Node) string {
	var b strings.Builder
	var walk func(n *html.Node, depth int)
	walk = func(n *html.Node, depth int) {
		fmt.Fprintf(&b, "%*s%d %s %q", depth, "", n.Type, n.Namespace, n.Data)
		for _, a := range n.Attr {
			if strings.Contains(" "+read+" ", " "+a.Key+" ") {
				fmt.Fprintf(&b, " %s:%s=%q", a.Namespace, a.Key, a.Val)
			}
		}
		b.WriteByte('\n')
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, depth+1)
		}
	}
	walk(root, 0)
	return b.String()
}

func TestSameTree(t *testing.T) {
	for _, page := range pages {
		same(t, page)
		same(t, page+"<p x=1>y")
		same(t, "<div>"+strings.ReplaceAll(page, "><", "> \n<")+"</div> <p>")
	}
}

func render(t testing.TB, n *html.Node) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, html.Render(&b, n))
	s := strings.TrimPrefix(b.String(), "<html><head></head><body>")
	return strings.TrimSuffix(s, "</body></html>")
}

func TestAttributes(t *testing.T) {
	long := strings.Repeat("word ", 40)
	for page, want := range map[string]string{
		`<p onclick=f() class=a data-x=1 ID=b tabindex=0>`: `<p class="a" id="b"></p>`,
		`<p silent="one two three" x="one two three">`:     `<p x="one two three"></p>`,
		`<p x=1 x="one two three">`:                        `<p x="1"></p>`,
		`<p class=a class=b CLASS=c>`:                      `<p class="a"></p>`,
		`<p title="a &amp; b" class="` + long + `">`:       `<p title="a &amp; b" class="` + long + `"></p>`,
		"<p class='a\r\nb' x=1>":                           "<p class=\"a\nb\"></p>",
		`<svg><path d=M0 class=a x=1></svg>`:               `<svg><path class="a"></path></svg>`,
		`<a rel=x href=y class=z onclick=f()>`:             `<a class="z" href="y" rel="x"></a>`,
		`<p x=1 / y=2>`:                                    `<p x="1" y="2"></p>`,
		`<p` + strings.Repeat(" x=1", 40) + ` hidden>`:     `<p x="1" hidden=""></p>`,
		`<b x=1><i x=1>`:                                   `<b x="1"><i x="1"></i></b>`,
		`<input type=hidden x=1 class=a>`:                  `<input type="hidden" class="a"/>`,
	} {
		root, _, _ := trees(t, page, false)
		assert.Equal(t, want, render(t, root), page)
	}
}

// An attribute by which a style sheet of the page may select stays, wherever the sheet
// stands and however it is written.
func TestSelectors(t *testing.T) {
	const kept, left = true, false
	for sheet, want := range map[string]bool{
		`<style>[data-x]{}</style>`:                           kept,
		`<STYLE>p[ DATA-X ]{}</STYLE>`:                        kept,
		`<style>[data-x^="a]"]{}</style>`:                     kept,
		`<style>[data-x ~= a]{}</style>`:                      kept,
		`<style>[data-\78]{}</style>`:                         kept,
		`<style>[data/**/-x]{}</style>`:                       kept,
		`<style>.w-\\[data-x]{}</style>`:                      kept,
		`<style>[` + strings.Repeat("x", 200) + `]{}</style>`: kept,
		`<svg><style>[data-x]{}</style></svg>`:                kept,
		`<svg><style>&#91;data-x]{}</style></svg>`:            kept,
		`<svg><style><b>[data-x]{}</b></style></svg>`:         kept,
		`<svg><style>[da<!-- -->ta-x]{}</style></svg>`:        kept,
		`<svg><style>[da<![CDATA[ta-x]]]>{}</style></svg>`:    kept,
		`<svg><style>[da<b/>ta-x]{}</style></svg>`:            kept,
		`<!--<Style>[data-x]</style>-->`:                      kept,
		`<noscript><style>[data-x]{}</style></noscript>`:      kept,
		`<style>a</stylex>[data-x]{}</style>`:                 kept,
		`<style>.w-\[data-x\]{}</style>`:                      left,
		`<style>[hidden]{}</style>`:                           left,
		`<style>a</style>[data-x]{}</style>`:                  left,
		`<style>a{background:url("data:[")}</style>`:          left,
		`<style`:   left,
		`<styles>`: left,
	} {
		for _, page := range []string{sheet + "<p data-X=1>", "<p data-X=1>" + sheet} {
			root, _, _ := trees(t, page, false)
			assert.Equal(t, want, strings.Contains(render(t, root), `data-x="1"`), page)
		}
	}
	root, _, _ := trees(t, "<div> <p onclick=f()> </p> </div>", true)
	assert.Equal(t, `<div> <p onclick="f()"> </p> </div>`, render(t, root), "all is kept")
}

func TestComments(t *testing.T) {
	root, _, facts := trees(t, "<!-- 1 --><p>a<!-- 2 -->b<!-- &lt;3 --><!----><b>c</b><!-- 4 -->d<p><!-- 5 --></p><!-- 6", false)
	assert.Equal(t, "<p>ab<b>c</b>d</p><p></p>", render(t, root))
	assert.Equal(t, []string{" 1 ", " 2 ", " <3 ", "", " 4 ", " 5 ", " 6"}, facts.Comments)
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.PrevSibling != nil {
			assert.NotEqual(t, html.TextNode, n.PrevSibling.Type, "texts are joined")
		}
	}
}

func TestHasStyle(t *testing.T) {
	for page, want := range map[string]bool{"": false, "<p style=x>style": false, "<style>": true, "<p>x<STYLE>p{}</STYLE>": true, "<svg><style>": true} {
		_, _, facts := trees(t, page, false)
		assert.Equal(t, want, facts.HasStyle, page)
	}
}

// Where scripts run a noscript element ends at the first end tag of its name.
func TestNoscript(t *testing.T) {
	root, _, _ := trees(t, "<body><noscript><iframe src=a></noscript><p>shown</p>", false)
	assert.Contains(t, render(t, root), "<p>shown</p>")
	same(t, "<noscript><title>x</noscript><p>shown<title>y</title>")
}

// Elements that nothing ends in a noscript element are found in time that grows with the page, not with
// its square: a megabyte of them would take hours then.
func TestNoscriptIsLinear(t *testing.T) {
	for _, tag := range []string{"<iframe>", "<iframe ", "<iframe></iframe><title>", "<", "<style>b", "<noscript><iframe></noscript>"} {
		root, _, err := parse.New(reads).Parse(t.Context(), []byte("<body><noscript>"+strings.Repeat(tag, (1<<20)/len(tag))+"</noscript><p>shown</p>"), false)
		require.NoError(t, err)
		assert.NotNil(t, root, tag)
	}
}

// The tree of one page has nothing of another one that the same Parser read.
func TestReuse(t *testing.T) {
	p := parse.New(reads)
	for range 2 {
		for _, page := range pages {
			want, _, err := parse.New(reads).Parse(t.Context(), []byte(page), false)
			if err != nil {
				continue
			}
			got, _, err := p.Parse(t.Context(), []byte(page), false)
			require.NoError(t, err)
			require.Equal(t, render(t, want), render(t, got), "%q", page)
		}
		p.Release()
	}
}

func TestErrors(t *testing.T) {
	_, _, err := parse.New(reads).Parse(t.Context(), []byte(strings.Repeat("<div>", 600)), false)
	assert.Error(t, err, "too deep")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = parse.New(reads).Parse(ctx, []byte("<p>x"), false)
	assert.ErrorIs(t, err, context.Canceled)
}

// A page that isn't in UTF-8 keeps what looks like a placeholder, unless it is one.
func TestPlaceholdersInPages(t *testing.T) {
	words := strings.Repeat("word ", 12)
	for _, page := range []string{"\xFF", "<p>\xFF</p>", "<p class='\xFF\xFF\xFF\xFF'>", "<p>\xFF\x80\x80\x81</p>", "<p>a\xFF\x80b</p>" + words + "<p>"} {
		assert.NotPanics(t, func() { trees(t, page, false) }, "%q", page)
	}
	root, _, _ := trees(t, "<p>\xFFabc</p>"+words+"<p title='\xFF\x81\x80\x81'>", false)
	assert.Contains(t, render(t, root), "<p>\xFFabc</p>"+words+"<p title=\"\xFF\x81\x80\x81\">")
}

func TestHostile(t *testing.T) {
	for name, part := range hostile {
		same(t, part[0]+strings.Repeat(part[1], (64<<10)/len(part[1])))
		t.Log(name)
	}
}

// Character references in the values of attributes are read as the parser reads them.
func TestReferencesInAttributes(t *testing.T) {
	for _, value := range []string{"", "&", "&&", "a & b", "&amp;", "&amp;amp;", "?a=1&amp;b=2", "?a=1&amp;copy=2", "?a=1&b=2", "?a=1&copy=2", "&copy", "&notit;", "&lt&gt;&quot", "&#39;&#x27;", "&#0;", "Tom &amp; Jerry's &"} {
		for _, value := range []string{value, value + " one two three", "one two three " + value} {
			same(t, `<p title="`+value+`" class=a><a href="`+value+`" x="`+value+`">b</a>`)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, page := range pages {
		f.Add(page)
		f.Add(strings.ReplaceAll(page, "><", "> <"))
	}
	f.Add("<p class='@' id=@ title=\"@\">@<style>@</style><script>@</script><a href='@'><table>@<tr>@<a href='@'>")
	f.Add("<select><style>@</style>@<option class='@'></select><svg class='@'><style>@</style><p class='@'></svg><pre>\n@</pre>@")
	f.Add("<script>$</script><svg><script>$</script></svg><script><!--$<script>$</script>$--></script>")
	f.Fuzz(func(t *testing.T, page string) {
		page = strings.Replace(strings.ToValidUTF8(page, "?"), "$", program, 3)
		same(t, strings.Replace(page, "@", strings.Repeat("v w ", 16), 9))
	})
}
