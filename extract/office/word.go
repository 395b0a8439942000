package office

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// wordReader reads the body of a Word document (WordprocessingML).
type wordReader struct {
	flow
	relations map[string]string
	style     string
	level     int // of the list item, -1 for none
	inText    bool
	deleted   int  // open elements whose text is struck out
	vanished  bool // the run is hidden text
}

// word reads word/document.xml.
func (r *reader) word() error {
	w := wordReader{flow: flow{r: r}, relations: r.relations("word/_rels/document.xml.rels"), level: -1}
	err := r.tokens("word/document.xml", func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			w.start(token)
		case xml.EndElement:
			w.end(token.Name.Local)
		case xml.CharData:
			switch {
			case !w.inText || w.deleted > 0:
			case w.vanished:
				r.hide(string(token), "hidden text")
			default:
				w.write(inline(string(token)))
			}
		}
		return nil
	})
	w.paragraph()
	for len(w.tables) > 0 {
		w.closeTable()
	}
	return err
}

func (w *wordReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "p":
		w.style, w.level = "", -1
	case "pStyle":
		w.style = attr(e, "val")
	case "ilvl":
		w.level, _ = strconv.Atoi(attr(e, "val"))
	case "r":
		w.vanished = false
	case "vanish", "webHidden":
		w.vanished = toggled(attr(e, "val"))
	case "t":
		w.inText = true
	case "tab", "br", "cr":
		if w.inText || w.text.Len() > 0 {
			w.write(" ")
		}
	case "del", "moveFrom":
		w.deleted++
	case "hyperlink":
		w.openLink(w.relations[attr(e, "id")])
	case "tbl":
		w.paragraph()
		w.openTable()
	case "tr":
		w.openRow()
	}
}

// toggled reads the value of a toggle property (ISO/IEC 29500-1, 17.17.4): on
// unless it says off.
func toggled(value string) bool { return value != "0" && value != "false" && value != "off" }

func (w *wordReader) end(name string) {
	switch name {
	case "r":
		w.vanished = false
	case "t":
		w.inText = false
	case "del", "moveFrom":
		w.deleted = max(0, w.deleted-1)
	case "hyperlink":
		w.closeLink()
	case "p":
		w.paragraph()
	case "tc":
		w.closeCell(1)
	case "tbl":
		w.closeTable()
	}
}

// paragraph ends a paragraph: into the open cell, or as a block.
func (w *wordReader) paragraph() {
	md := w.take()
	if md == "" {
		return
	}
	level := headingLevel(w.style)
	switch {
	case level == 0 && w.level >= 0:
		w.r.item(w.level, md)
		return
	case level > 0:
		w.r.flushList()
		w.r.w.Heading(level, md, unescape(md))
	default:
		w.r.flushList()
		w.r.w.Paragraph(md)
	}
	if w.style == "Title" && w.r.meta.Title == "" {
		w.r.meta.Title = unescape(md)
	}
}

// headingLevel returns the level of a paragraph style, 0 for no heading.
func headingLevel(style string) int {
	lower := strings.ToLower(strings.ReplaceAll(style, " ", ""))
	if lower == "title" {
		return 1
	}
	if rest, ok := strings.CutPrefix(lower, "heading"); ok {
		n, _ := strconv.Atoi(rest)
		return min(max(n, 0), 6)
	}
	return 0
}
