package office

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// wordReader reads a part of a Word document (WordprocessingML): the body, or the notes.
type wordReader struct {
	builder
	part
	styles    styles
	numbering wordNumbering
	notes     map[string]*wordNote // by the name of their element and identifier
	fields    []field
	span      int // columns of the cell
}

// field is an open field, which shows the result of an instruction.
type field struct {
	instruction []byte
	link        bool
}

// The bounds of fields.
const (
	maxFields      = 50
	maxInstruction = 4096
)

// wordNote is a footnote or endnote, with its mark once it was referred to.
type wordNote struct {
	md, mark string
	links    []extract.Link
}

// word reads the main part of a document and its notes.
func (r *reader) word() error {
	w := wordReader{builder: builder{r: r}, styles: r.wordStyles(), numbering: r.wordNumbering()}
	notes := map[string]*wordNote{}
	for _, kind := range [...]string{"footnote", "endnote"} {
		w.part = r.part(r.main.of(kind + "s"))
		r.all(w.name, kind, func(e *node) {
			links := len(r.Links)
			md := w.note(e, w.visitor())
			if len(notes) < maxNotes {
				notes[kind+e.attr("id")] = &wordNote{md: md, links: append([]extract.Link(nil), r.Links[links:]...)}
			}
			r.Links = r.Links[:links]
		})
	}
	w.part, w.fields, w.notes = r.main, nil, notes
	err := r.visit(w.name, w.visitor())
	w.endJoined()
	for len(w.tables) > 0 {
		w.closeTable()
	}
	return err
}

func (w *wordReader) visitor() visitor {
	return visitor{whole: "p r hyperlink tcPr", start: w.start, end: w.endElement}
}

func (w *wordReader) start(e *node) error {
	switch e.Local {
	case "p":
		w.paragraph(e)
	case "r", "hyperlink": // outside of paragraphs, in damaged files
		w.paragraph(&node{kids: []*node{e}})
	case "tbl":
		w.endJoined()
		w.openTable()
	case "tr":
		w.openRow()
	case "tcPr":
		w.span = e.child("gridSpan").number("val", 0)
	}
	return nil
}

func (w *wordReader) endElement(name xml.Name) {
	switch name.Local {
	case "tc":
		w.endJoined()
		w.closeMerged(w.span)
		w.span = 0
	case "tbl":
		w.closeTable()
	}
}

// endJoined ends a paragraph whose end was deleted, so that another one was to go on with it.
func (w *wordReader) endJoined() {
	if !w.blank() {
		w.end(paragraph{})
	}
}

// paragraph reads a paragraph: into the open cell, or as a block. One whose text was deleted has no number.
func (w *wordReader) paragraph(e *node) {
	pPr := e.child("pPr")
	s := w.styles.of(pPr.child("pStyle").val())
	p := paragraph{level: s.level, title: s.title, block: s.block}
	if level := outlineLevel(pPr.child("outlineLvl")); level > 0 {
		p.level = level
	}
	w.inCode = p.block == codeBlock && len(w.tables) == 0
	style := textLook{}
	s.apply(&style)
	w.inline(e, style)
	if !w.blank() || e.find("del moveFrom") == nil {
		p.item = w.numbering.item(pPr.child("numPr"), s)
	}
	if isJoined := pPr.child("rPr").child("del", "moveFrom") != nil; !isJoined || w.inCode {
		w.end(p)
	}
}

