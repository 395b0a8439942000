package phrases_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// trieOf returns a trie of one English list.
func trieOf(t *testing.T, list string) *phrases.Trie {
	t.Helper()
	d := phrases.Dictionary{}
	require.NoError(t, d.Read(list, phrases.English))
	return d.Trie()
}

// entries returns the entries of all lists in folded form, sorted, each once.
func entries() (list []string) {
	for line := range strings.Lines(phrases.Text()) {
		_, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		for word := range strings.SplitSeq(words, ",") {
			word = strings.TrimSuffix(strings.TrimSpace(word), "*")
			list = append(list, strings.Join(strings.FieldsFunc(string(normalize.New(word).Bytes), separator), " "))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func separator(r rune) bool { return r < 0x80 && phrases.Separator(byte(r)) }

// letters returns how many letters from a to z a text begins with.
func letters[T string | []byte](s T) (n int) {
	for n < len(s) && s[n] >= 'a' && s[n] <= 'z' {
		n++
	}
	return n
}

// found is where entries were found.
type found struct {
	at          int
	short, long phrases.Match
}

// letterByLetter finds the entries that start with the Latin words of a text, each from the
// root of the trie.
func letterByLetter(t *phrases.Trie, b []byte) (list []found) {
	for i := 0; i < len(b); i += max(1, letters(b[i:])) {
		if letters(b[i:]) == 0 {
			continue
		}
		t.Unscramble(b, i)
		if short, long := t.Find(b, i, false); long.End > 0 {
			list = append(list, found{i, short, long})
		}
	}
	return list
}

// next reads the word at b[i].
func next(t *phrases.Trie, b []byte, i int) (end int, short, long phrases.Match) {
	end = i + letters(b[i:])
	head, _ := t.Head(b[i:end])
	if head.Begins() {
		short, long = t.Entries(b, i, end, head)
	}
	return end, short, long
}

// wordByWord finds them by words.
func wordByWord(r *phrases.Trie, b []byte) (list []found) {
	for i := 0; i < len(b); i++ {
		if letters(b[i:]) == 0 {
			continue
		}
		end, short, long := next(r, b, i)
		if long.End > 0 {
			list = append(list, found{i, short, long})
		}
		i = end - 1
	}
	return list
}

// texts are made of words of the lists, whole, cut, scrambled and run together, and of others.
func texts(yield func(string) bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := entries()
	gaps := []string{" ", " ", " ", " ", " ", " ", "  ", "\n", "-", "_", " - ", ". ", ", ", "'", "2", "é", "。", "x", ""}
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(12) {
			w := words[rng.IntN(len(words))]
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
