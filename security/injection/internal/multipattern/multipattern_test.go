package multipattern_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/multipattern"
)

func inWord(c byte) bool { return c >= 'a' && c <= 'z' }

// words are those of two groups; some share their beginnings.
var words = map[uint8][]string{1: {"gur ", "lbhe", "lbheself", "Gur "}, 2: {" eht", "ruoy", "rongi", "resu|", "resulted"}}

func matcher() *multipattern.Matcher {
	m := multipattern.New(4, inWord)
	for _, group := range []uint8{1, 2} {
		m.Add(group, words[group]...)
	}
	return m
}

func TestWordsAreFoundWhereverTheyBegin(t *testing.T) {
	m := matcher()
	for group, list := range words {
		for _, word := range list {
			word = strings.TrimSuffix(word, multipattern.WordEnd)
			for n := range 9 {
				before := strings.Repeat(".", n)
				assert.NotZero(t, m.Find(before+word)&group, "%q after %d bytes", word, n)
				assert.Equal(t, plain(before+word[:len(word)-1]), m.Find(before+word[:len(word)-1]), "%q cut short", word)
			}
		}
	}
	assert.Zero(t, m.Find("the result of a presumption"))
	for _, s := range []string{"eht resu", "eht resu.", "a resu saw", "resu\n"} {
		assert.NotZero(t, m.Find(s), "%q", s)
	}
}

// plain returns the groups that have a word in s.
func plain(s string) (groups uint8) {
	for group, list := range words {
		for _, word := range list {
			word, whole := strings.CutSuffix(word, multipattern.WordEnd)
			for i := range len(s) {
				if rest, ok := strings.CutPrefix(s[i:], word); ok && (!whole || rest == "" || !inWord(rest[0])) {
					groups |= group
				}
			}
		}
	}
	return groups
}

func TestFindIsAPlainLoop(t *testing.T) {
	m, rng := matcher(), rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{"gur lbhe", "resu \n", " ehtruoy", "Gur "} {
		for range 1000 {
			b := make([]byte, rng.IntN(90))
			for i := range b {
				b[i] = alphabet[rng.IntN(len(alphabet))]
			}
			assert.Equal(t, plain(string(b)), m.Find(string(b)), "%q", b)
		}
	}
}

func TestNextPlaceOfAWord(t *testing.T) {
	m := multipattern.New(7, inWord)
	m.Add(1, "eversed", "ackward")
	text := strings.Repeat("x", 50) + "reversed" + strings.Repeat("x", 50)
	at, groups := m.Next(text, 0)
	assert.InDelta(t, 51, at, 5)
	assert.EqualValues(t, 1, groups)
	at, groups = m.Next(text, at+5)
	assert.Greater(t, at, len(text))
	assert.Zero(t, groups)
}
