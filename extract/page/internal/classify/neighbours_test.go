package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSmoothByNeighbours(t *testing.T) {
	short := "<p>one</p><p>two</p><p>three</p>"
	for name, test := range map[string]struct {
		body   string
		scores []float32
		want   []float32
	}{
		"towards both sides":       {short, []float32{0.9, 0.1, 0.9}, []float32{0.789, 0.211, 0.789}},
		"alike":                    {short, []float32{0.4, 0.4, 0.4}, []float32{0.4, 0.4, 0.4}},
		"less to another element":  {"<div><p>one</p><p>two</p></div><p>three</p>", []float32{0.1, 0.5, 0.9}, []float32{0.147, 0.441, 0.853}},
		"certain ones":             {short, []float32{1, 0, 1}, []float32{0.96, 0.04, 0.96}},
		"a page of prose":          {"<p>" + strings.Repeat("word ", 40) + "</p><p>two</p>", []float32{1, 0.1}, []float32{1, 0.1}},
		"one block without others": {"<p>one</p>", []float32{0.3}, []float32{0.3}},
	} {
		s := begun(t, test.body).of(test.scores, nil)
		s.smoothByNeighbours()
		assert.InDeltaSlice(t, test.want, s.scores, 0.002, name)
	}
}
