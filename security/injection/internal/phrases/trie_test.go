package phrases_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

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
	d := phrases.Dictionary{}
	require.NoError(t, d.Read("all: alle\nyour: me", phrases.English))
	require.NoError(t, d.Read("order: alle", 1<<1))
	require.NoError(t, d.Read("order: alle", 1<<2))
	require.NoError(t, d.Read("# a comment\n\nall:", 1<<3))
	_, long := d.Trie().Find([]byte("alle"), 0, false)
	assert.Equal(t, &phrases.Word{English: phrases.ClassSetOf(phrases.All), Foreign: phrases.ClassSetOf(phrases.Order), Langs: 7}, long.Word)
	assert.Equal(t, phrases.ClassSetOf(phrases.All, phrases.Order), long.Word.Any())
	assert.ErrorContains(t, d.Read("nonsense: x", phrases.English), "nonsense")
	assert.Error(t, d.Read("unlisted line", phrases.English))
}

// Entries go on with letters, digits, signs and characters beyond ASCII, and with no other than
// theirs.
func TestWhatEntriesGoOnWith(t *testing.T) {
	trie := trieOf(t, "all: ab, a b, a1, a., aé, az, a-c") // é is folded to e
	for _, text := range []string{"ab", "a b", "a1", "a.", "ae", "az", "a c", "a-c"} {
		_, long := trie.Find([]byte(text), 0, false)
		assert.Equal(t, len(text), long.End, "%q", text)
	}
	for _, text := range []string{"aa", "ac", "ad", "ay", "a2", "a,", "a\xc3", "a", "b"} {
		_, long := trie.Find([]byte(text), 0, false)
		assert.Zero(t, long.End, "%q", text)
	}
}

func TestEveryEntryIsFound(t *testing.T) {
	trie := phrases.Words()
	list := entries()
	assert.Greater(t, len(list), 5000)
	for _, w := range list {
		_, long := trie.Find([]byte(w), 0, false)
		if !assert.Equal(t, len(w), long.End, "%q", w) {
			return
		}
		assert.False(t, long.Word.Any().IsEmpty(), "%q", w)
	}
}

// An entry ends where a word does: letters of any script and digits go on with it, signs don't.
func TestEndsOfWords(t *testing.T) {
	trie := trieOf(t, "all: all")
	for text, goesOn := range map[string]bool{
		"a": true, "z": true, "7": true, "é": true, "я": true, "中": true, "ب": true, "अ": true, "\xe9": true,
		" ": false, "-": false, "'": false, "\u00a0": false, "—": false, "。": false, "।": false, "،": false, "！": false, "": false,
	} {
		_, long := trie.Find([]byte("all"+text), 0, false)
		assert.Equal(t, goesOn, long.End == 0, "%q", text)
	}
}
