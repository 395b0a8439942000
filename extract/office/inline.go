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

// lookChange is what a style, or a run itself, says of a look.
type lookChange struct {
	said, on marks
	shifted  bool
	look     textLook // its shift and font
}

func (c *lookChange) set(m marks, on bool) {
	c.said |= m
	c.on.set(m, on)
}

func (c *lookChange) raise(to shift) { c.shifted, c.look.shift = true, to }

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

// emphasis returns the marks that a look is written with, from the outside in.
func (k textLook) emphasis() (marks []mdinline.Mark) {
	for i, mark := range [...]mdinline.Mark{mdinline.Deleted, mdinline.Strong, mdinline.Emphasis} {
		if k.marks&(struck<<i) != 0 {
			marks = append(marks, mark)
		}
	}
	return marks
}

// inlineBuffer gathers a paragraph: text with its look, links, and Markdown. The zero
// value is an empty line.
type inlineBuffer struct {
	md    mdinline.Builder
	plain []byte // what a reader sees of it, white space not yet folded
	open  []mdinline.Mark
	gap   bool   // white space comes next, outside of what begins or ends there
	link  string // begins with the next text, "" for none

	shift  shift  // of the text in script
	script []byte // text above or below the line
}

// write adds text of the document that has a look. White space has none.
func (l *inlineBuffer) write(text string, look textLook) {
	if look.font != "" {
		text = symbolText(look.font, text)
	}
	if trimmed := strings.TrimLeftFunc(text, isBlank); trimmed != "" {
		if marks := look.emphasis(); len(marks) > 0 || len(l.open) > 0 {
			l.raise(onLine)
			l.gap = l.gap || len(trimmed) < len(text)
			l.mark(marks)
		}
		l.raise(look.shift)
	}
	l.text(text)
}

// isBlank reports white space, of which mdinline.Builder makes one blank.
func isBlank(r rune) bool {
	return r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u2028' || r == '\u2029'
}

// mark closes the emphasis that ends and opens what begins.
func (l *inlineBuffer) mark(marks []mdinline.Mark) {
	l.raise(onLine)
	same := 0
	for same < len(l.open) && slices.Contains(marks, l.open[same]) {
		same++
	}
	for i := len(l.open) - 1; i >= same; i-- {
		l.md.Close(l.open[i])
	}
	l.open = l.open[:same]
	for _, m := range marks {
		if !slices.Contains(l.open[:same], m) {
			l.begin()
			l.md.Open(m)
			l.open = append(l.open, m)
		}
	}
}

// begin writes what comes before the next text: white space and the beginning of a link.
func (l *inlineBuffer) begin() {
	if l.gap {
		l.md.Text(" ")
		l.gap = false
	}
	if l.link != "" {
		l.md.OpenLink(l.link)
		l.link = ""
	}
}

// text adds text of the document.
func (l *inlineBuffer) text(s string) {
	if l.shift != onLine {
		if l.script = append(l.script, s...); len(l.script) <= maxScript {
			return
		}
		s = string(l.script)
		l.script = l.script[:0]
	}
	l.add(s)
}

func (l *inlineBuffer) add(s string) {
	s = mdwriter.Printable(strings.ToValidUTF8(s, "\uFFFD"))
	l.plain = append(l.plain, s...)
	text := strings.TrimLeftFunc(s, isBlank)
	l.gap = l.gap || len(text) < len(s)
	trimmed := strings.TrimRightFunc(text, isBlank)
	if trimmed == "" {
		return
	}
	l.begin()
	l.md.Text(trimmed)
	l.gap = len(trimmed) < len(text)
}

// markdown adds Markdown that shows the text.
func (l *inlineBuffer) markdown(md, text string) {
	if md == "" {
		return
	}
	l.mark(nil)
	l.begin()
	l.md.Raw(md)
	l.plain = append(l.plain, text...)
}

// openLink begins a link to a destination of mdwriter.Target.
func (l *inlineBuffer) openLink(target string) {
	l.mark(nil)
	l.link = target
}

func (l *inlineBuffer) closeLink() {
	l.mark(nil)
	if l.link == "" {
		l.md.CloseLink()
	}
	l.link = ""
}

// unmark takes back all emphasis of a kind.
func (l *inlineBuffer) unmark(m mdinline.Mark) {
	l.mark(nil)
	l.md.Unmark(m)
}

// blank reports whether the line is nothing but white space.
func (l *inlineBuffer) blank() bool {
	return l.md.Blank() && strings.TrimSpace(string(l.script)) == ""
}

// take returns the line as inline Markdown and as text, without white space at the ends,
// and empties it.
func (l *inlineBuffer) take() (md, text string) {
	l.mark(nil)
	text = mdwriter.Fold(string(l.plain))
	l.plain, l.gap, l.link = l.plain[:0], false, ""
	return strings.TrimSpace(l.md.Take(mdinline.Paragraph)), text
}

// shift is where text stands against its line.
type shift int8

const (
	onLine      shift = 0
	superscript shift = 1
	subscript   shift = -1
)

// maxScript bounds a text above or below the line, in bytes; what is longer is text.
const maxScript = 200

// raise says where the text that follows stands. What stood above or below the line is
// written as text: an exponent must not read as a digit of the number before it.
func (l *inlineBuffer) raise(to shift) {
	if to == l.shift {
		return
	}
	from, text := l.shift, string(l.script)
	l.shift, l.script = to, l.script[:0]
	trimmed := strings.TrimSpace(text)
	if from == onLine || trimmed == "" {
		l.add(text)
		return
	}
	written, ok := raised.Text(trimmed, from == superscript, text[0] > ' ' && l.md.Touches() && !l.gap)
	if !ok {
		written = trimmed
	}
	l.add(strings.Replace(text, trimmed, written, 1))
}

// baselineShift returns where a distance from the line puts text: a number of any unit.
func baselineShift(value string) shift {
	n, _ := strconv.Atoi(strings.TrimSuffix(value, "%"))
	return shift(cmp.Compare(n, 0))
}
