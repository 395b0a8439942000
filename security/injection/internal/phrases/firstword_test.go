package phrases

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestHeadsLeadWhereTheRootDoes: a look at a whole word finds what reading it
// letter by letter finds.
func TestHeadsLeadWhereTheRootDoes(t *testing.T) {
	trie := NewWordReader(Words(), weightless)
	for i, w := range trie.words {
		if w[0]-'a' > 25 {
			continue
		}
		for _, text := range []string{w, w + " and", w + "ing", w + "s", w[:len(w)-1], w[:min(len(w), 3)], w[:min(len(w), 5)] + "x"} {
			if text == "" || i%3 != 0 && text != w {
				continue
			}
			b := []byte(text)
			w := trie.Next(b, 0) // repairs
			short, long := trie.PhrasesAt(b, 0, &w, nil)
			wantShort, wantLong := trie.Find(b, 0, false)
			if !assert.Equal(t, wantLong, long, "%q", text) || !assert.Equal(t, wantShort, short, "%q", text) {
				return
			}
			assert.Equal(t, len(text)-len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz")), w.End, "%q", text)
		}
	}
}

func TestHeads(t *testing.T) {
	trie := cursorOf(t, `
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
		w := trie.Next(b, 0)
		_, long := trie.PhrasesAt(b, 0, &w, nil)
		assert.Equal(t, want, string(b[:long.End]), "%q", text)
	}
}

func TestPrefixesWithinHeads(t *testing.T) {
	trie := cursorOf(t, "order: in*, instruction, instruction set")
	b := []byte("instruction set")
	w := trie.Next(b, 0)
	short, long := trie.PhrasesAt(b, 0, &w, nil)
	assert.Equal(t, 2, short.End)
	assert.Equal(t, 15, long.End)
	assert.Equal(t, 11, w.End)
}

func TestStemsAreFewestBits(t *testing.T) {
	set := 0
	for _, w := range Words().heads.stems {
		for ; w != 0; w &= w - 1 {
			set++
		}
	}
	assert.Less(t, set, 1<<stemBits/8, "most words should be passed by")
}
