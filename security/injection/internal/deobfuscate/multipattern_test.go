package deobfuscate

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMatcherFindsWordsWhereverTheyBegin(t *testing.T) {
	tables := shared()
	for _, m := range []*multiPattern{tables.disguised, tables.turned} {
		for _, w := range m.words {
			for n := range 9 {
				got := m.find(strings.Repeat(".", n) + w.word)
				assert.NotZero(t, got&w.group, "%q after %d bytes", w.word, n)
				assert.Zero(t, m.find(strings.Repeat(".", n)+w.word[:len(w.word)-1])&w.group, "%q cut short", w.word)
			}
		}
	}
	for s := range texts {
		want := uint8(0)
		for _, w := range tables.disguised.words {
			if present(s, w) {
				want |= w.group
			}
		}
		assert.Equal(t, want, tables.disguised.find(s), "%q", s)
	}
}

// present is what the matcher is to find.
func present(s string, w matched) bool {
	for i := range len(s) {
		rest, ok := strings.CutPrefix(s[i:], w.word)
		if ok && (!w.whole || rest == "" || !wordByte(rest[0])) {
			return true
		}
	}
	return false
}

func TestWordsThatEndAWord(t *testing.T) {
	tables := shared()
	assert.Zero(t, tables.disguised.find("the result of a presumption"))
	for _, s := range []string{"eht resu", "eht resu.", "a resu saw", "resu\n"} {
		assert.NotZero(t, tables.disguised.find(s), "%q", s)
	}
}

func TestNextPlaceOfAWord(t *testing.T) {
	m := shared().turned
	text := strings.Repeat("x", 50) + "reversed" + strings.Repeat("x", 50)
	at, groups := m.next(text, 0)
	assert.InDelta(t, 50, at, 8)
	assert.NotZero(t, groups)
	at, groups = m.next(text, at+8)
	assert.Greater(t, at, len(text))
	assert.Zero(t, groups)
}

func TestBase64InLinesIsOnePayload(t *testing.T) {
	const plain = "please read the whole of this letter before you answer it, and then tell me about the weather of the week"
	code := base64.StdEncoding.EncodeToString([]byte(plain))
	out, _ := Find("-\n" + code[:76] + "\n" + code[76:] + "\n")
	require.NotEmpty(t, out)
	assert.Equal(t, plain, out[0].Text)
	assert.Equal(t, "base64", out[0].How)
	assert.Equal(t, 2, out[0].Start)
	assert.Equal(t, 2+len(code)+1, out[0].End)
}

func TestWorkOfJoiningLinesIsBounded(t *testing.T) {
	good := base64.StdEncoding.EncodeToString([]byte("all is well here in the little house by the river and mill"))[:76]
	bad := strings.Repeat("/", 76)
	text := strings.Repeat(strings.Repeat(good+"\n", 100)+bad+"\n", 60)
	f := scanner{tables: shared(), s: text}
	f.runs()
	assert.LessOrEqual(t, f.joined, 2*len(text)+2*maxRun)
}

func TestPromisingRunsKeepWhatDecodes(t *testing.T) {
	f := scanner{tables: shared()}
	for _, run := range []string{
		base64.StdEncoding.EncodeToString([]byte("наш дом стоит у реки, и вода в ней чистая, как стекло")),
		base64.RawURLEncoding.EncodeToString([]byte("a line of text, then ~~~???>>> and so on to the end")),
		base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte("twice over, for good measure")))),
		"68656c6c6f2c20736d616c6c20776f726c64",
		"NBSWY3DPFQQHG3LBNRWCA53POJWGI",
		strings.Repeat("01101000", 9),
	} {
		assert.True(t, f.looksEncoded(run), run)
	}
	assert.False(t, f.looksEncoded("wp-content/uploads/2021/05/picture-of-a-house"))
}
