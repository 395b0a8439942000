package writer

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// itemKind is the kind of a piece of inline content.
type itemKind uint8

const (
	gone itemKind = iota // taken back
	textItem
	openItem  // of emphasis
	closeItem // of emphasis
	codeItem
	linkItem
	linkEnd
	imageItem
	imageEnd
	breakItem
	rawItem // Markdown as it is
)

// item is a piece of inline content over writer.text.
type item struct {
	kind       itemKind
	mark       markKind
	delim      byte // the character that an emphasis is written with
	auto       bool // a link that is written as <address>
	entFirst   bool // its first character is to be written as an entity
	entLast    bool // and its last one
	start, end int32
	title      int32 // end of the title of a link or image, which begins at end
	pair       int32 // index of the other end
}

// markKind is a kind of inline markup that spans content.
type markKind uint8

const (
	emMark markKind = iota
	strongMark
	delMark
	linkMark
)

func (m markKind) size() int {
	if m == emMark {
		return 1
	}
	return 2
}

// mark is inline markup that is open in the tree.
type mark struct {
	kind   markKind
	native bool // em, strong, del: nests in its like, which b and i don't
	item   int32
	link   link
	dead   bool // open, but not written in this block
}

// seen says which characters the text of a block has.
type seen struct {
	star, under, tilde, tick, bracket bool
	code                              bool
}

// byteClass sorts bytes of running text.
var byteClass = [256]uint8{
	' ': classSpace, '\t': classSpace, '\n': classSpace, '\r': classSpace, '\f': classSpace,
	'*': classMark, '_': classMark, '~': classMark, '`': classMark, '[': classMark,
	0: classOdd, 1: classOdd, 2: classOdd, 3: classOdd, 4: classOdd, 5: classOdd, 6: classOdd, 7: classOdd, 8: classOdd, 11: classOdd, 14: classOdd, 15: classOdd, 16: classOdd, 17: classOdd, 18: classOdd, 19: classOdd, 20: classOdd, 21: classOdd, 22: classOdd, 23: classOdd, 24: classOdd, 25: classOdd, 26: classOdd, 27: classOdd, 28: classOdd, 29: classOdd, 30: classOdd, 31: classOdd, 127: classOdd,
	0x80: classOdd, 0x81: classOdd, 0x82: classOdd, 0x83: classOdd, 0x84: classOdd, 0x85: classOdd, 0x86: classOdd, 0x87: classOdd, 0x88: classOdd, 0x89: classOdd, 0x8a: classOdd, 0x8b: classOdd, 0x8c: classOdd, 0x8d: classOdd, 0x8e: classOdd, 0x8f: classOdd,
	0x90: classOdd, 0x91: classOdd, 0x92: classOdd, 0x93: classOdd, 0x94: classOdd, 0x95: classOdd, 0x96: classOdd, 0x97: classOdd, 0x98: classOdd, 0x99: classOdd, 0x9a: classOdd, 0x9b: classOdd, 0x9c: classOdd, 0x9d: classOdd, 0x9e: classOdd, 0x9f: classOdd,
	0xa0: classOdd, 0xa1: classOdd, 0xa2: classOdd, 0xa3: classOdd, 0xa4: classOdd, 0xa5: classOdd, 0xa6: classOdd, 0xa7: classOdd, 0xa8: classOdd, 0xa9: classOdd, 0xaa: classOdd, 0xab: classOdd, 0xac: classOdd, 0xad: classOdd, 0xae: classOdd, 0xaf: classOdd,
	0xb0: classOdd, 0xb1: classOdd, 0xb2: classOdd, 0xb3: classOdd, 0xb4: classOdd, 0xb5: classOdd, 0xb6: classOdd, 0xb7: classOdd, 0xb8: classOdd, 0xb9: classOdd, 0xba: classOdd, 0xbb: classOdd, 0xbc: classOdd, 0xbd: classOdd, 0xbe: classOdd, 0xbf: classOdd,
	0xc0: classOdd, 0xc1: classOdd, 0xc2: classOdd, 0xc3: classOdd, 0xc4: classOdd, 0xc5: classOdd, 0xc6: classOdd, 0xc7: classOdd, 0xc8: classOdd, 0xc9: classOdd, 0xca: classOdd, 0xcb: classOdd, 0xcc: classOdd, 0xcd: classOdd, 0xce: classOdd, 0xcf: classOdd,
	0xd0: classOdd, 0xd1: classOdd, 0xd2: classOdd, 0xd3: classOdd, 0xd4: classOdd, 0xd5: classOdd, 0xd6: classOdd, 0xd7: classOdd, 0xd8: classOdd, 0xd9: classOdd, 0xda: classOdd, 0xdb: classOdd, 0xdc: classOdd, 0xdd: classOdd, 0xde: classOdd, 0xdf: classOdd,
	0xe0: classOdd, 0xe1: classOdd, 0xe2: classOdd, 0xe3: classOdd, 0xe4: classOdd, 0xe5: classOdd, 0xe6: classOdd, 0xe7: classOdd, 0xe8: classOdd, 0xe9: classOdd, 0xea: classOdd, 0xeb: classOdd, 0xec: classOdd, 0xed: classOdd, 0xee: classOdd, 0xef: classOdd,
	0xf0: classOdd, 0xf1: classOdd, 0xf2: classOdd, 0xf3: classOdd, 0xf4: classOdd, 0xf5: classOdd, 0xf6: classOdd, 0xf7: classOdd, 0xf8: classOdd, 0xf9: classOdd, 0xfa: classOdd, 0xfb: classOdd, 0xfc: classOdd, 0xfd: classOdd, 0xfe: classOdd, 0xff: classOdd,
}

