package htmlmd

import (
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
	if w.cell > 0 { // GFM has no tables in cells
		w.layout(n)
		return
	}
	heading := w.heading
	w.heading = 0
	w.lastImg.at = 0 // a table does not depend on the images before it
	layout := w.has(n, LayoutTable)
	s := w.scanTable(n)
	switch {
	case w.isCodeTable(n):
		of := n // the language is that of the code in it, or around it
		if pre := htmltree.Find(n, 5, func(c *html.Node) bool { return c.DataAtom == atom.Pre && language(c) != "" }); pre != nil {
			of = pre
		}
		w.codeBlock(n, language(of))
	case layout || s.isLayout(n):
		w.layout(n)
	case w.in.DropTables:
		w.leaveOut(n, "table not wanted")
	default:
		g := gridWriter{writer: w, Grid: mdwriter.Grid{Body: &w.Body}, shape: s, columns: columns{taken: make([]int, s.cols), most: s.cols, unroll: s.unroll}, above: make([]extract.Span, s.cols)}
		for col := range s.cols {
			if s.isFilled(col) && col < len(s.align) {
				g.Align = append(g.Align, s.align[col])
			} else if s.isFilled(col) {
				g.Align = append(g.Align, 0)
			}
		}
		w.eachRow(n, w.belowTitle(s.title, g.row), w.besideRows)
	}
	w.end()
	w.heading = heading
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

// eachRow calls row for each row of a table, and other for each other child of the table or of its row groups, such as <caption>. The
// rows of the first <tfoot> come last, regardless of its place in the source (CSS 2.2, 17.2), and not at all if they repeat the head.
func (w *writer) eachRow(n *html.Node, row, other func(*html.Node)) {
	var foot *html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case w.skips(c):
		case c.DataAtom == atom.Tfoot && foot == nil:
			foot = c
		case c.DataAtom == atom.Tr:
			row(c)
		case c.DataAtom == atom.Thead || c.DataAtom == atom.Tbody || c.DataAtom == atom.Tfoot:
			w.eachRow(c, row, other)
		default:
			other(c)
		}
	}
	if foot != nil && !repeatsHead(foot, childElement(n, atom.Thead)) {
		w.eachRow(foot, row, other)
	}
}

// belowTitle returns row for the rows of a table except its title, which it writes as the heading that it is.
func (w *writer) belowTitle(title *html.Node, row func(*html.Node)) func(*html.Node) {
	return func(tr *html.Node) {
		if tr != title {
			row(tr)
			return
		}
		w.children(w.firstShown(tr.FirstChild))
		w.end()
	}
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
	only, across := g.wideCell(tr)
	if !hasChild(tr, atom.Td) && !hasChild(tr, atom.Th) || only != nil && across >= g.most && isBlankCell(only) {
		return
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
		if g.shape.isFilled(col) {
			g.Cell(func() { g.repeat(g.above[col]) })
		}
	}
	col := g.cells(&g.columns, tr, g.putCell, repeat)
	for (g.shape.pad || isFirst) && col < g.most {
		if g.shape.isFilled(col) {
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

func (g *gridWriter) putCell(c *html.Node, col, across, _ int) {
	var s extract.Span
	for i := range across {
		if g.shape.isFilled(col + i) {
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
func (w *writer) layout(n *html.Node) {
	w.eachRow(n, func(tr *html.Node) {
		w.flush()
		for c := tr.FirstChild; c != nil; c = c.NextSibling {
			if w.skips(c) {
				continue
			}
			if !isCell(c) {
				w.node(c)
				continue
			}
			if block, _ := aroundBlocks(c); block {
				w.block(c)
			} else if !w.labelled(c) {
				w.apart(c)
			}
		}
		w.flush()
	}, w.besideRows)
}

func isCell(n *html.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }
