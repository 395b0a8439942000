package chunk_test

import (
	"cmp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// part is a block of a document under test.
type part struct {
	kind extract.Kind
	text string
}

func h(text string) part     { return part{extract.HeadingBlock, text} }
func p(text string) part     { return part{extract.Paragraph, text} }
func list(text string) part  { return part{extract.List, text} }
func code(text string) part  { return part{extract.Code, text} }
func table(text string) part { return part{extract.Table, text} }
func quote(text string) part { return part{extract.Quote, text} }
func html(text string) part  { return part{extract.HTML, text} }

// document makes a document of blocks with an empty line between them.
func document(parts ...part) *extract.Document {
	doc := &extract.Document{}
	for i, p := range parts {
		if i > 0 {
			doc.Markdown += "\n\n"
		}
		b := extract.Block{Kind: p.kind, Span: extract.Span{Start: len(doc.Markdown)}}
		doc.Markdown += p.text
		b.End = len(doc.Markdown)
		if p.kind == extract.HeadingBlock {
			b.Level = len(p.text) - len(strings.TrimLeft(p.text, "#"))
			doc.Outline = append(doc.Outline, extract.Heading{Level: b.Level, Text: strings.TrimLeft(p.text, "# "), Span: extract.Span{Start: b.Start, End: b.End}})
		}
		doc.Blocks = append(doc.Blocks, b)
	}
	doc.Markdown += "\n"
	return doc
}

// words counts words: a simple counter whose numbers can be seen.
type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }

// limitOf is how many tokens a chunk may have.
func limitOf(opts chunk.Options) int {
	return int(float64(cmp.Or(opts.MaxTokens, chunk.DefaultMaxTokens))*(1-opts.MarginRatio) + 1e-9)
}

// checkSet holds a set against all that Split promises.
func checkSet(t testing.TB, doc *extract.Document, opts chunk.Options, set *chunk.Set) {
	t.Helper()
	count := chunk.Estimate
	if opts.Counter != nil {
		count = opts.Counter.Count
	}
	limit := limitOf(opts)
	var all strings.Builder
	at, sum := 0, 0
	for i, c := range set.Chunks {
		require.Equal(t, i, c.Index)
		require.NotNil(t, c.HeadingsPath)
		require.True(t, utf8.ValidString(c.Text), "chunk %d cuts a character", i)
		require.NotEmpty(t, strings.TrimSpace(c.Text), "chunk %d is empty", i)
		require.GreaterOrEqual(t, c.Start, at, "chunk %d begins before the end of the one before", i)
		require.LessOrEqual(t, c.End, len(doc.Markdown))
		require.Less(t, c.Start, c.End)
		require.Contains(t, c.Text, doc.Markdown[c.Start:c.End], "chunk %d does not hold its span", i)
		require.Equal(t, utf8.RuneCountInString(c.Text), c.CharLen)
		require.Equal(t, count(c.Text), c.Tokens)
		if c.Tokens > limit {
			_, size := utf8.DecodeRuneInString(c.Text)
			require.Equal(t, len(c.Text), size, "chunk %d of %d tokens is over the limit of %d: %q", i, c.Tokens, limit, c.Text)
		}
		all.WriteString(doc.Markdown[c.Start:c.End])
		at, sum = c.End, sum+c.Tokens
	}
	require.Equal(t, solid(doc.Markdown), solid(all.String()), "text is lost")
	require.Equal(t, len(set.Chunks), set.TotalChunks)
	require.Equal(t, sum, set.TotalTokens)
	require.NotNil(t, set.Chunks)
}

// texts are the texts of the chunks of a document, after all promises are held.
func texts(t *testing.T, doc *extract.Document, opts chunk.Options) []string {
	t.Helper()
	set, err := chunk.Split(t.Context(), doc, opts)
	require.NoError(t, err)
	checkSet(t, doc, opts, set)
	var out []string
	for _, c := range set.Chunks {
		out = append(out, c.Text)
	}
	return out
}

