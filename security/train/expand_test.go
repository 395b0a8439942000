package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestExpand(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"plain", "plain"},
		{"{one|one} two", "one two"},
		{"{a {b|b}|a b} c", "a b c"},
		{"{|}x", "x"},
		{`{"json": 1}`, `{"json": 1}`},
		{"open {a|b", "open {a|b"},
		{"{{a|a}}", "{a}"},
	} {
		assert.Equal(t, test.want, expand(rand.New(rand.NewPCG(1, 2)), test.in), test.in)
	}
}

func TestExpandChoosesEveryPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := make(map[string]bool)
	for range 100 {
		seen[expand(rng, "{a|b|c}")] = true
	}
	assert.Equal(t, map[string]bool{"a": true, "b": true, "c": true}, seen)
}
