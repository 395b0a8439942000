package mdwriter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func TestLetters(t *testing.T) {
	for n, want := range map[int]string{1: "a", 26: "z", 27: "aa", 52: "az", 53: "ba", 702: "zz", 703: "aaa", 0: "0", -4: "-4"} {
		assert.Equal(t, want, mdwriter.Numbering{Style: "lower-alpha"}.Label(n))
	}
	assert.Equal(t, "αβ", mdwriter.Numbering{Style: "lower-greek"}.Label(26))
	assert.LessOrEqual(t, len(mdwriter.Numbering{Style: "upper-latin"}.Label(999_999_999)), 7)
}

func TestRoman(t *testing.T) {
	for n, want := range map[int]string{1: "I", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 1944: "MCMXLIV", 3999: "MMMCMXCIX", 4000: "4000", 0: "0"} {
		assert.Equal(t, want, mdwriter.Roman(n))
	}
}
