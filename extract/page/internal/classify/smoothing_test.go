package classify

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// Scores move to the mean of their signature, the less the more the page is one of prose.
func TestSmoothBySignature(t *testing.T) {
	scores := []float32{0.9, 0.6, 0.3, 0.1}
	const share = smoothingShare
	s := begun(t, "<ul><li>one card<li>two cards<li>three cards</ul><p>apart from them</p>")
	s.of(slices.Clone(scores), nil).smoothBySignature()
	assert.Zero(t, s.prose)
	assert.InDeltaSlice(t, []float32{0.9 - 0.3*share, 0.6, 0.3 + 0.3*share, 0.1}, s.scores, 1e-5)

	prose := "<p>" + strings.Repeat("word ", 200) + "</p>"
	s = begun(t, "<ul><li>one card<li>two cards<li>three cards</ul>"+prose)
	scores[3] = 1
	s.of(slices.Clone(scores), nil).smoothBySignature()
	assert.Equal(t, float32(1), s.prose)
	assert.Equal(t, scores, s.scores)
	assert.NotPanics(t, begun(t, "").smoothBySignature)
}

func TestProseDegree(t *testing.T) {
	long := "<p>" + strings.Repeat("The packet leaves the quay at six and is back at nine. ", 3) + "</p>"
	short := strings.Repeat("<li>Six to nine</li>", 11)
	for name, test := range map[string]struct {
		body string
		list float32 // score of the list
		want float32
	}{
		"prose alone":         {long + long, 0, 1},
		"a list alone":        {"<ul>" + short + "</ul>", 1, 0},
		"half and half":       {long + "<ul>" + short + "</ul>", 1, 0},
		"a list left out":     {long + "<ul>" + short + "</ul>", 0, 1},
		"mostly prose":        {long + long + "<ul>" + short[:len(short)/2] + "</ul>", 1, 0.545},
		"nothing is likely":   {short, 0, 0},
		"a page without text": {"", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := begun(t, test.body)
			prob := make([]float32, len(r.page.Blocks))
			for i := range prob {
				prob[i] = 1
				if !features.IsProse(&r.page.Blocks[i]) {
					prob[i] = test.list
				}
			}
			assert.InDelta(t, test.want, r.of(prob, nil).proseDegree(), 0.02)
		})
	}
}

func TestSuppressNoscript(t *testing.T) {
	for body, want := range map[string]float32{
		"<p>six words for readers with scripts</p><noscript><p>turn them on</p></noscript>": 0,
		"<p>Loading</p><noscript><p>all of the thread is in here</p></noscript>":            1,
	} {
		prob := []float32{1, 1}
		begun(t, body).of(prob, nil).suppressNoscript()
		assert.Equal(t, []float32{1, want}, prob, body)
	}
}

func TestKeepRepeatedBlocks(t *testing.T) {
	cards := func(n int) string { return strings.Repeat("<div class=card><h2>Heron</h2><p>Two oars</p></div>", n) }
	for name, test := range map[string]struct {
		body string
		kept int // headings that are kept already
		prob float32
		want bool
	}{
		"two of four":       {cards(4), 2, 0.3, true},
		"one of four":       {cards(4), 1, 0.3, false},
		"at a quarter":      {cards(4), 3, 0.125, true},
		"below it":          {cards(4), 3, 0.12, false},
		"too few of a kind": {cards(3), 2, 0.3, false},
		"four of eight":     {cards(8), 4, 0.3, true},
		"three of eight":    {cards(8), 3, 0.3, false},
		"not repeated":      {strings.Repeat("<h2>Heron</h2><p>Two oars</p>", 4), 3, 0.3, false},
	} {
		r := begun(t, test.body)
		n := len(r.page.Blocks)
		prob, kept := make([]float32, n), make([]bool, n)
		for i := range prob {
			prob[i], kept[i] = test.prob, i%2 == 1 || i/2 < test.kept
		}
		r.of(prob, kept).keepRepeatedBlocks()
		assert.Equal(t, test.want, kept[n-2], name)
	}
}