const (
	classPlain = iota
	classSpace
	classMark
	classOdd // controls and all that is not ASCII
)

// write adds running text: white space is folded, and moves outside of marks.
func (w *writer) write(s string) {
	cleaned := false
	for i := 0; i < len(s); {
		switch byteClass[s[i]] {
		case classSpace:
			w.space = true
			i++
			continue
		case classOdd:
			if !cleaned {
				// Whether a character shows may depend on the one before.
				back := min(i, 1)
				s, i, cleaned = clean(s[i-back:]), back, true
				continue
			}
		}
		j := w.stretch(s, i, cleaned)
		w.content()
		w.addText(s[i:j])
		i = j
	}
}

// stretch is the end of the text from i on that needs no folding.
func (w *writer) stretch(s string, i int, cleaned bool) int {
	for ; i < len(s); i++ {
		switch byteClass[s[i]] {
		case classSpace:
			if s[i] != ' ' || i+1 == len(s) || byteClass[s[i+1]] == classSpace {
				return i
			}
		case classMark:
			w.see(s[i])
		case classOdd:
			if !cleaned && s[i-1] == ' ' {
				return i - 1 // which may be the last if this one goes
			} else if !cleaned {
				return i
			}
		}
	}
	return i
}

func (w *writer) see(c byte) {
	switch c {
	case '*':
		w.seen.star = true
	case '_':
		w.seen.under = true
	case '~':
		w.seen.tilde = true
	case '`':
		w.seen.tick = true
	case '[':
		w.seen.bracket = true
	}
}

// addText adds text as it is to the last item, if that is text.
func (w *writer) addText(s string) {
	start := int32(len(w.text))
	w.text = append(w.text, s...)
	if n := len(w.items); n > 0 {
		if it := &w.items[n-1]; it.kind == textItem && it.end == start {
			it.end = int32(len(w.text))
			return
		}
	}
	w.items = append(w.items, item{kind: textItem, start: start, end: int32(len(w.text))})
}

// content pays what is owed before a piece of content: a break or a space, then
// the marks that were opened since.
func (w *writer) content() {
	if n := len(w.items); n > 0 && w.items[n-1].kind != breakItem {
		switch {
		case w.brk:
			w.items = append(w.items, item{kind: breakItem})
		case w.space:
			w.addText(" ")
		}
	}
	w.brk, w.space = false, false
	for w.open < len(w.marks) {
		w.openMark(&w.marks[w.open])
		w.open++
	}
}

func (w *writer) openMark(m *mark) {
	m.item = int32(len(w.items))
	if m.kind == linkMark {
		w.openLink(m)
		return
	}
	if n := len(w.items); n > 0 && w.items[n-1].kind == closeItem && w.items[n-1].mark == m.kind {
		// The same emphasis ended right here: go on with it.
		m.item = w.items[n-1].pair
		w.items = w.items[:n-1]
		return
	}
	w.items = append(w.items, item{kind: openItem, mark: m.kind})
}

