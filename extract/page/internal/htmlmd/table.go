package htmlmd

import (
	"cmp"
	"sort"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// table writes <table>: as a table, as code if it only sets lines against their numbers, and as plain blocks if it only lays out
// the page.
func (w *writer) table(n *html.Node) {
	w.end()
	parts := w.partsOfTable(n, nil)
	if w.cell > 0 { // GFM has no tables in cells
		w.layout(parts)
		return
	}
	heading := w.heading
	w.heading = 0
	w.lastImg.at = 0 // a table does not depend on the images before it
	s := w.scanTable(parts)
	switch {
	case w.isCodeTable(n):
		of := n // the language is that of the code in it, or around it
		if pre := htmltree.Find(n, 5, func(c *html.Node) bool { return c.DataAtom == atom.Pre && language(c) != "" }); pre != nil {
			of = pre
		}
		w.codeBlock(n, language(of))
	case w.has(n, LayoutTable) || s.isLayout(n):
		w.layout(parts)
	case w.in.DropTables:
		w.leaveOut(n, "table not wanted")
	default:
		g := gridWriter{writer: w, Grid: mdwriter.Grid{Body: &w.Body}, shape: s, columns: columns{taken: make([]int, s.cols), most: s.cols, unroll: s.unroll}, above: make([]extract.Span, s.cols)}
		for _, c := range s.columns {
			if c.shown {
				g.Align = append(g.Align, c.align)
			}
		}
		for _, c := range parts {
			switch {
			case c == s.title:
				w.children(w.firstShown(c.FirstChild))
				w.end()
			case c.DataAtom == atom.Tr:
				g.row(c)
			default:
				w.besideRows(c)
			}
		}
	}
	w.end()
	w.heading = heading
}

// partsOfTable appends the rows of a table and each other child of it or of its row groups, such as <caption>. The rows of the first
// <tfoot> come last, regardless of its place in the source (CSS 2.2, 17.2), and not at all if they repeat the head.
func (w *writer) partsOfTable(n *html.Node, parts []*html.Node) []*html.Node {
	var foot *html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case w.skips(c):
		case c.DataAtom == atom.Tfoot && foot == nil:
			foot = c
		case c.DataAtom == atom.Thead || c.DataAtom == atom.Tbody || c.DataAtom == atom.Tfoot:
			parts = w.partsOfTable(c, parts)
		default:
			parts = append(parts, c)
		}
	}
	if foot != nil && !repeatsHead(foot, childElement(n, atom.Thead)) {
		parts = w.partsOfTable(foot, parts)
	}
	return parts
}

// maxRepeat bounds the content of a cell that is repeated where it spans.
const maxRepeat = 200

type gridWriter struct {
	*writer
	mdwriter.Grid
	columns
	shape tableStats
	above []extract.Span // by column: the content of the last cell in Out
}

// repeatsHead reports whether a <tfoot> has the text of the <thead>, as below long tables.
func repeatsHead(foot, head *html.Node) bool {
	const most = 2000 // bytes
	text := shortText(foot, most)
	squeezed := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return head != nil && !isBlank(text) && len(text) <= most && squeezed(text) == squeezed(shortText(head, most))
}

// besideRows writes a child of a table that is no row: the caption, or an element that a table may not have. The parser puts most of
// the latter before the table.
func (w *writer) besideRows(c *html.Node) {
	switch c.DataAtom {
	case atom.Caption:
		w.block(c)
	case atom.Colgroup, atom.Col:
	default:
		w.node(c)
	}
}

func (g *gridWriter) row(tr *html.Node) {
	if !hasChild(tr, atom.Td) && !hasChild(tr, atom.Th) {
		return
	}
	if only, across := g.wideCell(tr); only != nil && across >= g.most {
		var s cellStats
		if s.scan(only, 0, 0); !s.shown {
			return
		}
	}
	isFirst := g.Rows == 0
	if isFirst {
		g.writer.end()
	}
	if isFirst && g.shape.bareHead {
		g.Row()
		for range g.Align {
			g.Cell(func() {})
		}
		g.EndRow()
	}
	g.Row()
	repeat := func(col int) {
		if g.shape.columns[col].shown {
			g.Cell(func() { g.repeat(g.above[col]) })
		}
	}
	col := g.cells(&g.columns, tr, g.putCell, repeat)
	for (g.shape.pad || isFirst) && col < g.most {
		if g.shape.columns[col].shown {
			g.Cell(func() {})
		}
		col = g.covered(col+1, repeat)
	}
	g.EndRow()
}

