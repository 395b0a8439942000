package office

import (
	"cmp"
	"fmt"
	"strings"
)

// maxSlides bounds the slides of a presentation.
const maxSlides = 2000

// slides reads the slides of a presentation (PresentationML): the title of each
// as a heading, its other paragraphs as a list, its tables.
func (r *reader) slides() error {
	var parts []string
	seen := map[string]bool{}
	r.all(r.main.name, "sldId", func(e *node) {
		for _, a := range e.attrs {
			if target := r.main.targets[a.Value]; a.Name.Space == "r" && target != "" && !seen[target] && len(parts) < maxSlides {
				seen[target] = true
				parts = append(parts, r.main.resolve(target))
			}
		}
	})
	for n := 1; len(parts) < maxSlides && len(r.main.targets) == 0 && r.archive.has(fmt.Sprintf("ppt/slides/slide%d.xml", n)); n++ {
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", n))
	}
	r.meta.PageCount = len(parts)
	layouts := map[string]placeholders{}
	for _, name := range parts {
		s := slideReader{builder: builder{r: r}, part: r.part(name)}
		layout := s.related["slideLayout"]
		if _, read := layouts[layout]; !read && layout != "" {
			layouts[layout] = r.placeholders(layout)
		}
		s.layout = layouts[layout]
		if err := s.read(); err != nil {
			return err
		}
		if notes := s.related["notesSlide"]; notes != "" && !s.hidden {
			n := slideReader{builder: builder{r: r}, part: r.part(notes), notes: true}
			if err := n.read(); err != nil {
				return err
			}
		}
	}
	return nil
}

// slideReader reads a slide or its notes.
type slideReader struct {
	builder
	part
	hidden bool // the slide is not shown
	notes  bool // the part has the notes of the speaker
	layout placeholders

	root   slideShape
	shape  *slideShape // the open one
	levels numberLevels
	counter
	size int // bytes of the texts of all shapes
}

// read reads the part and writes its shapes in the order of reading.
func (s *slideReader) read() error {
	if err := s.r.tooManyBlocks(); err != nil {
		return err
	}
	root := s.r.tree(s.name)
	sld := root.child("sld")
	s.hidden = sld != nil && !toggled(sld.attr("show"))
	s.shape = &s.root
	s.content(root)
	s.root.inOrder(s.writeShape)
	s.r.flushList()
	return s.r.ctx.Err()
}

// content reads what is in an element into the open shape.
func (s *slideReader) content(n *node) {
	for _, e := range n.kids {
		switch e.Local {
		case "sp", "graphicFrame", "grpSp":
			around := s.shape
			s.shape = newShape(e)
			s.counter = counter{}
			if isOneOf(s.shape.placeholder.kind, "sldNum dt ftr hdr") {
				s.shape = around // all slides have them
				continue
			}
			s.content(e)
			s.shape.settle(s.layout)
			around.inside = append(around.inside, s.shape)
			s.shape = around
		case "p":
			s.paragraph(e)
		case "tbl":
			s.table(e)
		case "chart", "relIds":
			if !s.hidden {
				for _, f := range s.r.figure(&s.part, e) {
					s.add(slidePart{figure: f})
				}
			}
		default:
			s.content(e)
		}
	}
}

func (s *slideReader) table(e *node) {
	s.openTable()
	e.each("tr", func(row *node) {
		s.openRow()
		row.each("tc", func(cell *node) {
			s.content(cell)
			s.closeCell(1)
		})
	})
	if rows := s.takeTable(); len(rows) > 0 {
		s.add(slidePart{figure: figure{rows: rows}})
	}
}

// inline reads what is in a paragraph.
func (s *slideReader) inline(n *node) {
	for _, e := range n.kids {
		switch e.Local {
		case "pPr", "endParaRPr":
		case "r", "fld":
			rPr := e.child("rPr")
			s.look = slideLook(rPr)
			if click := s.targets[rPr.child("hlinkClick").attr("id")]; strings.Contains(click, ":") {
				s.linkTo(click)
			}
			s.write(e.child("t").string())
			s.look, s.link = textLook{}, ""
		case "t":
			s.write(e.string())
		case "br":
			s.write(" ")
		case "oMath":
			if !s.hidden {
				s.equation(e, false)
			}
		default:
			s.inline(e)
		}
	}
}

