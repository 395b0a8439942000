package phrases

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeysTellWordsApart(t *testing.T) {
	seen := make(map[uint64]string)
	tell := func(word string) {
		w := lettersOf([]byte(word))
		key := w.key()
		other, ok := seen[key]
		assert.False(t, ok, "%q and %q", word, other)
		assert.NotZero(t, key, "%q", word)
		assert.EqualValues(t, word[0]-'a'+1, key&31, "%q", word)
		seen[key] = word
	}
	for _, w := range []string{"a", "aa", "z", "az", "za", "zzzzzzzzzzzz", "aaaaaaaaaaaa"} {
		tell(w)
	}
	const all = "abcdefghijklmnopqrstuvwxyz"
	for n := 3; n <= maxKey; n++ {
		for k := range n {
			for c := range all {
				if w := "mnbvcxzlkjhg"[:n]; w[k] != all[c] || k == 0 {
					tell(w[:k] + all[c:c+1] + w[k+1:])
				}
			}
		}
	}
	w := lettersOf([]byte("cabbagecabbage"))
	assert.EqualValues(t, 3|long, w.key())
}

func TestLettersWhereverWordsStand(t *testing.T) {
	for n := range 30 {
		word := strings.Repeat("lexicon", 5)[:n]
		for _, text := range []string{word, word + " ", word + "-and so on for a while", word + "7 and so on for a while", word + "é and so on for a while", word + "{`AZ~\x7f{`AZ~\x7f{`AZ~\x7f"} {
			w := lettersAt([]byte("x-"+text), 2)
			assert.Equal(t, n, w.n, "%q", text)
			assert.Equal(t, lettersOf([]byte(word)), w, "%q", text)
		}
	}
}

func TestOthers(t *testing.T) {
	for c := range 256 {
		for k := range 8 {
			b := []byte("abcdwxyz")
			b[k] = byte(c)
			want := uint64(0)
			if c < 'a' || c > 'z' {
				want = 0x80 << (8 * k)
			}
			assert.Equal(t, want, others(binary.LittleEndian.Uint64(b)), "%q", b)
		}
	}
}
