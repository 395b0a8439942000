package office

import (
	"encoding/xml"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// maxSlides bounds the slides of a presentation.
const maxSlides = 2000

// slides reads the slides of a presentation (PresentationML): the title of each
// as a heading, its other paragraphs as a list, its tables.
func (r *reader) slides() error {
	relations := r.relations(relationsOf(r.main.name))
	var parts []string
	seen := map[string]bool{}
	r.elements(r.main.name, func(e xml.StartElement) {
		if e.Name.Local == "sldId" && len(parts) < maxSlides {
			for _, a := range e.Attr {
				if target := relations[a.Value]; a.Name.Space == "r" && target != "" && !seen[target] {
					seen[target] = true
					parts = append(parts, resolvePart(r.main.folder(), target))
				}
			}
		}
	})
	for n := 1; len(parts) < maxSlides && len(relations) == 0 && r.archive.has(fmt.Sprintf("ppt/slides/slide%d.xml", n)); n++ {
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", n))
	}
	r.meta.PageCount = len(parts)
	layouts := map[string]placeholders{}
	for _, name := range parts {
		related := r.related(relationsOf(name), path.Dir(name))
		layout := related["slideLayout"]
		if _, read := layouts[layout]; !read && layout != "" {
			layouts[layout] = r.placeholders(layout)
		}
		s := slideReader{layout: layouts[layout]}
		if err := r.slide(name, &s); err != nil {
			return err
		}
		if notes := related["notesSlide"]; notes != "" && !s.hidden {
			if err := r.slide(notes, &slideReader{notes: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

// slide reads a part of a slide or of its notes, and writes it.
func (r *reader) slide(name string, s *slideReader) error {
	s.r, s.relations, s.folder = r, r.relations(relationsOf(name)), path.Dir(name)
	s.open = []*slideShape{&s.root}
	err := r.tokens(name, s.token)
	for len(s.tables) > 0 {
		s.endTable()
	}
	s.root.inOrder(s.write)
	r.flushList()
	return err
}

// slideReader reads one slide.
type slideReader struct {
	paragraphBuilder
	hidden bool // the slide is not shown
	title  bool // the shape is a title
	notes  bool // the part has the notes of the speaker
	filler bool // the shape is a number, date or footer that all slides have
	inText bool
	passed int // open elements that say the same again for old programs

	folder    string            // of the part
	relations map[string]string // targets of links
	layout    placeholders
	level     int
	auto      autoNumber
	counts    [maxListDepth]int // of the last paragraphs of each level, 0 for none with a number

	root slideShape
	open []*slideShape // one within the other
	size int           // bytes of the texts of all shapes
}

// autoNumber is how a paragraph of a slide is numbered (ECMA-376 part 1,
// 21.1.2.4.1).
type autoNumber struct {
	kind  string // arabicPeriod, alphaLcParenR and the like, "" for no number
	start int
}

func (s *slideReader) token(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		if token.Name.Local == "Fallback" {
			s.passed++
		}
		if s.passed == 0 {
			s.start(token)
		}
	case xml.CharData:
		switch {
		case !s.inText || s.filler || s.passed > 0:
		case s.hidden:
			s.r.hide(string(token), "hidden slide")
		default:
			s.paragraphBuilder.write(string(token))
		}
	case xml.EndElement:
		if token.Name.Local == "Fallback" {
			s.passed = max(0, s.passed-1)
		} else if s.passed == 0 {
			s.end(token.Name.Local)
		}
	}
	return nil
}

func (s *slideReader) end(name string) {
	switch name {
	case "sp", "graphicFrame", "grpSp":
		if n := len(s.open); n > 1 {
			s.open[n-1].settle(s.layout)
			s.open = s.open[:n-1]
		}
	case "t":
		s.inText = false
	case "r", "fld":
		s.closeLink()
		s.look = textLook{}
	case "p":
		s.closeLink()
		s.paragraph()
	case "tc":
		s.closeCell(1)
	case "tbl":
		s.endTable()
	}
}

func (s *slideReader) start(e xml.StartElement) {
	shape := s.open[len(s.open)-1]
	switch e.Name.Local {
	case "sld":
		s.hidden = !toggled(attr(e, "show"))
	case "sp", "graphicFrame", "grpSp":
		s.title, s.filler, s.counts = false, false, [maxListDepth]int{}
		if len(s.open) <= maxNested {
			inner := &slideShape{}
			shape.inside = append(shape.inside, inner)
			s.open = append(s.open, inner)
		}
	case "off", "ext":
		shape.box.set(e)
	case "ph":
		kind := attr(e, "type")
		shape.placeholder = placeholder{kind, attr(e, "idx")}
		s.title = kind == "title" || kind == "ctrTitle"
		s.filler = kind == "sldNum" || kind == "dt" || kind == "ftr" || kind == "hdr"
	case "chart", "relIds":
		if !s.hidden {
			for _, f := range s.r.figure(s.folder, s.relations, e) {
				s.add(slidePart{figure: f})
			}
		}
	case "hlinkClick":
		if target := s.relations[attr(e, "id")]; strings.Contains(target, ":") && !s.hidden && !s.inLink {
			s.openLink(target)
		}
	case "pPr":
		s.level, _ = strconv.Atoi(attr(e, "lvl"))
	case "buAutoNum":
		s.auto = autoNumber{attr(e, "type"), 1}
		if s.auto.kind == "" {
			s.auto.kind = "arabicPeriod"
		}
		if n, err := strconv.Atoi(attr(e, "startAt")); err == nil {
			s.auto.start = n
		}
	case "r":
		s.look = textLook{}
	case "rPr":
		strike := attr(e, "strike")
		isOn := func(value string) bool { return value != "" && toggled(value) }
		s.look = textLook{bold: isOn(attr(e, "b")), italic: isOn(attr(e, "i")), struck: strike != "" && strike != "noStrike", shift: baselineShift(attr(e, "baseline"))}
	case "latin", "sym":
		if font := attr(e, "typeface"); isSymbolFont(font) {
			s.look.font = font
		}
	case "t":
		s.inText = true
	case "br":
		s.paragraphBuilder.write(" ")
	case "tbl":
		s.openTable()
	case "tr":
		s.openRow()
	}
}

// baselineShift returns where a baseline in thousandths of a percent puts text (ECMA-376
// part 1, 21.1.2.3.9).
func baselineShift(value string) shift {
	n, _ := strconv.Atoi(strings.TrimSuffix(value, "%"))
	switch {
	case n > 0:
		return superscript
	case n < 0:
		return subscript
	}
	return onLine
}

func (s *slideReader) endTable() {
	if rows := s.takeTable(); len(rows) > 0 {
		s.add(slidePart{figure: figure{rows: rows}})
	}
}

func (s *slideReader) paragraph() {
	if s.title {
		s.text.unmark(mdinline.Strong)
	}
	p := slidePart{level: min(max(s.level, 0), maxListDepth-1), number: noNumber, title: s.title}
	if p.md = s.take(); p.md != "" {
		p.text = s.taken
		if !s.title && !s.notes {
			s.number(&p)
		}
		s.add(p)
	}
	s.level, s.auto = 0, autoNumber{}
}

// number counts a paragraph: numbers go on from the last paragraph of the level
// unless one of a higher level, or one without a number, came between. Letters and Roman
// numerals become text of the item.
func (s *slideReader) number(p *slidePart) {
	clear(s.counts[p.level+1:])
	count := &s.counts[p.level]
	switch {
	case s.auto.kind == "":
		*count = 0
		return
	case *count == 0:
		*count = s.auto.start
	default:
		*count++
	}
	if p.number = *count; strings.HasPrefix(s.auto.kind, "arabic") {
		return
	}
	for prefix, format := range map[string]string{"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"} {
		signs, found := strings.CutPrefix(s.auto.kind, prefix)
		if !found {
			continue
		}
		label := formatNumber(p.number, format)
		switch signs {
		case "ParenBoth":
			label = "(" + label + ")"
		case "ParenR":
			label += ")"
		case "Period":
			label += "."
		}
		p.number, p.md = noNumber, prependLabel(label, p.md, true)
	}
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
	shape := s.open[len(s.open)-1]
	if shape == &s.root { // text outside of shapes
		shape = &slideShape{}
		s.root.inside = append(s.root.inside, shape)
	}
	shape.title = shape.title || p.title
	shape.parts = append(shape.parts, p)
}

// write writes the parts of a shape.
func (s *slideReader) write(shape *slideShape) {
	var md, text []string // of the title, which may have several paragraphs
	for _, p := range shape.parts {
		if p.title {
			md, text = append(md, p.md), append(text, p.text)
		}
	}
	if len(md) > 0 {
		title := strings.Join(text, " ")
		s.r.flushList()
		s.r.w.Heading(2, strings.Join(md, " "), title)
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
			s.r.item(p.level, p.number, p.md)
		}
	}
}
