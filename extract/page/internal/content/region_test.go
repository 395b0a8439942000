package content

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCollapsed(t *testing.T) {
	words := func(n int) string { return "<p>" + strings.Repeat("word ", n) + "</p>" }
	for name, test := range map[string]struct {
		kept, left int // words
		want       bool
	}{
		"hardly anything of much":    {leastContent - 1, muchVisible, true},
		"enough":                     {leastContent, muchVisible, false},
		"a short page":               {10, muchVisible - 11, false},
		"the shortest of much":       {10, muchVisible - 10, true},
		"nothing of much":            {0, muchVisible, true},
		"nothing of a page of a few": {0, 10, false},
	} {
		p := measured(t, words(test.kept)+words(test.left))
		kept := make([]bool, len(p.Blocks))
		if kept[0] = test.kept > 0; test.kept == 0 {
			require.Len(t, kept, 1, name)
		}
		assert.Equal(t, test.want, collapsed(p, kept), name)
	}
}

func TestRegionKeepsThePartWithMostOfWhatIsLikely(t *testing.T) {
	r := begun(t, "<div><p>a teaser</p></div><div id=x><nav>menu of it</nav><p>one two three</p><p>four five six</p><button>Buy</button></div><p>the end</p>")
	kept := make([]bool, len(r.p.Blocks))
	r.region([]float32{0.05, 0.1, 0.2, 0.2, 0.1, 0.05}, kept)
	assert.Equal(t, []bool{false, false, true, true, false, false}, kept)
}

// A page of which every block is unlikely is not left with one of them.
func TestChooseIsUnsureAndKeepsTheRegion(t *testing.T) {
	var cards strings.Builder
	for range 60 {
		cards.WriteString("<div class=tile><a href=/x>Blue lamp for desks</a> <span>Add to list</span> <span>Compare</span></div>")
	}
	p := measured(t, "<div class=grid>"+cards.String()+"</div>")
	var c Chooser
	kept := c.Choose(&Model{Lexicon: NewLexicon(nil, nil, nil), First: Forest{Bias: -3}, Second: Forest{Bias: -3}}, p, Hints{Path: -1}, Wish{})
	n := 0
	for _, k := range kept {
		if k {
			n++
		}
	}
	assert.Equal(t, len(kept), n)
	c.Choose(Learned(), measured(t, "<p>short</p>"), Hints{Path: -1}, Wish{})
	assert.False(t, c.Unsure)
}

func TestMissed(t *testing.T) {
	p := measured(t, "<p>one two three four</p><p>one two three four</p><p>one two</p>")
	prob := []float32{0.5, 0.25, 0.5}
	for name, test := range map[string]struct {
		kept []bool
		want float32
	}{
		"all":     {[]bool{true, true, true}, 0},
		"nothing": {[]bool{false, false, false}, 1},
		"half":    {[]bool{true, false, false}, 0.5},
	} {
		assert.InDelta(t, test.want, missed(p, prob, test.kept), 1e-6, name)
	}
	assert.Zero(t, missed(measured(t, ""), nil, nil))
}
