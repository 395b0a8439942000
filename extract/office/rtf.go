package office

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// rtfReader reads Rich Text Format 1.9: the text of its paragraphs, headings by
// their outline level, lists, tables and links. Groups of data (fonts, colours,
// pictures, destinations marked to be ignored) are skipped.
type rtfReader struct {
	builder
	src                   string
	at                    int
	stack                 []rtfGroup
	group                 rtfGroup
	page                  encoding.Encoding // of the bytes beyond ASCII
	bytes                 []byte            // of them, not yet decoded: a character may be two
	high                  rune              // the first half of a surrogate pair
	instruction, noteText strings.Builder   // of the open field, of the open footnote
	before                strings.Builder   // the marker of the item
	level                 int               // of the item
	depth                 int               // of the group of the link
	skip                  int               // characters of the fallback for a Unicode one
	edges                 []int             // the right edges of the cells of the row, in twips
	rowEdges              [][]int           // of each row of the table
	inRow, bullet         bool
}

// rtfGroup is the state that a group restores at its end.
type rtfGroup struct {
	ignored bool // its text is not content
	field   bool // its text is the instruction of a field
	label   bool // its text is the number or bullet of an item
	note    bool // its text is a footnote
	box     bool // its text is in a text box
	deleted bool // by a change that is tracked
	look    textLook
	outline int // level of the heading, -1 for none
	unicode int // how many characters follow a \u
}

const (
	maxRTFGroups = 500 // nested groups; deeper ones share a state
	sameEdge     = 40  // the distance in twips of edges of cells that are one
)

func (r *reader) rtf(src string) error {
	t := rtfReader{builder: builder{r: r}, src: src, page: codePage(1252), group: rtfGroup{outline: -1, unicode: 1}}
	for n := 1; t.at < len(t.src); n++ {
		if n%4096 == 0 {
			if err := r.tooManyBlocks(); err != nil {
				return err
			}
		}
		t.next()
	}
	t.put("")
	t.paragraph()
	t.endTable()
	return nil
}

// next reads a control word or symbol, a group border or a character.
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
		rest := t.src[t.at:]
		word := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
		if word == "" {
			t.symbol(rest)
			return
		}
		t.decodeBytes()
		rest = rest[len(word):]
		digits := rest[:len(rest)-len(strings.TrimLeft(strings.TrimPrefix(rest, "-"), "0123456789"))]
		t.at += len(word) + len(digits)
		if strings.HasPrefix(t.src[t.at:], " ") {
			t.at++
		}
		value, err := strconv.Atoi(digits)
		t.word(word, value, err == nil)
	case '\r', '\n', 0:
	default:
		t.char(c)
	}
}

// close ends a group; that of a link ends the link.
func (t *rtfReader) close() {
	n := len(t.stack)
	if n == 0 {
		return
	}
	closed := t.group
	if closed.box && !t.stack[n-1].box {
		t.paragraph()
		t.leaveBox()
		t.inRow = false
	}
	t.group, t.stack, t.skip = t.stack[n-1], t.stack[:n-1], 0
	if closed.note && !t.group.note {
		mark := t.r.addNote(mdwriter.Inline(t.noteText.String()))
		t.markdown(mark, t.link)
		t.noteText.Reset()
	}
	if len(t.stack) < t.depth {
		t.link = ""
	}
}

// symbol handles the control symbol that rest begins with.
func (t *rtfReader) symbol(rest string) {
	if rest == "" {
		return
	}
	t.at++
	if rest[0] == '\'' && len(rest) > 2 { // a byte in hexadecimal digits
		if n, err := strconv.ParseUint(rest[1:3], 16, 8); err == nil && t.skip == 0 {
			t.bytes = append(t.bytes, byte(n))
		} else if err == nil {
			t.skip--
		}
		t.at += 2
		return
	}
	t.decodeBytes()
	switch c := rest[0]; c {
	case '\\', '{', '}':
		t.char(c)
	case '~':
		t.char(' ')
	case '_':
		t.char('-')
	case '*':
		t.group.ignored = true
	case '\n', '\r':
		t.paragraph()
	}
}