// repeat writes the content of a cell again, in another column or row that it spans.
func (g *gridWriter) repeat(s extract.Span) {
	out := &g.writer.Body
	if s.End-s.Start > maxRepeat {
		return
	}
	first := sort.Search(len(out.Links), func(i int) bool { return out.Links[i].Start >= s.Start })
	for _, l := range out.Links[first:] {
		if l.End > s.End || len(out.Links) == limit.LinkSpans {
			break
		}
		out.Links = append(out.Links, mdwriter.Moved(l, len(out.Out)-s.Start))
	}
	out.Out = append(out.Out, out.Out[s.Start:s.End]...)
}

func (g *gridWriter) putCell(c *html.Node, col, across int) {
	var s extract.Span
	for i := range across {
		if g.shape.columns[col+i].shown {
			g.Cell(func() {
				switch {
				case s.Start == 0:
					s.Start = len(g.writer.Out)
					g.cellContent(c)
					s.End = len(g.writer.Out)
				case across < g.most: // not a title over all columns
					g.repeat(s)
				}
			})
		}
		g.above[col+i] = s
	}
}

func (w *writer) cellContent(c *html.Node) {
	w.cell++
	w.lastImg.at = 0 // equal images in two cells are not repeats
	outer := w.keepLines
	w.keepLines, _ = keepsLines(w.style(c), outer)
	w.children(c)
	w.keepLines = outer
	for w.opened > 0 {
		w.closeInlineItem()
	}
	w.encodeInline(mdinline.Cell)
	w.reset()
	w.cell--
}

// layout writes the cells of a table that only lays out the page: those of a row on a line if they are no blocks themselves.
func (w *writer) layout(parts []*html.Node) {
	for _, part := range parts {
		if part.DataAtom != atom.Tr {
			w.besideRows(part)
			continue
		}
		w.flush()
		for c := part.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case w.skips(c):
			case !isCell(c):
				w.node(c)
			case holds(c, isBlock):
				w.block(c)
			case !w.labelled(c):
				w.apart(c)
			}
		}
		w.flush()
	}
}

func isCell(n *html.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }

// The plan of a table: what is in its cells decides whether it is one of data and how it is written.

// maxColumns bounds the columns of a table that spans are written out for.
const maxColumns = 256

type tableStats struct {
	rows, cols, cells int
	heads             int  // cells that are <th>
	text              int  // bytes of text in cells
	longest           int  // bytes of text in the cell that has most
	tables            bool // there are tables in cells
	blocks            bool // there are forms, rules or sections in <td>
	rich              bool // there are headings in <td>, code of many lines or nested lists
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
	columns           []columnStats
}

type columnStats struct {
	begins bool // a cell begins in it
	shown  bool // a cell has something in it; the table is written without the others
	align  byte
}

// columns says which columns of the next row of a table are taken by cells above.
type columns struct {
	taken  []int      // by column: rows that it is still taken for
	group  *html.Node // the one around the row before
	most   int        // columns at most
	unroll bool       // spans count
}

// cells calls cell for the cells of a row in order with the first column and the number of columns of each: 0 columns beyond
// the last. It calls above for the columns before, between and after them that are taken, and returns the column after the last one.
func (w *writer) cells(t *columns, tr *html.Node, cell func(c *html.Node, col, across int), above func(col int)) int {
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
		cell(c, col, across)
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
	shape tableStats
	col   int // columns declared by <col> so far
}

