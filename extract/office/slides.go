package office

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// maxSlides bounds the slides of a presentation.
const maxSlides = 2000

// slides reads the slides of a presentation (PresentationML): the title of each
// as a heading, its other paragraphs as a list, its tables.
func (r *reader) slides() error {
	relations := r.relations("ppt/_rels/presentation.xml.rels")
	var parts []string
	_ = r.tokens("ppt/presentation.xml", func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "sldId" && len(parts) < maxSlides {
			for _, a := range e.Attr {
				if target := relations[a.Value]; a.Name.Space == "r" && target != "" {
					parts = append(parts, part("ppt", target))
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
		s := slideReader{r: r}
		if err := r.tokens(name, s.token); err != nil {
			return err
		}
		s.endTable()
		r.flushList()
	}
	return nil
}

// slideReader reads one slide.
type slideReader struct {
	r      *reader
	text   strings.Builder
	title  bool // the shape is a title
	inText bool
	level  int
	table  *grid
}

func (s *slideReader) token(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		switch token.Name.Local {
		case "sp":
			s.title = false
		case "ph":
			kind := attr(token, "type")
			s.title = kind == "title" || kind == "ctrTitle"
		case "pPr":
			s.level, _ = strconv.Atoi(attr(token, "lvl"))
		case "t":
			s.inText = true
		case "br":
			s.text.WriteByte(' ')
		case "tbl":
			s.table = &grid{}
		case "tr":
			if s.table != nil {
				s.table.row()
			}
		}
	case xml.CharData:
		if s.inText {
			s.text.WriteString(inline(string(token)))
		}
	case xml.EndElement:
		switch token.Name.Local {
		case "t":
			s.inText = false
		case "p":
			s.paragraph()
		case "tc":
			if s.table != nil {
				s.table.end()
			}
		case "tbl":
			s.endTable()
		}
	}
	return nil
}

func (s *slideReader) paragraph() {
	md := strings.TrimSpace(s.text.String())
	s.text.Reset()
	switch {
	case md == "":
	case s.table != nil:
		s.table.cell.WriteString(md + " ")
	case s.title:
		s.r.flushList()
		s.r.w.Heading(2, md, unescape(md))
		if s.r.meta.Title == "" {
			s.r.meta.Title = unescape(md)
		}
	default:
		s.r.item(min(max(s.level, 0), 8), md)
	}
	s.level = 0
}

func (s *slideReader) endTable() {
	if s.table == nil {
		return
	}
	s.r.flushList()
	s.r.w.Table(trimRows(s.table.rows))
	s.table = nil
}
