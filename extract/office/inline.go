package office

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

// textLook is how text looks, as far as that says what it means.
type textLook struct {
	marks marks
	shift shift
	font  string // one of signs, "" for any other
}

// marks are properties of text that are on or off.
type marks uint8

const (
	struck marks = 1 << iota
	bold
	italic
	hidden
)

func (m *marks) set(which marks, on bool) {
	if *m &^= which; on {
		*m |= which
	}
}

// lookChange holds the properties that a style or a run sets; the others stay as they are.
type lookChange struct {
	said, on marks
	shifted  bool
	look     textLook // its shift and font
}

func (c *lookChange) set(m marks, on bool) {
	c.said |= m
	c.on.set(m, on)
}

// apply changes a look.
func (c *lookChange) apply(look *textLook) {
	look.marks = look.marks&^c.said | c.on
	if c.shifted {
		look.shift = c.look.shift
	}
	if c.look.font != "" {
		look.font = c.look.font
	}
}

// inherit takes over from the parent style (w:basedOn, style:parent-style-name) the properties that this style does not set.
func (c *lookChange) inherit(base *lookChange) {
	c.on |= base.on &^ c.said
	c.said |= base.said
	if !c.shifted {
		c.shifted, c.look.shift = base.shifted, base.look.shift
	}
	c.look.font = cmp.Or(c.look.font, base.look.font)
}

// line gathers a paragraph as runs. The zero value is an empty line.
type line struct {
	text  []byte
	runs  []run
	shown bool // some of it is more than white space
}

// run is text of a line with one look. It ends where the next one begins.
type run struct {
	start int
	marks marks
	shift shift
	link  string // a destination of mdwriter.Target, "" for none
	isRaw bool   // inline Markdown
}

// write adds text of the document that has a look, and a link or "".
func (l *line) write(text string, look textLook, link string) {
	if look.font != "" {
		text = symbolText(look.font, text)
	}
	text = mdwriter.Printable(strings.ToValidUTF8(text, "\uFFFD"))
	l.add(text, run{marks: look.marks, shift: look.shift, link: link})
	l.shown = l.shown || strings.TrimFunc(text, isBlank) != ""
}

// markdown adds Markdown, which has no look.
func (l *line) markdown(md, link string) {
	if md != "" {
		l.add(md, run{link: link, isRaw: true})
		l.shown = true
	}
}

func (l *line) add(text string, r run) {
	r.start = len(l.text)
	if n := len(l.runs); n > 0 {
		last := l.runs[n-1]
		last.start = r.start
		if last == r && !r.isRaw {
			l.text = append(l.text, text...)
			return
		}
	}
	l.text, l.runs = append(l.text, text...), append(l.runs, r)
}

// blank reports whether the line is nothing but white space.
func (l *line) blank() bool { return !l.shown }

// unmark takes back all emphasis of a kind.
func (l *line) unmark(m marks) {
	for i := range l.runs {
		l.runs[i].marks &^= m
	}
}

// isBlank reports white space, of which mdinline.Builder makes one blank.
func isBlank(r rune) bool {
	return r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u2028' || r == '\u2029'
}

// emphasis are the marks that text is written with, from the outside in.
var emphasis = [...]struct {
	of   marks
	mark mdinline.Mark
}{{struck, mdinline.Deleted}, {bold, mdinline.Strong}, {italic, mdinline.Emphasis}}

// maxScript bounds a text above or below the line, in bytes; what is longer is text.
const maxScript = 200

// take returns the line as inline Markdown and as text, without white space at the ends, and empties it. It calls found, which may be
// nil, with each link. White space at the ends of emphasis and links stands outside of them. What stands above or below the line is
// written so that an exponent doesn't read as a digit of the number before it.
func (l *line) take(found func(link, label string)) (md, text string) {
	var out mdinline.Builder
	var plain []byte // white space not yet folded
	var open []int   // of emphasis
	closeMarks := func(but marks) {
		keep := 0
		for keep < len(open) && but&emphasis[open[keep]].of != 0 {
			keep++
		}
		for _, i := range slices.Backward(open[keep:]) {
			out.Close(emphasis[i].mark)
		}
		open = open[:keep]
	}
	gap := false                        // white space comes next
	link, isOpen, label := "", false, 0 // of the last run, begun with its first text, where its label begins in plain
	endLink := func(next string) {
		if next == link {
			return
		}
		closeMarks(0)
		if isOpen {
			out.CloseLink()
			if found != nil {
				found(link, mdwriter.Fold(string(plain[label:])))
			}
		}
		link, isOpen, label = next, false, len(plain)
	}
	begin := func() {
		if gap {
			out.Text(" ")
		}
		if link != "" && !isOpen {
			out.OpenLink(link)
			isOpen = true
		}
	}
	for i, r := range l.runs {
		end := len(l.text)
		if i+1 < len(l.runs) {
			end = l.runs[i+1].start
		}
		whole := string(l.text[r.start:end])
		text := strings.TrimFunc(whole, isBlank)
		endLink(r.link)
		if text == "" {
			gap = gap || whole != ""
			plain = append(plain, whole...)
			continue
		}
		closeMarks(r.marks)
		gap = gap || !strings.HasPrefix(whole, text)
		if r.shift != onLine && len(text) <= maxScript {
			if written, ok := raised.Text(text, r.shift == superscript, out.Touches() && !gap); ok {
				whole, text = strings.Replace(whole, text, written, 1), written
			}
		}
		begin()
		for i, e := range emphasis {
			if r.marks&e.of != 0 && !slices.Contains(open, i) {
				out.Open(e.mark)
				open = append(open, i)
			}
		}
		if r.isRaw {
			out.Raw(text)
		} else {
			out.Text(text)
		}
		plain = append(plain, whole...)
		gap = !strings.HasSuffix(whole, text)
	}
	endLink("")
	closeMarks(0)
	l.text, l.runs, l.shown = l.text[:0], l.runs[:0], false
	return strings.TrimSpace(out.Take(mdinline.Paragraph)), mdwriter.Fold(string(plain))
}

// shift is where text stands against its line.
type shift int8

const (
	onLine      shift = 0
	superscript shift = 1
	subscript   shift = -1
)

// shiftOf returns where a name of Word, OpenDocument or RTF puts text, or a distance above the line of any unit.
func shiftOf(value string) shift {
	switch value {
	case "superscript", "super", "up":
		return superscript
	case "subscript", "sub", "dn":
		return subscript
	}
	n, _ := strconv.Atoi(strings.TrimSuffix(value, "%"))
	return shift(cmp.Compare(n, 0))
}
