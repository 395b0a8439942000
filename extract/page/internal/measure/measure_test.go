package measure

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
)

func measure(t testing.TB, body string) (*Page, *html.Node) {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	p, err := new(Measurer).Measure(t.Context(), root, Options{})
	require.NoError(t, err)
	return p, root
}

// Nodes have to be numbered as the writer numbers them.
func TestNumbering(t *testing.T) {
	p, root := measure(t, "<!doctype html><!-- c --><title>t</title><style>p{}</style><p>a <b>b</b><p hidden>c <i>d</i><script>x</script><svg><g><text>e</text></g></svg><table><tr><td>f</table><noscript><p>g</noscript><iframe src=x></iframe>")
	at := int32(0)
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		i := at
		at++
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		assert.Equal(t, at, p.Next[i], "node %d %q", i, n.Data)
	}
	walk(root)
	assert.Len(t, p.Next, int(at))
	assert.Len(t, p.Skip, int(at))
}

func TestBlocks(t *testing.T) {
	p, _ := measure(t, `<div>Loose words, <a href=/x>a link</a> and <b>bold ones</b>.<p>A paragraph.</p>After it<br><br>and after two breaks</div><ul><li>One<li>Two</ul>`)
	type shape struct{ words, links, bold int32 }
	var got []shape
	for i := range p.Blocks {
		got = append(got, shape{p.Blocks[i].Words, p.Blocks[i].LinkWords, p.Blocks[i].BoldWords})
	}
	assert.Equal(t, []shape{{7, 2, 2}, {2, 0, 0}, {2, 0, 0}, {4, 0, 0}, {1, 0, 0}, {1, 0, 0}}, got)
}

// Headings that lead to their entry in the table of contents are no links elsewhere.
func TestBackLinksOfHeadings(t *testing.T) {
	for body, want := range map[string]int32{
		"<h2><a href=#toc>Ebb tide</a></h2>":        0,
		"<h2><a href=/ebb>Ebb tide</a></h2>":        2,
		"<h2><a href=/ebb#low>Ebb tide</a></h2>":    2,
		"<p><a href=#ebb>Ebb tide</a></p>":          2,
		"<a href=/ebb><h2>Ebb tide</h2></a>":        2,
		"<a href=#ebb><h2>Ebb tide</h2></a>":        2,
		"<h2><i><a href=#toc>Ebb tide</a></i></h2>": 0,
	} {
		p, _ := measure(t, body)
		require.Len(t, p.Blocks, 1, body)
		assert.Equal(t, want, p.Blocks[0].LinkWords, body)
		assert.Len(t, p.Links, 1, body)
	}
}

func TestWordsOfScripts(t *testing.T) {
	for text, want := range map[string]int32{"two words": 2, "don’t split": 2, "漢字かな": 4, "Größe größer": 2, "a·b": 2, "...": 0, "x 2024": 2, "слово за слово": 3} {
		var w walker
		var b TextBlock
		words, ascii := w.countText(&b, text)
		assert.Equal(t, want, words, text)
		assert.Equal(t, len(text) == utf8.RuneCountInString(text), ascii, text)
	}
}

func TestHiddenIsSkipped(t *testing.T) {
	p, _ := measure(t, `<style>.gone{display:none}</style><p>shown</p><p class=gone>not shown to anybody</p><p style="visibility:hidden">nor is this here</p><div hidden id="S:1">streamed, but nothing to move it to</div>`)
	require.Len(t, p.Blocks, 1)
	assert.Len(t, p.Removed, 3)
	p, _ = measure(t, `<main aria-hidden=true>`+strings.Repeat("<p>A modal is open over the page, and the page is marked. ", 12)+`</main>`)
	assert.Len(t, p.Blocks, 12, "what holds most of the page is read")
}

func TestRuns(t *testing.T) {
	p, _ := measure(t, `<ul><li class=a>1<li class=a>2<hr><li class=a>3</ul><p>x`)
	runs := map[string]int32{}
	for i := range p.Elements {
		runs[p.Nodes[i].Data] = max(runs[p.Nodes[i].Data], p.Elements[i].Run)
	}
	assert.Equal(t, int32(3), runs["li"])
	assert.Equal(t, int32(1), runs["p"])
}

func TestClassGroups(t *testing.T) {
	p, _ := measure(t, `<div class="site-header mainNav" id=commentList><p class="post__Body">x</p></div>`)
	el := p.Elements[1]
	assert.NotZero(t, el.Topics&ClassHeader)
	assert.NotZero(t, el.Topics&ClassNav)
	assert.NotZero(t, el.Topics&ClassComment)
	assert.NotZero(t, p.Elements[2].AnyTopics&ClassNav, "classes are inherited")
}