// scanTable looks over a table. It enters no table within it, so that nested tables cost no more than their size.
func (w *writer) scanTable(parts []*html.Node) tableStats {
	m := tableScanner{writer: w, columns: columns{taken: w.taken[:0], most: maxColumns, unroll: true}}
	m.shape.columns = make([]columnStats, maxColumns)
	for _, c := range parts {
		if c.DataAtom == atom.Tr {
			m.row(c)
		} else {
			m.besideRows(c)
		}
	}
	w.taken = m.taken[:0]
	s := m.shape
	// A column in which no cell begins is not seen: <td colspan=1000> is as wide as the cells beside it.
	written := 0 // columns in which a cell begins
	isShown := false
	for i := range s.columns {
		c := &s.columns[i]
		if c.begins {
			s.cols = i + 1
			written++
		}
		c.shown = c.shown && c.begins
		isShown = isShown || c.shown
	}
	s.pad = written*s.rows <= padFactor*s.cells+padCells
	s.unroll = s.pad && s.most <= maxColumns
	if !s.unroll {
		s.cols = s.most
	}
	if s.columns = s.columns[:min(s.cols, maxColumns)]; len(s.columns) < s.cols {
		s.columns = append(s.columns, make([]columnStats, s.cols-len(s.columns))...)
	}
	for i := range s.columns {
		s.columns[i].shown = s.columns[i].shown || !isShown || !s.unroll
	}
	// Editors without <th> write a header as a row of strong cells. A row such as **Price** | 8 isn't a header: its strong cell labels the other.
	s.named = s.named || s.strong > 1 && s.strong == s.firstCells && s.rows > 1 && s.most == s.firstCells &&
		!s.tables && !s.blocks && s.longest <= maxStyled
	s.bareHead = s.bareHead || s.most == 2 && s.firstCells == 2 && s.heads == 0 && !s.named && s.rows > 1 && s.labelled
	s.bareHead = s.bareHead || s.title != nil && !s.named
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
		m.align(c, m.col, across)
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
	m.cells(&m.columns, tr, func(c *html.Node, col, across int) {
		var r cellStats
		r.scan(c, 0, 0)
		for i := range across {
			of := &s.columns[col+i]
			of.begins = of.begins || i == 0
			of.shown = of.shown || r.shown
		}
		if s.rows < 2 {
			m.align(c, col, across)
		}
		cells++
		if c.DataAtom == atom.Th {
			heads++
		}
		s.text += r.text
		s.longest = max(s.longest, r.text)
		s.tables = s.tables || r.tables
		s.blocks = s.blocks || r.blocks && c.DataAtom == atom.Td
		s.rich = s.rich || r.rich || r.headings && c.DataAtom == atom.Td
		if s.rows == 0 && r.text > 0 && isStrong(c) {
			s.strong++
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
	return c != nil && onlyElement(c) != nil && isHeading(onlyElement(c))
}

func (m *tableScanner) align(c *html.Node, col, across int) {
	columns := m.shape.columns[col : col+across]
	for i := range columns {
		columns[i].align = cmp.Or(columns[i].align, cellAlign(c))
	}
}

func cellAlign(c *html.Node) byte {
	v := cmp.Or(htmltree.Declared(htmltree.Attr(c, "style"), "text-align"), strings.ToLower(strings.TrimSpace(htmltree.Attr(c, "align"))))
	for _, side := range [...]string{"left", "right", "center"} {
		if strings.HasPrefix(v, side) {
			return side[0]
		}
	}
	return 0
}

// minLayoutText is the mean text of a cell, in bytes, above which a table without a header lays out the page.
const minLayoutText = 150

func (s *tableStats) isLayout(n *html.Node) bool {
	role := htmltree.Attr(n, "role")
	switch {
	case role == "presentation", role == "none", s.cells == 0, s.cells == 1 && !s.caption:
		return true
	case s.heads > 0, s.named:
		return false
	case s.tables, s.blocks, s.rich, s.cols <= 1, s.rows == 1 && !s.caption:
		return true
	}
	return s.text/s.cells > minLayoutText
}

// cellStats says what is in a cell that does not fit on one line.
type cellStats struct {
	text                     int // bytes
	tables, headings, blocks bool
	rich                     bool // code of many lines or nested lists
	shown                    bool // the cell holds something
}

func (r *cellStats) scan(n *html.Node, lists, depth int) {
	if depth > maxDepth {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			text := len(strings.TrimSpace(c.Data))
			r.text += text
			r.shown = r.shown || text > 0
			continue
		}
		inner := lists
		r.shown = r.shown || c.Type == html.ElementNode && c.Namespace != ""
		switch c.DataAtom {
		case atom.Img, atom.Picture, atom.Input, atom.Select, atom.Textarea, atom.Button, atom.Iframe, atom.Video, atom.Audio,
			atom.Object, atom.Embed, atom.Progress, atom.Meter, atom.Canvas, atom.Template, atom.Script:
			r.shown = true
		case atom.Table:
			r.shown = true
			r.tables = r.tables || htmltree.Find(c, 2, isOne(atom.Tr)) != nil
			continue
		case atom.Pre:
			r.rich = r.rich || strings.Contains(strings.TrimSpace(shortText(c, 4<<10)), "\n")
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			r.headings = true
		case atom.Form, atom.Hr, atom.Article, atom.Section:
			r.shown, r.blocks = r.shown || c.DataAtom == atom.Hr, true
		case atom.Ul, atom.Ol, atom.Dl:
			inner++
			r.rich = r.rich || inner > 1
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

// IsData reports whether Write would write n, a <table>, as a table or as code, and not as the text that it lays out.
func IsData(n *html.Node, marks Marks) bool {
	w := &writer{buffers: bufferPool.Get().(*buffers), in: Input{Marks: marks}}
	defer w.release()
	if w.isCodeTable(n) {
		return true
	}
	s := w.scanTable(w.partsOfTable(n, nil))
	return !s.isLayout(n)
}
