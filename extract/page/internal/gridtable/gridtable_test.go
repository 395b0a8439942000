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

// TestRejected are elements with the role of a table that hold something else.
func TestRejected(t *testing.T) {
	rows := row("a", "b") + row("c", "d")
	for name, inner := range map[string]string{
		"one row":             row("a", "b"),
		"one column":          row("a") + row("b"),
		"text between cells":  `<p role="row"><i role="cell">a</i> and <i role="cell">b</i></p>` + row("c", "d"),
		"a heading in a cell": row("a", "<h3>b</h3>") + row("c", "d"),
		"a table in a cell":   row("a", "<table></table>") + row("c", "d"),
		"a cell in a cell":    row("a", `<b role="cell">b</b>`) + row("c", "d"),
		"a cell outside rows": `<b role="cell">a</b>` + rows,
		"a row in a row":      `<b role="row">` + rows + "</b>",
		"a table within":      `<b role="grid"></b>` + rows,
	} {
		assert.Empty(t, gridtable.Find(elements(t, `<div role="table">`+inner+"</div>")), name)
	}
	for name, inner := range map[string]string{
		"groups":             `<b role="rowgroup">` + rows + "</b>",
		"a wrapped cell":     `<p role="row"><u><i role="cell">a</i></u><i role="cell">b</i></p>` + row("c", "d"),
		"scripts and styles": row("a", "<script>x</script>b") + "<style>p{}</style>" + row("c", "d"),
		"the first role":     strings.Replace(rows, `"cell"`, `"cell presentation"`, 1),
	} {
		assert.Len(t, gridtable.Find(elements(t, `<div role="table">`+inner+"</div>")), 1, name)
	}
}

// TestColumns has cells whose classes count the columns.
func TestColumns(t *testing.T) {
	cell := func(class, text string) string { return `<div class="` + class + `">` + text + "</div>" }
	head := cell("table-header col-first", "Modifier") + cell("table-header col-last", "Method")
	line := cell("col-first even", "static") + " \n" + cell("col-last even", "get()")
	candidates := elements(t, "<div class=summary-table>"+head+line+line+"</div>")
	tables := gridtable.Find(candidates)
	require.Len(t, tables, 1)
	tables[0].Build(func(*html.Node) bool { return false })
	var b strings.Builder
	require.NoError(t, html.Render(&b, candidates[0]))
	assert.Equal(t, 2, strings.Count(b.String(), "<th "))
	assert.Equal(t, 4, strings.Count(b.String(), "<td "))
	assert.Equal(t, 3, strings.Count(b.String(), "<tr>"))
	for name, inner := range map[string]string{
		"rows of two lengths":  head + cell("col-last", "x"),
		"no end":               head + cell("col-first", "x"),
		"text between":         head + "text" + line,
		"another class":        head + cell("first", "x") + cell("col-last", "y"),
		"one row":              head,
		"something else there": head + "<p>x</p>" + line,
	} {
		assert.Empty(t, gridtable.Find(elements(t, "<div>"+inner+"</div>")), name)
	}
}

// Spans come from attributes of WAI-ARIA, unless the cell has those of HTML.
func TestSpansAndHeaders(t *testing.T) {
	candidates := elements(t, `<div role="table"><p role="row"><i role="columnheader" aria-colspan=2>a</i><i role="cell" aria-rowspan=3 rowspan=2>b</i></p><p role="row"><i role="rowheader">c</i><i role="gridcell">d</i></p></div>`)
	tables := gridtable.Find(candidates)
	require.Len(t, tables, 1)
	tables[0].Build(func(*html.Node) bool { return false })
	var b strings.Builder
	require.NoError(t, html.Render(&b, candidates[0]))
	for _, want := range []string{`colspan="2">a</th>`, `rowspan="2">b</td>`, `>c</th>`, `>d</td>`} {
		assert.Contains(t, b.String(), want)
	}
}
