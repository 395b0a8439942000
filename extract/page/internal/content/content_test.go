package content

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

func measured(t testing.TB, body string) *measure.Page {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	return p
}

func TestCutMaximisesExpectedF(t *testing.T) {
	for name, test := range map[string]struct {
		prob  []float32
		words []int32
		beta  float32
		kept  int
	}{
		"one":                  {[]float32{0.9}, []int32{10}, 1, 1},
		"clear":                {[]float32{0.95, 0.9, 0.1, 0.05}, []int32{10, 10, 10, 10}, 1, 2},
		"all unlikely":         {[]float32{0.1, 0.02}, []int32{10, 100}, 1, 1},
		"recall keeps more":    {[]float32{0.9, 0.3}, []int32{10, 10}, 2, 2},
		"precision keeps less": {[]float32{0.95, 0.55}, []int32{10, 10}, 0.5, 1},
	} {
		t.Run(name, func(t *testing.T) {
			blocks := make([]measure.TextBlock, len(test.prob))
			for i := range blocks {
				blocks[i].Words = test.words[i]
			}
			threshold := cut(blocks, test.prob, test.beta)
			kept := 0
			for _, p := range test.prob {
				if p >= threshold {
					kept++
				}
			}
			assert.Equal(t, test.kept, kept, "threshold %v", threshold)
		})
	}
}

// Where little of a page is likely, what is kept must be likelier than leastKept, or
// leastOfGoods on a page that sells something; where no block is, the expected F
// decides alone.
func TestThreshold(t *testing.T) {
	blocks := []measure.TextBlock{{Words: 10}, {Words: 10}}
	for name, test := range map[string]struct {
		prob          []float32
		prosaic, beta float32
		goods         bool
		want          float32
	}{
		"prose":             {[]float32{1, 1}, 1, 1, false, 0.5 * proseStrictness},
		"not prose":         {[]float32{1, 1}, 0, 1, false, 0.5},
		"half prose":        {[]float32{1, 1}, 0.5, 1, false, 0.5 * (1 + proseStrictness) / 2},
		"unlikely":          {[]float32{leastKept, 0.1}, 0, 1, false, leastKept},
		"unlikely, recall":  {[]float32{0.11, 0.01}, 0, 2, false, leastKept * 2 / 5},
		"unlikely, precise": {[]float32{0.45, 0.1}, 0, 0.5, false, leastKept * 2 / 1.25},
		"all unlikely":      {[]float32{0.1, 0.1}, 0, 1, false, 0.1 / 1.1},
		"goods":             {[]float32{0.5, 0.3}, 0, 1, true, leastOfGoods},
		"likely goods":      {[]float32{1, 1}, 0, 1, true, 0.5},
		"unlikely goods":    {[]float32{0.39, 0.39}, 0, 1, true, 0.39 / 1.39},
	} {
		t.Run(name, func(t *testing.T) {
			assert.InDelta(t, test.want, threshold(blocks, test.prob, test.prosaic, test.beta, test.goods), 1e-3)
		})
	}
}

func TestModelRoundTrip(t *testing.T) {
	s := &Stored{
		Classes: []Evidence{{Hash: 7, Odds: 1.5}}, Words: []Evidence{{Hash: 9, Odds: -2}},
		Kinds: []KindEvidence{{Hash: 11, Odds: [KindCount]float32{1, -1}}},
		First: Forest{Bias: 0.25, Trees: []Tree{{Feature: [TreeDepth]uint16{1, 2, 3, 4, 5, 6}, Threshold: [TreeDepth]float32{1}, Leaf: [1 << TreeDepth]float32{0.5, -0.5}}}},
	}
	b := Encode(s)
	m, err := Decode(b)
	require.NoError(t, err)
	assert.Equal(t, s.First, m.First)
	assert.Equal(t, float32(1.5), m.Lexicon.class([]uint32{7, 8}))
	for cut := range b {
		_, err := Decode(b[:cut])
		assert.Error(t, err, "cut at %d", cut)
	}
	b[0]++
	_, err = Decode(b)
	assert.Error(t, err)
}

func TestChoose(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry.</p>", 1)
	p := measured(t, "<nav><ul><li><a href=/>Home</a><li><a href=/a>All stories</a></ul></nav><article class=post-content>"+prose+"<p>Every spring the society measures the banks again, pole by pole, and writes the depths into a book.</p></article><footer><p>Copyright the society</p></footer>")
	var c Chooser
	kept := c.Choose(Learned(), p, Hints{Path: -1}, Wish{})
	var text []string
	for i, k := range kept {
		if k {
			text = append(text, string(p.Blocks[i].First))
		}
	}
	assert.Equal(t, []string{"T", "E"}, text)
	for _, k := range c.Choose(Learned(), p, Hints{Path: -1}, Wish{Whole: true}) {
		assert.True(t, k)
	}
	assert.NotPanics(t, func() { c.Choose(Learned(), measured(t, ""), Hints{}, Wish{Favor: extract.Recall, Single: true}) })
}

func TestKeepSkipsOnlyWhatIsNotKept(t *testing.T) {
	p := measured(t, "<div><p>keep this</p><p>drop this</p>loose <b>text</b></div><div><img src=a.png></div>")
	r := Reader{p: p}
	r.leaveOut([]bool{true, false, false})
	var skipped int
	for _, s := range p.Skip {
		if s {
			skipped++
		}
	}
	assert.Greater(t, skipped, 2)
}

func TestDegrees(t *testing.T) {
	for n := range 11 {
		f := make([]float32, n+1)
		degrees(f[:n], 0b11_0110_1010, 0b01_0011_1100)
		assert.Equal(t, append([]float32{0, 1, 1, 2, 1, 2, 1, 0, 2, 1}[:n], 0), f)
	}
}

func TestManyBlocks(t *testing.T) {
	for _, n := range []int{MaxJudged, MaxJudged + 1} {
		p := measured(t, strings.Repeat("<p>x", n))
		var c Chooser
		kept := c.Choose(Learned(), p, Hints{Path: -1}, Wish{})
		require.Len(t, kept, n)
		c.reader.Begin(p, Hints{Path: -1}, Learned().Lexicon)
		c.score(Learned(), p)
		assert.Equal(t, n > MaxJudged, c.prob[n-1] == c.first[n-1] && len(kept) > MaxJudged, "%d blocks", n)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(&Stored{}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := Decode(b); err == nil && !bytes.Equal(b[:4], modelFile[:4]) {
			t.Fatalf("decoded %v of another format", m)
		}
	})
}

func TestShortQuotationClosesArticle(t *testing.T) {
	p := measured(t, "<nav><a href=/>Home</a> <a href=/boats>Boats</a></nav><main><article><h1>A barn for the lifeboat</h1>"+
		"<p>The lifeboat of the bay has stood in the open since the storm took the roof of its house, and the crew has rubbed salt out of the engine every week, winter and summer.</p>"+
		"<p>On Monday the parish gave the old barn by the slip, whose doors are wide enough, for a rent of one pot of paint a year, payable in blue.</p>"+
		"<blockquote><p>It smells of sheep, but it is dry.</p></blockquote></article></main><footer>All rights with the parish paper</footer>")
	var c Chooser
	kept := c.Choose(Learned(), p, Hints{Path: 1, Title: "A barn for the lifeboat"}, Wish{})
	quotation := len(kept) - 2
	assert.True(t, kept[quotation], "score %v", c.prob[quotation])
	assert.False(t, kept[quotation+1], "the line below the article, score %v", c.prob[quotation+1])
}
