package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMix(t *testing.T) {
	stored := &model{w: []float64{4, 4, 0}, bias: -4, more: -2, rule: 1}
	for _, test := range []struct {
		share, gain float64
		want        []float64
		bias        float64
	}{
		{1, 1, []float64{8, 0, 2}, -6},
		{0.25, 1.5, []float64{5, 3, 3}, -4.5},
	} {
		m := &model{w: []float64{8, 0, 2}, bias: -6, more: -2, rule: 1}
		m.mix(stored, test.share, test.gain)
		assert.Equal(t, model{w: test.want, bias: test.bias, more: -2, rule: 1}, *m)
	}
}
