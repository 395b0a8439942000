package htmlmd

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxColumns bounds the columns of a table that spans are written out for.
const maxColumns = 256

type tableStats struct {
	rows, cols, cells int
	heads             int  // cells that are <th>
	text              int  // bytes of text in cells
	longest           int  // bytes of text in the cell that has most
	tables            int  // tables in cells
	headings          int  // headings in <td>
	blocks            int  // forms, rules and sections in <td>
	richCells         int  // cells with tables, code of many lines or nested lists
	bareHead          bool // no row is a header: GFM gets an empty one
	named             bool // the first row names the columns
	firstCells        int  // cells of the first row
	strong            int  // cells of the first row that are strong as a whole
	labelled          bool // the first cell of the first row is strong or ends in a colon
	most              int  // cells of the row that has the most, spans not counted
	unroll            bool // spans are written out
	pad               bool // short rows are filled up
	caption           bool
	title             *html.Node // the first row, if it is a heading over all columns: it stands above the table
	align             []byte
	filled            []bool // by column: a cell has something in it; nil for all columns
}

// columns says which columns of the next row of a table are taken by cells above.
type columns struct {
	taken  []int      // by column: rows that it is still taken for
	group  *html.Node // the one around the row before
	most   int        // columns at most
	unroll bool       // spans count
}

// cells calls cell for the cells of a row in order with the first column and the number of columns and rows of each: 0 columns beyond
// the last. It calls above for the columns before, between and after them that are taken, and returns the column after the last one.
func (w *writer) cells(t *columns, tr *html.Node, cell func(c *html.Node, col, across, down int), above func(col int)) int {
	if t.group != tr.Parent {
		t.group = tr.Parent
		clear(t.taken) // no cell spans rows of the next group (HTML, 4.9.12.1)
	}
	col := t.covered(0, above)
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if w.skips(c) || !isCell(c) {
			continue
		}
		across, down := 1, 1
		if v, ok := number(c, "colspan"); ok && t.unroll {
			across = max(v, 1)
		}
		if v, ok := number(c, "rowspan"); ok && t.unroll {
			if down = v; v == 0 {
				down = mdwriter.MaxNumber // to the end of its group
			}
		}
		across = min(across, max(t.most-col, 0))
		for len(t.taken) < col+across {
			t.taken = append(t.taken, 0)
		}
		for i := range across {
			t.taken[col+i] = down - 1
		}
		cell(c, col, across, down)
		col = t.covered(col+across, above)
	}
	return col
}

// covered counts off the columns from col on that are taken from above.
func (t *columns) covered(col int, above func(col int)) int {
	for col < len(t.taken) && t.taken[col] > 0 {
		t.taken[col]--
		above(col)
		col++
	}
	return col
}

type tableScanner struct {
	*writer
	columns
	shape  tableStats
	begun  []bool // by column: a cell begins there
	filled []bool // by column: a cell has something in it
	col    int    // columns declared by <col> so far
}

// scanTable looks over a table. It enters no table within it, so that nested tables cost no more than their size.
func (w *writer) scanTable(n *html.Node) tableStats {
	m := tableScanner{writer: w, columns: columns{taken: w.taken[:0], most: maxColumns, unroll: true}}
	w.eachRow(n, m.row, m.besideRows)
	w.taken = m.taken[:0]
	s := m.shape
	// A column in which no cell begins is not seen: <td colspan=1000> is as wide as the cells beside it.
	written := 0 // columns in which a cell begins
	for i, begun := range m.begun {
		if m.filled[i] = m.filled[i] && begun; begun {
			s.cols = i + 1
			written++
		}
	}
	m.filled = m.filled[:s.cols]
	s.pad = written*s.rows <= padFactor*s.cells+padCells
	s.unroll = s.pad && s.most <= maxColumns
	if !s.unroll {
		s.cols = s.most
	}
	// Editors without <th> write a header as a row of strong cells; a first cell that is the label of the second is none.
	s.named = s.named || s.strong > 1 && s.strong == s.firstCells && s.rows > 1 && s.most == s.firstCells &&
		s.tables == 0 && s.blocks == 0 && s.longest <= maxStyled
	s.bareHead = s.bareHead || s.most == 2 && s.firstCells == 2 && s.heads == 0 && !s.named && s.rows > 1 && s.labelled
	s.bareHead = s.bareHead || s.title != nil && !s.named
	s.filled = nil
	if s.unroll && slices.Contains(m.filled, true) && slices.Contains(m.filled, false) {
		s.filled = m.filled
	}
	return s
}

