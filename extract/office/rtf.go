package office

import (
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
)

// rtfReader reads Rich Text Format 1.9: the text of its paragraphs, headings by
// their outline level, lists, tables and links. Groups of data (fonts, colours,
// pictures, destinations marked to be ignored) are skipped.
type rtfReader struct {
	paragraphBuilder
	src         string
	at          int
	stack       []rtfGroup
	group       rtfGroup
	page        encoding.Encoding // of the bytes beyond ASCII
	bytes       []byte            // of them, not yet decoded: a character may be two
	high        rune              // the first half of a surrogate pair
	instruction strings.Builder   // of the open field
	hiddenText  strings.Builder   // hidden text
	noteText    strings.Builder   // of the open footnote
	before      strings.Builder   // what stands before the item
	level       int               // of the item
	depth       int               // of the group of the link
	skip        int               // characters that a Unicode one stands for
	inRow       bool
	edges       []int   // the right edges of the cells of the row, in twips
	rowEdges    [][]int // of each row of the table
	bullet      bool
}

// rtfGroup is the state that a group restores at its end.
type rtfGroup struct {
	ignored bool // its text is no text of the document
	field   bool // its text is the instruction of a field
	label   bool // its text is the number or bullet of an item
	note    bool // its text is a footnote
	box     bool // its text stands in a box
	hidden  bool
	deleted bool // by a change that is tracked
	look    textLook
	outline int // level of the heading, -1 for none
	unicode int // how many characters follow a \u
}

// maxRTFGroups bounds nested groups; deeper ones share a state.
const maxRTFGroups = 500

// rtf reads an RTF document.
func (r *reader) rtf(src string) error {
	t := rtfReader{paragraphBuilder: paragraphBuilder{r: r}, src: src, page: codePage(1252), group: rtfGroup{outline: -1, unicode: 1}}
	for n := 1; t.at < len(t.src); n++ {
		if n%4096 == 0 {
			if err := r.tooManyBlocks(); err != nil {
				return err
			}
		}
		t.next()
	}
	t.decodeBytes()
	t.put("")
	t.paragraph()
	t.endTable()
	r.hide(t.hiddenText.String(), "hidden text")
	return nil
}

// next reads a control word, a group border or a character.
func (t *rtfReader) next() {
	c := t.src[t.at]
	t.at++
	switch c {
	case '{':
		t.decodeBytes()
		if len(t.stack) < maxRTFGroups {
			t.stack = append(t.stack, t.group)
		}
	case '}':
		t.decodeBytes()
		t.close()
	case '\\':
		t.control()
	case '\r', '\n', 0:
	default:
		t.char(c)
	}
}

// close ends a group; that of a link ends the link.
func (t *rtfReader) close() {
	if len(t.stack) == 0 {
		return
	}
	if t.group.box && !t.stack[len(t.stack)-1].box {
		t.endBox()
	}
	note := t.group.note
	t.group = t.stack[len(t.stack)-1]
	if note && !t.group.note {
		mark := t.r.note(t.noteText.String())
		t.text.markdown(mark, mark)
		t.noteText.Reset()
	}
	t.stack = t.stack[:len(t.stack)-1]
	t.skip = 0
	if t.inLink && len(t.stack) < t.depth {
		t.closeLink()
	}
}

// control reads what follows a backslash.
func (t *rtfReader) control() {
	if t.at >= len(t.src) {
		return
	}
	c := t.src[t.at]
	if c != '\'' {
		t.decodeBytes()
	}
	if c|0x20 < 'a' || c|0x20 > 'z' {
		t.at++
		t.symbol(c)
		return
	}
	start := t.at
	for t.at < len(t.src) && t.src[t.at]|0x20 >= 'a' && t.src[t.at]|0x20 <= 'z' {
		t.at++
	}
	word := t.src[start:t.at]
	start = t.at
	for t.at < len(t.src) && (t.src[t.at] >= '0' && t.src[t.at] <= '9' || t.src[t.at] == '-' && t.at == start) {
		t.at++
	}
	value, err := strconv.Atoi(t.src[start:t.at])
	if t.at < len(t.src) && t.src[t.at] == ' ' {
		t.at++
	}
	t.word(word, value, err == nil)
}

