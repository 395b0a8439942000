package mdwriter_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// awkward are words that mean something in Markdown, or almost do.
var awkward = []string{"*", "**a**", "_b_", "~~c~~", "`d`", "``", "<b>", "</b>", "<!--", "&amp;", "&#35;", "[a](b)", "![a](b)", "[a]:", "[^1]", "#", "##", "-", "+",
	"1.", "2)", ">", "|", "a|b", `\`, `\|`, `a\|b`, `\\|`, "===", "---", "***", "~~~", "```", "snake_case", "2*3", "$x$", "!", "é", "漢字", ":", "=", "boat", "rope", "tide"}

// phrase is a few words, some awkward.
func phrase(r *rand.Rand) string {
	var out []string
	for range 1 + r.IntN(6) {
		out = append(out, awkward[r.IntN(len(awkward))])
	}
	return strings.Join(out, " ")
}

// shown are the texts that goldmark shows of the nodes of a kind.
func shown(md string, kind ast.NodeKind) []string {
	source := []byte(md)
	doc := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList)).Parser().Parse(text.NewReader(source))
	var out []string
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && n.Kind() == kind {
			out = append(out, plainOf(n, source))
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return out
}

// plainOf is the text of inline content; markup in it shows as its name.
func plainOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(unescaped(c.Value(source)))
		case *ast.String:
			b.Write(c.Value)
		default:
			b.WriteString("{" + c.Kind().String() + "}")
		}
	}
	return b.String()
}

// unescaped undoes the escapes of text.
func unescaped(s []byte) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i+1]) >= 0 {
			i++
		}
		out = append(out, s[i])
	}
	return out
}

// TestCellsComeBack writes tables of awkward text and reads them back: as many
// cells, with the same text.
func TestCellsComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		var want []string
		var rows [][]string
		for range 2 + r.IntN(3) {
			var row []string
			for range 3 {
				cell := phrase(r)
				want, row = append(want, cell), append(row, mdwriter.Inline(cell))
			}
			rows = append(rows, row)
		}
		var w mdwriter.Writer
		w.Table(rows)
		md := w.Document().Markdown
		require.Equal(t, want, shown(md, east.KindTableCell), "written as\n%s", md)
	}
}

// TestBarsAfterBackslashes are escaped with them: readers differ over "\\|".
func TestBarsAfterBackslashes(t *testing.T) {
	for in, want := range map[string]string{`a|b`: `a\|b`, `a\|b`: `a\\\|b`, `a\\|b`: `a\\\\\|b`, `|`: `\|`, `\`: `\\`} {
		var w mdwriter.Writer
		w.Table([][]string{{mdwriter.Inline(in)}})
		assert.Equal(t, "| "+want+" |\n| --- |", w.Document().Markdown, in)
	}
}

// TestHeadingsComeBack and so do headings, and none of the text is a closing
// sequence.
func TestHeadingsComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 500 {
		title := phrase(r)
		var w mdwriter.Writer
		w.Heading(2, mdwriter.Inline(title), title)
		doc := w.Document()
		require.NoError(t, doc.Check())
		require.Equal(t, []string{title}, shown(doc.Markdown, ast.KindHeading), "written as %s", doc.Markdown)
		require.Equal(t, title, doc.Outline[0].Text)
	}
}

// TestParagraphsComeBack as one paragraph each, whatever their lines begin with.
func TestParagraphsComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 500 {
		a, b := phrase(r), phrase(r)
		var w mdwriter.Writer
		w.Text(a)
		w.Text(b)
		md := w.Document().Markdown
		require.Equal(t, []string{a, b}, shown(md, ast.KindParagraph), "written as\n%s", md)
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		" a  b\n\tc ":            "a b c",
		"a\u00a0b\u2028c\u2029d": "a b c d",
		"a\x00b\x1fc\x7fd":       "abcd",
		"a\u200bb\u202ec\u2066d": "abcd",
		"日本 語":                   "日本 語",
		"a\u3000b":               "a\u3000b",
	} {
		assert.Equal(t, want, mdwriter.Fold(in), "%q", in)
	}
}

func TestTargets(t *testing.T) {
	for in, want := range map[string]string{
		"https://a.example/b c":    "https://a.example/b%20c",
		"https://a.example/(b)":    "https://a.example/%28b%29",
		"https://a.example/<b>":    "https://a.example/%3Cb%3E",
		"//a.example/b":            "//a.example/b",
		"#a":                       "#a",
		"?a=b":                     "?a=b",
		"tel:+1":                   "tel:+1",
		"ftp://a.example/":         "ftp://a.example/",
		"HTTPS://A.example/":       "https://A.example/",
		" https://a.example/ ":     "https://a.example/",
		"https://a.example/\n/b":   "https://a.example//b",
		"blob:https://a.example/b": "",
		"about:blank":              "",
		"view-source:https://a":    "",
		"\x01javascript:a":         "",
		"javascript&colon;a":       "javascript&amp;colon;a",
		"https://a.example/%zz":    "",
	} {
		assert.Equal(t, want, mdwriter.Target(in, nil), "%q", in)
	}
}

// TestWriterSpans: each block is its span, headings lie in theirs.
func TestWriterSpans(t *testing.T) {
	var w mdwriter.Writer
	w.Heading(9, "a", "a")
	w.Text("  b\n")
	w.Text(" \n")
	w.Heading(0, "", "no")
	w.Heading(1, "no", "")
	w.Block(extract.List, "\n- c\n\n")
	w.Code("", "\n")
	w.Code("x", "d\n\n")
	w.Table(nil)
	w.Table([][]string{{}})
	doc := w.Document()
	require.NoError(t, doc.Check())
	assert.Equal(t, "###### a\n\nb\n\n- c\n\n```x\nd\n```", doc.Markdown)
	assert.Len(t, doc.Outline, 1)
	assert.Equal(t, 6, doc.Outline[0].Level)
	for _, b := range doc.Blocks {
		assert.Equal(t, strings.TrimSpace(doc.Text(b)), doc.Text(b))
	}
}
