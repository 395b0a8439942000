package gridtable_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gridtable"
)

// elements returns those of a page that may be tables: with a role, or all divisions.
func elements(t *testing.T, page string) (found []*html.Node) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	for n := range root.Descendants() {
		if n.Data == "div" {
			found = append(found, n)
		}
	}
	return found
}

func row(cells ...string) string {
	return `<p role="row"><i role="cell">` + strings.Join(cells, `</i><i role="cell">`) + "</i></p>"
}

func TestFind(t *testing.T) {
	inner := `<div role="grid">` + row("a", "b") + row("c", "d") + "</div>"
	assert.Len(t, gridtable.Find(elements(t, inner+inner)), 2)
	assert.Empty(t, gridtable.Find(elements(t, "<div>"+row("a", "b")+row("c", "d")+"</div>")), "no role")
	assert.Empty(t, gridtable.Find(nil))
}

func TestBuild(t *testing.T) {
	candidates := elements(t, `<div role="treegrid">`+row("a", "b")+row("c", "d")+row("e", "f")+"</div>")
	tables := gridtable.Find(candidates)
	require.Len(t, tables, 1)
	tables[0].Build(func(n *html.Node) bool {
		return n.FirstChild != nil && (n.FirstChild.Data == "b" || n.FirstChild.Data == "c" || n.FirstChild.Data == "d")
	})
	var b strings.Builder
	require.NoError(t, html.Render(&b, candidates[0]))
	assert.Contains(t, b.String(), `<table><tr><td role="cell">a</td></tr><tr><td role="cell">e</td><td role="cell">f</td></tr></table>`)
}

// TestCellOfManyNodes has a cell at its bound and one beyond it.
func TestCellOfManyNodes(t *testing.T) {
	for n, want := range map[int]int{999: 1, 1000: 0} {
		cell := "b" + strings.Repeat("<b></b>", n)
		assert.Len(t, gridtable.Find(elements(t, `<div role="table">`+row("a", cell)+row("c", "d")+"</div>")), want, "%d", n)
	}
}

// TestLongCells: grids of whole articles lay out a page.
func TestLongCells(t *testing.T) {
	for n, want := range map[int]int{300: 1, 301: 0} {
		cell := strings.Repeat("x", n)
		assert.Len(t, gridtable.Find(elements(t, `<div role="table">`+row(cell, cell)+row(cell, cell)+"</div>")), want, "%d", n)
	}
}

// BenchmarkNested has cells within cells.
func BenchmarkNested(b *testing.B) {
	root, err := html.Parse(strings.NewReader(strings.Repeat(`<div class="col-last">`, 400) + strings.Repeat("<b>x</b>", 50_000)))
	require.NoError(b, err)
	var candidates []*html.Node
	for n := range root.Descendants() {
		if n.Data == "div" {
			candidates = append(candidates, n)
		}
	}
	for b.Loop() {
		gridtable.Find(candidates)
	}
}
