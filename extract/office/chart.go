package office

import (
	"encoding/xml"
	"slices"
	"strconv"
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
func (r *reader) figure(folder string, relations map[string]string, e xml.StartElement) []figure {
	id := attr(e, "id")
	if e.Name.Local == "relIds" {
		id = attr(e, "dm")
	}
	target := relations[id]
	if target == "" {
		return nil
	}
	if r.figures++; r.figures > maxFiguresRead {
		r.cut = true
		return nil
	}
	var figures []figure
	if part := resolvePart(folder, target); e.Name.Local == "relIds" {
		figures = r.diagram(part)
	} else {
		figures = r.chart(part)
	}
	if len(figures) == 0 {
		r.unread++
	}
	return figures
}

// writeFigure writes a figure as blocks.
func (r *reader) writeFigure(f figure) {
	r.flushList()
	r.w.Paragraph(f.title)
	r.w.Table(f.rows)
	for _, i := range f.items {
		r.item(i.level, noNumber, i.text)
	}
	r.flushList()
}

// chartSeries is a series of a chart: its name, and by their place its categories and values.
type chartSeries struct {
	name   string
	texts  [2][]string // categories, values
	format numberFormat
}

// chartReader reads the cached values of a chart.
type chartReader struct {
	title   strings.Builder
	series  []chartSeries
	inTitle bool
	inName  bool
	axis    int // of the open element: 0 categories, 1 values, -1 neither
	point   int
	text    []byte
	inText  bool
}

// chart reads a chart as a table: a row for each category, a column for each series.
func (r *reader) chart(part string) []figure {
	c := chartReader{axis: -1}
	_ = r.tokens(part, func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			c.start(token)
		case xml.CharData:
			if c.inText {
				c.text = append(c.text, token...)
			}
		case xml.EndElement:
			c.end(token.Name.Local)
		}
		return nil
	})
	f := figure{title: mdwriter.Inline(c.title.String())}
	header := []string{""}
	length := 0
	for _, s := range c.series {
		header = append(header, mdwriter.Inline(s.name))
		length = max(length, len(s.texts[0]), len(s.texts[1]))
	}
	for i := range length {
		row := []string{""}
		for _, s := range c.series {
			for axis, texts := range s.texts {
				switch {
				case axis == 0 && row[0] == "" && i < len(texts):
					row[0] = mdwriter.Inline(texts[i])
				case axis == 1 && i < len(texts):
					row = append(row, mdwriter.Inline(texts[i]))
				case axis == 1:
					row = append(row, "")
				}
			}
		}
		f.rows = append(f.rows, row)
	}
	if f.rows = trimRows(f.rows); len(f.rows) > 0 {
		f.rows = slices.Insert(f.rows, 0, header)
	}
	if f.title == "" && len(f.rows) == 0 {
		return nil
	}
	return []figure{f}
}

func (c *chartReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "title":
		c.inTitle = len(c.series) == 0 && c.title.Len() == 0
	case "ser":
		if len(c.series) < maxSeries {
			c.series = append(c.series, chartSeries{})
		}
	case "tx":
		c.inName = !c.inTitle
	case "cat", "xVal":
		c.axis = 0
	case "val", "yVal":
		c.axis = 1
	case "pt":
		c.point, _ = strconv.Atoi(attr(e, "idx"))
	case "v", "t", "formatCode":
		c.inText, c.text = true, c.text[:0]
	}
}

func (c *chartReader) end(name string) {
	n := len(c.series)
	switch name {
	case "title":
		c.inTitle = false
	case "tx":
		c.inName = false
	case "cat", "xVal", "val", "yVal":
		c.axis = -1
	case "t":
		if c.inText = false; c.inTitle {
			c.title.Write(c.text)
		}
	case "formatCode":
		if c.inText = false; n > 0 && c.axis >= 0 {
			c.series[n-1].format = parseNumberFormat(string(c.text))
		}
	case "strCache", "numCache":
		if n > 0 {
			c.series[n-1].format = numberFormat{}
		}
	case "v":
		c.inText = false
		text := string(c.text)
		switch {
		case n == 0:
		case c.inName:
			c.series[n-1].name = text
		case c.axis >= 0 && c.point >= 0 && c.point < maxPoints:
			s := &c.series[n-1]
			for len(s.texts[c.axis]) <= c.point {
				s.texts[c.axis] = append(s.texts[c.axis], "")
			}
			s.texts[c.axis][c.point] = s.format.show(text, false)
		}
	case "ser":
		c.axis = -1
	}
}

// diagramPoint is a node of a diagram.
type diagramPoint struct {
	text []byte
	kids []diagramLink
}

type diagramLink struct {
	order int
	to    string
}

// diagram reads the texts of a diagram (SmartArt) as a list, nested as its nodes are.
func (r *reader) diagram(part string) []figure {
	points := map[string]*diagramPoint{}
	var order []string
	root, inText := "", false
	var open *diagramPoint
	_ = r.tokens(part, func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case "pt":
				if open = nil; len(order) < maxDiagram {
					id, kind := attr(token, "modelId"), attr(token, "type")
					open = &diagramPoint{}
					if points[id] == nil {
						points[id] = open
						order = append(order, id)
					}
					if kind == "doc" {
						root = id
					}
				}
			case "cxn":
				from, kind := points[attr(token, "srcId")], attr(token, "type")
				if n, _ := strconv.Atoi(attr(token, "srcOrd")); from != nil && (kind == "" || kind == "parOf") && len(from.kids) < maxDiagram {
					from.kids = append(from.kids, diagramLink{n, attr(token, "destId")})
				}
			case "t":
				inText = true
			}
		case xml.CharData:
			if inText && open != nil && len(open.text)+len(token) <= maxHidden {
				open.text = append(open.text, token...)
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "t":
				inText = false
			case "p":
				if open != nil {
					open.text = append(open.text, ' ')
				}
			}
		}
		return nil
	})
	var f figure
	var add func(id string, level int)
	add = func(id string, level int) {
		p := points[id]
		if p == nil || level > maxNested {
			return
		}
		delete(points, id)
		if text := mdwriter.Inline(string(p.text)); text != "" {
			f.items = append(f.items, figureItem{level, text})
			level++
		}
		slices.SortStableFunc(p.kids, func(a, b diagramLink) int { return a.order - b.order })
		for _, kid := range p.kids {
			add(kid.to, level)
		}
	}
	add(root, 0)
	for _, id := range order {
		add(id, 0)
	}
	if len(f.items) == 0 {
		return nil
	}
	return []figure{f}
}
