package office

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// entry is an item of a list, "" for another paragraph of the last one.
type entry struct {
	level, number int
	text          string
}

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

func TestListShapes(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []entry
		want    string
		shape   string
	}{
		{"bullets", []entry{{0, noNumber, "a"}, {0, noNumber, "b"}}, "- a\n- b", "[a b]"},
		{"numbers", []entry{{0, 1, "a"}, {0, 2, "b"}}, "1. a\n2. b", "[1:a b]"},
		{"late start", []entry{{0, 7, "a"}, {0, 8, "b"}}, "7. a\n8. b", "[7:a b]"},
		{"from zero", []entry{{0, 0, "a"}, {0, 1, "b"}}, "0. a\n1. b", "[0:a b]"},
		{"within", []entry{{0, 1, "a"}, {1, noNumber, "b"}, {0, 2, "c"}}, "1. a\n    - b\n2. c", "[1:a[b] c]"},
		{"numbers within bullets", []entry{{0, noNumber, "a"}, {1, 1, "b"}, {1, 2, "c"}, {0, noNumber, "d"}}, "- a\n    1. b\n    2. c\n- d", "[a[1:b c] d]"},
		{"late start within", []entry{{0, 1, "a"}, {1, 3, "b"}, {0, 2, "c"}}, "1. a\n\n    3. b\n2. c", "[1:a[3:b] c]"},
		{"starting again", []entry{{0, 1, "a"}, {0, 2, "b"}, {0, 1, "c"}, {0, 1, "d"}}, "1. a\n2. b\n1) c\n1. d", "[1:a b][1:c][1:d]"},
		{"a gap", []entry{{0, 1, "a"}, {0, 5, "b"}, {0, 6, "c"}}, "1. a\n5) b\n6) c", "[1:a][5:b c]"},
		{"again within", []entry{{0, 1, "a"}, {1, 1, "b"}, {1, 1, "c"}}, "1. a\n    1. b\n    1) c", "[1:a[1:b][1:c]]"},
		{"bullets after numbers", []entry{{0, 1, "a"}, {0, noNumber, "b"}, {0, 2, "c"}}, "1. a\n- b\n2. c", "[1:a][b][2:c]"},
		{"wide numbers", []entry{{0, 1000, "a"}, {1, 1, "b"}, {2, noNumber, "c"}}, "1000. a\n      1. b\n          - c", "[0:a[1:b[c]]]"},
		{"a level left out", []entry{{0, noNumber, "a"}, {2, noNumber, "b"}, {1, noNumber, "c"}, {0, noNumber, "d"}}, "- a\n    - b\n    - c\n- d", "[a[b c] d]"},
		{"beginning deep", []entry{{3, noNumber, "a"}, {1, noNumber, "b"}, {2, noNumber, "c"}}, "- a\n- b\n    - c", "[a b[c]]"},
		{"paragraph of an item", []entry{{0, 1, "a"}, {0, 0, ""}, {0, 2, "c"}}, "1. a\n\n    more\n2. c", "[1:a/more c]"},
		{"paragraph of an item within", []entry{{0, noNumber, "a"}, {1, 10, "b"}, {1, 0, ""}}, "- a\n\n    10. b\n\n        more", "[a[0:b/more]]"},
		{"paragraph after the list within", []entry{{0, noNumber, "a"}, {1, 1, "b"}, {0, 0, ""}, {1, 1, "c"}}, "- a\n    1. b\n\n    more\n    1. c", "[a[1:b]/more[1:c]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l list
			for _, e := range c.entries {
				if e.text == "" {
					l.paragraph(e.level, "more")
				} else {
					l.item(e.level, e.number, e.text)
				}
			}
			assert.Equal(t, c.want, string(l.md))
			assert.Equal(t, c.shape, shape(string(l.md)))
		})
	}
}

func TestListBounds(t *testing.T) {
	var l list
	l.paragraph(0, "nowhere")
	l.item(0, 1, "")
	assert.Empty(t, l.md, "no item, no paragraph of one")
	l.item(0, maxNumber, "a")
	l.item(0, maxNumber+1, "b")
	l.item(-3, -7, "c")
	assert.Equal(t, "999999999. a\n- b\n- c", string(l.md))

	var deep list
	for level := range 3 * maxListDepth {
		deep.item(level, noNumber, "x")
	}
	assert.Len(t, deep.open, maxListDepth)
	assert.Equal(t, maxListDepth, strings.Count(shape(string(deep.md)), "["))
}
