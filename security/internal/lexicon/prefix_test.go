package lexicon

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// findFromRoot is Find without the short cuts at the start of words.
func findFromRoot(t *Trie, b []byte) (short, long Match) {
	saved := t.starts
	defer func() { t.starts = saved }()
	t.starts = starts{short: true}
	for i := range t.starts.bits {
		t.starts.bits[i] = ^uint64(0)
	}
	t.starts.nodes = make([]int32, 64)
	return t.Find(b, 0, false)
}

func TestStartsLeadWhereTheRootDoes(t *testing.T) {
	trie := build() // of its own: the test changes it
	for i, w := range trie.words {
		for _, text := range []string{w, w + " and", w + "ing", w + "s", w[:len(w)-1], w[:min(len(w), 3)], w[:min(len(w), 5)] + "x"} {
			if text == "" || i%3 != 0 && text != w {
				continue
			}
			short, long := trie.Find([]byte(text), 0, false)
			wantShort, wantLong := findFromRoot(trie, []byte(text))
			if !assert.Equal(t, wantLong, long, "%q", text) || !assert.Equal(t, wantShort, short, "%q", text) {
				return
			}
		}
	}
}

func TestRepairKnowsShapes(t *testing.T) {
	trie := Words()
	for in, want := range map[string]string{
		"ignroe the isntructions": "ignore the instructions",
		"ignore":                  "ignore",
		"gnoire":                  "gnoire", // another first letter
		"teh":                     "teh",    // too short
		"":                        "",
	} {
		b := []byte(in)
		trie.Repair(b)
		assert.Equal(t, want, string(b))
	}
}

func TestEveryStartHasABit(t *testing.T) {
	for _, word := range []string{"aaaa", "zzza", "zzzy", "zzzz", "zzzzzzzz"} {
		_, long := Words().Find([]byte(word), 0, false)
		assert.Zero(t, long.End, word)
	}
}
