package ordinal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ordinal"
)

func TestLetters(t *testing.T) {
	const latin = "abcdefghijklmnopqrstuvwxyz"
	for n, want := range map[int]string{1: "a", 26: "z", 27: "aa", 52: "az", 53: "ba", 702: "zz", 703: "aaa", 0: "0", -4: "-4"} {
		assert.Equal(t, want, ordinal.Letters(n, latin))
	}
	assert.Equal(t, "γα", ordinal.Letters(10, "αβγ"))
	assert.LessOrEqual(t, len(ordinal.Letters(999_999_999, latin)), 7)
}

func TestRoman(t *testing.T) {
	for n, want := range map[int]string{1: "I", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 1944: "MCMXLIV", 3999: "MMMCMXCIX", 4000: "4000", 0: "0"} {
		assert.Equal(t, want, ordinal.Roman(n))
	}
}
