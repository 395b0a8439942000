// Package gridtable finds tables that pages make of other elements than <table>, and
// makes tables of them:
//
//   - elements with the roles of WAI-ARIA 1.2: a table, grid or treegrid (5.3.8), rows in
//     it, in groups or not, and cells in them;
//   - cells without rows around them whose classes count the columns, the last one with
//     the class col-last, as Javadoc has them since version 16.
//
// A page is looked at twice: hiding and content are decided for the elements as
// they are, so [Find] changes nothing, and [Table.Build] is for the tree that is written.
package gridtable

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// ReadAttributes are the attributes that this package asks for by name.
const ReadAttributes = "aria-colspan aria-rowspan class role"

// maxCellText is how long the text of a cell may be in the mean, in bytes: grids of whole articles lay out a page.
const maxCellText = 300

// Table is a table of a page. Its rows are as long as they are: empty cells count.
type Table struct {
	Root *html.Node // contains only the table and text before or after it
	rows [][]*html.Node
	text int
}

// Find returns the tables that the elements of a page make, which are given in document
// order: those that have the role of one or hold cells by class. None is looked for in one
// that was just found. It is linear in the size of what it looks at.
func Find(candidates []*html.Node) []Table {
	var found []Table
	for _, n := range candidates {
		if len(found) > 0 && htmltree.IsInside(n, found[len(found)-1].Root) {
			continue
		}
		t := Table{Root: n}
		ok := htmltree.IsTableRole(role(n)) && t.readRoles(n)
		if !ok && n.DataAtom == atom.Div {
			t = Table{Root: n}
			ok = t.readColumns(n)
		}
		if ok && t.plausible() {
			found = append(found, t)
		}
	}
	return found
}

// plausible reports whether what was read is a table of data: two rows and columns at least, whose cells hold no more
// than a paragraph.
func (t *Table) plausible() bool {
	cells, columns := 0, 0
	for _, row := range t.rows {
		cells += len(row)
		columns = max(columns, len(row))
	}
	return len(t.rows) > 1 && columns > 1 && t.text <= cells*maxCellText
}

// readRoles reads the rows below an element with the role of a table. It reports false for what has text between cells,
// or tables and headings within.
func (t *Table) readRoles(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		rows := len(t.rows)
		if !t.readRows(c) {
			return false
		}
		if len(t.rows) > rows && hasTextBetween(c) {
			return false
		}
	}
	return true
}

func (t *Table) readRows(n *html.Node) bool {
	switch r := role(n); {
	case n.DataAtom == atom.Table || htmltree.IsTableRole(r) || htmltree.IsCellRole(r):
		return false
	case r == "row":
		var row []*html.Node
		if !t.readCells(n, &row) {
			return false
		}
		t.rows = append(t.rows, row)
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !t.readRows(c) {
			return false
		}
	}
	return true
}

func (t *Table) readCells(n *html.Node, row *[]*html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		ok := true
		switch r := role(c); {
		case htmltree.IsCellRole(r):
			ok = t.add(c, row)
		case c.DataAtom == atom.Table || r == "row" || htmltree.IsTableRole(r):
			ok = false
		default:
			ok = t.readCells(c, row)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (t *Table) add(cell *html.Node, row *[]*html.Node) bool {
	*row = append(*row, cell)
	nodes := 0
	size, ok := cellText(cell, &nodes)
	t.text += size
	return ok
}

// readColumns reads cells that are children of n, each with a class that begins with "col-". A row ends with col-last,
// and all are as long as the first one.
func (t *Table) readColumns(n *html.Node) bool {
	var row []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) == "" {
			continue
		}
		if c.DataAtom != atom.Div || !slices.ContainsFunc(strings.Fields(htmltree.Attr(c, "class")), func(class string) bool { return strings.HasPrefix(class, "col-") }) || !t.add(c, &row) {
			return false
		}
		if !htmltree.HasClass(c, "col-last") {
			continue
		}
		if t.rows = append(t.rows, row); len(row) != len(t.rows[0]) {
			return false
		}
		row = nil
	}
	return len(row) == 0
}

// Build puts a <table> in the place of the cells. What skipped reports of is left out:
// rows and cells within it are hidden.
func (t *Table) Build(skipped func(*html.Node) bool) {
	table := element(atom.Table)
	first := t.rows[0][0]
	for first.Parent != t.Root {
		first = first.Parent
	}
	t.Root.InsertBefore(table, first)
	for _, row := range t.rows {
		tr := element(atom.Tr)
		for _, cell := range row {
			if t.isSkipped(cell, skipped) {
				continue
			}
			name := atom.Td
			if r := role(cell); r == "columnheader" || r == "rowheader" || htmltree.HasClass(cell, "table-header") {
				name = atom.Th
			}
			cell.Parent.RemoveChild(cell)
			cell.Data, cell.DataAtom = name.String(), name
			copySpan(cell, "aria-colspan", "colspan")
			copySpan(cell, "aria-rowspan", "rowspan")
			tr.AppendChild(cell)
		}
		if tr.FirstChild != nil {
			table.AppendChild(tr)
		}
	}
}

func (t *Table) isSkipped(cell *html.Node, skipped func(*html.Node) bool) bool {
	for n := cell; n != nil && n != t.Root; n = n.Parent {
		if skipped(n) {
			return true
		}
	}
	return false
}

func copySpan(cell *html.Node, from, to string) {
	if value, ok := htmltree.Lookup(cell, from); ok && !htmltree.Has(cell, to) {
		cell.Attr = append(cell.Attr, html.Attribute{Key: to, Val: value})
	}
}

func element(a atom.Atom) *html.Node {
	return &html.Node{Type: html.ElementNode, DataAtom: a, Data: a.String()}
}

// role is the first role of an element: others are for readers that don't know it.
func role(n *html.Node) string {
	value, _, _ := strings.Cut(strings.TrimSpace(htmltree.Attr(n, "role")), " ")
	return value
}

func hasTextBetween(n *html.Node) bool {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data) != ""
	}
	if n.DataAtom == atom.Script || n.DataAtom == atom.Style || htmltree.IsCellRole(role(n)) {
		return false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if hasTextBetween(c) {
			return true
		}
	}
	return false
}

// maxCellNodes bounds the nodes of a cell, so that cells within cells, each of which is looked at, cost no more than
// their number.
const maxCellNodes = 1000

func cellText(n *html.Node, nodes *int) (size int, ok bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if *nodes++; *nodes > maxCellNodes {
			return 0, false
		}
		switch c.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Article, atom.Section, atom.Form, atom.Table:
			return 0, false
		case atom.Script, atom.Style:
			continue
		}
		if c.Type == html.TextNode {
			size += len(strings.TrimSpace(c.Data))
			continue
		}
		if htmltree.IsTableRole(role(c)) || htmltree.IsCellRole(role(c)) {
			return 0, false
		}
		inner, ok := cellText(c, nodes)
		if !ok {
			return 0, false
		}
		size += inner
	}
	return size, true
}
