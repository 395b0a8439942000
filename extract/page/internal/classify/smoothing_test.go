package classify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Scores move to the mean of their signature, the less the more the page is one of prose: by
// 0.7 of the way where it is none.
func TestSmoothBySignature(t *testing.T) {
	const cards = "<ul><li>one card<li>two cards<li>three cards</ul>"
	scores := map[string]float32{"one card": 0.9, "two cards": 0.6, "three cards": 0.3, "apart from them": 0.1}
	got := run(t, state{html: cards + "<p>apart from them</p>", scores: scores}, "find prose", "smooth by signature")
	for name, want := range map[string]float32{"one card": 0.9 - 0.3*0.7, "two cards": 0.6, "three cards": 0.3 + 0.3*0.7, "apart from them": 0.1} {
		assert.InDelta(t, want, got.scores[name], 1e-5, name)
	}

	scores = map[string]float32{"one card": 0.9, "two cards": 0.6, "three cards": 0.3, "the tide comes in…": 1}
	got = run(t, state{html: cards + "<p>" + words(200) + "</p>", scores: scores}, "find prose", "smooth by signature")
	assert.Equal(t, scores, got.scores, "a page of prose")
}

func TestProseDegree(t *testing.T) {
	long := "<p>" + strings.Repeat("The packet leaves the quay at six and is back at nine. ", 3) + "</p>"
	items := func(n int) string { return "<ul>" + strings.Repeat("<li>Six to nine</li>", n) + "</ul>" }
	const first, second = "The packet leaves the…", "The packet leaves the… (2)"
	for name, test := range map[string]struct {
		body  string
		list  float32 // score of the items
		prose []string
		want  float32
	}{
		"prose alone":         {long + long, 0, []string{first, second}, 1},
		"a list alone":        {items(11), 1, nil, 0},
		"half and half":       {long + items(11), 1, []string{first}, 0},
		"a list left out":     {long + items(11), 0, []string{first}, 1},
		"mostly prose":        {long + long + items(6), 1, []string{first, second}, 0.5},
		"nothing is likely":   {items(11), 0, nil, 0},
		"a page without text": {"", 0, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			scores := map[string]float32{}
			for _, name := range test.prose {
				scores[name] = 1
			}
			got := run(t, state{html: test.body, score: test.list, scores: scores}, "find prose", "smooth by signature")
			assert.InDelta(t, test.want, got.prose, 0.02)
		})
	}
}

func TestSuppressNoscript(t *testing.T) {
	for body, want := range map[string]float32{
		"<p>six words for readers with scripts</p><noscript><p>turn them on</p></noscript>": 0,
		"<p>Loading</p><noscript><p>turn them on</p></noscript>":                            1,
	} {
		got := run(t, state{html: body, score: 1}, "suppress noscript")
		assert.Equal(t, want, got.scores["turn them on"], body)
	}
}

func TestKeepRepeatedBlocks(t *testing.T) {
	boats := []string{"Heron", "Tern", "Gannet", "Gull", "Auk", "Coot", "Smew", "Ibis"}
	cards := func(n int, open, end string) string {
		var b strings.Builder
		for _, boat := range boats[:n] {
			b.WriteString(open + "<h2>" + boat + "</h2><p>Oars of " + boat + "</p>" + end)
		}
		return b.String()
	}
	for name, test := range map[string]struct {
		cards, kept int // the headings of how many are kept
		score       float32
		added       string
	}{
		"two of four":       {4, 2, 0.3, "Gannet | Gull"},
		"one of four":       {4, 1, 0.3, ""},
		"at a quarter":      {4, 3, 0.125, "Gull"},
		"below it":          {4, 3, 0.12, ""},
		"too few of a kind": {3, 2, 0.3, ""},
		"a third, likely":   {3, 1, 0.4, ""},
		"four of eight":     {8, 4, 0.3, "Auk | Coot | Smew | Ibis"},
		"three of eight":    {8, 3, 0.3, ""},
	} {
		t.Run(name, func(t *testing.T) {
			kept := boats[:test.kept:test.kept]
			for _, boat := range boats[:test.cards] {
				kept = append(kept, "Oars of "+boat)
			}
			page := state{html: cards(test.cards, "<div class=card>", "</div>"), score: test.score, kept: joined(kept)}
			run(t, page, "keep repeated blocks").assertAdds(t, test.added)
		})
	}
	// Prices are kept with one of three.
	prices := state{html: "<div class=card><h3>Rope</h3><p class=price>9 marks</p></div><div class=card><h3>Oar</h3><p class=price>12 marks</p></div><div class=card><h3>Sail</h3><p class=price>70 marks</p></div>",
		score: 0.4, kept: "Rope | 9 marks | Oar | Sail"}
	run(t, prices, "keep repeated blocks").assertAdds(t, "12 marks | 70 marks")
	prices.score = 0.39
	run(t, prices, "keep repeated blocks").assertAdds(t, "")
	// Headings and texts in turn are no repeated element.
	page := state{html: cards(4, "", ""), score: 0.3, kept: "Heron | Oars of Heron | Tern | Oars of Tern | Gannet | Oars of Gannet | Oars of Gull"}
	run(t, page, "keep repeated blocks").assertAdds(t, "")
}
