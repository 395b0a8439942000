package mdinline_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// readBack renders Markdown of GFM, without its bare addresses, and returns its text, and how many elements of each name it has.
func readBack(t testing.TB, md string) (text string, elements map[string]int) {
	t.Helper()
	var out strings.Builder
	require.NoError(t, goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList)).Convert([]byte(md), &out))
	root, err := html.Parse(strings.NewReader(out.String()))
	require.NoError(t, err)
	var b strings.Builder
	elements = map[string]int{}
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Data == "img":
			b.WriteString(n.Attr[1].Val) // the alternative text
			fallthrough
		case n.Type == html.ElementNode:
			elements[n.Data]++
		}
	}
	return strings.Trim(b.String(), "\n"), elements
}

// pieces are texts that are markup, or close to it.
var pieces = []string{
	"word", "a", "é", "中", " ", ", ", ".", "!", "*", "**", "_", "__", "~", "~~", "`", "``", "[", "]", "](", ")", "<", ">", "<b>", "&", "&amp;", "&#42;", "\\", "\\*", "|", "$", "#",
	"# ", "1. ", "2) ", "- ", "+ ", "> ", "---", "===", "```", "[^1]", "[x] ", "snake_case_name", "2 * 3", "mail@example.com", ":", "+", "^",
}

// randomContent fills an encoder with random content and returns its text and how many
// links, images and pieces of code it has.
func randomContent(b *builder, r *rand.Rand) (text string, elements map[string]int) {
	var want strings.Builder
	elements = map[string]int{}
	var fill func(depth int, inLink bool)
	fill = func(depth int, inLink bool) {
		for range 1 + r.IntN(4) {
			switch k := r.IntN(10); {
			case k < 6 || depth == 3:
				s := pieces[r.IntN(len(pieces))]
				b.text(s)
				want.WriteString(s)
			case k < 8:
				b.marked(mdinline.Mark(r.IntN(3)), func() { fill(depth+1, inLink) })
			case k == 8 && !inLink:
				elements["a"]++
				b.link("/a(b_c", `t"i't*le`, func() { b.text("in"); want.WriteString("in"); fill(depth+1, true) })
			default:
				elements["code"]++
				b.add(mdinline.Code, "c*d").text("y") // writers join code that touches
				want.WriteString("c*dy")
			}
		}
	}
	fill(0, false)
	return want.String(), elements
}

// folded is text as HTML shows it: runs of spaces are one.
func folded(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestReadsBack writes random content in every context and reads it with another parser:
// the text is the same, and so are links and code. White space is folded, as writers do
// before they make items.
func TestReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 20_000 {
		var b builder
		b.text("x") // so that white space begins nothing
		text, want := randomContent(&b, r)
		if strings.Contains(text, "  ") || strings.HasSuffix(text, " ") {
			continue
		}
		context := mdinline.Context(n % 2)
		prefix := ""
		if context == mdinline.Heading {
			prefix = "# "
		}
		md := prefix + string(b.Append(nil, context))
		got, elements := readBack(t, md)
		require.Equal(t, folded("x"+text), folded(got), "%s", md)
		for _, name := range []string{"a", "code"} {
			require.Equal(t, want[name], elements[name], "<%s> in %s", name, md)
		}
	}
}

// A text at the beginning of a paragraph begins no other block.
func TestReadsBackAtLineStart(t *testing.T) {
	for _, first := range pieces {
		for _, second := range pieces {
			text := strings.TrimSpace(first + second)
			if text == "" || strings.Contains(text, "  ") {
				continue
			}
			var b builder
			b.text(text)
			md := string(b.Append(nil, mdinline.Paragraph))
			got, elements := readBack(t, md)
			require.Equal(t, text, got, "%s", md)
			for _, name := range []string{"h1", "h2", "ul", "ol", "li", "blockquote", "pre", "hr", "table", "code", "em", "strong", "del", "input"} {
				require.Zero(t, elements[name], "<%s> in %s", name, md)
			}
			got, _ = readBack(t, string(mdinline.AppendText(nil, text)))
			require.Equal(t, text, got, "AppendText")
		}
	}
}
