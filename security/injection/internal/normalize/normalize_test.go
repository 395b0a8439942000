package normalize_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/letters"
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
		"a\r\nb\vc\fd\x00e\x7f\x1b":                "a \nb c de",
		`\&#105;gnore \&amp;#116;his a \& b`:       "ignore this a & b",
		"&amp;#105;gnore &amp;amp;#116;his":        "ignore this",
		"a &amp; b&amp;c &amp;amp; d":              "a   b c   d",
		"a & b &c; &nosuch; &#38;amp; -":           "a & b &c; &nosuch;  amp; -",
		"a * b **c** d-\n":                         "a * b **c** d-\n",
		"x\ufe0f\U000e0152\U000e0158\U000e01ef":    "xbh",
		"x\U000e0041\U000e0001":                    "xa",
		"a\u20d7b\u3000c":                          "ab c",
		"a\\":                                      "a\\",
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

// Letters of other scripts fold to Latin ones in words that have both, and in words of which all
// letters look Latin, on a line of which a third of the letters are ASCII.
func TestWordsOfMixedScripts(t *testing.T) {
	for in, want := range map[string]string{
		"pаypаl":                            "paypal",
		"Раураl now":                        "paypal now",
		"сору this text":                    "copy this text", // all Cyrillic
		"сору этот текст":                   "сору этот текст",
		"please do сору":                    "please do copy",
		"сору\nthis text here":              "сору\nthis text here", // the line has no Latin letters
		"мир and peace":                     "мир and peace",        // not all letters look Latin
		"λόγος is Greek for it":             "λογος is greek for it",
		"igno\u200bгe \u0301аll":            "ignore all",
		"日本го":                              "日本го",
		"ελλάδα":                            "ελλαδα",
		"x" + strings.Repeat("ж", 40) + "а": "x" + strings.Repeat("ж", 40) + "а", // the Latin letter is far off
	} {
		assert.Equal(t, want, string(normalize.New(in).Bytes), "%+q", in)
	}
}

// Characters of scripts that don't look like Latin are folded one by one, wherever they stand.
func TestTextsAreFoldedByCharacters(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	common := []rune("abc éÀäß\u200b\u0301\u00ad ไทยहिन्दी中。，ﬁＡ가 \u00a0x\u0085")
	for range 20_000 {
		var in, want strings.Builder
		for range rng.IntN(40) {
			r := common[rng.IntN(len(common))]
			if rng.IntN(5) == 0 {
				r = rune(0xa0 + rng.IntN(0x3000))
			}
			if letters.SharesShapes(r) || r >= 0x2010 && r <= 0x2020 {
				continue
			}
			in.WriteRune(r)
			want.WriteString(folded(r))
		}
		if got := string(normalize.New(in.String()).Bytes); !assert.Equal(t, want.String(), got, "%+q", in.String()) {
			return
		}
	}
}

// folded returns the folded form of a character that does not depend on its context.
func folded(r rune) string {
	switch {
	case r < 0x80, r >= 0x3041 && r <= 0x30ff:
		return string(r)
	case letters.Invisible(r):
		return ""
	case unicode.IsSpace(r):
		return " "
	}
	return string(letters.Append(nil, string(r)))
}

// Normalize stores no offsets for bytes that stay side by side.
func TestMemoryOfOrigins(t *testing.T) {
	const side = "Привет, мир! 你好。"
	for _, side := range []string{side, "приветмир"} {
		for _, begin := range []string{"", "\u200b", "é "} {
			short, long := begin+strings.Repeat(side, 10), begin+strings.Repeat(side, 1000)
			allocs := func(s string) float64 { return testing.AllocsPerRun(10, func() { normalize.New(s) }) }
			assert.InDelta(t, allocs(short), allocs(long), 0.5, "%q, then %q", begin, side)
		}
	}
	text := normalize.New("é " + strings.Repeat(side, 100))
	assert.Equal(t, 2, text.Origin(1))
	assert.Equal(t, 5, text.Origin(4))
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
