package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

func TestCollapsed(t *testing.T) {
	words := func(n int) string { return "<p>" + strings.Repeat("word ", n) + "</p>" }
	for name, test := range map[string]struct {
		kept, left int // words
		want       bool
	}{
		"hardly anything of much":    {minContentWords - 1, minVisibleWords, true},
		"enough":                     {minContentWords, minVisibleWords, false},
		"a short page":               {10, minVisibleWords - 11, false},
		"the shortest of much":       {10, minVisibleWords - 10, true},
		"nothing of much":            {0, minVisibleWords, true},
		"nothing of a page of a few": {0, 10, false},
	} {
		s := begun(t, words(test.kept)+words(test.left))
		kept := s.kept
		if kept[0] = test.kept > 0; test.kept == 0 {
			require.Len(t, kept, 1, name)
		}
		assert.Equal(t, test.want, s.isCollapsed(), name)
	}
}

func TestRegionKeepsThePartWithMostOfWhatIsLikely(t *testing.T) {
	r := begun(t, "<div><p>a teaser</p></div><div id=x><nav>menu of it</nav><p>one two three</p><p>four five six</p><button>Buy</button></div><p>the end</p>")
	kept := make([]bool, len(r.page.Blocks))
	r.of([]float32{0.05, 0.1, 0.2, 0.2, 0.1, 0.05}, kept).keepRegion()
	assert.Equal(t, []bool{false, false, true, true, false, false}, kept)
}

// A page of which every block is unlikely is not left with one of them.
func TestChooseIsUnsureAndKeepsTheRegion(t *testing.T) {
	var cards strings.Builder
	for range 60 {
		cards.WriteString("<div class=tile><a href=/x>Blue lamp for desks</a> <span>Add to list</span> <span>Compare</span></div>")
	}
	p := measured(t, "<div class=grid>"+cards.String()+"</div>")
	var c Classifier
	kept := c.Classify(t.Context(), &gbdt.Model{Lexicon: features.NewLexicon(nil, nil, nil), First: gbdt.Ensemble{Bias: -3}, Second: gbdt.Ensemble{Bias: -3}}, p, features.Hints{PathSegments: -1}, Options{})
	n := 0
	for _, k := range kept {
		if k {
			n++
		}
	}
	assert.Equal(t, len(kept), n)
	c.Classify(t.Context(), gbdt.Embedded(), measured(t, "<p>short</p>"), features.Hints{PathSegments: -1}, Options{})
	assert.False(t, c.Unsure)
}

func TestMissed(t *testing.T) {
	s := begun(t, "<p>one two three four</p><p>one two three four</p><p>one two</p>")
	prob := []float32{0.5, 0.25, 0.5}
	for name, test := range map[string]struct {
		kept []bool
		want float32
	}{
		"all":     {[]bool{true, true, true}, 0},
		"nothing": {[]bool{false, false, false}, 1},
		"half":    {[]bool{true, false, false}, 0.5},
	} {
		assert.InDelta(t, test.want, s.of(prob, test.kept).missedShare(), 1e-6, name)
	}
	assert.Zero(t, begun(t, "").missedShare())
}

// A page that shows much, and nothing that is likely, is unsure however much of it is kept.
func TestUnlikelyPagesAreUnsure(t *testing.T) {
	for name, test := range map[string]struct {
		words  int
		score  float32
		schema features.SchemaTypes
		want   bool
	}{
		"likely":         {minVisibleWords, minKeptScore, 0, false},
		"unlikely":       {minVisibleWords, minKeptScore - 0.01, 0, true},
		"a short page":   {minVisibleWords - 1, minKeptScore - 0.01, 0, false},
		"a product":      {minVisibleWords, minProductScore, features.SchemaProduct, false},
		"a rare product": {minVisibleWords, minProductScore - 0.01, features.SchemaProduct, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, "<p>"+strings.Repeat("word ", test.words)+"</p>")
			s.hints.Schema = test.schema
			s.of([]float32{test.score}, []bool{true}).restoreCollapsed()
			assert.Equal(t, test.want, s.unsure)
		})
	}
}
