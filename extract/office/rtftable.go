package office

import "slices"

// A row of RTF says where the right edges of its cells are; the columns of a table are what
// the edges of all rows part. A cell that is merged from several columns has one edge.

// sameEdge is the distance in twips of edges that are one.
const sameEdge = 40

// endRow ends a row of the open table.
func (t *rtfReader) endRow() {
	if n := len(t.tables); n > 0 && len(t.tables[n-1].rows) > len(t.rowEdges) {
		t.rowEdges = append(t.rowEdges, slices.Clone(t.edges))
	}
	t.openRow()
}

// endTable writes the open table, each cell in the column that it begins in.
func (t *rtfReader) endTable() {
	if n := len(t.tables); n > 0 {
		if g := t.tables[n-1]; g != nil {
			alignCells(g.rows, t.rowEdges)
		}
	}
	t.rowEdges = nil
	t.closeTable()
}

// alignCells moves the cells of rows to their columns. Rows that don't say where their
// cells end stay as they are.
func alignCells(rows [][]string, edges [][]int) {
	var columns []int
	for i, row := range rows {
		if i < len(edges) && len(edges[i]) >= len(row) {
			columns = append(columns, edges[i]...)
		}
	}
	slices.Sort(columns)
	columns = slices.CompactFunc(columns, func(a, b int) bool { return max(a, b)-min(a, b) < sameEdge })
	if len(columns) > maxRowCells {
		return
	}
	for i, row := range rows {
		if i >= len(edges) || len(edges[i]) < len(row) || len(row) == 0 {
			continue
		}
		var out []string
		for k, cell := range row {
			out = append(out, cell)
			for at := columnOfEdge(columns, edges[i][k]); len(out) <= at; {
				out = append(out, "")
			}
		}
		rows[i] = out
	}
}

// columnOfEdge returns the column that ends at an edge.
func columnOfEdge(columns []int, edge int) int {
	at, found := slices.BinarySearch(columns, edge)
	if !found && at > 0 && edge-columns[at-1] < sameEdge {
		at--
	}
	return min(at, len(columns)-1)
}