// A table may have padCells cells in its grid, and padFactor for each cell of the page, with those that spans and short
// rows add. So a hostile page can't make a large table of few cells.
const (
	padFactor = 4
	padCells  = 1000
)

// maxStyled bounds the text of a cell in a table whose header is one by its style alone, in bytes: what lays out a page
// has whole articles in a cell.
const maxStyled = 600

// besideRows takes up what a table says of its columns.
func (m *tableScanner) besideRows(c *html.Node) {
	switch c.DataAtom {
	case atom.Caption:
		m.shape.caption = true
	case atom.Colgroup:
		for col := c.FirstChild; col != nil; col = col.NextSibling {
			m.besideRows(col)
		}
	case atom.Col:
		across, _ := number(c, "span")
		across = min(max(across, 1), maxColumns)
		m.alignment(c, m.col, across)
		m.col = min(m.col+across, maxColumns)
	}
}

// maxCellLabel is how many bytes of a cell are read to test whether it is the label of the next one.
const maxCellLabel = 100

func (m *tableScanner) row(tr *html.Node) {
	s, head := &m.shape, tr.Parent.DataAtom == atom.Thead
	if s.rows == 0 && s.title == nil && m.isTitleRow(tr) {
		s.title = tr
		return
	}
	cells, heads := 0, 0
	m.cells(&m.columns, tr, func(c *html.Node, col, across, _ int) {
		for len(m.begun) < len(m.taken) {
			m.begun, m.filled = append(m.begun, false), append(m.filled, false)
		}
		blank := isBlankCell(c)
		for i := range across {
			m.begun[col+i] = m.begun[col+i] || i == 0
			m.filled[col+i] = m.filled[col+i] || !blank
		}
		if s.rows < 2 {
			m.alignment(c, col, across)
		}
		cells++
		if c.DataAtom == atom.Th {
			heads++
		}
		var r cellStats
		r.scan(c, 0, 0)
		s.text += r.text
		s.longest = max(s.longest, r.text)
		s.tables += r.tables
		if c.DataAtom == atom.Td {
			s.blocks += r.blocks
			s.headings += r.headings
		}
		if s.rows == 0 && r.text > 0 && isStrong(c) {
			s.strong++
		}
		if r.tables > 0 || r.code || r.nested {
			s.richCells++
		}
		if s.rows == 0 && cells == 1 {
			text := strings.TrimSpace(shortText(c, maxCellLabel))
			s.labelled = text != "" && (strings.HasSuffix(text, ":") || isStrong(c))
		}
	}, func(int) {})
	if s.rows == 0 {
		s.firstCells = cells
		s.named = head || heads > 1 || heads == cells && heads > 0
		s.bareHead = heads == 1 && cells > 1 && !head
	}
	s.rows++
	s.cells += cells
	s.heads += heads
	s.most = max(s.most, cells)
}

// wideCell returns the only cell that a row shows and the columns that it spans, nil and 0 if there are several or it spans one.
func (w *writer) wideCell(tr *html.Node) (c *html.Node, across int) {
	c = w.firstShown(tr.FirstChild)
	if c == nil || !isCell(c) || w.firstShown(c.NextSibling) != nil {
		return nil, 0
	}
	if across, _ = number(c, "colspan"); across < 2 {
		return nil, 0
	}
	return c, across
}

// isTitleRow reports whether a row has one cell over several columns, with a heading and nothing else.
func (w *writer) isTitleRow(tr *html.Node) bool {
	c, _ := w.wideCell(tr)
	if c == nil {
		return false
	}
	h := nextContent(c.FirstChild)
	return h != nil && headingLevel(h) > 0 && nextContent(h.NextSibling) == nil
}

