package office

import (
	"bytes"
	"cmp"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// field is an open field of Word, which shows the result of an instruction.
type field struct {
	instruction []byte
	link        bool
	shown       bool // its result has begun
	before      int  // bytes of the line before it
}

// The bounds of fields.
const (
	maxFields      = 50
	maxInstruction = 4096
)

// word reads the main part of a document and its notes (WordprocessingML).
func (r *reader) word() {
	t := newTextReader(r)
	t.styles, t.numbering = r.wordStyles(), r.wordNumbering()
	notes := map[string]string{}
	for _, kind := range [...]string{"footnote", "endnote"} {
		t.part = r.part(r.main.of(kind + "s"))
		r.xml(t.name).each(kind, func(e *node) {
			if md := t.note(func() { t.blocks(e) }); len(notes) < maxNotes {
				notes[kind+e.attr("id")] = md
			}
		})
	}
	t.part, t.fields, t.notes, t.marks = r.main, nil, notes, map[string]string{}
	t.blocks(r.xml(t.name))
	t.endJoined()
}

// endWord ends a paragraph with its properties. One whose text was deleted, or is hidden, has no number.
func (t *textReader) endWord(pPr *node) {
	level := cmp.Or(outlineLevel(pPr.child("outlineLvl")), t.style.level)
	p := paragraph{level: level, title: t.style.title, block: t.style.block}
	if !t.blank() || !t.unseen {
		p.item = t.numbering.item(pPr.child("numPr"), t.style)
	}
	isJoined := pPr.child("rPr").child("del moveFrom") != nil || isOneOf(pPr.child("framePr").attr("dropCap"), "drop margin")
	if !isJoined || t.inCode {
		t.end(p)
	}
}

// checkBox shows a box of a form, by whether it is on.
var checkBox = map[bool]string{true: "☒", false: "☐"}

// noteMark writes the mark of a note: the same one for each reference to it.
func (t *textReader) noteMark(id string) {
	md := t.notes[id]
	if md == "" || t.isConcealed() {
		return
	}
	if t.marks[id] == "" {
		t.marks[id] = t.r.addNote(md)
	}
	t.markdown(t.marks[id], t.link)
}

// add adds a piece of the instruction.
func (f *field) add(text string) {
	if len(f.instruction) < maxInstruction {
		f.instruction = append(f.instruction, text...)
	}
}

// fieldChar takes a border of a field (ECMA-376 part 1, 17.16.18): the begin of
// the instruction, that of the result, or the end of both.
func (t *textReader) fieldChar(kind string) {
	n := len(t.fields)
	switch {
	case kind == "begin" && n < maxFields:
		t.fields = append(t.fields, field{before: t.line.size})
	case kind == "separate" && n > 0:
		f := &t.fields[n-1]
		f.shown = true
		if target := fieldLink(string(f.instruction)); target != "" && t.link == "" {
			f.link = true
			t.linkTo(target)
		}
	case kind == "end" && n > 0:
		f := t.fields[n-1]
		if f.before == t.line.size { // it has no result
			t.write(fieldText(string(f.instruction)))
		}
		if f.link {
			t.link = ""
		}
		t.fields = t.fields[:n-1]
	}
}

// fieldPattern matches the instruction HYPERLINK (17.16.5.25) with its target and, behind the switch \l, a place in that, each with or
// without quotes.
var fieldPattern = sync.OnceValue(func() *regexp.Regexp {
	const argument = `\s*(?:"([^"]*)"?|([^\s"\\]\S*))`
	return regexp.MustCompile(`(?is)^\s*HYPERLINK` + argument + `(?:.*?\\l ` + argument + `)?`)
})

// rubyPattern matches a word below its reading in an instruction EQ: \o\ad(\s\up 9(なわ),縄).
var rubyPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\o[^()]*\(\\s\\up *\d+\(([^()]*)\),([^()]*)\)`)
})

// symbolPattern matches an instruction SYMBOL (17.16.5.64) with the code of a sign and its font: SYMBOL 183 \f "Symbol" \s 10.
var symbolPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*SYMBOL\s+(0x[0-9a-f]+|[1-9]\d*)(?:.*?\\f *"?([^"\\]+))?`)
})

// fieldText returns what the instruction of a field shows by itself where it has no result: a sign by its code, a word with its reading or
// the source of a formula of EQ (17.16.5.17), "" of others.
func fieldText(instruction string) string {
	if m := symbolPattern().FindStringSubmatch(instruction); m != nil {
		code, _ := strconv.ParseUint(m[1], 0, 16)
		return symbolfont.Text(strings.TrimSpace(m[2]), string(rune(code)))
	}
	name, source, _ := strings.Cut(strings.TrimSpace(instruction), " ")
	if !strings.EqualFold(name, "EQ") {
		return ""
	}
	if m := rubyPattern().FindStringSubmatch(source); m != nil {
		return withReading(m[2], m[1])
	}
	return strings.TrimSpace(source)
}

// withReading puts the reading of a word behind it, in parentheses.
func withReading(word, reading string) string {
	if reading = strings.TrimSpace(reading); reading == "" {
		return word
	}
	return word + "(" + reading + ")"
}

// altChunk reads a document that is embedded in place of blocks (17.17.2): HTML, or a page saved as MHTML. Others are left out.
func (t *textReader) altChunk(e *node) {
	in := t.r.open(t.resolve(t.targets[e.attr("id")]))
	if t.r.figures++; in == nil || t.r.figures > maxFiguresRead {
		return
	}
	body, _ := io.ReadAll(in)
	kind := "text/html"
	if m, err := mail.ReadMessage(bytes.NewReader(body)); err == nil {
		_, params, _ := mime.ParseMediaType(m.Header.Get("Content-Type"))
		parts := multipart.NewReader(m.Body, params["boundary"])
		for part, err := parts.NextPart(); err == nil; part, err = parts.NextPart() { // which decodes quoted-printable text
			if of := part.Header.Get("Content-Type"); strings.HasPrefix(of, kind) {
				kind = of
				body, _ = io.ReadAll(part)
				break
			}
		}
	}
	text, _ := charset.Decode(body, kind)
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		t.r.unread++
		return
	}
	if len(t.tables) > 0 {
		t.write(htmlfrag.Text(string(text)))
		return
	}
	if doc, err := htmlfrag.Convert(t.r.ctx, t.r.html, string(text), nil); err == nil {
		t.r.w.EndList()
		t.r.w.Append(doc, 0)
		t.r.AddOf(doc)
	}
}

// fieldLink returns the target of a link, "" for another instruction and for a place in the document.
func fieldLink(instruction string) string {
	m := fieldPattern().FindStringSubmatch(instruction)
	if m == nil {
		return ""
	}
	target, place := m[1]+m[2], m[3]+m[4]
	if target != "" && place != "" {
		return target + "#" + place
	}
	return target
}
