package webfetch

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestRuneIndexCountsLikeTheLanguage(t *testing.T) {
	for _, text := range []string{"", "ascii only", "größe", strings.Repeat("日本語 text ", 500), strings.Repeat("é", runeStride), strings.Repeat("🚢", runeStride)} {
		x := newRuneIndex(text)
		for offset := range text {
			if offset%97 == 0 || offset%runeStride < 4 {
				assert.Equal(t, utf8.RuneCountInString(text[:offset]), x.at(offset))
			}
		}
		assert.Equal(t, utf8.RuneCountInString(text), x.at(len(text)))
	}
}

func TestClip(t *testing.T) {
	for _, test := range []struct {
		in   string
		n    int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äöü…"}, {"x", 0, "…"},
	} {
		assert.Equal(t, test.want, clip(test.in, test.n))
	}
}
