package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTokenizer(t *testing.T) {
	text := strings.Repeat("The lighthouse stands on a rock. ", 10)
	assert.Equal(t, 71, newTokenizer().Count(text))
}