func TestSplit(t *testing.T) {
	header := "| a | b |\n|---|---|\n"
	cases := []struct {
		name string
		doc  *extract.Document
		opts chunk.Options
		want []string
	}{
		{"nothing", &extract.Document{}, chunk.Options{}, nil},
		{"white space", &extract.Document{Markdown: " \n\t\n"}, chunk.Options{}, nil},
		{"all fits", document(h("# A"), p("one two.")), chunk.Options{MaxTokens: 4, Counter: words{}}, []string{"# A\n\none two."}},
		{"sections apart", document(h("# A"), p("one two three."), h("# B"), p("four five six.")),
			chunk.Options{MaxTokens: 6, Counter: words{}}, []string{"# A\n\none two three.", "# B\n\nfour five six."}},
		{"small sections together", document(h("# A"), p("one."), h("## B"), p("two."), h("## C"), sentence("three", 40)),
			chunk.Options{MaxTokens: 45, Counter: words{}}, []string{"# A\n\none.\n\n## B\n\ntwo.", "## C\n\n" + strings.Repeat("three ", 39) + "three."}},
		{"no orphan heading", document(p("one two three four."), h("# A"), p("five six seven eight.")),
			chunk.Options{MaxTokens: 6, Counter: words{}}, []string{"one two three four.", "# A\n\nfive six seven eight."}},
		{"paragraph at sentences", document(p("One two three. Four five six. Seven eight nine.")),
			chunk.Options{MaxTokens: 6, Counter: words{}}, []string{"One two three. Four five six.", "Seven eight nine."}},
		{"list at items", document(list("- one two\n- three four\n  - five six\n- seven eight")),
			chunk.Options{MaxTokens: 6, Counter: words{}}, []string{"- one two\n- three four", "- five six\n- seven eight"}},
		{"sentence at clauses", document(p("one two three, four five six, seven eight nine")),
			chunk.Options{MaxTokens: 6, Counter: words{}}, []string{"one two three, four five six,", "seven eight nine"}},
		{"table at rows with its header", document(table(header + "| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |")),
			chunk.Options{MaxTokens: 16, Counter: words{}}, []string{header + "| 1 | 2 |\n| 3 | 4 |", header + "| 5 | 6 |"}},
		{"table whole before it is cut", document(p("one two three four five six seven."), table(header+"| 1 | 2 |\n| 3 | 4 |")),
			chunk.Options{MaxTokens: 16, Counter: words{}}, []string{"one two three four five six seven.", header + "| 1 | 2 |\n| 3 | 4 |"}},
		{"code at blank lines", document(code("```go\na b c\n\nd e f\n\ng h i\n```")),
			chunk.Options{MaxTokens: 8, Counter: words{}}, []string{"```go\na b c\n\nd e f\n```", "```go\ng h i\n```"}},
		{"unclosed code is closed", document(code("~~~\na b c d e\nf g h i j")),
			chunk.Options{MaxTokens: 8, Counter: words{}}, []string{"~~~\na b c d e\n~~~", "~~~\nf g h i j\n~~~"}},
		{"text outside of all blocks", &extract.Document{Markdown: "one two\n\nthree"}, chunk.Options{MaxTokens: 4, Counter: words{}}, []string{"one two\n\nthree"}},
		{"margin", document(p("One two. Three four.")), chunk.Options{MaxTokens: 5, MarginRatio: .2, Counter: words{}}, []string{"One two. Three four."}},
		{"wider margin", document(p("One two. Three four. Five six. Seven eight.")), chunk.Options{MaxTokens: 8, MarginRatio: .5, Counter: words{}}, []string{"One two. Three four.", "Five six. Seven eight."}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, texts(t, c.doc, c.opts))
		})
	}
}

func TestSplitNil(t *testing.T) {
	set, err := chunk.Split(t.Context(), nil, chunk.Options{})
	require.NoError(t, err)
	assert.Equal(t, &chunk.Set{MaxTokens: chunk.DefaultMaxTokens, Chunks: []chunk.Chunk{}}, set)
}

func TestHeadingsPath(t *testing.T) {
	doc := document(p("Before."), h("# A"), p("Under A."), h("## B"), h("### C"), p("Under C."), h("## D"), p("Under D."))
	set, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 4, Counter: words{}})
	require.NoError(t, err)
	var got [][]string
	for _, c := range set.Chunks {
		got = append(got, c.HeadingsPath)
	}
	assert.Equal(t, [][]string{{}, {"A"}, {"A", "B"}, {"A", "B", "C"}, {"A", "D"}}, got)
}

