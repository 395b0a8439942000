package office

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// maxSlides bounds the slides of a presentation.
const maxSlides = 2000

// slide is the slide of a presentation that is being read, or its notes.
type slide struct {
	number int  // of OpenDocument, from 1, those that are hidden included
	headed bool // its heading is written
	title  bool // the frame holds the title
	notes  bool // of the speaker
	levels numberLevels
	counter
}

// slides reads the slides of a presentation (PresentationML): the title of each
// as a heading, its other paragraphs as a list, its tables.
func (r *reader) slides() {
	var parts []string
	seen := map[string]bool{}
	r.xml(r.main.name).each("sldId", func(e *node) {
		for _, a := range e.attrs {
			if target := r.main.targets[a.Value]; a.Name.Space == "r" && target != "" && !seen[target] && len(parts) < maxSlides {
				seen[target] = true
				parts = append(parts, r.main.resolve(target))
			}
		}
	})
	for n := 1; len(parts) < maxSlides && len(r.main.targets) == 0 && r.has(fmt.Sprintf("ppt/slides/slide%d.xml", n)); n++ {
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", n))
	}
	r.meta.PageCount = len(parts)
	layouts := map[string]placeholders{}
	for _, name := range parts {
		p := r.part(name)
		layout := p.related["slideLayout"]
		if _, read := layouts[layout]; !read && layout != "" {
			layouts[layout] = r.placeholders(layout)
		}
		isShown := r.slide(p, layouts[layout])
		if notes := p.related["notesSlide"]; notes != "" && isShown {
			r.slide(r.part(notes), nil)
		}
	}
}

// slide reads a slide, its notes or the drawing of a sheet, and writes its shapes in the order of reading. It reports whether it is shown.
func (r *reader) slide(p part, layout placeholders) (isShown bool) {
	if r.isDone() {
		return false
	}
	t := newTextReader(r)
	t.part = p
	root := r.xml(p.name).keep()
	t.slide.notes = root.child("notes") != nil
	if sld := root.child("sld"); sld != nil && !toggled(sld.attr("show")) {
		t.concealed = "hidden slide"
	}
	shapes := slideShape{isRoot: true}
	shapes.add(root, layout)
	shapes.inOrder(t.writeShape)
	r.w.EndList()
	return t.concealed == ""
}

// writeShape writes the parts of a shape. A title may have several paragraphs.
func (t *textReader) writeShape(shape *slideShape) {
	t.slide.counter = counter{}
	if shape.isHidden && t.concealed == "" {
		t.concealed = "hidden shape"
		defer func() { t.concealed = "" }()
	}
	if shape.isTitle() {
		t.startText(t.styles.of(""), "p")
		for _, e := range shape.parts {
			if e.Local == "p" {
				e.walk(t.inline)
				t.space(" ")
			}
		}
		if md := t.takeHeading(); t.concealed == "" {
			t.r.w.Heading(2, md, t.taken)
			t.r.meta.Title = cmp.Or(t.r.meta.Title, t.taken)
		}
	}
	for _, e := range shape.parts {
		if !shape.isTitle() || e.Local != "p" {
			t.block(e)
		}
	}
}

// autoNumbers are the formats of the kinds of numbers (ECMA-376 part 1, 20.1.10.61) by their beginning; other kinds are written in digits.
var autoNumbers = map[string]string{"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"}

// count counts a paragraph: numbers go on from the last paragraph of the level unless one of a higher level, or one without a number or
// with another kind of it, came between.
func (s *slide) count(pPr *node) *item {
	level := min(max(pPr.number("lvl", 0), 0), maxListDepth-1)
	auto := pPr.child("buAutoNum")
	if auto == nil {
		clear(s.begun[level:])
		i := &item{level: level, number: mdwriter.NoNumber}
		i.tick(symbolfont.Text(pPr.child("buFont").attr("typeface"), pPr.child("buChar").attr("char")))
		return i
	}
	own := fmt.Sprintf("%%%d", level+1)
	l := numberLevel{format: "decimal", text: own + ".", start: auto.number("startAt", 1), restart: -1}
	for kind, format := range autoNumbers {
		if signs, found := strings.CutPrefix(auto.attr("type"), kind); found {
			l.format = format
			l.text = map[string]string{"ParenBoth": "(" + own + ")", "ParenR": own + ")", "Period": own + "."}[signs]
		}
	}
	if s.levels[level] != l {
		clear(s.begun[level:])
	}
	s.levels[level] = l
	return s.counter.count(&s.levels, level)
}

// A slide lists its shapes in the order in which they were drawn. A reader sees the title
// first, then left before right, and top before bottom.

// slideShape is a shape of a slide, or a group of shapes.
type slideShape struct {
	box      slideBox
	kind     string   // of the placeholder that it fills, such as "body", "" for none
	keys     []string // what that is looked up by in the layout: its number, then its kind
	isRoot   bool     // the slide itself
	isHidden bool
	parts    []*node // paragraphs, tables and figures
	inside   []*slideShape
}

