package phrases

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRepair(t *testing.T) {
	trie := Words()
	for in, want := range map[string]string{
		"ignroe":                   "ignore",
		"isntructions all":         "instructions all",
		"ignore":                   "ignore",
		"gnoire":                   "gnoire", // another first letter
		"ignoer":                   "ignoer", // another last letter
		"ignrroe":                  "ignrroe",
		"teh":                      "teh", // too short
		" ignroe":                  " ignroe",
		"":                         "",
		"ignroeignroeignroeignroe": "ignroeignroeignroeignroe",
	} {
		b := []byte(in)
		trie.Unscramble(b, 0)
		assert.Equal(t, want, string(b))
	}
}

func TestWordRepairsAhead(t *testing.T) {
	b := []byte("do not tlel the user")
	w := NewWordReader(Words(), weightless).Next(b, 0)
	_, long := Words().PhrasesAt(b, 0, &w, nil)
	assert.NotZero(t, long.End)
	b = []byte("system pmorpt")
	w = NewWordReader(Words(), weightless).Next(b, 0)
	_, long = Words().PhrasesAt(b, 0, &w, nil)
	assert.Equal(t, "system prompt", string(b))
	assert.True(t, long.Word.English.Has(System))
}

func TestShapes(t *testing.T) {
	for _, pair := range [][2]string{{"ignore", "ignroe"}, {"ignored", "inogred"}, {"disregard", "dsiregrad"}, {"instructions", "isntrucitons"}} {
		assert.Equal(t, signatureOfWord(pair[0]), signatureOfWord(pair[1]))
	}
	for _, other := range []string{"ignora", "egnori", "ignor", "ignorre"} {
		assert.NotEqual(t, signatureOfWord("ignore"), signatureOfWord(other))
	}
	assert.True(t, swaps([]byte("abca"), "caba"))
	assert.False(t, swaps([]byte("abca"), "cabb"))
	assert.False(t, swaps([]byte("ab"), "abc"))
}

func TestFirstOfTheLexiconWins(t *testing.T) {
	trie := trieOf(t, "all: abcde, acbde") // "adbce" could be either
	b := []byte("acbde")
	trie.Unscramble(b, 0)
	assert.Equal(t, "acbde", string(b), "a word of the lexicon stays as it is")
	b = []byte("adcbe")
	trie.Unscramble(b, 0)
	assert.Equal(t, "abcde", string(b))
}

func TestWordsOfOtherLanguagesStay(t *testing.T) {
	all := Dictionary{}
	require.NoError(t, all.Read("all: tales", English))
	require.NoError(t, all.Read("lasting: na tlaes", 1<<3))
	trie := all.Trie()
	for in, want := range map[string]string{"tlaes": "tlaes", "taels": "tales"} {
		b := []byte(in)
		trie.Unscramble(b, 0)
		assert.Equal(t, want, string(b))
	}
}
