package grapheme_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/chunk/internal/grapheme"
)

func TestGraphemes(t *testing.T) {
	for _, want := range [][]string{
		nil,
		{"a", "b", " ", "c"},
		{"e\u0301", "x"},
		{"\r\n", "\n", "\r", "a"},
		{"👍🏽", "👩‍💻", "👨‍👩‍👧‍👦", "❤️"},
		{"🇳🇴", "🇸🇪", "🇳", "a"},
		{"각", "각", "가", "ᄀ", "a"},
		{"กำ", "ที่", "ไ", "ท", "ย"},
		{"नि", "म्", "न"},
		{"🏴󠁧󠁢󠁥󠁮󠁧󠁿", "x"},
	} {
		s := strings.Join(want, "")
		var got []string
		for len(s) > 0 {
			n := grapheme.End(s)
			got = append(got, s[:n])
			s = s[n:]
		}
		assert.Equal(t, want, got)
	}
	assert.Zero(t, grapheme.End(""))
}

func TestEndlessGrapheme(t *testing.T) {
	s := "a" + strings.Repeat("\u0301", 1000)
	assert.Equal(t, 1+2*(grapheme.MaxCluster-1), grapheme.End(s))
}
