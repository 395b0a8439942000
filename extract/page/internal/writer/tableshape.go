package writer

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxColumns bounds the columns of a table that spans are written out for.
const maxColumns = 256

// shape is what one look over a table tells about it.
type shape struct {
	rows, cols, cells int
	heads             int  // cells that are <th>
	text              int  // bytes of text in cells
	tables            int  // tables in cells
	blocks            int  // headings, forms and the like in <td>
	richCells         int  // cells with code of many lines, quotes, nested lists, long prose
	bareHead          bool // no row is a header: GFM gets an empty one
	named             bool // the first row names the columns
	unroll            bool // spans are written out
	pad               bool // short rows are filled up
	caption           bool
	align             []byte
}

// measurer looks over one table.
type measurer struct {
	*writer
	shape shape
	taken []int // rows that each column is still taken for by a cell above
	col   int   // columns that <col> told about so far
	most  int   // cells of the row that has the most, spans not counted
}

// measure looks over a table. It enters no table within it, so that nested
// tables cost no more than their size.
func (w *writer) measure(n *html.Node) shape {
	at := w.at
	m := measurer{writer: w, taken: w.taken[:0]}
	m.group(n, false)
	w.taken = m.taken[:0]
	w.at = at
	s := m.shape
	// A table of few cells that would unroll into very many is not unrolled.
	s.cols = len(m.taken)
	s.unroll = s.cols*s.rows <= 4*s.cells+1000 && m.most <= maxColumns
	if !s.unroll {
		s.cols = m.most
	}
	s.pad = s.cols*s.rows <= 4*s.cells+1000
	return s
}

func (m *measurer) group(n *html.Node, head bool) {
	var foot *html.Node // its rows come last, as eachRow has them
	footAt := m.at
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !m.enter(c) {
			continue
		}
		if c.DataAtom == atom.Tfoot && foot == nil {
			foot, footAt = c, m.at
			m.pass()
			continue
		}
		switch c.DataAtom {
		case atom.Thead:
			m.group(c, true)
		case atom.Tbody, atom.Tfoot:
			m.group(c, false)
		case atom.Tr:
			m.row(c, head)
		case atom.Caption:
			m.shape.caption = true
			m.pass()
		case atom.Colgroup:
			m.group(c, head)
		case atom.Col:
			across, _ := number(c, "span")
			across = min(max(across, 1), maxColumns)
			m.alignment(c, m.col, across)
			m.col = min(m.col+across, maxColumns)
		default:
			m.pass()
		}
	}
	if foot != nil {
		at := m.at
		m.at = footAt
		m.group(foot, false)
		m.at = at
	}
}

func (m *measurer) row(tr *html.Node, head bool) {
	s := &m.shape
	col, cells, heads := 0, 0, 0
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if !m.enter(c) {
			continue
		}
		m.pass()
		if !isCell(c) {
			continue
		}
		col = m.place(c, m.covered(col))
		cells++
		if c.DataAtom == atom.Th {
			heads++
		}
		m.content(c)
	}
	m.covered(col)
	if s.rows == 0 {
		s.named = head || heads > 1 || heads == cells && heads > 0
		s.bareHead = heads == 1 && cells > 1 && !head
	}
	s.rows++
	s.cells += cells
	s.heads += heads
	m.most = max(m.most, cells)
}

// covered counts off the columns from col on that are taken from above.
func (m *measurer) covered(col int) int {
	for col < len(m.taken) && m.taken[col] > 0 {
		m.taken[col]--
		col++
	}
	return col
}

// place puts a cell into the columns from col on.
func (m *measurer) place(c *html.Node, col int) int {
	across, down := spans(c)
	across = min(across, max(maxColumns-col, 0))
	for i := range across {
		if col+i == len(m.taken) {
			m.taken = append(m.taken, 0)
		}
		m.taken[col+i] = down - 1
	}
	if m.shape.rows < 2 {
		m.alignment(c, col, across)
	}
	return col + across
}

// spans reads colspan and rowspan, 1 if they say nothing of use.
func spans(c *html.Node) (across, down int) {
	across, down = 1, 1
	if v, ok := number(c, "colspan"); ok && v > 1 {
		across = v
	}
	if v, ok := number(c, "rowspan"); ok && v != 1 {
		if down = v; v == 0 {
			down = maxNumber // to the end of its group
		}
	}
	return across, down
}

// alignment notes how the columns of a cell are aligned, if none above said.
func (m *measurer) alignment(c *html.Node, col, across int) {
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

func (s *shape) alignOf(col int) byte {
	if col < len(s.align) {
		return s.align[col]
	}
	return 0
}

// cellAlign is l, r or c if a cell says how it is aligned, else 0.
func cellAlign(c *html.Node) byte {
	v, _ := attr(c, "align")
	if style, ok := attr(c, "style"); ok {
		if _, rest, ok := strings.Cut(style, "text-align"); ok {
			v = strings.TrimLeft(rest, ": ")
		}
	}
	v = strings.ToLower(strings.TrimSpace(v))
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

// content looks at what is in a cell.
func (m *measurer) content(c *html.Node) {
	var r richness
	r.look(c, 0, 0)
	s := &m.shape
	s.text += r.text
	s.tables += r.tables
	if c.DataAtom == atom.Td {
		s.blocks += r.blocks
	}
	if r.tables > 0 || r.code || r.nested || r.quote || r.paragraphs > 3 {
		s.richCells++
	}
}

// richness is what a cell holds that one line can't.
type richness struct {
	text, tables, blocks, paragraphs int
	code, nested, quote              bool
}

func (r *richness) look(n *html.Node, lists, depth int) {
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
			if t := firstRow(c); t != nil {
				r.tables++
			}
			continue
		case atom.Pre:
			r.code = r.code || strings.Contains(strings.TrimSpace(shortText(c, 4<<10)), "\n")
		case atom.Blockquote:
			r.quote = true
		case atom.P:
			r.paragraphs++
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Form, atom.Hr, atom.Article, atom.Section:
			r.blocks++
		case atom.Ul, atom.Ol, atom.Dl:
			inner++
			r.nested = r.nested || inner > 1
		}
		r.look(c, inner, depth+1)
	}
}

// rich says whether the cells hold more than GFM has room for.
func (s *shape) rich() bool { return s.richCells > 0 }

// isLayout says whether a table is there to lay out the page.
func (s *shape) isLayout(n *html.Node) bool {
	if role, _ := attr(n, "role"); role == "presentation" || role == "none" {
		return true
	}
	if s.cells == 0 {
		return true
	}
	if s.heads > 0 || s.named {
		return false
	}
	switch {
	case s.tables > 0, s.blocks > 0, s.richCells > 0, s.cols <= 1, s.rows == 1 && !s.caption:
		return true
	}
	return s.text/s.cells > 150
}
