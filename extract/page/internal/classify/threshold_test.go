package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

const keepAbove = "keep above threshold"

// What is kept has the greatest expected F-measure over words.
func TestThresholdMaximisesExpectedF(t *testing.T) {
	ten := words(9)
	for name, test := range map[string]struct {
		body   string
		scores map[string]float32
		favor  float64
		kept   string
	}{
		"one": {"<p>Ebb " + ten, map[string]float32{"Ebb the tide comes…": 0.9}, 0, "Ebb the tide comes…"},
		"clear": {"<p>Ebb " + ten + "<p>Flood " + ten + "<p>Home<p>Contact",
			map[string]float32{"Ebb the tide comes…": 0.95, "Flood the tide comes…": 0.9, "Home": 0.1, "Contact": 0.05}, 0, "Ebb the tide comes… | Flood the tide comes…"},
		"all unlikely": {"<p>Ebb " + ten + "<p>Left " + words(99), map[string]float32{"Ebb the tide comes…": 0.1, "Left the tide comes…": 0.02}, 0, "Ebb the tide comes…"},
		"recall keeps more": {"<p>Ebb " + ten + "<p>Flood " + ten,
			map[string]float32{"Ebb the tide comes…": 0.9, "Flood the tide comes…": 0.3}, 2, "Ebb the tide comes… | Flood the tide comes…"},
		"balance keeps less": {"<p>Ebb " + ten + "<p>Flood " + ten,
			map[string]float32{"Ebb the tide comes…": 0.9, "Flood the tide comes…": 0.3}, 0, "Ebb the tide comes…"},
		"precision keeps less": {"<p>Ebb " + ten + "<p>Flood " + ten,
			map[string]float32{"Ebb the tide comes…": 0.95, "Flood the tide comes…": 0.55}, 0.5, "Ebb the tide comes…"},
		"balance keeps more": {"<p>Ebb " + ten + "<p>Flood " + ten,
			map[string]float32{"Ebb the tide comes…": 0.95, "Flood the tide comes…": 0.55}, 0, "Ebb the tide comes… | Flood the tide comes…"},
		"nothing": {"<p>Ebb " + ten, nil, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, scores: test.scores, opts: classify.Options{Recall: test.favor}}, keepAbove)
			got.assertAdds(t, test.kept)
		})
	}
}

// Where little of a page is likely, what is kept must have a score of 0.25, or of 0.4 on a page
// that sells something, moved as the wish for precision or recall moves the threshold; where no
// block has that, the expected F decides alone. On a page of prose the threshold is 1.2 times
// as high.
func TestThreshold(t *testing.T) {
	page := "<p>Ebb " + words(99) + "<p>Flood " + words(99) + "<p>On"
	for name, test := range map[string]struct {
		ebb, flood float32
		prose      float32
		favor      float64
		hints      features.Hints
		threshold  float32
	}{
		"prose":             {1, 1, 1, 0, features.Hints{}, 0.6},
		"not prose":         {1, 1, 0, 0, features.Hints{}, 0.5},
		"half prose":        {1, 1, 0.5, 0, features.Hints{}, 0.55},
		"unlikely":          {0.25, 0.1, 0, 0, features.Hints{}, 0.25},
		"unlikely, recall":  {0.11, 0.01, 0, 2, features.Hints{}, 0.1},
		"unlikely, precise": {0.45, 0.1, 0, 0.5, features.Hints{}, 0.4},
		"all unlikely":      {0.1, 0.1, 0, 0, features.Hints{}, 0.091},
		"goods":             {0.5, 0.3, 0, 0, product, 0.4},
		"likely goods":      {1, 1, 0, 0, product, 0.5},
		"unlikely goods":    {0.39, 0.39, 0, 0, product, 0.281},
	} {
		t.Run(name, func(t *testing.T) {
			for score, kept := range map[float32]bool{test.threshold + 0.01: true, test.threshold - 0.01: false} {
				scores := map[string]float32{"Ebb the tide comes…": test.ebb, "Flood the tide comes…": test.flood, "On": score}
				got := run(t, state{html: page, scores: scores, prose: test.prose, hints: test.hints, opts: classify.Options{Recall: test.favor}}, keepAbove)
				assert.Equal(t, kept, got.keeps("On"), "a score of %v", score)
			}
		})
	}
}

// Of a whole page all is kept that has a score, of a single region nothing beside it.
func TestThresholdOfWholePagesAndRegions(t *testing.T) {
	page := state{html: "<div><p>" + words(40) + "</p></div><div><p>Imprint</p></div>", score: 0.9, scores: map[string]float32{"Imprint": 0.1}}
	assert.Equal(t, "the tide comes in…", run(t, page, keepAbove).kept)
	page.opts = classify.Options{WholePage: true}
	assert.Equal(t, "the tide comes in… | Imprint", run(t, page, keepAbove).kept)
	page.opts, page.scores = classify.Options{SingleRegion: true}, nil
	assert.Equal(t, "the tide comes in…", run(t, page, keepAbove).kept)
}
