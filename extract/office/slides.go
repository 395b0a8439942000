package office

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
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
	for n := 1; len(parts) < maxSlides && len(r.main.targets) == 0 && r.archive.has(fmt.Sprintf("ppt/slides/slide%d.xml", n)); n++ {
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

// slide reads a slide, or its notes, and writes its shapes in the order of reading. It reports whether it is shown.
func (r *reader) slide(p part, layout placeholders) (isShown bool) {
	if r.tooManyBlocks() != nil {
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
	r.endList()
	return t.concealed == ""
}

// writeShape writes the parts of a shape. A title may have several paragraphs.
func (t *textReader) writeShape(shape *slideShape) {
	t.slide.counter = counter{}
	if shape.isTitle() {
		t.startText(t.styles.of(""), "p")
	}
	for _, e := range shape.parts {
		if shape.isTitle() && e.Local == "p" {
			e.walk(t.inline)
			t.space(" ")
		}
	}
	if shape.isTitle() {
		if md := t.takeHeading(); t.concealed == "" {
			t.heading(2, md, t.taken)
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

// count counts a paragraph: numbers go on from the last paragraph of the level unless one of a higher level, or one without a number,
// came between.
func (s *slide) count(pPr *node) *item {
	level := min(max(pPr.number("lvl", 0), 0), maxListDepth-1)
	auto := pPr.child("buAutoNum")
	if auto == nil {
		clear(s.begun[level:])
		return &item{level: level, number: mdwriter.NoNumber}
	}
	own := fmt.Sprintf("%%%d", level+1)
	l := numberLevel{format: "decimal", text: own + ".", start: auto.number("startAt", 1), restart: -1}
	for kind, format := range autoNumbers {
		if signs, found := strings.CutPrefix(auto.attr("type"), kind); found {
			l.format = format
			l.text = map[string]string{"ParenBoth": "(" + own + ")", "ParenR": own + ")", "Period": own + "."}[signs]
		}
	}
	s.levels[level] = l
	return s.counter.count(&s.levels, level)
}