// symbol handles a control symbol.
func (t *rtfReader) symbol(c byte) {
	switch c {
	case '\\', '{', '}':
		t.char(c)
	case '~':
		t.char(' ')
	case '_':
		t.char('-')
	case '*':
		t.group.ignored = true
	case '\'':
		if t.at+2 <= len(t.src) {
			if n, err := strconv.ParseUint(t.src[t.at:t.at+2], 16, 8); err == nil {
				t.escaped(byte(n))
			}
			t.at += 2
		}
	case '\n', '\r':
		t.paragraph()
	}
}

// word handles a control word.
func (t *rtfReader) word(word string, value int, valued bool) {
	switch word {
	case "par", "sect", "page":
		t.paragraph()
	case "line", "tab":
		t.put(" ")
	case "pard":
		if !t.group.label && !t.group.note {
			t.group.outline, t.bullet, t.inRow, t.level = -1, false, false, 0
		}
	case "ilvl":
		t.level = value
	case "outlinelevel":
		t.group.outline = value
	case "bullet", "endash", "emdash", "lquote", "rquote", "ldblquote", "rdblquote":
		t.sign(word)
	case "u":
		if valued {
			t.utf16Unit(uint16(value))
			t.skip = t.group.unicode
		}
	case "uc":
		t.group.unicode = min(max(value, 0), 10)
	case "ansicpg":
		t.page = codePage(value)
	case "bin":
		t.at = min(len(t.src), t.at+max(value, 0))
	case "intbl", "trowd", "cellx", "cell", "row":
		t.tableWord(word, value)
	default:
		if !t.lookWord(word, value, valued) {
			t.destination(word)
		}
	}
}

// tableWord handles a control word of rows and cells.
func (t *rtfReader) tableWord(word string, value int) {
	switch word {
	case "intbl":
		t.inRow = true
	case "trowd":
		t.edges = nil
	case "cellx":
		if len(t.edges) < maxRowCells {
			t.edges = append(t.edges, value)
		}
	case "cell":
		t.cell()
	case "row":
		t.inRow = false
		t.endRow()
	}
}

// lookWord handles a control word that says how text looks and whether it shows, and
// reports whether word is one. All values but 0 turn a look on.
func (t *rtfReader) lookWord(word string, value int, valued bool) bool {
	on := !valued || value != 0
	switch word {
	case "v":
		t.group.hidden = on
	case "deleted":
		t.group.deleted = on
	case "strike", "striked":
		t.group.look.struck = on
	case "b":
		t.group.look.bold = on
	case "i":
		t.group.look.italic = on
	case "plain":
		t.group.hidden, t.group.deleted, t.group.look = false, false, textLook{}
	case "super":
		t.group.look.shift = superscript
	case "sub":
		t.group.look.shift = subscript
	case "up", "dn":
		t.group.look.shift = onLine
		if !valued || value > 0 {
			t.group.look.shift = map[string]shift{"up": superscript, "dn": subscript}[word]
		}
	case "nosupersub":
		t.group.look.shift = onLine
	default:
		return false
	}
	return true
}

// destination handles a control word that says what the text of its group is for.
func (t *rtfReader) destination(word string) {
	switch word {
	case "listtext", "pntext":
		t.group.label = true
	case "footnote":
		if n := len(t.stack); n > 0 && !t.stack[n-1].ignored {
			t.group.note, t.group.ignored = true, false // also where it is marked to be ignored
		}
	case "shptxt":
		t.startBox()
	case "fldinst":
		t.group.field, t.group.ignored = true, true
		t.instruction.Reset()
	case "fldrslt":
		t.startLink()
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "headerf", "footerf", "listtable", "listoverridetable", "themedata", "shprslt", "xmlnstbl":
		t.group.ignored = true
	}
}
