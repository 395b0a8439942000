package phrases

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// foundAt is where entries were found.
type foundAt struct {
	at          int
	short, long Match
}

// latinAt returns the end of the letters at b[i].
func latinAt(b []byte, i int) int {
	for i < len(b) && b[i]-'a' < 26 {
		i++
	}
	return i
}

// letterByLetter finds the entries that start with the Latin words of a text, by
// the root of the trie.
func letterByLetter(t *Trie, b []byte) (list []foundAt) {
	for i := 0; i < len(b); i = max(i+1, latinAt(b, i)) {
		if b[i]-'a' > 25 {
			continue
		}
		if key := lettersAt(b, i); t.heads.find(key.key()) == nil {
			t.Unscramble(b, i)
		}
		if short, long := t.Find(b, i, false); long.End > 0 {
			list = append(list, foundAt{i, short, long})
		}
	}
	return list
}

// wordByWord finds them with a cursor, in runs of words up to a limit.
func wordByWord(c *WordReader, b []byte, limit int) (list []foundAt) {
	look := func(i int, w, next *Token) {
		if short, long := c.PhrasesAt(b, i, w, next); long.End > 0 {
			list = append(list, foundAt{i, short, long})
		}
	}
	for i := 0; i < len(b); i++ {
		if b[i]-'a' > 25 {
			continue
		}
		w := c.Next(b, i)
		for {
			at, next, more := c.Skip(b, i, &w, i+limit)
			if i = at; !more {
				look(i, &w, nil)
				break
			}
			look(i, &w, &next)
			i, w = w.End+1, next
		}
		i = w.End - 1
	}
	return list
}

// texts are made of words of the lexicon, whole, cut, scrambled and run together,
// and of others.
func texts(yield func(string) bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	trie := Words()
	gaps := []string{" ", " ", " ", " ", " ", " ", "  ", "\n", "-", "_", " - ", ". ", ", ", "'", "2", "é", "。", "x", ""}
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(12) {
			w := trie.words[rng.IntN(len(trie.words))]
			switch rng.IntN(6) {
			case 0:
				w = w[:rng.IntN(len(w)+1)]
			case 1:
				w = swapped(rng, w)
			case 2:
				w = "the " + w
			case 3:
				w = []string{"the", "to", "of a", "water", "your", "internationalisation", "zzz", "a", "all"}[rng.IntN(9)]
			}
			b.WriteString(w)
			b.WriteString(gaps[rng.IntN(len(gaps))])
		}
		if !yield(b.String()) {
			return
		}
	}
}

// swapped has two neighbouring bytes of s change places.
func swapped(rng *rand.Rand, s string) string {
	if len(s) < 4 {
		return s
	}
	i := 1 + rng.IntN(len(s)-3)
	return s[:i] + s[i+1:i+2] + s[i:i+1] + s[i+2:]
}

func TestCursorFindsWhatLettersDo(t *testing.T) {
	c := NewWordReader(Words(), weightless)
	for s := range texts {
		want, got := []byte(s), []byte(s)
		list := letterByLetter(c.Trie, want)
		if !assert.Equal(t, list, wordByWord(c, got, len(got)), "%q", s) || !assert.Equal(t, string(want), string(got)) {
			return
		}
		if !assert.Equal(t, list, wordByWord(c, []byte(s), 10), "%q in short runs", s) {
			return
		}
	}
}

func FuzzCursor(f *testing.F) {
	n := 0
	for s := range texts {
		if n++; n > 100 {
			break
		}
		f.Add(s)
	}
	c := NewWordReader(Words(), weightless)
	f.Fuzz(func(t *testing.T, s string) {
		want, got := []byte(s), []byte(s)
		assert.Equal(t, letterByLetter(c.Trie, want), wordByWord(c, got, len(got)), "%q", s)
		assert.Equal(t, string(want), string(got))
	})
}

// TestHeadsStay: no word that entries begin with is taken for another one, so
// that it doesn't matter when it is looked at.
func TestHeadsStay(t *testing.T) {
	trie := Words()
	for _, w := range trie.words {
		head := []byte(w[:latin(w)])
		trie.Unscramble(head, 0)
		assert.Equal(t, w[:len(head)], string(head))
	}
}