// closeMark ends the innermost open mark in items.
func (w *writer) closeMark() {
	w.open--
	m := &w.marks[w.open]
	switch {
	case m.dead:
		m.dead = false
	case m.kind == linkMark:
		w.closeLink(m)
	default:
		w.items = append(w.items, item{kind: closeItem, mark: m.kind, pair: m.item})
	}
}

// marked writes what body writes with a mark around it.
func (w *writer) marked(m mark, body func()) {
	if !w.nests(m) {
		body()
		return
	}
	w.marks = append(w.marks, m)
	body()
	w.unmark()
}

// around writes the content of n with a mark around it.
func (w *writer) around(m mark, n *html.Node) {
	if !w.nests(m) {
		w.children(n)
		return
	}
	w.marks = append(w.marks, m)
	w.children(n)
	w.unmark()
}

// unmark ends the innermost mark.
func (w *writer) unmark() {
	n := len(w.marks) - 1
	if w.open > n {
		w.closeMark()
	} else if w.marks[n].kind == linkMark {
		w.emptyLink(&w.marks[n])
	}
	w.marks = w.marks[:n]
}

// maxNested bounds emphasis within emphasis of the same kind, which every
// block inside of it begins anew.
const maxNested = 4

// nests says whether a mark means anything inside of those that are open.
func (w *writer) nests(m mark) bool {
	if m.kind == linkMark {
		return true
	}
	same := 0
	for i := range w.marks {
		if o := &w.marks[i]; o.kind == m.kind {
			if same++; !o.native || !m.native || same == maxNested {
				return false
			}
		}
	}
	return true
}

// lineBreak handles <br>. Two in a row end the paragraph.
func (w *writer) lineBreak() {
	if w.brk && w.cell == 0 && w.heading == 0 && !w.inLink() {
		w.flush()
		return
	}
	w.brk = len(w.items) > 0
}

// raw adds Markdown as it is.
func (w *writer) raw(s string) {
	w.content()
	start := int32(len(w.text))
	w.text = append(w.text, s...)
	w.items = append(w.items, item{kind: rawItem, start: start, end: int32(len(w.text))})
}

// flush sets what comes next apart from what was gathered: as a block of its
// own, or on a line of its own where there are no blocks: in a heading, a table
// cell, an item of a tight list.
func (w *writer) flush() {
	if w.cell > 0 || w.heading > 0 || w.frame().tight {
		w.brk = len(w.items) > 0
		return
	}
	w.end()
}

// end ends the block at hand and writes what was gathered. A table cell can't
// end, only break its line.
func (w *writer) end() {
	if w.cell > 0 {
		w.brk = len(w.items) > 0
		return
	}
	w.space, w.brk = false, false
	if len(w.items) == 0 {
		return
	}
	for w.open > 0 {
		w.closeMark()
	}
	switch {
	case w.onlySpaces():
	case w.heading > 0:
		w.writeHeading()
	default:
		w.begin(paraBlock, w.paragraphKind())
		w.inline(blockContext)
	}
	w.reset()
}

// onlySpaces says whether there is nothing to see in the items: text of spaces
// that don't fold, which pages fill empty paragraphs with.
func (w *writer) onlySpaces() bool {
	for i := range w.items {
		switch it := &w.items[i]; it.kind {
		case openItem, closeItem, breakItem:
		case textItem:
			if !isSpaces(w.text[it.start:it.end]) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func isSpaces(t []byte) bool {
	if c := t[0]; c > ' ' && c < utf8.RuneSelf {
		return false
	}
	return len(bytes.TrimSpace(t)) == 0
}

func (w *writer) reset() {
	w.items, w.text, w.seen = w.items[:0], w.text[:0], seen{}
	w.open, w.space, w.brk = 0, false, false
}

// paragraphKind tells paragraphs that are only images or formulas.
func (w *writer) paragraphKind() extract.Kind {
	kind := extract.Paragraph
	for i := 0; i < len(w.items); i++ {
		switch it := &w.items[i]; it.kind {
		case linkItem, linkEnd, breakItem:
		case imageItem:
			kind = extract.Image
			i = int(it.pair)
		case rawItem:
			if t := w.text[it.start:it.end]; len(t) < 4 || t[0] != '$' || t[1] != '$' {
				return extract.Paragraph
			}
			kind = extract.Math
		default:
			return extract.Paragraph
		}
	}
	return kind
}
