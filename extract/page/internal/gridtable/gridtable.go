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

// Table is a table of a page. Its rows are as long as they are: empty cells count.
type Table struct {
	Root *html.Node // contains only the table and text before or after it
	rows [][]*html.Node
	text int // bytes in cells

	textBetween bool // there was text outside of cells
}

// Find returns the tables that the elements of a page make, which are given in document
// order: those that have the role of one or hold cells by class. None is looked for in one
// that was just found. It is linear in the size of what it looks at.
func Find(candidates []*html.Node) []Table {
	const maxCellText = 300 // how long the text of a cell may be in the mean, in bytes: grids of whole articles lay out a page
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
		// A table of data has two rows and columns at least, and cells of no more than a paragraph.
		cells, columns := 0, 0
		for _, row := range t.rows {
			cells, columns = cells+len(row), max(columns, len(row))
		}
		if ok && len(t.rows) > 1 && columns > 1 && t.text <= cells*maxCellText {
			found = append(found, t)
		}
	}
	return found
}

// readRoles reads the rows below an element with the role of a table. It reports false for what has text between cells,
// or tables and headings within.
func (t *Table) readRoles(n *html.Node) bool {
	for c := range n.ChildNodes() {
		rows := len(t.rows)
		t.textBetween = false
		if !t.read(c, nil) || len(t.rows) > rows && t.textBetween {
			return false
		}
	}
	return true
}

// read reads the rows in n, or where row isn't nil the cells of that row.
func (t *Table) read(n *html.Node, row *[]*html.Node) bool {
	r := role(n)
	isRow := row == nil && r == "row"
	switch {
	case n.Type == html.TextNode:
		t.textBetween = t.textBetween || strings.TrimSpace(n.Data) != ""
		return true
	case n.DataAtom == atom.Script, n.DataAtom == atom.Style:
		return true
	case isRow:
		row = new([]*html.Node)
	case row != nil && htmltree.IsCellRole(r):
		return t.add(n, row)
	case n.DataAtom == atom.Table, r == "row", htmltree.IsTableRole(r), htmltree.IsCellRole(r):
		return false
	}
	for c := range n.ChildNodes() {
		if !t.read(c, row) {
			return false
		}
	}
	if isRow {
		t.rows = append(t.rows, *row)
	}
	return true
}

// add adds a cell to a row. It reports false for one that holds headings, parts of a page or other cells.
func (t *Table) add(cell *html.Node, row *[]*html.Node) bool {
	const maxCellNodes = 1000 // bounds the nodes of a cell, so that cells within cells, each of which is looked at, cost no more than their number
	*row = append(*row, cell)
	nodes := 0
	for n := range cell.Descendants() {
		r := role(n)
		if nodes++; nodes > maxCellNodes || htmltree.IsTableRole(r) || htmltree.IsCellRole(r) {
			return false
		}
		switch n.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Article, atom.Section, atom.Form, atom.Table:
			return false
		}
		if n.Type == html.TextNode && n.Parent.DataAtom != atom.Script && n.Parent.DataAtom != atom.Style {
			t.text += len(strings.TrimSpace(n.Data))
		}
	}
	return true
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
			n := cell
			for n != t.Root && n != nil && !skipped(n) {
				n = n.Parent
			}
			if n != t.Root && n != nil {
				continue
			}
			name := atom.Td
			if r := role(cell); r == "columnheader" || r == "rowheader" || htmltree.HasClass(cell, "table-header") {
				name = atom.Th
			}
			cell.Parent.RemoveChild(cell)
			cell.Data, cell.DataAtom = name.String(), name
			for _, key := range [...]string{"colspan", "rowspan"} {
				if value, ok := htmltree.Lookup(cell, "aria-"+key); ok && !htmltree.Has(cell, key) {
					cell.Attr = append(cell.Attr, html.Attribute{Key: key, Val: value})
				}
			}
			tr.AppendChild(cell)
		}
		if tr.FirstChild != nil {
			table.AppendChild(tr)
		}
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
