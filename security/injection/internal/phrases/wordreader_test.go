package phrases_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

func TestReaderFindsWhatLettersDo(t *testing.T) {
	r := phrases.NewWordReader(phrases.Words(), weightless)
	for s := range texts {
		want, got := []byte(s), []byte(s)
		list := letterByLetter(r.Trie, want)
		if !assert.Equal(t, list, wordByWord(r, got, len(got)), "%q", s) || !assert.Equal(t, string(want), string(got)) {
			return
		}
		if !assert.Equal(t, list, wordByWord(r, []byte(s), 10), "%q in short runs", s) {
			return
		}
	}
}

func FuzzReader(f *testing.F) {
	n := 0
	for s := range texts {
		if n++; n > 100 {
			break
		}
		f.Add(s)
	}
	r := phrases.NewWordReader(phrases.Words(), weightless)
	f.Fuzz(func(t *testing.T, s string) {
		want, got := []byte(s), []byte(s)
		assert.Equal(t, letterByLetter(r.Trie, want), wordByWord(r, got, len(got)), "%q", s)
		assert.Equal(t, string(want), string(got))
	})
}

// A look at a whole word finds what reading it letter by letter finds.
func TestWordsOfTheListsAreReadWhole(t *testing.T) {
	r := phrases.NewWordReader(phrases.Words(), weightless)
	for i, w := range entries() {
		if letters(w) == 0 {
			continue
		}
		for _, text := range []string{w, w + " and", w + "ing", w + "s", w[:len(w)-1], w[:min(len(w), 3)], w[:min(len(w), 5)] + "x"} {
			if text == "" || i%3 != 0 && text != w {
				continue
			}
			b := []byte(text)
			w := r.Next(b, 0) // repairs
			short, long := r.PhrasesAt(b, 0, &w, nil)
			wantShort, wantLong := r.Find(b, 0, false)
			if !assert.Equal(t, wantLong, long, "%q", text) || !assert.Equal(t, wantShort, short, "%q", text) {
				return
			}
			assert.Equal(t, letters(text), w.End, "%q", text)
		}
	}
}

func TestFirstWords(t *testing.T) {
	r := readerOf(t, `
ignore: ignore, ignore all of, disregarding
order: prompt*, extraordinarily long, internationalisation
drop: re*
user: the user, the human
tool: mcp*, a.i, 5 tools
`)
	for text, want := range map[string]string{
		"ignore":               "ignore",
		"ignored":              "",
		"ignore all of it":     "ignore all of",
		"ignore all":           "ignore",
		"prompts, all":         "prompts",
		"promp":                "",
		"extraordinarily long": "extraordinarily long",
		"extraordinarily odd":  "",
		"internationalisation": "internationalisation",
		"disregarding":         "disregarding",
		"xdisregarding":        "",
		"hdisregarding":        "",
		"rest":                 "rest",
		"r":                    "",
		"re":                   "re",
		"the user":             "the user",
		"the  -user":           "the  -user",
		"the usre":             "",
		"the hmuan":            "the human",
		"the man":              "",
		"the":                  "",
		"the ":                 "",
		"mcp":                  "mcp",
		"mcps":                 "mcps",
		"a.i":                  "a.i",
		"a":                    "",
	} {
		b := []byte(text)
		w := r.Next(b, 0)
		_, long := r.PhrasesAt(b, 0, &w, nil)
		assert.Equal(t, want, string(b[:long.End]), "%q", text)
	}
}

func TestPrefixesWithinFirstWords(t *testing.T) {
	r := readerOf(t, "order: in*, instruction, instruction set")
	b := []byte("instruction set")
	w := r.Next(b, 0)
	short, long := r.PhrasesAt(b, 0, &w, nil)
	assert.Equal(t, 2, short.End)
	assert.Equal(t, 15, long.End)
	assert.Equal(t, 11, w.End)
}

// Words of up to 12 letters have different keys if one letter differs.
func TestWordsAreToldApart(t *testing.T) {
	for n := 1; n <= 14; n++ {
		word := "mnbvcxzlkjhgfd"[:n]
		r := readerOf(t, "all: "+word)
		for k := range n {
			for c := 'a'; c <= 'z'; c++ {
				text := []byte(word[:k] + string(c) + word[k+1:])
				w := r.Next(text, 0)
				_, long := r.PhrasesAt(text, 0, &w, nil)
				assert.Equal(t, word[k] == byte(c), long.End == n, "%q", text)
			}
		}
	}
}

// A word ends with its letters, regardless of the text behind it.
func TestWordsEndWithTheirLetters(t *testing.T) {
	r := phrases.NewWordReader(phrases.Words(), weightless)
	for n := 1; n < 30; n++ {
		word := strings.Repeat("zqxjkvb", 5)[:n]
		for _, rest := range []string{"", " ", "-and so on for a while", "7 and so on for a while", "é and so on for a while", "{`AZ~\x7f{`AZ~\x7f{`AZ~\x7f"} {
			w := r.Next([]byte("x-"+word+rest), 2)
			assert.Equal(t, 2+n, w.End, "%q", word+rest)
		}
	}
}

func TestCountLetters(t *testing.T) {
	for c := range 256 {
		for k := range 8 {
			b := []byte("abcdwxyz")
			b[k] = byte(c)
			x := uint64(0)
			for i, c := range b {
				x |= uint64(c) << (8 * i)
			}
			assert.Equal(t, letters(b), phrases.CountLetters(x), "%q", b)
		}
	}
}

func TestSkip(t *testing.T) {
	r := readerOf(t, "ignore: ignore\nuser: the user, the humane*\nall: all")
	for in, want := range map[string]struct {
		at   int
		more bool
	}{
		"the town and the river":         {17, false},
		"the town, all of it":            {4, false},
		"the town ignore it":             {9, true},
		"the town the user":              {9, true},
		"the town the humanely inclined": {9, true},
		"the town the river":             {13, false},
		"town  all":                      {0, false},
		"town":                           {0, false},
	} {
		b := []byte(in)
		w := r.Next(b, 0)
		at, next, more := r.Skip(b, 0, &w, len(b))
		assert.Equal(t, want.at, at, "%q", in)
		assert.Equal(t, want.more, more, "%q", in)
		assert.Equal(t, at+letters(in[at:]), w.End, "%q", in)
		if more {
			assert.Equal(t, w.End+1+letters(in[w.End+1:]), next.End, "%q", in)
		}
	}
	b := []byte("one two three four five all")
	for limit, want := range map[int]int{3: 4, 6: 4, 7: 8, 100: 24} {
		w := r.Next(b, 0)
		at, _, more := r.Skip(b, 0, &w, limit)
		assert.Equal(t, want, at, "up to %d", limit)
		assert.False(t, more)
	}
}

// Most words that are in no list are passed by at one look.
func TestOtherWordsAreSkipped(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	r := phrases.NewWordReader(phrases.Words(), weightless)
	looks, words := 0, 20_000
	for range words {
		word := make([]byte, 4+rng.IntN(6))
		for i := range word {
			word[i] = byte('a' + rng.IntN(26))
		}
		text := []byte("zzz " + string(word))
		w := r.Next(text, 0)
		if _, _, more := r.Skip(text, 0, &w, len(text)); more {
			looks++
		}
	}
	assert.Less(t, looks, words/8)
}
