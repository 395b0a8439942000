package htmlmd

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// writeRecords writes a table as a list of its rows, each a list of what the columns
// are called and what the row says.
func (w *writer) writeRecords(n *html.Node, s tableStats) {
	k := recordTable{writer: w, shape: s, taken: make([]int, s.cols), names: make([]string, s.cols)}
	var flushed bool
	w.eachRow(n, func(tr *html.Node) {
		if !s.bareHead && k.rows == 0 && s.named {
			k.readHeader(tr)
			k.rows++
			return
		}
		if !flushed {
			flushed = true
			w.end()
			w.openList(list{ordered: true, delim: '.', number: 1, step: 1})
		}
		k.rows++
		w.openItem(tr, func() { k.row(tr) })
	})
	if flushed {
		w.closeList()
	}
}

type recordTable struct {
	*writer
	shape tableStats
	rows  int
	taken []int // rows that a column is still taken for by a cell above
	group *html.Node
	names []string
}

// readHeader reads the names of the columns.
func (k *recordTable) readHeader(tr *html.Node) {
	k.cells(tr, func(c *html.Node, col, across int) {
		k.cell++
		k.children(c)
		name := strings.TrimSpace(k.plainText())
		k.reset()
		k.cell--
		for i := range across {
			k.names[col+i] = name
		}
	})
}

// cells calls f for the cells of a row with the column and the number of
// columns of each.
func (k *recordTable) cells(tr *html.Node, f func(c *html.Node, col, across int)) {
	if k.group != tr.Parent {
		k.group = tr.Parent
		clear(k.taken)
	}
	col := 0
	skip := func() {
		for col < len(k.taken) && k.taken[col] > 0 {
			k.taken[col]--
			col++
		}
	}
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if k.skips(c) {
			continue
		}
		skip()
		if !isCell(c) || col >= len(k.taken) {
			continue
		}
		across, down := 1, 1
		if k.shape.unroll {
			across, down = spans(c)
		}
		across = min(across, len(k.taken)-col)
		for i := range across {
			k.taken[col+i] = down - 1
		}
		f(c, col, across)
		col += across
	}
	skip()
}

func (k *recordTable) row(tr *html.Node) {
	k.inList(list{delim: '-', step: 1, loose: true}, func() {
		k.cells(tr, func(c *html.Node, col, _ int) {
			k.openItem(c, func() {
				if name := k.names[col]; name != "" {
					k.inInline(openInline{kind: mdinline.Strong}, func() { k.writeText(name) })
					k.writeText(": ")
				}
				k.children(c)
			})
		})
	})
}
