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

func TestExpandNamesHosts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, in := range []string{"mail x@example.org", "see https://a.b.example/c", "go to example.com."} {
		assert.NotContains(t, expand(rng, in), "example", in)
	}
	assert.Equal(t, "an example, for example", expand(rng, "an example, for example"))
	assert.Equal(t, "a\nb|c", expand(rng, `a\nb¦c`))
}
