package office

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// The bounds of charts and diagrams.
const (
	maxPoints      = 2000 // of a series
	maxSeries      = 50
	maxDiagram     = 2000 // texts
	maxFiguresRead = 500  // of a document
)

// figure is the content of a chart or a diagram: a title and a table, or a list.
type figure struct {
	title string
	rows  [][]string
	items []figureItem
}

type figureItem struct {
	level int
	text  string
}

// figure reads the part that the chart or diagram e of a drawing names (ISO/IEC 29500-1, 21.2 and
// 21.4); nil for none.
func (r *reader) figure(p *part, e *node) (figures []figure) {
	id, read := e.attr("id"), chart
	if e.Local == "relIds" {
		id, read = e.attr("dm"), diagram
	}
	target := p.targets[id]
	if target == "" {
		return nil
	}
	if r.figures++; r.figures > maxFiguresRead {
		r.cut = true
		return nil
	}
	f := read(r.xml(p.resolve(target)).keep())
	if f.title == "" && len(f.rows)+len(f.items) == 0 {
		r.unread++
		return nil
	}
	return []figure{f}
}

// writeFigure writes a figure as blocks.
func (r *reader) writeFigure(f figure) {
	r.w.EndList()
	r.w.Paragraph(f.title)
	r.w.Table(f.rows)
	for _, i := range f.items {
		r.w.Item(min(i.level, maxListDepth-1), mdwriter.NoNumber, i.text)
	}
	r.w.EndList()
}

// chart reads the cached values of a chart as a table: a row for each category, a column for each series.
func chart(root *node) (f figure) {
	var title strings.Builder
	root.find("title").each("t", func(t *node) { title.WriteString(t.string()) })
	f.title = mdwriter.Inline(title.String())
	header, columns, length := []string{""}, [][]string{nil}, 0 // the first column has the categories
	root.each("ser data", func(e *node) {
		if len(columns) > maxSeries {
			return
		}
		name := strings.Join(chartTexts(e.child("tx")), "")
		categories := chartTexts(e.child("cat xVal strDim"))
		for i, text := range categories {
			if i == len(columns[0]) {
				columns[0] = append(columns[0], "")
			}
			if columns[0][i] != "" && columns[0][i] != text { // a series with points of its own
				columns, header = append(columns, categories), append(header, "")
				break
			}
			columns[0][i] = text
		}
		values := chartTexts(e.child("val yVal numDim"))
		columns, header = append(columns, values), append(header, mdwriter.Inline(name))
		length = max(length, len(values), len(categories))
	})
	for i := range length {
		var row []string
		for _, column := range columns {
			row = append(row, mdwriter.Inline(strings.Join(column[min(i, len(column)):min(i+1, len(column))], "")))
		}
		f.rows = append(f.rows, row)
	}
	if f.rows = trimRows(f.rows); len(f.rows) > 0 {
		f.rows = slices.Insert(f.rows, 0, header)
	}
	return f
}

// chartTexts returns the points of a series, or of its categories, by their place: behind those of the levels above. Some series have a
// value without a point.
func chartTexts(e *node) (texts []string) {
	if v := e.child("v"); v != nil {
		return []string{v.string()}
	}
	format := parseNumberFormat(e.attr("formatCode"))
	e.each("formatCode lvl pt", func(p *node) {
		switch at := p.number("idx", 0); {
		case p.Local == "formatCode":
			format = parseNumberFormat(p.string())
		case p.Local == "lvl":
			for i, text := range chartTexts(p) {
				if i == len(texts) {
					texts = append(texts, "")
				}
				texts[i] = strings.TrimSpace(text + " " + texts[i])
			}
		case at >= 0 && at < maxPoints:
			texts = append(texts, make([]string, max(at+1-len(texts), 0))...)
			texts[at] = format.show(p.string(), false)
		}
	})
	return texts
}

// diagram reads the texts of a diagram (SmartArt) as a list, nested as its points are.
func diagram(root *node) (f figure) {
	var order []string
	texts, links := map[string]string{}, map[string][]*node{} // by the point, those that lead on from it
	root.each("pt cxn", func(e *node) {
		switch id := e.attr("modelId"); {
		case len(order) == maxDiagram || len(links) == maxDiagram:
		case e.Local == "cxn" && cmp.Or(e.attr("type"), "parOf") == "parOf":
			links[e.attr("srcId")] = append(links[e.attr("srcId")], e)
		case e.Local == "pt" && e.attr("type") == "doc": // the root
			order = slices.Insert(order, 0, id)
		case e.Local == "pt":
			order, texts[id] = append(order, id), mdwriter.Inline(e.child("t").string())
		}
	})
	var add func(id string, level int)
	add = func(id string, level int) {
		if texts[id] != "" {
			f.items = append(f.items, figureItem{level, texts[id]})
			level++
		}
		on := links[id]
		delete(texts, id)
		delete(links, id)
		slices.SortStableFunc(on, func(a, b *node) int { return a.number("srcOrd", 0) - b.number("srcOrd", 0) })
		for _, link := range on {
			add(link.attr("destId"), level)
		}
	}
	for _, id := range order {
		add(id, 0)
	}
	return f
}