// inline reads what is within a paragraph, whose style says how its text looks.
func (w *wordReader) inline(n *node, style textLook) {
	for _, e := range n.kids {
		switch e.Local {
		case "pPr", "rPr", "del", "moveFrom", "rt", "":
		case "r":
			w.look = style
			rPr := e.child("rPr")
			w.styles.of(rPr.child("rStyle").val()).apply(&w.look)
			own := wordLook(rPr)
			own.apply(&w.look)
			w.inline(e, style)
			w.look = style
		case "t":
			w.write(e.string())
		case "sym":
			if code, err := strconv.ParseUint(e.attr("char"), 16, 16); err == nil {
				w.write(symbolText(e.attr("font"), string(rune(code))))
			}
		case "tab", "ptab":
			w.space("\t")
		case "br", "cr":
			w.space("\n")
		case "noBreakHyphen":
			w.write("-")
		case "ruby":
			w.inline(e, style)
			w.write("(" + strings.TrimSpace(e.child("rt").string()) + ")")
		case "checkBox":
			w.write(checkBox(e))
		case "ddList":
			if chosen := e.child("result").number("val", 0); chosen >= 0 {
				e.each("listEntry", func(entry *node) {
					if chosen--; chosen == -1 {
						w.write(entry.val())
					}
				})
			}
		case "chart", "relIds":
			w.figures = append(w.figures, w.r.figure(&w.part, e)...)
		case "footnoteReference", "endnoteReference":
			w.noteMark(strings.TrimSuffix(e.Local, "Reference") + e.attr("id"))
		case "hyperlink", "fldSimple":
			around, target := w.link, w.targets[e.attr("id")]
			if e.Local == "fldSimple" {
				target = fieldLink(e.attr("instr"))
			}
			w.linkTo(target)
			w.inline(e, style)
			w.link = around
		case "instrText":
			if i := len(w.fields) - 1; i >= 0 {
				if f := &w.fields[i]; len(f.instruction) < maxInstruction {
					f.instruction = append(f.instruction, e.string()...)
				}
			}
		case "fldChar":
			w.inline(e, style) // a box or list of a form
			w.fieldChar(e.attr("fldCharType"))
		case "oMathPara":
			e.each("oMath", func(e *node) { w.equation(e, true) })
		case "oMath":
			w.equation(e, false)
		case "txbxContent":
			if !w.box(e, w.visitor()) {
				w.inline(e, style)
			}
		default:
			w.inline(e, style)
		}
	}
}

// checkBox shows a box of a form (17.16.7).
func checkBox(e *node) string {
	said := e.child("checked")
	if said == nil {
		said = e.child("default")
	}
	if said.isOn() {
		return "☒"
	}
	return "☐"
}

// noteMark writes the mark of a note: the same one for each reference to it.
func (w *wordReader) noteMark(id string) {
	n := w.notes[id]
	if n == nil || w.look.marks&hidden != 0 {
		return
	}
	if n.mark == "" {
		n.mark = w.r.addNote(n.md)
		for _, link := range n.links {
			w.r.AddLink(link)
		}
	}
	w.markdown(n.mark, w.link)
}

// fieldChar takes a border of a field (ECMA-376 part 1, 17.16.18): the begin of
// the instruction, that of the result, or the end of both.
func (w *wordReader) fieldChar(kind string) {
	n := len(w.fields)
	switch {
	case kind == "begin" && n < maxFields:
		w.fields = append(w.fields, field{})
	case kind == "separate" && n > 0:
		f := &w.fields[n-1]
		if target := fieldLink(string(f.instruction)); target != "" && w.link == "" {
			f.link = true
			w.linkTo(target)
		}
	case kind == "end" && n > 0:
		if w.fields[n-1].link {
			w.link = ""
		}
		w.fields = w.fields[:n-1]
	}
}

// fieldLink returns the target of the instruction HYPERLINK (17.16.5.25), "" for
// another one and for a place in the document.
func fieldLink(instruction string) string {
	const name = "HYPERLINK"
	instruction = strings.TrimSpace(instruction)
	if len(instruction) < len(name) || !strings.EqualFold(instruction[:len(name)], name) {
		return ""
	}
	target, switches := fieldArgument(instruction[len(name):])
	if _, place, found := strings.Cut(switches, `\l `); found && target != "" {
		anchor, _ := fieldArgument(place)
		return target + "#" + anchor
	}
	return target
}

// fieldArgument splits off the first argument, quoted or not. It returns "" at a switch.
func fieldArgument(text string) (argument, rest string) {
	text = strings.TrimSpace(text)
	if quoted, found := strings.CutPrefix(text, `"`); found {
		argument, rest, _ = strings.Cut(quoted, `"`)
		return argument, rest
	}
	if strings.HasPrefix(text, `\`) {
		return "", text
	}
	argument, rest, _ = strings.Cut(text, " ")
	return argument, rest
}