// rtfSigns are the control words for characters.
var rtfSigns = map[string]string{"line": " ", "tab": " ", "bullet": "•", "endash": "–", "emdash": "—", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”"}

var rtfMarks = map[string]marks{"v": hidden, "strike": struck, "striked": struck, "b": bold, "i": italic}

// word handles a control word. All values but 0 turn a look on.
func (t *rtfReader) word(word string, value int, valued bool) {
	g, on := &t.group, !valued || value != 0
	switch word {
	case "par", "sect", "page":
		t.paragraph()
	case "pard":
		if !g.label && !g.note {
			g.outline, t.bullet, t.inRow, t.level = -1, false, false, 0
		}
	case "ilvl":
		t.level = value
	case "outlinelevel":
		g.outline = value
	case "u":
		if valued {
			t.utf16Unit(rune(uint16(value)))
			t.skip = g.unicode
		}
	case "uc":
		g.unicode = min(max(value, 0), 10)
	case "ansicpg":
		t.page = codePage(value)
	case "bin":
		t.at = min(len(t.src), t.at+max(value, 0))
	case "intbl":
		t.inRow = true
	case "trowd":
		t.edges = nil
	case "cellx":
		if len(t.edges) < maxRowCells {
			t.edges = append(t.edges, value)
		}
	case "cell":
		if len(t.tables) == 0 {
			t.r.flushList()
			t.openTable()
			t.openRow()
		}
		t.take()
		t.closeCell(1, false)
	case "row":
		t.inRow = false
		if n := len(t.tables); n > 0 && len(t.tables[n-1].rows) > len(t.rowEdges) {
			t.rowEdges = append(t.rowEdges, slices.Clone(t.edges))
		}
		t.openRow()
	case "v", "strike", "striked", "b", "i":
		g.look.marks.set(rtfMarks[word], on)
	case "deleted":
		g.deleted = on
	case "plain":
		g.deleted, g.look = false, textLook{}
	case "super", "sub", "up", "dn", "nosupersub":
		g.look.shift = onLine
		if !valued || value > 0 {
			g.look.shift = namedShift(word)
		}
	case "listtext", "pntext":
		g.label = true
	case "footnote":
		if n := len(t.stack); n > 0 && !t.stack[n-1].ignored {
			g.note, g.ignored = true, false // also where it is marked to be ignored
		}
	case "shptxt": // one within a box or a cell is a part of that
		if !g.box && !g.note && !t.inRow && t.enterBox() {
			g.box, g.ignored = true, false
		}
	case "fldinst":
		g.field, g.ignored = true, true
		t.instruction.Reset()
	case "fldrslt":
		if target := fieldLink(t.instruction.String()); target != "" && t.link == "" {
			t.linkTo(target)
			t.depth = len(t.stack)
		}
		t.instruction.Reset()
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "headerf", "footerf", "listtable", "listoverridetable", "themedata", "shprslt", "xmlnstbl":
		g.ignored = true
	default:
		if sign, known := rtfSigns[word]; known {
			if (word == "bullet" || word == "endash") && len(t.line.text) == 0 && !g.label {
				t.bullet = true // of an item, at the start of its paragraph
				return
			}
			t.put(sign)
		}
	}
}

func (t *rtfReader) char(c byte) {
	switch {
	case t.skip > 0:
		t.skip--
	case c >= utf8.RuneSelf:
		t.bytes = append(t.bytes, c)
	default:
		t.put(string(rune(c)))
	}
}

// utf16Unit takes a code unit of UTF-16.
func (t *rtfReader) utf16Unit(unit rune) {
	if c := utf16.DecodeRune(t.high, unit); t.high != 0 && c != utf8.RuneError {
		t.high = 0
		t.put(string(c))
		return
	}
	t.put("")
	if utf16.IsSurrogate(unit) && unit < 0xDC00 {
		t.high = unit
		return
	}
	t.put(string(unit))
}

// decodeBytes decodes the bytes at hand.
func (t *rtfReader) decodeBytes() {
	if len(t.bytes) > 0 {
		text, _ := t.page.NewDecoder().Bytes(t.bytes)
		t.bytes = t.bytes[:0]
		t.put(string(text))
	}
}

// put takes text of the document to where the group sends it.
func (t *rtfReader) put(s string) {
	t.decodeBytes()
	if t.high != 0 {
		t.high = 0
		s = "\uFFFD" + s
	}
	switch {
	case t.group.field:
		t.instruction.WriteString(s)
	case t.group.ignored || t.group.deleted:
	case t.group.note:
		t.noteText.WriteString(s)
	case t.group.label:
		t.before.WriteString(s)
	default:
		if t.inRow && t.before.Len() > 0 {
			s = strings.TrimSpace(t.before.String()) + " " + s
			t.before.Reset()
		}
		t.look = t.group.look
		t.write(s)
	}
}

func (t *rtfReader) paragraph() {
	if t.inRow || t.group.note || t.group.ignored {
		t.put(" ")
		return
	}
	label := strings.TrimSpace(t.before.String())
	t.before.Reset()
	if t.blank() {
		t.take()
		return
	}
	t.endTable()
	var p paragraph
	if t.group.outline >= 0 && t.group.outline < 9 {
		p.level = t.group.outline + 1
		t.unmark(italic) // programs write the look of its style too
	}
	if label != "" || t.bullet {
		p.item = itemOf(label, t.level)
	}
	isFirst := t.r.w.Empty()
	t.end(p)
	if isFirst && t.r.meta.Title == "" && p.level == 0 && p.item == nil {
		t.r.meta.Title = t.taken
	}
	t.bullet = false
}

// itemOf reads the marker of an item: a number with punctuation, a bullet, or a label.
// Bullets may be letters in a symbol font.
func itemOf(label string, level int) *item {
	digits := strings.TrimFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	switch n, err := strconv.Atoi(digits); {
	case err == nil && n <= maxNumber:
		return &item{level: level, number: n, full: label}
	case digits == "" || utf8.RuneCountInString(label) == 1:
		return &item{level: level, number: noNumber}
	}
	return &item{level: level, number: noNumber, label: label, full: label}
}

// endTable writes the open table. Rows define the right edges of their cells. The columns
// are made from the edges of all rows; a merged cell is written in its first column.
func (t *rtfReader) endTable() {
	if g := t.table(); g != nil {
		var columns []int
		placed := make([]bool, len(g.rows))
		for i, row := range g.rows {
			if placed[i] = i < len(t.rowEdges) && len(t.rowEdges[i]) >= len(row); placed[i] && len(row) > 0 {
				columns = append(columns, t.rowEdges[i]...)
			}
		}
		slices.Sort(columns)
		columns = slices.CompactFunc(columns, func(a, b int) bool { return max(a, b)-min(a, b) < sameEdge })
		for i, row := range g.rows {
			if !placed[i] || len(columns) > maxRowCells {
				continue
			}
			var out []string
			for k, cell := range row {
				at, _ := slices.BinarySearch(columns, t.rowEdges[i][k]-sameEdge+1)
				out = append(out, cell)
				for len(out) <= min(at, len(columns)-1) {
					out = append(out, "")
				}
			}
			g.rows[i] = out
		}
	}
	t.rowEdges = nil
	t.closeTable()
}

// codePages are the code pages of Windows that have a name of their own in the Encoding Standard.
var codePages = map[int]string{866: "ibm866", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 10000: "macintosh", 65001: "utf-8"}

// codePage is the encoding of a code page by its number, that of western Europe for an unknown one.
func codePage(n int) encoding.Encoding {
	if e, err := htmlindex.Get(cmp.Or(codePages[n], "windows-"+strconv.Itoa(n))); err == nil {
		return e
	}
	return charmap.Windows1252
}