// add adds what is in an element: shapes and groups, paragraphs with text, tables and figures. Those outside of any shape are shapes of
// their own, without a place.
func (s *slideShape) add(n *node, layout placeholders) {
	n.each("sp graphicFrame grpSp p tbl chart relIds", func(e *node) {
		switch e.Local {
		case "sp", "graphicFrame", "grpSp":
			shape := newShape(e)
			if isOneOf(shape.kind, "sldNum dt ftr hdr") || e.attr("macro") != "" {
				return // all slides have them, or it is a button
			}
			shape.isHidden = shape.isHidden || s.isHidden
			shape.add(e, layout)
			for _, key := range shape.keys {
				if !shape.box.placed {
					shape.box = layout[key]
				}
			}
			if !shape.box.placed && len(shape.inside) > 0 { // a group
				shape.box = shape.inside[0].box
			}
			s.inside = append(s.inside, shape)
		case "p", "tbl", "chart", "relIds":
			if hasText := strings.TrimFunc(e.string(), mdinline.IsBlank) != ""; !hasText && (e.Local == "p" || e.Local == "tbl") {
				return
			}
			if s.isRoot {
				s.inside = append(s.inside, &slideShape{parts: []*node{e}})
				return
			}
			s.parts = append(s.parts, e)
		}
	})
}

func (s *slideShape) isTitle() bool { return isOneOf(s.kind, "title ctrTitle") }

// slideBox is where a shape stands, in units of 1/914,400 inch.
type slideBox struct {
	from, size [2]int // from the left, from the top
	placed     bool
}

// placeholders are where a layout puts its shapes, by the keys of their placeholders.
type placeholders map[string]slideBox

// newShape reads the place and kind of a shape. The first place and size in it are its own: those of pictures come later.
func newShape(e *node) *slideShape {
	const farOut = 1 << 30
	s := &slideShape{}
	e.keep()
	e.each("cNvPr off ext ph sp grpSp graphicFrame", func(at *node) {
		number := func(name string) int { return min(max(at.number(name, 0), -farOut), farOut) }
		switch {
		case at.Local == "cNvPr" && at.attr("hidden") != "":
			s.isHidden = toggled(at.attr("hidden"))
		case at.Local == "off" && !s.box.placed:
			s.box.from, s.box.placed = [2]int{number("x"), number("y")}, true
		case at.Local == "ext" && s.box.size[0] == 0: // some are extensions
			s.box.size = [2]int{number("cx"), number("cy")}
		case at.Local == "ph" && e.Local != "grpSp" && s.kind == "":
			s.kind = cmp.Or(at.attr("type"), "body")
			if s.keys = []string{s.kind}; at.attr("idx") != "" {
				s.keys = []string{"#" + at.attr("idx"), s.kind}
			}
		}
	})
	return s
}

// placeholders reads where a layout and its master put their placeholders (ECMA-376 part 1,
// 19.3.1.36), by number and by kind.
func (r *reader) placeholders(layout string) placeholders {
	found := placeholders{}
	of := r.part(layout)
	for _, part := range [...]string{layout, of.related["slideMaster"]} {
		r.xml(part).each("sp", func(e *node) {
			s := newShape(e)
			for _, key := range s.keys {
				if _, known := found[key]; !known && s.box.placed && len(found) < maxStyles {
					found[key] = s.box
				}
			}
		})
	}
	return found
}

// maxOrdered bounds the shapes of one slide or group that are put in order.
const maxOrdered = 500

// inOrder calls write for the shape and those in it, in the order of reading.
func (s *slideShape) inOrder(write func(*slideShape)) {
	if len(s.parts) > 0 {
		write(s)
	}
	var title, others []*slideShape
	for _, shape := range s.inside {
		switch n := len(others); {
		case shape.isTitle():
			title = append(title, shape)
		case len(shape.parts) > 0 || len(shape.inside) > 0:
			if !shape.box.placed && n > 0 {
				shape.box = others[n-1].box // it stands after the one before it
			}
			others = append(others, shape)
		}
	}
	if len(others) <= maxOrdered {
		others = readingOrder(others, 0)
	}
	for _, shape := range append(title, others...) {
		shape.inOrder(write)
	}
}

// readingOrder splits shapes into columns at a vertical line that crosses no shape,
// otherwise into rows, and orders each part recursively. A heading stays with the shapes
// below it, not with the next heading. Columns of short labels ("01", "Q3") are kept in rows
// with their text.
func readingOrder(shapes []*slideShape, depth int) []*slideShape {
	if len(shapes) < 2 || depth > maxNested {
		return shapes
	}
	first, rest := cutShapes(shapes, 0)
	if len(rest) == 0 || areLabels(first) {
		if above, below := cutShapes(shapes, 1); len(below) > 0 {
			first, rest = above, below
		}
	}
	if len(rest) == 0 {
		return slices.SortedStableFunc(slices.Values(shapes), func(a, b *slideShape) int {
			return cmp.Or(a.box.from[1]-b.box.from[1], a.box.from[0]-b.box.from[0])
		})
	}
	return append(readingOrder(first, depth+1), readingOrder(rest, depth)...)
}

// cutShapes sorts shapes along an axis and splits them at the first line across it that crosses no
// shape. rest is empty if no such line exists.
func cutShapes(shapes []*slideShape, axis int) (first, rest []*slideShape) {
	sorted := slices.SortedStableFunc(slices.Values(shapes), func(a, b *slideShape) int { return a.box.from[axis] - b.box.from[axis] })
	end := sorted[0].box.from[axis]
	for i, shape := range sorted {
		from := shape.box.from[axis]
		if i > 0 && from >= end {
			return sorted[:i:i], sorted[i:]
		}
		end = max(end, from+max(shape.box.size[axis], 1))
	}
	return sorted, nil
}

// maxLabelText is the length in bytes of a label that stands before its text: "01", "Q3 2024".
const maxLabelText = 8

// areLabels reports whether shapes are two labels or more.
func areLabels(shapes []*slideShape) bool {
	return len(shapes) > 1 && !slices.ContainsFunc(shapes, func(s *slideShape) bool {
		return len(s.parts) != 1 || s.parts[0].Local != "p" || len(mdwriter.Fold(s.parts[0].string())) > maxLabelText
	})
}
