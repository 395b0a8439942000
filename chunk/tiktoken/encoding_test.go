package tiktoken_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
)

// both returns the two encodings.
func both(t testing.TB) []*tiktoken.Encoding {
	cl, err := tiktoken.CL100K()
	require.NoError(t, err)
	o, err := tiktoken.O200K()
	require.NoError(t, err)
	return []*tiktoken.Encoding{cl, o}
}

// Counts that OpenAI's own tokenizer is known to give.
func TestKnownCounts(t *testing.T) {
	cases := []struct {
		text          string
		cl100k, o200k int
	}{
		{"", 0, 0},
		{"hello world", 2, 2},
		{"tiktoken is great!", 6, 6},
		{"antidisestablishmentarianism", 6, 6},
		{"2 + 2 = 4", 7, 7},
		{"お誕生日おめでとう", 9, 8},
		{"<|endoftext|>", 7, 7},
	}
	encs := both(t)
	for _, c := range cases {
		assert.Equal(t, c.cl100k, encs[0].Count(c.text), "cl100k_base %q", c.text)
		assert.Equal(t, c.o200k, encs[1].Count(c.text), "o200k_base %q", c.text)
	}
}

// random makes text of characters of many scripts and of the signs that the
// splitting expressions know.
func random(r *rand.Rand, n int) string {
	var b strings.Builder
	signs := []string{" ", "  ", "\n", "\r\n", "\n\n", "\t", "'s", "'LL", "'Re", "'", "/", "//", "...", "-", "1", "12", "1234", "é", "e\u0301", "\u0301", "ǅ", "ʰ", "中文", "한국", "ไทย", "हिन्दी", "😀", "👩‍💻", "\u00a0", "\u2028", "\u3000", "A", "Ab", "aB", "ABC", "<|", "|>", "١٢", "𝐀", "𐐨", "𐐀", "\u0903", "\u20dd", "½"}
	for range n {
		switch r.IntN(4) {
		case 0:
			b.WriteString(signs[r.IntN(len(signs))])
		case 1:
			b.WriteRune(rune(r.IntN(0x250) + 0x20))
		case 2:
			for range r.IntN(8) {
				b.WriteByte("etaoin shrdluETA"[r.IntN(16)])
			}
		default:
			if c := rune(r.IntN(0x20000)); c < 0xd800 || c > 0xdfff {
				b.WriteRune(c)
			}
		}
	}
	// tiktoken-go does not fold the long s, as OpenAI's expressions do.
	return strings.ReplaceAll(b.String(), "ſ", "")
}

func TestCountEqualsTiktokenGo(t *testing.T) {
	texts := []string{
		"The quick brown fox jumps over the lazy dog.",
		"func main() {\n\tfmt.Println(\"hi\")\r\n}\n\n\n",
		"| a | b |\n|---|:-:|\n| 1 | 2 |\n",
		"¿Qué tal? ¡Bien! Ça va, où êtes-vous ? Straße, ÄÖÜ.",
		"Привет, мир. Γειά σου Κόσμε. שלום עולם. مرحبا بالعالم",
		"你好，世界。日本語のテキスト。한국어 문장입니다. ภาษาไทยไม่มีช่องว่าง",
		"नमस्ते दुनिया, বাংলা ভাষা, தமிழ் மொழி, ⠓⠑⠇⠇⠕",
		"I'm, you're, HE'S, they'Ll we'vE it'd don't 'tis",
		"https://example.org/a/b?c=d&e=%20#frag x://y//z\n/",
		"a\xffb\xc3\x28 broken \xf0\x9f",
		strings.Repeat("a", 200), strings.Repeat(" ", 300), strings.Repeat("=", 255), strings.Repeat("\n", 40) + "x",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1500 {
		texts = append(texts, random(r, 1+r.IntN(60)))
	}
	for _, e := range both(t) {
		for _, text := range texts {
			tokens, err := e.Encode(text)
			require.NoError(t, err)
			if got := e.Count(text); got != len(tokens) {
				t.Errorf("%s: Count(%q) = %d, want %d", e.Name(), text, got, len(tokens))
			}
		}
	}
}
