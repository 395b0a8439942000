package object

// A tagged file has a tree that says what its marked content is (ISO 32000-2, 14.7):
// cells of tables, headings and so on. Programs that know what they write, such as
// word processors and browsers, tag what they print.

// Tag is the role of a piece of marked content in the structure tree.
type Tag struct {
	// Order counts the pieces in the order of the tree, which is that of reading, from 1 on.
	Order int
	// Table is the number of the table in the file that it is a cell of, 0 for none. Row and
	// Column are where the cell begins, Columns how many the table has, and InRow
	// how many columns the row has cells for: some programs leave out empty ones.
	Table, Row, Column, Columns, InRow int
	// Heading is the level of the heading that it is part of, 0 for none. Element is the
	// number of that heading in the file.
	Heading, Element int
}

// PageTags are the tags of a page by the MCID of the content.
type PageTags map[int32]Tag

const (
	maxElements       = 100_000 // structure elements that are read
	maxStructureDepth = 60
	maxTableSpan      = 1000 // rows or columns of a cell
	maxTaggedColumns  = 60   // a table with more columns is taken for layout
)

// Structure returns the tags of the content of each page by the number of its object,
// nil for a file without a structure tree. Tables of one row, of one column or of very
// many, and around another table only arrange a page: their content keeps just its Order.
func (d *Doc) Structure() map[int]PageTags {
	root := d.Dict(d.Catalog()["StructTreeRoot"])
	if root == nil {
		return nil
	}
	w := structureWalk{d: d, roles: d.Dict(root["RoleMap"]), pages: map[int]PageTags{}, seen: map[int]bool{}}
	w.kids(root["K"], structurePlace{})
	for _, tags := range w.pages {
		for id, tag := range tags {
			if tag.Table == 0 {
				continue
			}
			if t := w.tables[tag.Table-1]; t.outer || t.row == 0 || t.columns < 2 || t.columns > maxTaggedColumns {
				tag = Tag{Order: tag.Order}
			} else {
				tag.Columns, tag.InRow = t.columns, t.inRow[tag.Row]
			}
			tags[id] = tag
		}
	}
	return w.pages
}

type structureWalk struct {
	d        *Doc
	roles    Dict
	pages    map[int]PageTags
	tables   []*taggedTable
	headings int
	order    int
	elements int
	seen     map[int]bool
}

// taggedTable is a table under the walk.
type taggedTable struct {
	number, row, column, columns int
	inRow                        []int                 // how many columns have cells
	until                        [maxTaggedColumns]int // the rows up to which cells above reach, by column
	outer                        bool                  // it holds another table
}

// structurePlace is where in the tree the walk is.
type structurePlace struct {
	page, depth int
	table       *taggedTable
	tag         Tag
}

// kids walks what an element holds: content, elements, or an array of both.
func (w *structureWalk) kids(o Object, at structurePlace) {
	if at.depth++; at.depth > maxStructureDepth {
		return
	}
	for _, kid := range w.d.List(o) {
		w.kid(kid, at)
	}
}

func (w *structureWalk) kid(o Object, at structurePlace) {
	id, isContent := w.d.Num(o)
	if !isContent {
		number := Number(o)
		if number != 0 && w.seen[number] || w.elements >= maxElements {
			return
		}
		w.seen[number] = true
		w.elements++
		dict := w.d.Dict(o)
		if page := Number(dict["Pg"]); page != 0 {
			at.page = page
		}
		if id, isContent = w.d.Num(dict["MCID"]); !isContent {
			w.element(dict, at)
			return
		}
		if dict["Stm"] != nil { // it is of a form, which has numbers of its own
			return
		}
	}
	if id < 0 || id >= 1<<30 {
		return
	}
	w.order++
	at.tag.Order = w.order
	if w.pages[at.page] == nil {
		w.pages[at.page] = PageTags{}
	}
	w.pages[at.page][int32(id)] = at.tag
}

func (w *structureWalk) element(dict Dict, at structurePlace) {
	switch role := w.role(w.d.Name(dict["S"])); role {
	case "Table":
		if at.table != nil {
			at.table.outer = true
		}
		at.table = &taggedTable{number: len(w.tables) + 1, row: -1}
		w.tables = append(w.tables, at.table)
		at.tag = Tag{}
	case "TR":
		if at.table != nil {
			at.table.row++
			at.table.column = 0
			at.table.inRow = append(at.table.inRow, 0)
		}
	case "TH", "TD":
		if at.table != nil && at.table.row >= 0 {
			at.tag = w.cell(dict, at.table)
		}
	case "Title", "H1", "H2", "H3", "H4", "H5", "H6":
		w.headings++
		at.tag.Heading, at.tag.Element = 1, w.headings
		if role != "Title" {
			at.tag.Heading = int(role[1] - '0')
		}
	}
	w.kids(dict["K"], at)
}

// role returns the standard role that a role of the file means.
func (w *structureWalk) role(name string) string {
	for range maxHops {
		mapped := w.d.Name(w.roles[name])
		if mapped == "" || mapped == name {
			break
		}
		name = mapped
	}
	return name
}

// cell takes the next free place of a row for a cell.
func (w *structureWalk) cell(dict Dict, t *taggedTable) Tag {
	t.skipBusy()
	tag := Tag{Table: t.number, Row: t.row, Column: t.column}
	rows, columns := w.span(dict["A"], "RowSpan"), w.span(dict["A"], "ColSpan")
	for i := t.column; i < min(t.column+columns, maxTaggedColumns); i++ {
		t.until[i] = t.row + rows
	}
	t.column = min(t.column+columns, maxTaggedColumns+1)
	t.skipBusy()
	t.columns, t.inRow[t.row] = max(t.columns, t.column), t.column
	return tag
}

// skipBusy goes on to the next column that no cell of a row above reaches to.
func (t *taggedTable) skipBusy() {
	for t.column < maxTaggedColumns && t.until[t.column] > t.row {
		t.column++
	}
}

// span returns over how many rows or columns a cell goes, by its attributes: a
// dictionary, or an array of those and their revisions.
func (w *structureWalk) span(o Object, name string) int {
	for _, attributes := range w.d.List(o) {
		if n := w.d.Int(w.d.Dict(attributes)[name]); n > 1 && n <= maxTableSpan {
			return n
		}
	}
	return 1
}
