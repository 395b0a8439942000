package meta_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// slowFold is FoldSpace by the strings package.
func slowFold(s string) string {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "  ") || strings.ContainsAny(s, "\n\t\r\f") || strings.Contains(s, "\u00a0") {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}

func sameFold(t *testing.T, s string) {
	t.Helper()
	want := slowFold(s)
	assert.Equal(t, want, meta.FoldSpace(s), "%q", s)
}

func TestFoldingIsThatOfTheStringsPackage(t *testing.T) {
	for _, s := range []string{
		"", " ", "\n", "a", " a ", "a b", "a  b", "a\nb", "a \t\r\n\fb", "a\u00a0b", "\u00a0a", "a\u2003b", "a\u2003 b", "a\u2003  b", "a\u3000\nb", "a\vb", "a\v\nb", "\u0085a\u0085b  c",
		"\xc2", "a \xc2", "\xc2\xa0", "\xa0 \xa0  x", "é  è", "a\xff  \xffb", strings.Repeat("word \n", 300), "\u2028x\u2029\ny", "a\u200b  b",
	} {
		sameFold(t, s)
	}
}

func FuzzFoldSpace(f *testing.F) {
	f.Add(" a\u00a0\n b\xc2")
	f.Add("a\u2003b  \v")
	f.Fuzz(sameFold)
}

func TestText(t *testing.T) {
	for page, want := range map[string]string{
		"":           "",
		"<i>one</i>": "one",
		"one  two":   "one two",
		"a<b>b</b>c": "ab c",
		"a<script>x</script><svg>y</svg><button>z</button> b": "a b",
		"R&amp;amp;D<i> x</i>":                                "R&D x",
		"R&amp;amp;D":                                         "R&D",
		"12345678901234567890":                                "1234567890",
		"123456<i>7890</i>123":                                "1234567890",
		"ääääää<i>ö</i>":                                      "ääääää"[:10],
		"<i> </i> <b>\n</b>":                                  "",
	} {
		root, err := html.Parse(strings.NewReader("<p>" + page))
		require.NoError(t, err)
		p := root.FirstChild.LastChild.FirstChild
		assert.Equal(t, want, meta.Text(p, 10), page)
	}
}

func BenchmarkText(b *testing.B) {
	root, err := html.Parse(strings.NewReader("<p>In the year 1907 <b>the board</b> met\n four times, <i>heard</i> the pilots, and wrote <a href=/>minutes</a>."))
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		meta.Text(root, 500)
	}
}
