package office

import (
	"encoding/xml"
	"strconv"
)

// wordReader reads the body of a Word document (WordprocessingML).
type wordReader struct {
	flow
	relations map[string]string
	styles    map[string]wordStyle
	footnotes map[string]string
	endnotes  map[string]string
	style     string
	outline   int // level of the heading that the paragraph itself says it is
	level     int // of the list item, -1 for none
	span      int // columns of the cell
	inText    bool
	deleted   int  // open elements whose text is struck out or says the same again
	vanished  bool // the run is hidden text
}

// word reads word/document.xml.
func (r *reader) word() error {
	w := wordReader{flow: flow{r: r}, relations: r.relations("word/_rels/document.xml.rels"), styles: r.wordStyles(), level: -1}
	w.footnotes, w.endnotes = r.wordNotes("word/footnotes.xml", "footnote"), r.wordNotes("word/endnotes.xml", "endnote")
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
				w.write(string(token))
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
		w.style, w.level, w.outline = "", -1, 0
	case "pStyle":
		w.style = attr(e, "val")
	case "outlineLvl":
		w.outline = outlineLevel(attr(e, "val"))
	case "ilvl":
		w.level, _ = strconv.Atoi(attr(e, "val"))
	case "numId":
		if attr(e, "val") == "0" {
			w.level = -1 // takes the number of the style away
		}
	case "r":
		w.vanished = false
	case "vanish", "webHidden":
		w.vanished = toggled(attr(e, "val"))
	case "t":
		w.inText = true
	case "tab", "br", "cr":
		w.write(" ")
	case "noBreakHyphen":
		w.write("-")
	case "footnoteReference":
		w.note(w.footnotes[attr(e, "id")])
	case "endnoteReference":
		w.note(w.endnotes[attr(e, "id")])
	case "del", "moveFrom", "Fallback":
		w.deleted++
	case "hyperlink":
		w.openLink(w.relations[attr(e, "id")])
	case "tbl":
		w.paragraph()
		w.openTable()
	case "tr":
		w.openRow()
	case "gridSpan":
		w.span, _ = strconv.Atoi(attr(e, "val"))
	}
}

// note writes the mark of a footnote.
func (w *wordReader) note(text string) {
	if w.deleted == 0 && !w.vanished {
		w.text.markdown(w.r.note(text))
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
	case "del", "moveFrom", "Fallback":
		w.deleted = max(0, w.deleted-1)
	case "hyperlink":
		w.closeLink()
	case "p":
		w.paragraph()
	case "tc":
		w.closeCell(w.span)
		w.span = 0
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
	level, title := w.headingLevel(w.style)
	if w.outline > 0 {
		level = w.outline
	}
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
	if title && w.r.meta.Title == "" {
		w.r.meta.Title = unescape(md)
	}
}
