package phrases

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trieOf returns a trie of one English list.
func trieOf(t *testing.T, list string) *Trie {
	t.Helper()
	all := Dictionary{}
	require.NoError(t, all.Read(list, English))
	return all.Trie()
}

func cursorOf(t *testing.T, list string) *WordReader {
	t.Helper()
	return &WordReader{Trie: trieOf(t, list), weigh: weightless, turn: 1}
}

func weightless(_, _ uint64) int { return 0 }

func TestFind(t *testing.T) {
	trie := trieOf(t, `
ignore: ignore, ignore all previous
all: all, 5/5
order: instruction*, what's next, müll
`)
	for _, c := range []struct {
		text        string
		at          int
		free        bool
		short, long string
	}{
		{"ignore", 0, false, "", "ignore"},
		{"ignore all previous", 0, false, "ignore", "ignore all previous"},
		{"ignore\n*all*\tprevious", 0, false, "ignore", "ignore\n*all*\tprevious"},
		{"ignore all prior", 0, false, "", "ignore"},
		{"please ignore", 7, false, "", "ignore"},
		{"ignore2", 0, false, "", ""},
		{"ignorer", 0, false, "", ""},
		{"ignorer", 0, true, "", "ignore"},
		{"instructional", 0, false, "", "instructional"},
		{"instructional", 0, true, "", "instruction"},
		{"5/5", 0, false, "", "5/5"},
		{"5/55", 0, false, "", ""},
		{"what's next?", 0, false, "", "what's next"},
		{"mull", 0, false, "", "mull"},
		{"ignore all pevrious", 0, false, "ignore", "ignore all previous"},
		{"ignore all pevrious", 0, true, "", "ignore"},
		{"x", 0, false, "", ""},
	} {
		b := []byte(c.text)
		short, long := trie.Find(b, c.at, c.free)
		assert.Equal(t, c.short, string(b[c.at:max(c.at, short.End)]), "shortest in %q", c.text)
		assert.Equal(t, c.long, string(b[c.at:max(c.at, long.End)]), "longest in %q", c.text)
	}
}

func TestLanguagesOfAWord(t *testing.T) {
	all := Dictionary{}
	require.NoError(t, all.Read("all: alle\nyour: me", English))
	require.NoError(t, all.Read("order: alle", 1<<1))
	require.NoError(t, all.Read("order: alle", 1<<2))
	require.NoError(t, all.Read("# a comment\n\nall:", 1<<3))
	_, long := all.Trie().Find([]byte("alle"), 0, false)
	assert.Equal(t, &Word{English: ClassSetOf(All), Foreign: ClassSetOf(Order), Langs: 7}, long.Word)
	assert.Equal(t, ClassSetOf(All, Order), long.Word.Any())
	assert.ErrorContains(t, all.Read("nonsense: x", English), "nonsense")
	assert.Error(t, all.Read("unlisted line", English))
}

func TestStep(t *testing.T) {
	trie := trieOf(t, "all: ab, a b, a1, a., aé, az, a-c")
	at := trie.first['a']
	n := &trie.nodes[at]
	for _, c := range []byte("b 1.ez") { // é folds to e
		child := trie.step(n, c)
		if assert.NotZero(t, child, "%q", c) {
			assert.Equal(t, c, trie.keys[child])
		}
	}
	for _, c := range []byte("acdy2\n\xc3") {
		assert.Zero(t, trie.step(n, c), "%q", c)
	}
}

func TestEveryEntryIsFound(t *testing.T) {
	trie := Words()
	assert.True(t, sort.StringsAreSorted(trie.words))
	for i, w := range trie.words {
		_, long := trie.Find([]byte(w), 0, false)
		if !assert.Equal(t, len(w), long.End, "%q", w) || !assert.Equal(t, &trie.entries[i].word, long.Word, "%q", w) {
			return
		}
	}
}

func TestInWord(t *testing.T) {
	for text, want := range map[string]bool{
		"a": true, "z": true, "7": true, "é": true, "я": true, "中": true, "ب": true, "अ": true,
		" ": false, "-": false, "'": false, "\u00a0": false, "—": false, "。": false, "।": false, "،": false, "！": false,
	} {
		assert.Equal(t, want, inWord([]byte(text), 0), "%q", text)
	}
}