func TestBounds(t *testing.T) {
	p, _ := measure(t, strings.Repeat("<!-- words of a comment that nobody reads -->", 20_000))
	size := 0
	for _, r := range p.Removed {
		size += len(r.Text)
	}
	assert.LessOrEqual(t, size, hiddentext.MaxBytes)
	p, _ = measure(t, `<div class="`+strings.Repeat("word ", 10_000)+`">x</div>`)
	assert.LessOrEqual(t, len(p.Tokens), 2*maxTokens)
}

func TestCancelled(t *testing.T) {
	root, err := html.Parse(strings.NewReader(strings.Repeat("<p>x", 2*ctxCheckNodes)))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = new(Measurer).Measure(ctx, root, Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestReuse(t *testing.T) {
	root, err := html.Parse(strings.NewReader("<p>first page with a <a href=/x>link</a>"))
	require.NoError(t, err)
	var m Measurer
	p, err := m.Measure(t.Context(), root, Options{})
	require.NoError(t, err)
	want := len(p.Blocks)
	p, err = m.Measure(t.Context(), root, Options{})
	require.NoError(t, err)
	assert.Len(t, p.Blocks, want)
	assert.Len(t, p.Links, 1)
}

// TestHeldText: what an animation, a carousel or a modal holds back for the
// moment is read if it is long; what is kept from readers never is.
func TestHeldText(t *testing.T) {
	for hiding, held := range map[string]bool{
		`aria-hidden=true`:                             true,
		`style="opacity:0"`:                            true,
		`style="visibility:hidden"`:                    true,
		`style="max-height:0;overflow:hidden"`:         true,
		`style="display:none"`:                         false,
		`hidden`:                                       false,
		`style="position:absolute;left:-9999px"`:       false,
		`style="font-size:0"`:                          false,
		`style="color:#fff"`:                           false,
		`style="color:transparent"`:                    false,
		`style="clip-path:inset(50%)"`:                 false,
		`style="text-indent:-9999px;overflow:hidden"`:  false,
		`style="transform:scale(0)"`:                   false,
		`style="position:absolute;clip:rect(0 0 0 0)"`: false,
		`style="content-visibility:hidden"`:            false,
	} {
		for words, read := range map[int]bool{bulkyWords - 1: false, bulkyWords: held, 3 * bulkyWords: held} {
			p, _ := measure(t, `<p>`+strings.Repeat("shown ", 3*bulkyWords)+`</p><div><div><div><div><section `+hiding+`>`+strings.Repeat("word ", words)+`</section></div></div></div></div>`)
			assert.Equal(t, read, len(p.Blocks) == 2, "%s, %d words", hiding, words)
			assert.Equal(t, read, len(p.Removed) == 0, "%s, %d words: what is not read goes to the scan", hiding, words)
		}
	}
}

// TestManyElements measures as many elements as are told apart, and one more.
func TestManyElements(t *testing.T) {
	for _, more := range []int{0, 1} {
		p, _ := measure(t, strings.Repeat("<p>x", MaxElements-1+more)+"<p hidden>never seen by anybody")
		assert.Len(t, p.Elements, MaxElements)
		assert.Len(t, p.Blocks, MaxElements-1+more)
		assert.Equal(t, MaxElements-1+more, p.VisibleWords)
		assert.True(t, p.Skip[len(p.Skip)-2])
		assert.Equal(t, "never seen by anybody", p.Removed[0].Text)
	}
	p, _ := measure(t, strings.Repeat("x<br><br>", MaxElements+2))
	assert.Len(t, p.Blocks, MaxElements)
	assert.Equal(t, MaxElements+2, p.VisibleWords)
}

func TestGrow(t *testing.T) {
	var p Page
	p.grow(100)
	assert.GreaterOrEqual(t, cap(p.Next), 100)
	assert.GreaterOrEqual(t, cap(p.Elements), 50)
	p.grow(4 * MaxElements)
	assert.Less(t, cap(p.Elements), MaxElements+MaxElements/8)
}

func TestNoStylesIsOfOnePage(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<style>p{display:none}</style><p>text`))
	require.NoError(t, err)
	var m Measurer
	for _, want := range []int{1, 0} {
		p, err := m.Measure(t.Context(), root, Options{NoStyles: want == 1})
		require.NoError(t, err)
		assert.Len(t, p.Blocks, want)
	}
}
