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
	_ = r.tokens(r.main.name, func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "sldId" && len(parts) < maxSlides {
			for _, a := range e.Attr {
				if target := relations[a.Value]; a.Name.Space == "r" && target != "" && !seen[target] {
					seen[target] = true
					parts = append(parts, resolvePart(r.main.folder(), target))
				}
			}
		}
		return nil
	})
	for n := 1; len(parts) < maxSlides && len(relations) == 0 && r.archive.has(fmt.Sprintf("ppt/slides/slide%d.xml", n)); n++ {
		parts = append(parts, fmt.Sprintf("ppt/slides/slide%d.xml", n))
	}
	r.meta.PageCount = len(parts)
	for _, name := range parts {
		s := slideReader{paragraphBuilder: paragraphBuilder{r: r}, relations: r.relations(relationsOf(name))}
		if err := r.slide(name, &s); err != nil {
			return err
		}
		notes := r.related(relationsOf(name), path.Dir(name))["notesSlide"]
		if notes == "" || s.hidden {
			continue
		}
		s = slideReader{paragraphBuilder: paragraphBuilder{r: r}, relations: r.relations(relationsOf(notes)), notes: true}
		if err := r.slide(notes, &s); err != nil {
			return err
		}
	}
	return nil
}

// slide reads a part of a slide or of its notes.
func (r *reader) slide(name string, s *slideReader) error {
	if err := r.tokens(name, s.token); err != nil {
		return err
	}
	for len(s.tables) > 0 {
		s.closeTable()
	}
	r.flushList()
	return nil
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

	relations map[string]string // targets of links
	level     int
	auto      autoNumber
	counts    [maxListDepth]int // of the last paragraphs of each level, 0 for none with a number
}

// autoNumber is how a paragraph of a slide is numbered (ECMA-376 part 1,
// 21.1.2.4.1).
type autoNumber struct {
	on    bool
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
			s.write(string(token))
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
		s.closeTable()
	}
}

func (s *slideReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "sld":
		s.hidden = !toggled(attr(e, "show"))
	case "sp":
		s.title, s.filler, s.counts = false, false, [maxListDepth]int{}
	case "ph":
		kind := attr(e, "type")
		s.title = kind == "title" || kind == "ctrTitle"
		s.filler = kind == "sldNum" || kind == "dt" || kind == "ftr" || kind == "hdr"
	case "hlinkClick":
		if target := s.relations[attr(e, "id")]; strings.Contains(target, ":") && !s.hidden && !s.inLink {
			s.openLink(target)
		}
	case "pPr":
		s.level, _ = strconv.Atoi(attr(e, "lvl"))
	case "buAutoNum":
		s.auto.on, s.auto.start = true, 1
		if n, err := strconv.Atoi(attr(e, "startAt")); err == nil {
			s.auto.start = n
		}
	case "r":
		s.look = textLook{}
	case "rPr":
		strike := attr(e, "strike")
		isOn := func(value string) bool { return value != "" && toggled(value) }
		s.look = textLook{isOn(attr(e, "b")), isOn(attr(e, "i")), strike != "" && strike != "noStrike", baselineShift(attr(e, "baseline"))}
	case "t":
		s.inText = true
	case "br":
		s.write(" ")
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

func (s *slideReader) paragraph() {
	if s.title {
		s.text.unmark(mdinline.Strong)
	}
	md := s.take()
	switch {
	case md == "":
	case s.title:
		s.r.flushList()
		s.r.w.Heading(2, md, s.taken)
		if s.r.meta.Title == "" {
			s.r.meta.Title = s.taken
		}
	case s.notes:
		s.r.flushList()
		s.r.w.Paragraph("Notes: " + md)
	default:
		level := min(max(s.level, 0), maxListDepth-1)
		s.r.item(level, s.number(level), md)
	}
	s.level, s.auto = 0, autoNumber{}
}

// number counts a paragraph: numbers go on from the last paragraph of the level
// unless one of a higher level, or one without a number, came between.
func (s *slideReader) number(level int) int {
	clear(s.counts[level+1:])
	switch {
	case !s.auto.on:
		s.counts[level] = 0
		return noNumber
	case s.counts[level] == 0:
		s.counts[level] = s.auto.start
	default:
		s.counts[level]++
	}
	return s.counts[level]
}
