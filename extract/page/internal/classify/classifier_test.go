package classify

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

func TestFThresholdMaximisesExpectedF(t *testing.T) {
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
			threshold := fThreshold(blocks, test.prob, test.beta)
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

// Where little of a page is likely, what is kept must be likelier than minKeptScore, or
// minProductScore on a page that sells something; where no block is, the expected F
// decides alone.
func TestKeepThreshold(t *testing.T) {
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
		"unlikely":          {[]float32{minKeptScore, 0.1}, 0, 1, false, minKeptScore},
		"unlikely, recall":  {[]float32{0.11, 0.01}, 0, 2, false, minKeptScore * 2 / 5},
		"unlikely, precise": {[]float32{0.45, 0.1}, 0, 0.5, false, minKeptScore * 2 / 1.25},
		"all unlikely":      {[]float32{0.1, 0.1}, 0, 1, false, 0.1 / 1.1},
		"goods":             {[]float32{0.5, 0.3}, 0, 1, true, minProductScore},
		"likely goods":      {[]float32{1, 1}, 0, 1, true, 0.5},
		"unlikely goods":    {[]float32{0.39, 0.39}, 0, 1, true, 0.39 / 1.39},
	} {
		t.Run(name, func(t *testing.T) {
			assert.InDelta(t, test.want, keepThreshold(blocks, test.prob, test.prosaic, test.beta, test.goods), 1e-3)
		})
	}
}

func TestClassify(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry.</p>", 1)
	p := measured(t, "<nav><ul><li><a href=/>Home</a><li><a href=/a>All stories</a></ul></nav><article class=post-content>"+prose+"<p>Every spring the society measures the banks again, pole by pole, and writes the depths into a book.</p></article><footer><p>Copyright the society</p></footer>")
	var c Classifier
	kept := c.Classify(t.Context(), gbdt.Embedded(), p, features.Hints{PathSegments: -1}, Options{})
	var text []string
	for i, k := range kept {
		if k {
			text = append(text, string(p.Blocks[i].First))
		}
	}
	assert.Equal(t, []string{"T", "E"}, text)
	for _, k := range c.Classify(t.Context(), gbdt.Embedded(), p, features.Hints{PathSegments: -1}, Options{WholePage: true}) {
		assert.True(t, k)
	}
	assert.NotPanics(t, func() {
		c.Classify(t.Context(), gbdt.Embedded(), measured(t, ""), features.Hints{}, Options{Favor: extract.Recall, SingleRegion: true})
	})
}

func TestKeepSkipsOnlyWhatIsNotKept(t *testing.T) {
	s := begun(t, "<div><p>keep this</p><p>drop this</p>loose <b>text</b></div><div><img src=a.png></div>")
	s.of(nil, []bool{true, false, false}).skipBlocks()
	var skipped int
	for _, skip := range s.page.Skip {
		if skip {
			skipped++
		}
	}
	assert.Greater(t, skipped, 2)
}

func TestShortQuotationClosesArticle(t *testing.T) {
	p := measured(t, "<nav><a href=/>Home</a> <a href=/boats>Boats</a></nav><main><article><h1>A barn for the lifeboat</h1>"+
		"<p>The lifeboat of the bay has stood in the open since the storm took the roof of its house, and the crew has rubbed salt out of the engine every week, winter and summer.</p>"+
		"<p>On Monday the parish gave the old barn by the slip, whose doors are wide enough, for a rent of one pot of paint a year, payable in blue.</p>"+
		"<blockquote><p>It smells of sheep, but it is dry.</p></blockquote></article></main><footer>All rights with the parish paper</footer>")
	var c Classifier
	kept := c.Classify(t.Context(), gbdt.Embedded(), p, features.Hints{PathSegments: 1, Title: "A barn for the lifeboat"}, Options{})
	quotation := len(kept) - 2
	assert.True(t, kept[quotation], "score %v", c.selection.scores[quotation])
	assert.False(t, kept[quotation+1], "the line below the article, score %v", c.selection.scores[quotation+1])
}

// Nothing of a page is scored or corrected once nobody waits for the choice.
func TestClassifyEndsWithItsContext(t *testing.T) {
	p := measured(t, "<article><p>"+strings.Repeat("The flood comes in over the flats. ", 20)+"</article>")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var c Classifier
	c.Classify(ctx, gbdt.Embedded(), p, features.Hints{PathSegments: -1}, Options{})
	for _, score := range c.selection.scores {
		assert.Zero(t, score)
	}
}
