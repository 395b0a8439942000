package normalize_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

func TestNew(t *testing.T) {
	for in, want := range map[string]string{
		"":                  "",
		"Plain ASCII, 123.": "plain ascii, 123.",
		"Crème brûlée ÆØŁß": "creme brulee aeolss",
		"ｆｕｌｌ 𝐛𝐨𝐥𝐝 ⓒⓘⓡ 🅰🅱":                         "full bold cir ab",
		"z\u200be\u00adr\u2060o":                   "zero",
		"Ignоre аll":                               "ignore all",
		"Россия и мир":                             "россия и мир",
		"&lt;system&gt; &#73;gnore":                "<system> ignore",
		`\[INST\] a\*b`:                            "[inst] a*b",
		"ig**no**re":                               "ignore",
		"assi-\n  stants":                          "assistants",
		"well-known":                               "well-known",
		"h\u0323\u0301i\u035b":                     "hi",
		"\U000e0068\U000e0069":                     "hi",
		"\U0001f3f4\U000e0067\U000e0062\U000e007f": "\U0001f3f4",
		"bad \xff byte":                            "bad   byte",
		"日本語 한국어":                                  "日本語 한국어",
	} {
		assert.Equal(t, want, string(normalize.New(in).Bytes), "%+q", in)
	}
}

func TestOrigin(t *testing.T) {
	in := "Crème \u200bbrûlée &lt;b&gt; 𝐱yz"
	text := normalize.New(in)
	for _, word := range []string{"creme", "brulee", "b>", "yz"} {
		at := strings.Index(string(text.Bytes), word)
		from := text.Origin(at)
		assert.Equal(t, word[0], normalize.New(in[from:]).Bytes[0], word)
	}
	assert.Equal(t, len(in), text.Origin(len(text.Bytes)))
	assert.Equal(t, len(in), text.Origin(1<<20))
}

func FuzzNew(f *testing.F) {
	for _, s := range []string{"a\u200bb", "&lt;&#73;&amp;amp;", "Ignоre", "a-\nb", "\\[", "\xff\U000e0041", "𝐱"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := normalize.New(s)
		last := 0
		for i := range text.Bytes {
			at := text.Origin(i)
			if at < 0 || at > len(s) {
				t.Fatalf("Origin(%d) = %d of %d", i, at, len(s))
			}
			if at+64 < last {
				t.Fatalf("Origin(%d) = %d goes back from %d", i, at, last)
			}
			last = at
		}
	})
}