func (s *slideReader) write(text string) {
	if s.hidden {
		s.r.hide(text, "hidden slide")
		return
	}
	s.builder.write(text)
}

// slideLook reads the properties of a run of DrawingML.
func slideLook(rPr *node) (look textLook) {
	look.marks.set(bold, toggled(cmp.Or(rPr.attr("b"), "0")))
	look.marks.set(italic, toggled(cmp.Or(rPr.attr("i"), "0")))
	look.marks.set(struck, cmp.Or(rPr.attr("strike"), "noStrike") != "noStrike")
	look.shift = baselineShift(rPr.attr("baseline"))
	for _, name := range [...]string{"latin", "sym"} {
		if font := rPr.child(name).attr("typeface"); isSymbolFont(font) {
			look.font = font
		}
	}
	return look
}

func (s *slideReader) paragraph(e *node) {
	s.inline(e)
	isTitle := s.shape.title
	if isTitle {
		s.unmark(bold)
	}
	p := slidePart{title: isTitle, item: &item{number: noNumber}}
	if s.hidden {
		s.r.hide(" ", "hidden slide")
	}
	if p.md = s.take(); p.md == "" {
		return
	}
	p.text = s.taken
	if !isTitle && !s.notes {
		p.item = s.count(e.child("pPr"))
		p.md = prependLabel(p.item.label, p.md, true)
	}
	s.add(p)
}

// autoNumbers are the formats of the kinds of numbers (ECMA-376 part 1, 20.1.10.61) by their beginning; other kinds are written in digits.
var autoNumbers = map[string]string{"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"}

// count counts a paragraph: numbers go on from the last paragraph of the level unless one of a higher level, or one without a number,
// came between.
func (s *slideReader) count(pPr *node) *item {
	level := min(max(pPr.number("lvl", 0), 0), maxListDepth-1)
	auto := pPr.child("buAutoNum")
	if auto == nil {
		clear(s.begun[level:])
		return &item{level: level, number: noNumber}
	}
	l := numberLevel{format: "decimal", text: fmt.Sprintf("%%%d.", level+1), start: auto.number("startAt", 1), restart: -1}
	for kind, format := range autoNumbers {
		if signs, found := strings.CutPrefix(auto.attr("type"), kind); found {
			l.format = format
			l.text = map[string]string{"ParenBoth": "(%)", "ParenR": "%)", "Period": "%."}[signs]
			l.text = strings.Replace(l.text, "%", fmt.Sprintf("%%%d", level+1), 1)
		}
	}
	s.levels[level] = l
	return s.counter.count(&s.levels, level)
}

// add adds a part to the open shape, as long as there is room for it.
func (s *slideReader) add(p slidePart) {
	s.size += len(p.md) + 1
	for _, row := range p.rows {
		for _, cell := range row {
			s.size += len(cell) + 1
		}
	}
	if s.size > s.r.w.Room() {
		s.r.cut = true
		return
	}
	if s.shape == &s.root { // outside of shapes
		s.root.inside = append(s.root.inside, &slideShape{parts: []slidePart{p}})
		return
	}
	s.shape.parts = append(s.shape.parts, p)
}

// writeShape writes the parts of a shape. A title may have several paragraphs.
func (s *slideReader) writeShape(shape *slideShape) {
	var md, text []string
	for _, p := range shape.parts {
		if p.title {
			md, text = append(md, p.md), append(text, p.text)
		}
	}
	if len(md) > 0 {
		title := strings.Join(text, " ")
		s.heading(2, strings.Join(md, " "), title)
		if s.r.meta.Title == "" {
			s.r.meta.Title = title
		}
	}
	for _, p := range shape.parts {
		switch {
		case p.title:
		case p.md == "":
			s.r.writeFigure(p.figure)
		case s.notes:
			s.r.flushList()
			s.r.w.Paragraph("Notes: " + p.md)
		default:
			s.r.item(p.item.level, p.item.number, p.md)
		}
	}
}
