package office_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// shape is how Markdown reads: the lists in it with their starts, in brackets.
func shape(md string) string {
	var b strings.Builder
	source := []byte(md)
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.List:
			if !entering {
				b.WriteByte(']')
			} else if n.IsOrdered() {
				b.WriteString("[" + string(rune('0'+n.Start%10)) + ":")
			} else {
				b.WriteString("[")
			}
		case *ast.ListItem:
			if entering && n.PreviousSibling() != nil {
				b.WriteByte(' ')
			}
		case *ast.Paragraph:
			if entering && n.PreviousSibling() != nil {
				b.WriteByte('/')
			}
		case *ast.Text:
			if entering {
				b.Write(n.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// rtfItem is an item of a list on a level, with a number or the bullet "*".
func rtfItem(level int, label, text string) string {
	if label == "*" {
		label = `\'b7`
	}
	return fmt.Sprintf(`{\listtext\pard\plain %s\tab}\pard\plain\ls1\ilvl%d %s\par `, label, level, text)
}

// TestListShapes has lists in each other; a parser of Markdown reads the same ones.
func TestListShapes(t *testing.T) {
	type item struct {
		level       int
		label, text string
	}
	for _, c := range []struct {
		name  string
		items []item
		want  string
		shape string
	}{
		{"bullets", []item{{0, "*", "a"}, {0, "*", "b"}}, "- a\n- b", "[a b]"},
		{"numbers", []item{{0, "1.", "a"}, {0, "2.", "b"}}, "1. a\n2. b", "[1:a b]"},
		{"late start", []item{{0, "7.", "a"}, {0, "8.", "b"}}, "7. a\n8. b", "[7:a b]"},
		{"from zero", []item{{0, "0.", "a"}, {0, "1.", "b"}}, "0. a\n1. b", "[0:a b]"},
		{"within", []item{{0, "1.", "a"}, {1, "*", "b"}, {0, "2.", "c"}}, "1. a\n   - b\n2. c", "[1:a[b] c]"},
		{"numbers within bullets", []item{{0, "*", "a"}, {1, "1.", "b"}, {1, "2.", "c"}, {0, "*", "d"}}, "- a\n  1. b\n  2. c\n- d", "[a[1:b c] d]"},
		{"late start within", []item{{0, "1.", "a"}, {1, "3.", "b"}, {0, "2.", "c"}}, "1. a\n\n   3. b\n2. c", "[1:a[3:b] c]"},
		{"starting again", []item{{0, "1.", "a"}, {0, "2.", "b"}, {0, "1.", "c"}, {0, "1.", "d"}}, "1. a\n2. b\n\n1) c\n\n1. d", "[1:a b][1:c][1:d]"},
		{"a gap", []item{{0, "1.", "a"}, {0, "5.", "b"}, {0, "6.", "c"}}, "1. a\n\n5) b\n6) c", "[1:a][5:b c]"},
		{"again within", []item{{0, "1.", "a"}, {1, "1.", "b"}, {1, "1.", "c"}}, "1. a\n   1. b\n   1) c", "[1:a[1:b][1:c]]"},
		{"bullets after numbers", []item{{0, "1.", "a"}, {0, "*", "b"}, {0, "2.", "c"}}, "1. a\n\n- b\n\n2. c", "[1:a][b][2:c]"},
		{"wide numbers", []item{{0, "1000.", "a"}, {1, "1.", "b"}, {2, "*", "c"}}, "1000. a\n      1. b\n         - c", "[0:a[1:b[c]]]"},
		{"a level left out", []item{{0, "*", "a"}, {2, "*", "b"}, {1, "*", "c"}, {0, "*", "d"}}, "- a\n  - b\n  - c\n- d", "[a[b c] d]"},
		{"beginning deep", []item{{3, "*", "a"}, {1, "*", "b"}, {2, "*", "c"}}, "- a\n- b\n  - c", "[a b[c]]"},
		{"level below zero", []item{{0, "*", "a"}, {-3, "*", "b"}}, "- a\n- b", "[a b]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var body strings.Builder
			for _, i := range c.items {
				body.WriteString(rtfItem(i.level, i.label, i.text))
			}
			doc := rtf(t, body.String())
			assert.Equal(t, c.want, doc.Markdown)
			assert.Equal(t, c.shape, shape(doc.Markdown))
		})
	}
}

// TestParagraphsOfItems stand within the item that they belong to.
func TestParagraphsOfItems(t *testing.T) {
	list := func(style string, items ...string) string {
		return `<text:list text:style-name="` + style + `">` + strings.Join(items, "") + "</text:list>"
	}
	item := func(start string, inner ...string) string {
		return `<text:list-item text:start-value="` + start + `">` + strings.Join(inner, "") + "</text:list-item>"
	}
	par := func(text string) string { return "<text:p>" + text + "</text:p>" }
	for _, c := range []struct{ name, body, want, shape string }{
		{"of an item", list("N", item("1", par("a"), par("more")), item("2", par("c"))), "1. a\n\n   more\n2. c", "[1:a/more c]"},
		{"of an item within", list("B", item("", par("a"), list("N", item("10", par("b"), par("more"))))), "- a\n  - j) b\n\n    more", "[a[j) b/more]]"},
		{"after the list within", list("B", item("", par("a"), list("N", item("1", par("b"))), par("more"), list("N", item("1", par("c"))))), "- a\n  - a) b\n\n  more\n  - a) c", "[a[a) b]/more[a) c]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := styledODT(t, c.body)
			assert.Equal(t, c.want, doc.Markdown)
			assert.Equal(t, c.shape, shape(doc.Markdown))
		})
	}
}

// TestListBounds are nine levels and, as CommonMark has it, nine digits.
func TestListBounds(t *testing.T) {
	numbering := `<w:numbering><w:abstractNum w:abstractNumId="0">` + lvl("0", "decimal", "%1.", "999999999") + `</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
	doc := wordText(t, listItem("1", "0", "a")+listItem("1", "0", "b"), "word/numbering.xml", numbering)
	assert.Equal(t, "999999999. a\n\n- b", doc.Markdown)

	var body strings.Builder
	for level := range 27 {
		body.WriteString(rtfItem(level, "*", "x"))
	}
	assert.Equal(t, strings.Repeat("[x", 9)+strings.Repeat(" x", 18)+strings.Repeat("]", 9), shape(rtf(t, body.String()).Markdown))
}
