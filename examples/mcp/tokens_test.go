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
	for _, name := range []string{"cl100k_base", "o200k_base"} {
		assert.Equal(t, 81, newTokenizer(name).Count(text), name)
	}
	assert.Equal(t, chunk.Estimate(text), newTokenizer("none such").Count(text))
}
