package phrases_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

func unscrambled(trie *phrases.Trie, word string) string {
	b := []byte(word)
	trie.Unscramble(b, 0)
	return string(b)
}

func TestUnscramble(t *testing.T) {
	for in, want := range map[string]string{
		"ignroe":                   "ignore",
		"isntructions all":         "instructions all",
		"isntrucitons":             "instructions",
		"dsiregrad":                "disregard",
		"ignore":                   "ignore",
		"gnoire":                   "gnoire", // another first letter
		"ignoer":                   "ignoer", // another last letter
		"egnori":                   "egnori",
		"ignrroe":                  "ignrroe",
		"ignora":                   "ignora",
		"teh":                      "teh", // too short
		" ignroe":                  " ignroe",
		"":                         "",
		"ignroeignroeignroeignroe": "ignroeignroeignroeignroe",
	} {
		assert.Equal(t, want, unscrambled(phrases.Words(), in), "%q", in)
	}
}

// Words are repaired from 5 to 20 letters.
func TestLengthsOfWordsThatAreUnscrambled(t *testing.T) {
	for n := 4; n <= 21; n++ {
		word := "abc" + strings.Repeat("d", n-4) + "z"
		scrambled := "acb" + word[3:]
		want := word
		if n < 5 || n > 20 {
			want = scrambled
		}
		assert.Equal(t, want, unscrambled(trieOf(t, "all: "+word), scrambled))
	}
}

// Letters that have the same sum are not the same letters.
func TestOtherLettersOfTheSameSum(t *testing.T) {
	trie := trieOf(t, "all: xbcegx, xabcabcabcabcabcx")
	for _, word := range []string{"xacehx", "xbbbhx", "xccccx", "xabcabcabcabcaaccx"} {
		assert.Equal(t, word, unscrambled(trie, word))
	}
	assert.Equal(t, "xabcabcabcabcabcx", unscrambled(trie, "xaabbccabcabcabcx"))
}

// Words behind the first of a phrase are repaired as the phrase is read.
func TestPhrasesAreUnscrambled(t *testing.T) {
	b := []byte("do not tlel the user")
	r := phrases.Words()
	_, _, long := next(r, b, 0)
	assert.NotZero(t, long.End)
	b = []byte("system pmorpt")
	_, _, long = next(r, b, 0)
	assert.Equal(t, "system prompt", string(b))
	assert.True(t, long.Word.English.Has(phrases.System))
}

// No word that entries begin with is taken for another one, so that it doesn't matter when it
// is looked at.
func TestFirstWordsStay(t *testing.T) {
	for _, w := range entries() {
		first := w[:letters(w)]
		assert.Equal(t, first, unscrambled(phrases.Words(), first))
	}
}

func TestFirstOfTheListWins(t *testing.T) {
	trie := trieOf(t, "all: abcde, acbde") // "adcbe" could be either
	assert.Equal(t, "acbde", unscrambled(trie, "acbde"), "a word of the list stays as it is")
	assert.Equal(t, "abcde", unscrambled(trie, "adcbe"))
}

func TestWordsOfOtherLanguagesStay(t *testing.T) {
	d := phrases.Dictionary{}
	require.NoError(t, d.Read("all: tales", phrases.English))
	require.NoError(t, d.Read("lasting: na tlaes", 1<<3))
	trie := d.Trie()
	assert.Equal(t, "tlaes", unscrambled(trie, "tlaes"))
	assert.Equal(t, "tales", unscrambled(trie, "taels"))
}
