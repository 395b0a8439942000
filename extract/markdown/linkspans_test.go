package markdown_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// spansOf are the links of Markdown as "kind text address".
func spansOf(t testing.TB, md string) []string {
	t.Helper()
	doc := markdown.Parse(md)
	doc.LinkSpans = markdown.LinkSpans(md)
	require.NotNil(t, doc.LinkSpans)
	require.NoError(t, doc.Check(), "%q", md)
	out := []string{}
	for _, l := range doc.LinkSpans {
		out = append(out, map[byte]string{'!': "image", '<': "autolink", '[': "link"}[md[l.Start]]+" "+md[l.Text.Start:l.Text.End]+" "+md[l.Address.Start:l.Address.End])
	}
	return out
}

func TestLinkSpans(t *testing.T) {
	for md, want := range map[string][]string{
		"":                                   {},
		"no link":                            {},
		"[a](b)":                             {"link a b"},
		"é ![a **b**](<c d> \"e\") f":        {"image a **b** c d"},
		"[![a](b)](c) [d]( e 'f' )":          {"link ![a](b) c", "image a b", "link d e"},
		"![a [b](c) d](e)":                   {"image a [b](c) d e"},
		"[[1]](a) ![b [c] d](e)":             {"link [1] a", "image b [c] d e"},
		"[a]() [b](<>)":                      {"link a ", "link b "},
		"[a](b_(c)) [d](e\\)f)":              {"link a b_(c)", "link d e\\)f"},
		"<https://a.example/> <b@c.example>": {"autolink https://a.example/ https://a.example/", "autolink b@c.example b@c.example"},
		"https://a.example/ [a][b] [b]\n\n[b]: /c":   {},
		"`[a](b)` \\[c](d) ``[e](f)`` [g](h)":        {"link g h"},
		"```\n[a](b)\n```\n\n    [c](d)\n\n- [e](f)": {"link e f"},
		"| a |\n| --- |\n| [b\\|c](d) ![e](f) |":     {"link b\\|c d", "image e f"},
		"> [a\n> b](c)":                              {"link a\n> b c"},
		"$a[1](x)$ costs $5 and [b](c) $6":           {"link b c"},
		"$$x[1](y)$$ [a](b), `$` [c](d) `$`":         {"link a b", "link c d"},
		"<span title=\"[a](b)\">[c](d)</span>":       {"link c d"},
		"# [a](b) #\n\n[c](d)\n===":                  {"link a b", "link c d"},
	} {
		assert.Equal(t, want, spansOf(t, md), "%q", md)
	}
}

// Links far below are found at their places as well, in segments and in long tables.
func TestLinkSpansOfLongSources(t *testing.T) {
	row := "| [a](b) | c |\n"
	table := "| x | y |\n| --- | --- |\n" + strings.Repeat(row, 20_000)
	assert.Len(t, spansOf(t, table), 20_000)
	text := strings.Repeat("Words [a](b).\n\n", 10_000) + "```\n" + strings.Repeat("[no](link)\n", 10_000) + "```\n\n[c](d)"
	assert.Len(t, spansOf(t, text), 10_001)
	assert.Len(t, spansOf(t, strings.Repeat("[a](b)\n\n", limit.LinkSpans)), limit.LinkSpans)
	assert.Len(t, spansOf(t, strings.Repeat("[a](b)\n\n", limit.LinkSpans+1)), limit.LinkSpans)
}

func TestLinkSpansOfHostileTextEnd(t *testing.T) {
	began := time.Now()
	for _, unit := range []string{"[", "](", "![", "](a", "[a](b", "`", "$", "$a", "$a[b](c)", "<", "](a \"", "![a](b)", "[a](b)", "> ", "[![a](b)](c)"} {
		spansOf(t, strings.Repeat(unit, 1<<18/len(unit))+"](b)")
	}
	assert.Less(t, time.Since(began), time.Minute)
}

func FuzzLinkSpans(f *testing.F) {
	for _, md := range []string{"[a](b \"c\") ![d](<e>) <f:g>", "$a[b](c)$ `[d](e)`", "| [a](b) |\n| - |\n| \\| |", "> [![a](b)](c)\\\n> d"} {
		f.Add(md)
	}
	f.Fuzz(func(t *testing.T, md string) {
		spansOf(t, strings.ToValidUTF8(md, "\uFFFD"))
	})
}

// The extractor notes the links of what it has written.
func TestExtractorNotesLinkSpans(t *testing.T) {
	doc := rewritten(t, "---\ntitle: T\n---\n\nA [b](c), [d][e], ![f](g) and <script>x</script> [h](javascript:i).\n\n[e]: /e \"E\"\n")
	require.NoError(t, doc.Check())
	assert.Equal(t, markdown.LinkSpans(doc.Markdown), doc.LinkSpans)
	assert.Len(t, doc.LinkSpans, 3)
}
