package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// begun is a reader of a page, with room for scores.
func begun(t testing.TB, body string) *Reader {
	r := new(Reader)
	p := measured(t, body)
	r.Begin(p, Hints{Path: -1}, Learned().Lexicon)
	r.Score(make([]float32, len(p.Blocks)))
	return r
}

// Scores move as far as they are told to the mean of their kin.
func TestKindred(t *testing.T) {
	r := begun(t, "<ul><li>one card<li>two cards<li>three cards</ul><p>apart from them</p>")
	scores := []float32{0.9, 0.6, 0.3, 0.1}
	for share, want := range map[float32][]float32{
		0:   scores,
		0.5: {0.75, 0.6, 0.45, 0.1},
		1:   {0.6, 0.6, 0.6, 0.1},
	} {
		prob := slices.Clone(scores)
		r.kindred(prob, share)
		assert.InDeltaSlice(t, want, prob, 1e-5, "share %v", share)
	}
	var none Reader
	assert.NotPanics(t, func() { none.kindred(nil, 1) })
}

func TestProsaic(t *testing.T) {
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
			prob := make([]float32, len(r.p.Blocks))
			for i := range prob {
				prob[i] = 1
				if !isProse(&r.p.Blocks[i]) {
					prob[i] = test.list
				}
			}
			assert.InDelta(t, test.want, r.prosaic(prob), 0.02)
		})
	}
}

func TestScripted(t *testing.T) {
	for body, want := range map[string]float32{
		"<p>six words for readers with scripts</p><noscript><p>turn them on</p></noscript>": 0,
		"<p>Loading</p><noscript><p>all of the thread is in here</p></noscript>":            1,
	} {
		p := measured(t, body)
		prob := []float32{1, 1}
		scripted(p, prob)
		assert.Equal(t, []float32{1, want}, prob, body)
	}
}

// TestLikewise keeps what half of its kin say, in repeated elements.
func TestLikewise(t *testing.T) {
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
		n := len(r.p.Blocks)
		prob, kept := make([]float32, n), make([]bool, n)
		r.Score(prob)
		for i := range prob {
			prob[i], kept[i] = test.prob, i%2 == 1 || i/2 < test.kept
		}
		r.likewise(prob, kept, 0.5)
		assert.Equal(t, test.want, kept[n-2], name)
	}
}
