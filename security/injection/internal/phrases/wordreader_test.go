package phrases_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

func TestNextFindsWhatLettersDo(t *testing.T) {
	r := phrases.Words()
	for s := range texts {
		want, got := []byte(s), []byte(s)
		list := letterByLetter(r, want)
		if !assert.Equal(t, list, wordByWord(r, got), "%q", s) || !assert.Equal(t, string(want), string(got)) {
			return
		}
	}
}

func FuzzNext(f *testing.F) {
	n := 0
	for s := range texts {
		if n++; n > 100 {
			break
		}
		f.Add(s)
	}
	r := phrases.Words()
	f.Fuzz(func(t *testing.T, s string) {
		want, got := []byte(s), []byte(s)
		assert.Equal(t, letterByLetter(r, want), wordByWord(r, got), "%q", s)
		assert.Equal(t, string(want), string(got))
	})
}

// A look at a whole word finds what reading it letter by letter finds.
func TestWordsOfTheListsAreReadWhole(t *testing.T) {
	r := phrases.Words()
	for i, w := range entries() {
		if letters(w) == 0 {
			continue
		}
		for _, text := range []string{w, w + " and", w + "ing", w + "s", w[:len(w)-1], w[:min(len(w), 3)], w[:min(len(w), 5)] + "x"} {
			if text == "" || i%3 != 0 && text != w {
				continue
			}
			b := []byte(text)
			end, short, long := next(r, b, 0) // repairs
			wantShort, wantLong := r.Find(b, 0, false)
			if !assert.Equal(t, wantLong, long, "%q", text) || !assert.Equal(t, wantShort, short, "%q", text) {
				return
			}
			assert.Equal(t, letters(text), end, "%q", text)
		}
	}
}

func TestFirstWords(t *testing.T) {
	r := trieOf(t, `
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
		_, _, long := next(r, b, 0)
		assert.Equal(t, want, string(b[:long.End]), "%q", text)
	}
}

func TestPrefixesWithinFirstWords(t *testing.T) {
	r := trieOf(t, "order: in*, instruction, instruction set")
	b := []byte("instruction set")
	end, short, long := next(r, b, 0)
	assert.Equal(t, 2, short.End)
	assert.Equal(t, 15, long.End)
	assert.Equal(t, 11, end)
}

// Words of up to 12 letters have different keys if one letter differs.
func TestWordsAreToldApart(t *testing.T) {
	for n := 1; n <= 14; n++ {
		word := "mnbvcxzlkjhgfd"[:n]
		r := trieOf(t, "all: "+word)
		for k := range n {
			for c := 'a'; c <= 'z'; c++ {
				text := []byte(word[:k] + string(c) + word[k+1:])
				_, _, long := next(r, text, 0)
				assert.Equal(t, word[k] == byte(c), long.End == n, "%q", text)
			}
		}
	}
}

// A word ends with its letters, regardless of the text behind it.
func TestWordsEndWithTheirLetters(t *testing.T) {
	r := phrases.Words()
	for n := 1; n < 30; n++ {
		word := strings.Repeat("zqxjkvb", 5)[:n]
		for _, rest := range []string{"", " ", "-and so on for a while", "7 and so on for a while", "é and so on for a while", "{`AZ~\x7f{`AZ~\x7f{`AZ~\x7f"} {
			end, _, _ := next(r, []byte("x-"+word+rest), 2)
			assert.Equal(t, 2+n, end, "%q", word+rest)
		}
	}
}
