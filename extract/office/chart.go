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

// addFigure reads the part that a drawing names: a chart or a diagram (ISO/IEC 29500-1, 21.2 and
// 21.4), or an embedded document. It stands after the paragraph or table. Spreadsheets have the values of their charts in cells.
func (t *textReader) addFigure(target string, read func(*node) figure) {
	if target == "" || t.isConcealed() || isOneOf(t.r.format, "xlsx ods") {
		return
	}
	if t.r.figures++; t.r.figures > maxFiguresRead {
		t.r.cut = true
		return
	}
	f := read(t.r.xml(t.resolve(target)).keep())
	if f.title == "" && len(f.rows)+len(f.items) == 0 {
		t.r.unread++
		return
	}
	t.figures = append(t.figures, f)
}

// embedded reads a chart of OpenDocument, which has its values in a table, or the tables and texts of another document.
func embedded(root *node) (f figure) {
	root.each("axis title table-row p h annotation tracked-changes", func(e *node) {
		text := func() string { return mdwriter.Inline(mdwriter.Fold(e.string())) }
		switch {
		case e.Local == "title" && e.Space == "chart":
			f.title = cmp.Or(f.title, text())
		case isOneOf(e.Local, "p h") && len(f.items) < maxDiagram:
			if text := text(); text != "" {
				f.items = append(f.items, figureItem{text: text})
			}
		case e.Local == "table-row" && len(f.rows) < maxPoints:
			var row []string
			e.each("table-cell", func(cell *node) {
				value, _ := readCellValue(cell)
				text := mdwriter.Inline(cmp.Or(mdwriter.Fold(cell.string()), value))
				if text == "NaN" { // a point without a value
					text = ""
				}
				repeat := min(max(cell.number("number-columns-repeated", 1), 1), maxSeries-len(row))
				row = append(row, slices.Repeat([]string{text}, repeat)...)
			})
			f.rows = append(f.rows, row)
		}
	})
	f.rows = trimRows(f.rows)
	return f
}

// chart reads the cached values of a chart as a table: a row for each category, a column for each series.
func chart(root *node) (f figure) {
	var title strings.Builder
	root.find("title").each("t", func(t *node) { title.WriteString(t.string()) })
	f.title = mdwriter.Inline(title.String())
	header, columns, length := []string{""}, [][]string{nil}, 0 // the first column has the categories
	var names []string
	root.each("txData", func(e *node) { names = append(names, e.child("v").string()) }) // of the series of the charts of 2016
	root.each("ser data", func(e *node) {
		if len(columns) > maxSeries {
			return
		}
		name := strings.Join(chartTexts(e.child("tx")), "")
		if len(names) > 0 {
			name, names = names[0], names[1:]
		}
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

// chartTexts returns the points of a series, or of its categories, by their place: behind the one of each level above. Some series have a
// value without a point.
func chartTexts(e *node) (texts []string) {
	if v := e.child("v"); v != nil {
		return []string{v.string()}
	}
	e.each("lvl", func(level *node) {
		points, above := chartPoints(level), ""
		for i := range texts {
			above = cmp.Or(strings.Join(points[min(i, len(points)):min(i+1, len(points))], ""), above)
			texts[i] = strings.TrimSpace(above + " " + texts[i])
		}
		if texts == nil {
			texts = points
		}
	})
	if texts == nil {
		return chartPoints(e)
	}
	return texts
}

func chartPoints(e *node) (texts []string) {
	format := parseNumberFormat(e.attr("formatCode"))
	e.each("formatCode pt", func(p *node) {
		if p.Local == "formatCode" {
			format = parseNumberFormat(p.string())
			return
		}
		at := p.number("idx", 0)
		if at < 0 || at >= maxPoints {
			return
		}
		texts = append(texts, make([]string, max(0, at+1-len(texts)))...)
		texts[at] = format.show(p.string(), false)
	})
	return texts
}

// diagram reads the texts of a diagram (SmartArt) as a list, nested as its nodes are.
func diagram(root *node) (f figure) {
	texts, order := map[string]string{}, []string{""} // the first one is the root
	root.each("pt", func(e *node) {
		id := e.attr("modelId")
		if _, known := texts[id]; known || len(order) > maxDiagram {
			return
		}
		texts[id] = mdwriter.Inline(e.child("t").string())
		if order = append(order, id); e.attr("type") == "doc" {
			order[0] = id
		}
	})
	var links []*node
	root.each("cxn", func(e *node) {
		if cmp.Or(e.attr("type"), "parOf") == "parOf" && len(links) < maxDiagram {
			links = append(links, e)
		}
	})
	slices.SortStableFunc(links, func(a, b *node) int { return a.number("srcOrd", 0) - b.number("srcOrd", 0) })
	kids := map[string][]string{}
	for _, link := range links {
		kids[link.attr("srcId")] = append(kids[link.attr("srcId")], link.attr("destId"))
	}
	var add func(id string, level int)
	add = func(id string, level int) {
		text, isLeft := texts[id]
		if !isLeft || level > maxNested {
			return
		}
		delete(texts, id)
		if text != "" {
			f.items = append(f.items, figureItem{level, text})
			level++
		}
		for _, kid := range kids[id] {
			add(kid, level)
		}
	}
	for _, id := range order {
		add(id, 0)
	}
	return f
}
