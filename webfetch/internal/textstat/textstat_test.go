package textstat_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
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

// countOneByOne is what CountWords does, a character at a time.
func countOneByOne(s string) (words, unspaced int) {
	inside := false
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
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

func TestCountWords(t *testing.T) {
	for _, test := range []struct {
		text       string
		words, cjk int
	}{
		{"", 0, 0}, {"one two-three don't", 3, 0}, {"größe über alles", 3, 0}, {"日本語 text です", 1, 5}, {"# *", 0, 0}, {"ไทย привет 'quoted' é-e e-é", 4, 3},
	} {
		words, cjk := textstat.CountWords(test.text)
		assert.Equal(t, test.words, words, test.text)
		assert.Equal(t, test.cjk, cjk, test.text)
	}
}

// numbersOneByOne are the words with a digit and what follows them, as strings.Fields cuts them.
func numbersOneByOne(text string) (all [][2]string) {
	words := append(strings.Fields(text), "")
	for i, w := range words[:len(words)-1] {
		if strings.IndexFunc(w, unicode.IsDigit) >= 0 {
			all = append(all, [2]string{w, words[i+1]})
		}
	}
	return all
}

func numberWords(text string) (all [][2]string) {
	for word, next := range textstat.NumberWords(text) {
		all = append(all, [2]string{word, next})
	}
	return all
}

func TestNumberWords(t *testing.T) {
	for _, text := range []string{"", "none here", "1", " 12 jobs and 3\u00a0more\u2003v2.0x ٣ \n€1.5 million.", "a1b2 c3", "é9\u0085x"} {
		assert.Equal(t, numbersOneByOne(text), numberWords(text), "%q", text)
	}
	for range textstat.NumberWords("1 2 3") {
		break // the rest is not asked for
	}
}

func TestRuneIndexCountsLikeTheLanguage(t *testing.T) {
	const stride = 1024 // at which places are counted
	for _, text := range []string{"", "ascii only", "größe", strings.Repeat("日本語 text ", 500), strings.Repeat("é", stride), strings.Repeat("🚢", stride)} {
		x := textstat.NewRuneIndex(text)
		for offset := range text {
			if offset%97 == 0 || offset%stride < 4 {
				assert.Equal(t, utf8.RuneCountInString(text[:offset]), x.At(offset))
			}
		}
		assert.Equal(t, utf8.RuneCountInString(text), x.At(len(text)))
	}
}

// Eight bytes at a time say what one at a time says.
func TestEightBytesAtOnce(t *testing.T) {
	for s := range mixed {
		words, unspaced := textstat.CountWords(s)
		wantWords, wantUnspaced := countOneByOne(s)
		assert.Equal(t, wantWords, words, "%q", s)
		assert.Equal(t, wantUnspaced, unspaced, "%q", s)
		assert.Equal(t, numbersOneByOne(s), numberWords(s), "%q", s)
		x := textstat.NewRuneIndex(s)
		for at := range s {
			assert.Equal(t, utf8.RuneCountInString(s[:at]), x.At(at), "%q at %d", s, at)
		}
	}
}

// Each ASCII character counts as what it is, wherever in eight of them it stands.
func TestEachCharacter(t *testing.T) {
	for c := range 128 {
		for k := range 8 {
			b := []byte("        ")
			b[k] = byte(c)
			words, _ := textstat.CountWords(string(b))
			assert.Equal(t, unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)), words == 1, "%q", b)
			assert.Equal(t, unicode.IsDigit(rune(c)), len(numberWords(string(b))) == 1, "%q", b)
			copy(b, "aaaaaaaa")
			b[k] = byte(c)
			wantWords, _ := countOneByOne(string(b))
			words, _ = textstat.CountWords(string(b))
			assert.Equal(t, wantWords, words, "%q", b)
		}
	}
}

func FuzzCountWords(f *testing.F) {
	f.Add("don't count-me twice, größe 日本語 ไทย 12")
	f.Fuzz(func(t *testing.T, s string) {
		words, unspaced := textstat.CountWords(s)
		wantWords, wantUnspaced := countOneByOne(s)
		if words != wantWords || unspaced != wantUnspaced {
			t.Fatalf("CountWords(%q) = %d, %d, want %d, %d", s, words, unspaced, wantWords, wantUnspaced)
		}
		assert.Equal(t, numbersOneByOne(s), numberWords(s))
	})
}
