package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSmoothByNeighbours(t *testing.T) {
	const short = "<p>Ebb</p><p>Flood</p><p>Banks</p>"
	for name, test := range map[string]struct {
		body         string
		scores, want map[string]float32
	}{
		"towards both sides": {short, map[string]float32{"Ebb": 0.9, "Flood": 0.1, "Banks": 0.9},
			map[string]float32{"Ebb": 0.789, "Flood": 0.211, "Banks": 0.789}},
		"alike": {short, map[string]float32{"Ebb": 0.4, "Flood": 0.4, "Banks": 0.4},
			map[string]float32{"Ebb": 0.4, "Flood": 0.4, "Banks": 0.4}},
		"less to another element": {"<div><p>Ebb</p><p>Flood</p></div><p>Banks</p>", map[string]float32{"Ebb": 0.1, "Flood": 0.5, "Banks": 0.9},
			map[string]float32{"Ebb": 0.147, "Flood": 0.441, "Banks": 0.853}},
		"certain ones": {short, map[string]float32{"Ebb": 1, "Flood": 0, "Banks": 1},
			map[string]float32{"Ebb": 0.96, "Flood": 0.04, "Banks": 0.96}},
		"a page of prose": {"<p>" + words(40) + "</p><p>Flood</p>", map[string]float32{"the tide comes in…": 1, "Flood": 0.1},
			map[string]float32{"the tide comes in…": 1, "Flood": 0.1}},
		"one block without others": {"<p>Ebb</p>", map[string]float32{"Ebb": 0.3}, map[string]float32{"Ebb": 0.3}},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, scores: test.scores}, "find prose", "smooth by neighbours")
			for name, want := range test.want {
				assert.InDelta(t, want, got.scores[name], 0.002, name)
			}
		})
	}
}