// TestHeadingsPathBeginsWithTheTitle has pages whose h1 stands in the text, in the metadata, or in both.
func TestHeadingsPathBeginsWithTheTitle(t *testing.T) {
	for _, c := range []struct {
		title   string
		heading string
		want    [][]string
	}{
		{"Knots", "# Knots", [][]string{{"Knots"}, {"Knots"}, {"Knots", "Bowline"}}},
		{"Knots | Rope School", "# KNOTS", [][]string{{"Knots | Rope School"}, {"KNOTS"}, {"KNOTS", "Bowline"}}},
		{"Rope School: Knots", "# Knots", [][]string{{"Rope School: Knots"}, {"Knots"}, {"Knots", "Bowline"}}},
		{"Rope School", "# Knots", [][]string{{"Rope School"}, {"Rope School", "Knots"}, {"Rope School", "Knots", "Bowline"}}},
		{"Rope School", "### Knots", [][]string{{"Rope School"}, {"Rope School", "Knots"}, {"Rope School", "Bowline"}}},
		{"", "# Knots", [][]string{{}, {"Knots"}, {"Knots", "Bowline"}}},
	} {
		doc := document(p("Before."), h(c.heading), p("Under it."), h("## Bowline"), p("A loop."))
		doc.Meta.Title = c.title
		set, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 4, Counter: words{}})
		require.NoError(t, err)
		var got [][]string
		for _, c := range set.Chunks {
			got = append(got, c.HeadingsPath)
		}
		assert.Equal(t, c.want, got, "title %q, heading %q", c.title, c.heading)
	}
}

func TestHeadingsPathWithoutOutline(t *testing.T) {
	doc := document(h("# A #"), p("One."))
	doc.Outline = nil
	set, err := chunk.Split(t.Context(), doc, chunk.Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"A"}, set.Chunks[0].HeadingsPath)
}

func TestOverlap(t *testing.T) {
	doc := document(h("# A"), p("One two. Three four. Five six. Seven eight."), h("# B"), p("Nine ten. Eleven twelve. Thirteen fourteen."))
	got := texts(t, doc, chunk.Options{MaxTokens: 6, OverlapTokens: 2, Counter: words{}})
	assert.Equal(t, []string{
		"# A\n\nOne two. Three four.",
		"Three four. Five six. Seven eight.",
		"Seven eight.\n\n# B\n\nNine ten.",
		"Nine ten. Eleven twelve. Thirteen fourteen.",
	}, got)
}

func TestOverlapInTables(t *testing.T) {
	doc := document(table("| a |\n|---|\n| 1 |\n| 2 |\n| 3 |\n| 4 |\n| 5 |"), p("six seven eight nine ten."))
	got := texts(t, doc, chunk.Options{MaxTokens: 14, OverlapTokens: 3, Counter: words{}})
	assert.Equal(t, []string{
		"| a |\n|---|\n| 1 |\n| 2 |\n| 3 |",
		"| a |\n|---|\n| 3 |\n| 4 |\n| 5 |",
		"six seven eight nine ten.", // a row with its header, which the paragraph does not need, is too much
	}, got)
}

// A header that would fill most of every chunk is not repeated.
func TestHugeHeaderIsNotRepeated(t *testing.T) {
	head := "| " + strings.Repeat("wide ", 10) + "|\n|---|\n"
	got := texts(t, document(table(head+"| one |\n| two |\n| three |")), chunk.Options{MaxTokens: 16, Counter: words{}})
	assert.Equal(t, []string{head + "| one |", "| two |\n| three |"}, got)
}

// Characters as a reader sees them stay whole, however small the limit.
func TestNoBreakInsideCharacters(t *testing.T) {
	for _, char := range []string{"👩‍💻", "🇳🇴", "👍🏽", "e\u0301", "กำ", "각", "नि"} {
		doc := document(p(strings.Repeat(char, 50)))
		for _, text := range texts(t, doc, chunk.Options{MaxTokens: 30, Counter: bytesCounter{}}) {
			assert.Empty(t, strings.ReplaceAll(text, char, ""), "%q", text)
		}
	}
}

// When a piece counts more in its place than alone, chunks stay in the limit.
func TestCounterThatDoesNotAddUp(t *testing.T) {
	doc := document(h("# A"), p(strings.Repeat("One two three. ", 40)), code("```\n"+strings.Repeat("a b\n\n", 40)+"```"))
	for limit := 6; limit < 60; limit += 7 {
		texts(t, doc, chunk.Options{MaxTokens: limit, Counter: superadditive{}})
	}
}

// superadditive counts a word more for every four words.
type superadditive struct{}

func (superadditive) Count(text string) int {
	n := len(strings.Fields(text))
	return n + n/4
}

func TestStrategies(t *testing.T) {
	doc := document(h("# A"), p("a a a a a."), h("# B"), p("b b b b b."), h("# C"), p("c c c c c. C c c c c."))
	first := texts(t, doc, chunk.Options{MaxTokens: 20, Counter: words{}, Strategy: chunk.HeadingsFirst})
	balanced := texts(t, doc, chunk.Options{MaxTokens: 20, Counter: words{}, Strategy: chunk.Balanced})
	assert.Len(t, first, 3, "a chunk for each section")
	assert.Len(t, balanced, 2, "as many as it takes")
	for _, text := range append(first, balanced...) {
		assert.True(t, strings.HasPrefix(text, "# "), text)
	}
}
