package normalize

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// unknown is a table that knows how characters stand in words, and no more.
var unknown = sync.OnceValue(func() *[tableEnd]runeEntry {
	t := new([tableEnd]runeEntry)
	for r := range t {
		t[r] = kindOf(rune(r))
	}
	return t
})

// slowly folds without the table.
func slowly(s string) string {
	t := new(Text)
	f := normalizer{s: s, t: t, table: unknown()}
	for f.i < len(s) {
		if plainASCII[s[f.i]] != 0 {
			f.plainASCII()
		} else {
			f.special()
		}
	}
	return string(t.Bytes)
}

func TestTableHoldsWhatLettersFoldTo(t *testing.T) {
	known := 0
	for r := rune(utf8.RuneSelf); r < tableEnd; r++ {
		for _, s := range []string{string(r), "a" + string(r) + "b", "б" + string(r), string(r) + "ж "} {
			if !assert.Equal(t, slowly(s), string(New(s).Bytes), "%+q", s) {
				return
			}
		}
		if table()[r]&looked != 0 {
			known++
		}
	}
	assert.Greater(t, known, tableEnd*9/10)
}

func TestTableInTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	letters := []rune("abcаеоѕжЖИ éΑα ЙйёÀ\u200b\u0301\u00ad ไทยहिन्दी中。，ﬁＡ🏴\U000e0067\U000e007f \u00a0&*-\\\n")
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(40) {
			if rng.IntN(20) == 0 {
				b.WriteRune(rune(rng.IntN(tableEnd)))
			}
			b.WriteRune(letters[rng.IntN(len(letters))])
		}
		s := b.String()
		if rng.IntN(5) == 0 && s != "" {
			s = s[:rng.IntN(len(s))] // within a character
		}
		if !assert.Equal(t, slowly(s), string(New(s).Bytes), "%+q", s) {
			return
		}
	}
}

// TestFewMarks: bytes that stay side by side need no mark of their own.
func TestFewMarks(t *testing.T) {
	text := New("\u200b" + strings.Repeat("Привет, мир! 你好。", 100))
	assert.LessOrEqual(t, len(text.marks), 2)
	text = New("é " + strings.Repeat("Привет, мир! 你好。", 100))
	assert.LessOrEqual(t, len(text.marks), 3)
	assert.Equal(t, 2, text.Origin(1))
	assert.Equal(t, 5, text.Origin(4))
}
