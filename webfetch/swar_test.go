package webfetch

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// mixed are random texts over a few characters.
func mixed(yield func(string) bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, letters := range []string{"ab ", "aZ09'- .", "a-'", "xé中 1٣ไ-", "日本語a ", "@[`{/:09azAZ\x7f\x00"} {
		runes := []rune(letters)
		for range 2000 {
			var b strings.Builder
			for range rng.IntN(40) {
				b.WriteRune(runes[rng.IntN(len(runes))])
			}
			if !yield(b.String()) {
				return
			}
		}
	}
}

// countOneByOne is what countWords does, a character at a time.
func countOneByOne(s string) (words, unspaced int) {
	inside := false
	for _, r := range s {
		switch {
		case isUnspaced(r):
			unspaced++
			inside = false
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r):
			if !inside {
				words++
			}
			inside = true
		default:
			inside = inside && (r == '\'' || r == '-')
		}
	}
	return words, unspaced
}

func TestEightBytesAtOnce(t *testing.T) {
	for s := range mixed {
		words, unspaced := countWords(s)
		wantWords, wantUnspaced := countOneByOne(s)
		assert.Equal(t, wantWords, words, "%q", s)
		assert.Equal(t, wantUnspaced, unspaced, "%q", s)
		assert.Equal(t, strings.IndexFunc(s, unicode.IsDigit), indexDigit(s), "%q", s)
		assert.Equal(t, utf8.RuneCountInString(s), starts(s), "%q", s)
		for cut := range len(s) {
			assert.Equal(t, starts(s), starts(s[:cut])+starts(s[cut:]), "%q at %d", s, cut)
		}
	}
}

func TestBytesWithin(t *testing.T) {
	for c := range 128 {
		for k := range 8 {
			b := []byte("        ")
			b[k] = byte(c)
			x, mark := eight(string(b), 0), uint64(0x80)<<(8*k)
			assert.Equal(t, c >= '0' && c <= '9', within(x, '0', '9') == mark)
			assert.Equal(t, c == '-', equal(x, '-') == mark)
			if c < '0' || c > '9' {
				assert.Zero(t, within(x, '0', '9'))
			}
		}
	}
}

func FuzzCountWords(f *testing.F) {
	f.Add("don't count-me twice, größe 日本語 ไทย 12")
	f.Fuzz(func(t *testing.T, s string) {
		words, unspaced := countWords(s)
		wantWords, wantUnspaced := countOneByOne(s)
		if words != wantWords || unspaced != wantUnspaced {
			t.Fatalf("countWords(%q) = %d, %d, want %d, %d", s, words, unspaced, wantWords, wantUnspaced)
		}
		if got, want := indexDigit(s), strings.IndexFunc(s, unicode.IsDigit); got != want {
			t.Fatalf("indexDigit(%q) = %d, want %d", s, got, want)
		}
	})
}
