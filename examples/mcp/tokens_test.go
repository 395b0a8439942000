package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

func TestTokenizer(t *testing.T) {
	text := strings.Repeat("The lighthouse stands on a rock. ", 10)
	assert.Nil(t, newTokenizer("estimate"))
	for name, tokens := range map[string]int{"cl100k_base": 81, "o200k_base": 71} {
		assert.Equal(t, tokens, newTokenizer(name).Count(text), name)
	}
	assert.Equal(t, chunk.Estimate(text), newTokenizer("none such").Count(text))
}