func TestPass(t *testing.T) {
	c := cursorOf(t, "ignore: ignore\nuser: the user, the humane*\nall: all")
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
		w := c.Next(b, 0)
		at, next, more := c.Skip(b, 0, &w, len(b))
		assert.Equal(t, want.at, at, "%q", in)
		assert.Equal(t, want.more, more, "%q", in)
		assert.Equal(t, latinAt(b, at), w.End, "%q", in)
		if more {
			assert.Equal(t, latinAt(b, w.End+1), next.End, "%q", in)
		}
	}
	b := []byte("one two three four five all")
	for limit, want := range map[int]int{3: 4, 6: 4, 7: 8, 100: 24} {
		w := c.Next(b, 0)
		at, _, more := c.Skip(b, 0, &w, limit)
		assert.Equal(t, want, at, "up to %d", limit)
		assert.False(t, more)
	}
}

func TestSum(t *testing.T) {
	words := 0
	c := cursorOf(t, "all: all")
	c.weigh = func(word, stem uint64) int {
		whole, _ := hashed([]byte("instruct"))
		_, first := hashed([]byte("instructions"))
		if words++; word == whole {
			assert.Equal(t, first, stem)
		}
		return 3
	}
	read := func(in string) int {
		b := []byte(in)
		for i := 0; i < len(b); i = latinAt(b, i) + 1 {
			c.Next(b, i)
		}
		return c.Sum()
	}
	assert.Equal(t, 6, read("read rules"))
	assert.Equal(t, 6, read("rules rules read rules"), "each once")
	assert.Equal(t, 3, read("a b rules c"), "letters by themselves don't count")
	assert.Equal(t, 2, words, "what was met is not weighed again")
	assert.Equal(t, 3, read("instruct"))
	assert.Zero(t, read(""))
}

// crowded are words of one set of those that are remembered.
func crowded(n int) (list []string) {
	var first uint64
	for i := 0; len(list) < n; i++ {
		b := []byte{'x', byte('a' + i%26), byte('a' + i/26%26), byte('a' + i/676%26), byte('a' + i/17576)}
		w := lettersOf(b)
		if set := hashOf(w.key()) >> (64 - cacheBits); len(list) == 0 {
			first = set
		} else if set != first {
			continue
		}
		list = append(list, string(b))
	}
	return list
}

func TestSumsDontDependOnWhatWasMet(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	list := append(crowded(6), "the", "rules", "internationalisation", "ignroe", "ignore")
	weigh := func(word, _ uint64) int { return int(word % 200) }
	used := NewWordReader(Words(), weigh)
	for range 1000 {
		fresh := NewWordReader(Words(), weigh)
		b := []byte(strings.Repeat(" ", 100))
		for i := 0; i < 80; {
			i += copy(b[i:], list[rng.IntN(len(list))]) + 1
		}
		again := []byte(string(b))
		for i := 0; i < len(b); i++ {
			if b[i] == ' ' {
				continue
			}
			w, v := fresh.Next(b, i), used.Next(again, i)
			if !assert.Equal(t, w.firstWord, v.firstWord) || !assert.Equal(t, w.End, v.End) {
				return
			}
			i = w.End
		}
		if !assert.Equal(t, fresh.Sum(), used.Sum(), "%q", b) {
			return
		}
	}
}

func TestTwoWordsAreKnownAtOnce(t *testing.T) {
	c := cursorOf(t, "all: all, every word")
	for _, list := range [][]string{crowded(5), {"internationalisation", "internationalised", "extraordinarily"}} {
		b := []byte(strings.Join(list, " "))
		w := c.Next(b, 0)
		for w.End < len(b) {
			key := w.key
			next := c.Next(b, w.End+1)
			assert.Equal(t, key, w.key)
			w = next
		}
	}
}

func TestTurnsStartAgain(t *testing.T) {
	c := cursorOf(t, "all: all")
	c.weigh = func(_, _ uint64) int { return 2 }
	c.turn = 1<<32 - 1
	c.Next([]byte("rules"), 0)
	assert.Equal(t, 2, c.Sum())
	assert.NotZero(t, c.turn)
	c.Next([]byte("rules"), 0)
	assert.Equal(t, 2, c.Sum())
}
