package measure_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

// Nodes have to be numbered as the writer numbers them.
func TestNumbering(t *testing.T) {
	root, p := measuretest.Page(t, "<!doctype html><!-- c --><title>t</title><style>p{}</style><p>a <b>b</b><p hidden>c <i>d</i><script>x</script><svg><g><text>e</text></g></svg><table><tr><td>f</table><noscript><p>g</noscript><iframe src=x></iframe>")
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
	root, p := measuretest.Page(t, `<div>Loose words, <a href=/x>a link</a> and <b>bold ones</b>.<p>A paragraph.</p>After it<br><br>and after two breaks</div><ul><li>One<li>Two</ul>`)
	type shape struct {
		text               string
		words, links, bold int32
	}
	var got []shape
	for i, text := range blockTexts(root, p) {
		got = append(got, shape{text, p.Blocks[i].Words, p.Blocks[i].LinkWords, p.Blocks[i].BoldWords})
	}
	assert.Equal(t, []shape{
		{"Loose words, a link and bold ones.", 7, 2, 2}, {"A paragraph.", 2, 0, 0}, {"After it", 2, 0, 0}, {"and after two breaks", 4, 0, 0}, {"One", 1, 0, 0}, {"Two", 1, 0, 0},
	}, got)
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
		p := measured(t, body)
		require.Len(t, p.Blocks, 1, body)
		assert.Equal(t, want, p.Blocks[0].LinkWords, body)
		assert.Len(t, p.Links, 1, body)
	}
}

func TestHiddenIsSkipped(t *testing.T) {
	root, p := measuretest.Page(t, `<style>.gone{display:none}</style><p>shown</p><p class=gone>not shown to anybody</p><p style="visibility:hidden">nor is this here</p><div hidden id="S:1">streamed, but nothing to move it to</div>`)
	assert.Equal(t, []string{"shown"}, blockTexts(root, p))
	assert.Equal(t, []string{"not shown to anybody", "nor is this here", "streamed, but nothing to move it to"}, removedTexts(p))
	modal := strings.TrimSuffix(strings.Repeat("A modal is open over the page, and the page is marked. | ", 12), " | ")
	assert.Equal(t, modal, blocksOf(t, `<main aria-hidden=true><p>`+strings.ReplaceAll(modal, " | ", "<p>")+`</main>`), "what holds most of the page is read")
}

// removedTexts returns the texts that no reader sees.
func removedTexts(p *measure.Page) []string {
	var texts []string
	for _, r := range p.Removed {
		texts = append(texts, r.Text)
	}
	return texts
}

func TestRuns(t *testing.T) {
	p := measured(t, `<ul><li class=a>1<li class=a>2<hr><li class=ad>offer<li class=a>3</ul><p>x`)
	runs := map[string]int32{}
	for i := range p.Elements {
		runs[p.Nodes[i].Data] = max(runs[p.Nodes[i].Data], p.Elements[i].Run)
	}
	assert.Equal(t, int32(3), runs["li"])
	assert.Equal(t, int32(1), runs["p"])
}

func TestBounds(t *testing.T) {
	p := measured(t, strings.Repeat("<!-- words of a comment that nobody reads -->", 20_000))
	size := 0
	for _, r := range p.Removed {
		size += len(r.Text)
	}
	assert.LessOrEqual(t, size, hiddentext.MaxBytes)
	p = measured(t, `<div class="`+strings.Repeat("word ", 10_000)+`">x</div>`)
	assert.LessOrEqual(t, len(p.Tokens), 2*24)
}

func TestCancelled(t *testing.T) {
	root, err := html.Parse(strings.NewReader(strings.Repeat("<p>x", 10_000)))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = new(measure.Measurer).Measure(ctx, root, measure.Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestReuse(t *testing.T) {
	var m measure.Measurer
	for _, body := range []string{"<p>first page with a <a href=/x>link</a>", "<h1>second</h1>", "<p>third with a <a href=/y>link</a>"} {
		root, err := html.Parse(strings.NewReader(body))
		require.NoError(t, err)
		got, err := m.Measure(t.Context(), root, measure.Options{})
		require.NoError(t, err)
		want, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
		require.NoError(t, err)
		assert.Equal(t, blockTexts(root, want), blockTexts(root, got))
		assert.Equal(t, want.Blocks, got.Blocks)
		assert.Equal(t, want.Elements, got.Elements)
		assert.Equal(t, len(want.Links), len(got.Links))
		assert.Equal(t, want.Head.H1, got.Head.H1)
	}
}

// TestHeldText has what an animation, a carousel or a modal holds back for the
// moment is read if it has 100 words; what is kept from readers never is.
func TestHeldText(t *testing.T) {
	for hiding, held := range map[string]bool{
		`class=modal aria-hidden=true`:                 true,
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
		for words, read := range map[int]bool{99: false, 100: held, 300: held} {
			text := strings.TrimSpace(strings.Repeat("held ", words))
			root, p := measuretest.Page(t, `<p>`+strings.Repeat("shown ", 300)+`</p><div><div><div><div><section `+hiding+`>`+text+`</section></div></div></div></div>`)
			if read {
				assert.Equal(t, text, blockTexts(root, p)[1], hiding)
				assert.Empty(t, p.Removed, hiding)
				continue
			}
			assert.Len(t, p.Blocks, 1, "%s, %d words", hiding, words)
			assert.Equal(t, []string{text}, removedTexts(p), "%s, %d words: what is not read goes to the scan", hiding, words)
		}
	}
}

// TestManyElements measures as many elements as are told apart, and one more.
func TestManyElements(t *testing.T) {
	for _, more := range []int{0, 1} {
		p := measured(t, strings.Repeat("<p>x", measure.MaxElements-1+more)+"<p hidden>never seen by anybody")
		assert.Len(t, p.Elements, measure.MaxElements)
		assert.Len(t, p.Blocks, measure.MaxElements-1+more)
		assert.Equal(t, measure.MaxElements-1+more, p.VisibleWords)
		assert.True(t, p.Skip[len(p.Skip)-2])
		assert.Equal(t, "never seen by anybody", p.Removed[0].Text)
	}
	p := measured(t, strings.Repeat("x<br><br>", measure.MaxElements+2))
	assert.Len(t, p.Blocks, measure.MaxElements)
	assert.Equal(t, measure.MaxElements+2, p.VisibleWords)
}

// Memory is made for as many nodes as the caller says that there are.
func TestRoomForNodes(t *testing.T) {
	root, err := html.Parse(strings.NewReader("<p>x"))
	require.NoError(t, err)
	var m measure.Measurer
	p, err := m.Measure(t.Context(), root, measure.Options{Nodes: 100})
	require.NoError(t, err)
	assert.GreaterOrEqual(t, cap(p.Next), 100)
	assert.GreaterOrEqual(t, cap(p.Elements), 50)
	p, err = m.Measure(t.Context(), root, measure.Options{Nodes: 4 * measure.MaxElements})
	require.NoError(t, err)
	assert.Less(t, cap(p.Elements), measure.MaxElements+measure.MaxElements/8)
}

func TestNoStylesIsOfOnePage(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<style>p{display:none}</style><p>text`))
	require.NoError(t, err)
	var m measure.Measurer
	p, err := m.Measure(t.Context(), root, measure.Options{NoStyles: true})
	require.NoError(t, err)
	assert.Equal(t, []string{"text"}, blockTexts(root, p))
	p, err = m.Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	assert.Empty(t, p.Blocks)
}