// isFilled reports whether a column is written: not one whose cells all are empty.
func (s *tableStats) isFilled(col int) bool { return s.filled == nil || s.filled[col] }

func (m *tableScanner) alignment(c *html.Node, col, across int) {
	a := cellAlign(c)
	if a == 0 {
		return
	}
	s := &m.shape
	for len(s.align) < col+across {
		s.align = append(s.align, 0)
	}
	for i := col; i < col+across; i++ {
		if s.align[i] == 0 {
			s.align[i] = a
		}
	}
}

func cellAlign(c *html.Node) byte {
	v := cmp.Or(htmltree.Declared(htmltree.Attr(c, "style"), "text-align"), strings.ToLower(strings.TrimSpace(htmltree.Attr(c, "align"))))
	switch {
	case strings.HasPrefix(v, "left"):
		return 'l'
	case strings.HasPrefix(v, "right"):
		return 'r'
	case strings.HasPrefix(v, "center"):
		return 'c'
	}
	return 0
}

// minLayoutText is the mean text of a cell, in bytes, above which a table without a header lays out the page.
const minLayoutText = 150

func (s *tableStats) isLayout(n *html.Node) bool {
	if role := htmltree.Attr(n, "role"); role == "presentation" || role == "none" {
		return true
	}
	if s.cells == 0 {
		return true
	}
	if s.heads > 0 || s.named {
		return false
	}
	switch {
	case s.tables > 0, s.headings > 0, s.blocks > 0, s.richCells > 0, s.cols <= 1, s.rows == 1 && !s.caption:
		return true
	}
	return s.text/s.cells > minLayoutText
}

// cellStats counts the content of a cell that does not fit on one line.
type cellStats struct {
	text, tables, headings, blocks int
	code, nested                   bool
}

func (r *cellStats) scan(n *html.Node, lists, depth int) {
	if depth > maxDepth {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			r.text += len(strings.TrimSpace(c.Data))
			continue
		}
		inner := lists
		switch c.DataAtom {
		case atom.Table:
			if htmltree.Find(c, 2, func(d *html.Node) bool { return d.DataAtom == atom.Tr }) != nil {
				r.tables++
			}
			continue
		case atom.Pre:
			r.code = r.code || strings.Contains(strings.TrimSpace(shortText(c, 4<<10)), "\n")
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			r.headings++
		case atom.Form, atom.Hr, atom.Article, atom.Section:
			r.blocks++
		case atom.Ul, atom.Ol, atom.Dl:
			inner++
			r.nested = r.nested || inner > 1
		}
		r.scan(c, inner, depth+1)
	}
}

func isStrong(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && !isBlank(c.Data), c.DataAtom == atom.Table:
			return false
		case c.DataAtom == atom.Strong, c.DataAtom == atom.B, headingLevel(c) > 0:
		case c.Type == html.ElementNode && !isStrong(c):
			return false
		}
	}
	return true
}

func isBlankCell(n *html.Node) bool {
	return htmltree.Find(n, maxDepth, func(c *html.Node) bool {
		switch c.DataAtom {
		case atom.Img, atom.Picture, atom.Input, atom.Select, atom.Textarea, atom.Button, atom.Iframe, atom.Video, atom.Audio,
			atom.Object, atom.Embed, atom.Progress, atom.Meter, atom.Canvas, atom.Table, atom.Template, atom.Script, atom.Hr:
			return true
		}
		return c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" || c.Type == html.ElementNode && c.Namespace != ""
	}) == nil
}

// IsData reports whether Write would write n, a <table>, as a table or as code, and not as the text that it lays out.
func IsData(n *html.Node, marks Marks) bool {
	w := &writer{buffers: bufferPool.Get().(*buffers), in: Input{Marks: marks}}
	defer w.release()
	if w.isCodeTable(n) {
		return true
	}
	s := w.scanTable(n)
	return !s.isLayout(n)
}
