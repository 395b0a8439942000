package htmltree_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

func find(t *testing.T, page, name string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	for n := range root.Descendants() {
		if n.Data == name {
			return n
		}
	}
	require.Fail(t, "no "+name)
	return nil
}

func TestHasClass(t *testing.T) {
	n := find(t, "<p class=' a\tb-c\nD '>", "p")
	for class, want := range map[string]bool{"a": true, "b-c": true, "D": true, "d": false, "b": false, "": false} {
		assert.Equal(t, want, htmltree.HasClass(n, class), class)
	}
	assert.True(t, htmltree.HasClass(n, "x", "a"), "one of several")
	assert.False(t, htmltree.HasClass(n))
	assert.True(t, htmltree.Has(n, "class"))
	assert.False(t, htmltree.Has(n, "id"))
}

func TestIsInside(t *testing.T) {
	p := find(t, "<div><p><b>x</b></p></div><i>y</i>", "p")
	for n, want := range map[*html.Node]bool{p: true, p.FirstChild: true, p.FirstChild.FirstChild: true, p.Parent: false, p.Parent.NextSibling: false, nil: false} {
		assert.Equal(t, want, htmltree.IsInside(n, p))
	}
}

// Next visits what is below a node, and nothing beside it.
func TestNext(t *testing.T) {
	root := find(t, "<div><p>a<b>b</b></p><i></i>c</div><u>beside</u>", "div")
	var seen []string
	for n := root.FirstChild; n != nil; n = htmltree.Next(n, root) {
		seen = append(seen, n.Data)
	}
	assert.Equal(t, []string{"p", "a", "b", "b", "i", "c"}, seen)
}

func TestKinds(t *testing.T) {
	for role, want := range map[string][2]bool{"table": {true, false}, "grid": {true, false}, "treegrid": {true, false}, "cell": {false, true}, "gridcell": {false, true}, "columnheader": {false, true}, "rowheader": {false, true}, "row": {}, "": {}} {
		assert.Equal(t, want, [2]bool{htmltree.IsTableRole(role), htmltree.IsCellRole(role)}, role)
	}
	for name, want := range map[string][2]bool{"p": {true, false}, "td": {true, false}, "li": {true, false}, "span": {}, "a": {}, "hr": {true, true}, "br": {false, true}, "img": {false, true}, "frame": {false, true}, "": {}} {
		assert.Equal(t, want, [2]bool{htmltree.IsBlock(atom.Lookup([]byte(name))), htmltree.IsVoid(name)}, name)
	}
}
