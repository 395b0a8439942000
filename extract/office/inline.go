package office

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// textLook is how text looks, as far as that says what it means.
type textLook struct {
	marks marks
	font  string // one of signs, "" for any other
	sym   bool   // the font is that of signs in a text in another one (a:sym)
}

// marks are properties of text that are on or off: emphasis as in mdinline.Look, where it stands against its line, and hidden text.
type marks uint8

const (
	struck      marks = 1 << mdinline.Deleted
	bold        marks = 1 << mdinline.Strong
	italic      marks = 1 << mdinline.Emphasis
	superscript marks = 1 << 5
	subscript   marks = 1 << 6
	hidden      marks = 1 << 7
	offLine           = superscript | subscript
)

func (m *marks) set(which marks, on bool) {
	if *m &^= which; on {
		*m |= which
	}
}

// lookChange holds the properties that a style or a run sets; the others stay as they are.
type lookChange struct {
	said marks // those that it turns on or off
	textLook
}

func (c *lookChange) set(m marks, on bool) {
	c.said |= m
	c.marks.set(m, on)
}

// apply changes a look.
func (c lookChange) apply(look *textLook) {
	look.marks = look.marks&^c.said | c.marks
	if c.font != "" {
		look.font, look.sym = c.font, c.sym
	}
}

// line gathers a paragraph. The zero value is an empty line.
type line struct {
	out    mdinline.Builder
	size   int           // bytes of text that were written
	shown  bool          // some of it is more than white space
	source []byte        // all text as the document has it, with the characters that no reader sees
	off    []byte        // text that stands above or below the line, whose end is not yet known
	shift  marks         // of off: superscript or subscript
	look   mdinline.Look // likewise
}

// maxScript bounds a text above or below the line, in bytes; what is longer is text.
const maxScript = 200

// write adds text of the document that has a look, and a link or "". What stands above or below the line is written so that an exponent
// doesn't read as a digit of the number before it.
func (l *line) write(text string, look textLook, link string) {
	isWord := func() bool {
		return strings.ContainsFunc(text, unicode.IsLetter) && utf8.RuneCountInString(strings.TrimSpace(text)) > 1
	}
	if look.font != "" && !(look.sym && isWord()) {
		text = symbolfont.Text(look.font, text)
	}
	l.source = append(l.source, text...)
	text = mdwriter.Printable(strings.ToValidUTF8(text, "\uFFFD"))
	l.shown = l.shown || strings.TrimFunc(text, mdinline.IsBlank) != ""
	l.size += len(text)
	of, shift := mdinline.Look{Marks: mdinline.Marks(look.marks &^ (hidden | offLine)), Link: link}, look.marks&offLine
	if shift != l.shift || of != l.look {
		l.writeOff()
	}
	if shift != 0 {
		l.off, l.shift, l.look = append(l.off, text...), shift, of
		return
	}
	l.out.Run(text, of)
}

// writeOff writes the text above or below the line.
func (l *line) writeOff() {
	if len(l.off) == 0 {
		return
	}
	off := string(l.off)
	l.off = l.off[:0]
	if text := strings.TrimFunc(off, mdinline.IsBlank); len(text) <= maxScript {
		if written, ok := raised.Text(text, l.shift == superscript, l.out.Touches() && strings.HasPrefix(off, text)); ok {
			off = strings.Replace(off, text, written, 1)
		}
	}
	l.out.Run(off, l.look)
}

// markdown adds Markdown, which has no look.
func (l *line) markdown(md, link string) {
	if md != "" {
		l.writeOff()
		l.out.Raw(md, mdinline.Look{Link: link})
		l.size, l.shown = l.size+len(md), true
	}
}

// blank reports whether the line is nothing but white space.
func (l *line) blank() bool { return !l.shown }

// unmark takes back all emphasis of a kind.
func (l *line) unmark(m mdinline.Mark) {
	l.writeOff()
	l.out.Unmark(m)
}

// take returns the line as inline Markdown and as text, without white space at the ends, and empties it. It adds the links of the line to
// found, and what invisible characters spell in it: a message may have one of them in each run.
func (l *line) take(found *mdwriter.Collected) (md, text string) {
	l.writeOff()
	found.RemoveInvisible(string(l.source))
	text = mdwriter.Fold(l.out.Shown(func(link, label string) {
		found.AddLink(extract.Link{URL: link, Text: mdwriter.Fold(label), Role: "content"})
	}))
	l.size, l.shown, l.source = 0, false, l.source[:0]
	return strings.TrimSpace(l.out.Take(mdinline.Paragraph)), text
}

// shiftOf returns where a name of Word, OpenDocument or RTF puts text, or a distance above the line of any unit.
func shiftOf(value string) marks {
	switch n, _ := strconv.Atoi(strings.TrimSuffix(value, "%")); {
	case n > 0, isOneOf(value, "superscript super up"):
		return superscript
	case n < 0, isOneOf(value, "subscript sub dn"):
		return subscript
	}
	return 0
}
