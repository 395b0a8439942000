package lexicon

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeysTellWordsApart(t *testing.T) {
	seen := make(map[uint64]string)
	for _, w := range []string{"a", "aa", "aaa", "z", "az", "za", "abcdefg", "abcdefgh", "bbcdefgh", "abcdefghi", "abcdefghijkl", "zzzzzzzzzzzz", "aaaaaaaaaaaa"} {
		key := keyOf([]byte(w))
		other, ok := seen[key]
		assert.False(t, ok, "%q and %q", w, other)
		assert.NotZero(t, key, "%q", w)
		seen[key] = w
	}
}

func TestKeysWhereverWordsStand(t *testing.T) {
	for n := 1; n <= 30; n++ {
		word := strings.Repeat("lexicon", 5)[:n]
		for _, text := range []string{word, word + " ", word + "-and so on", word + "7 and so on", word + "é and so on", word + "{`AZ~\x7f"} {
			key, got := keyAt([]byte("x-"+text), 2)
			assert.Equal(t, n, got, "%q", text)
			assert.Equal(t, keyOf([]byte(word)), key, "%q", text)
		}
	}
	key, n := keyAt([]byte("- none here"), 0)
	assert.Zero(t, key)
	assert.Zero(t, n)
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
