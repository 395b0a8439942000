package office

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// rtfReader reads Rich Text Format 1.9: the text of its paragraphs, headings by
// their outline level or their style, lists, tables and links. Groups of data (fonts, colours,
// pictures, destinations marked to be ignored) are skipped.
type rtfReader struct {
	builder
	src           string
	at            int
	stack         []rtfGroup
	group         rtfGroup
	page          encoding.Encoding            // of the bytes beyond ASCII
	bytes         []byte                       // of them, not yet decoded: a character may be two
	units         []uint16                     // of UTF-16, likewise
	texts         [toInfo + 1]strings.Builder  // of the destinations: of the open field, of the open footnote, the marker of the item
	styles        styles                       // by their number
	fonts         map[string]string            // those of signs, by their number
	pages         map[string]encoding.Encoding // of the fonts for other alphabets, likewise
	level         int                          // of the item
	depth         int                          // of the group of the link
	skip          int                          // characters of the fallback for a Unicode one
	inRow, bullet bool
}

// destination is where the text of a group goes.
type destination int8

const (
	toBody        destination = iota
	toNote                    // a footnote
	toLabel                   // the number or bullet of an item
	toNothing                 // from here on it is not content
	toInstruction             // of a field
	toStyles                  // the name of a style
	toFonts                   // the name of a font
	toInfo                    // the title or an author
)

// rtfGroup is the state that a group restores at its end.
type rtfGroup struct {
	to      destination
	box     bool // its text is in a text box
	margin  bool // of a head or foot of pages
	deleted bool // by a change that is tracked
	look    textLook
	page    encoding.Encoding // of its font, nil for that of the document
	outline int               // level of the heading, -1 for none
	style   *style            // of the paragraph
	defines string            // the number of the style or font that the group defines, or the property
	unicode int               // how many characters follow a \u
}

func (g *rtfGroup) isCode() bool { return g.style.block == extract.Code }

// maxRTFGroups bounds nested groups; deeper ones share a state.
const maxRTFGroups = 500

func (r *reader) rtf(src string) {
	t := rtfReader{builder: builder{r: r}, src: src, page: codePage(1252), styles: newStyles(), fonts: map[string]string{}, pages: map[string]encoding.Encoding{}}
	t.group = rtfGroup{outline: -1, style: t.styles.of(""), unicode: 1}
	for n := 1; t.at < len(t.src); n++ {
		if n%4096 == 0 && r.isDone() {
			return
		}
		t.next()
	}
	t.put("")
	t.paragraph()
	t.closeTable()
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
	text := t.texts[closed.to].String()
	switch name, _, _ := strings.Cut(strings.TrimSpace(text), ";"); {
	case closed.to == toNote && t.group.to != toNote:
		t.markdown(t.r.addNote(mdwriter.Inline(text)), t.link)
	case closed.to == toStyles:
		t.styles.define(closed.defines, &style{name: name, itemLevel: -1})
	case closed.to == toFonts && symbolfont.Is(name) && len(t.fonts) < maxStyles:
		t.fonts[closed.defines] = name
	case closed.to == toInfo:
		t.r.property(closed.defines, mdwriter.Fold(text))
	}
	if closed.to >= toStyles || closed.to == toNote && t.group.to != toNote {
		t.texts[closed.to].Reset()
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
	const signs, text = `\{}~_`, `\{} -`
	if i := strings.IndexByte(signs, rest[0]); i >= 0 {
		t.char(text[i])
	}
	switch rest[0] {
	case '*':
		t.group.to = toNothing
	case '\n', '\r':
		t.paragraph()
	}
}

// rtfSigns are the control words for characters.
var rtfSigns = map[string]string{"line": "\n", "tab": "\t", "bullet": "•", "endash": "–", "emdash": "—", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”"}

var rtfMarks = map[string]marks{"v": hidden, "strike": struck, "striked": struck, "b": bold, "i": italic}

// word handles a control word. All values but 0 turn a look on.
func (t *rtfReader) word(word string, value int, valued bool) {
	g, on := &t.group, !valued || value != 0
	switch word {
	case "par", "sect", "page":
		t.paragraph()
	case "pard":
		if g.to != toLabel && g.to != toNote {
			g.outline, g.style, t.bullet, t.inRow, t.level = -1, t.styles.of(""), false, false, 0
		}
	case "s":
		switch g.to {
		case toBody:
			g.style = t.styles.of(strconv.Itoa(value))
		case toStyles:
			g.defines = strconv.Itoa(value)
		}
	case "f":
		if g.to == toFonts {
			g.defines = strconv.Itoa(value)
		} else {
			g.look.font, g.page = t.fonts[strconv.Itoa(value)], t.pages[strconv.Itoa(value)]
		}
	case "fcharset":
		if page := charsetPages[value]; page != 0 && g.to == toFonts && len(t.pages) < maxStyles {
			t.pages[g.defines] = codePage(page)
		}
	case "ilvl":
		t.level = value
	case "outlinelevel":
		g.outline = value
	case "u":
		if valued {
			t.units = append(t.units, uint16(value))
			if unit := uint16(value); unit < 0xD800 || unit >= 0xDC00 { // else the first half of a surrogate pair, which waits for the second
				t.put("")
			}
			t.skip = g.unicode
		}
	case "uc":
		g.unicode = min(max(value, 0), 10)
	case "mac":
		t.page = codePage(10000)
	case "ansicpg":
		t.page = codePage(value)
	case "bin":
		t.at = min(len(t.src), t.at+max(value, 0))
	case "intbl":
		t.inRow = true
	case "cell":
		if len(t.tables) == 0 {
			t.openTable()
			t.openRow()
		}
		t.take()
		t.closeCell(1, false)
	case "row":
		t.inRow = false
		t.openRow()
	case "v", "strike", "striked", "b", "i":
		g.look.marks.set(rtfMarks[word], on)
	case "deleted":
		g.deleted = on
	case "plain":
		g.deleted, g.look, g.page = false, textLook{}, nil
	case "super", "sub", "up", "dn", "nosupersub":
		g.look.marks &^= offLine
		if !valued || value > 0 {
			g.look.marks |= shiftOf(word)
		}
	case "listtext", "pntext":
		if g.to == toBody {
			g.to = toLabel
		}
	case "footnote":
		if n := len(t.stack); n > 0 && t.stack[n-1].to < toNothing {
			g.to = toNote // also where it is marked to be ignored
		}
	case "shptxt": // one within a box or a cell is a part of that
		if !g.box && !g.margin && g.to != toNote && !t.inRow && t.enterBox() {
			g.box, g.to = true, toBody
		}
	case "fldinst":
		g.to = toInstruction
		t.texts[toInstruction].Reset()
	case "fldrslt":
		if text := fieldText(t.texts[toInstruction].String()); text != "" {
			t.put(text)
			g.to = toNothing
		}
		if target := fieldLink(t.texts[toInstruction].String()); target != "" && t.link == "" {
			t.linkTo(target)
			t.depth = len(t.stack)
		}
		t.texts[toInstruction].Reset()
	case "stylesheet":
		g.to = toStyles
	case "fonttbl":
		g.to = toFonts
	case "title", "author":
		if g.to == toNothing { // of the group "info"
			g.to, g.defines = toInfo, word
		}
	case "header", "headerf", "headerl", "headerr", "footer", "footerf", "footerl", "footerr":
		g.to, g.margin = toNothing, true
	case "colortbl", "info", "pict", "object", "listtable", "listoverridetable", "themedata", "shprslt", "xmlnstbl":
		g.to = toNothing
	default:
		if sign, known := rtfSigns[word]; known {
			if (word == "bullet" || word == "endash") && t.line.size == 0 && g.to == toBody {
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

// decodeBytes decodes the bytes at hand.
func (t *rtfReader) decodeBytes() {
	if len(t.bytes) > 0 {
		page := t.page
		switch {
		case t.group.look.font != "":
			page = charmap.ISO8859_1 // codes of signs
		case t.group.page != nil:
			page = t.group.page
		}
		text, _ := page.NewDecoder().Bytes(t.bytes)
		t.bytes = t.bytes[:0]
		t.put(string(text))
	}
}

// put takes text of the document to where the group sends it.
func (t *rtfReader) put(s string) {
	t.decodeBytes()
	s = string(utf16.Decode(t.units)) + s
	t.units = t.units[:0]
	label := &t.texts[toLabel]
	switch {
	case t.group.to == toInstruction:
		t.texts[toInstruction].WriteString(s)
	case t.group.to == toNothing || t.group.deleted:
	case t.group.to != toBody:
		t.texts[t.group.to].WriteString(s)
	default:
		if t.inRow && label.Len() > 0 {
			s = strings.TrimSpace(label.String()) + " " + s
			label.Reset()
		}
		t.look, t.inCode = t.group.look, t.group.isCode() && !t.inRow
		t.write(s)
	}
}

func (t *rtfReader) paragraph() {
	if t.inRow || t.group.to != toBody {
		t.put(" ")
		return
	}
	label := strings.TrimSpace(t.texts[toLabel].String())
	t.texts[toLabel].Reset()
	if t.inCode = t.group.isCode(); t.blank() && !t.inCode {
		t.take()
		return
	}
	t.closeTable()
	s := t.group.style
	p := paragraph{level: s.level, title: s.title, block: s.block}
	if t.group.outline >= 0 && t.group.outline < 9 {
		p.level = t.group.outline + 1
	}
	if p.level > 0 {
		t.unmark(mdinline.Emphasis) // programs write the look of its style too
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

// charsetPages are the code pages of the alphabets of fonts (fcharset).
var charsetPages = map[int]int{128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250}

// codePages are the code pages of Windows that have a name of their own in the Encoding Standard.
var codePages = map[int]string{866: "ibm866", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 10000: "macintosh", 65001: "utf-8"}

// codePage is the encoding of a code page by its number, that of western Europe for an unknown one.
func codePage(n int) encoding.Encoding {
	if e, err := htmlindex.Get(cmp.Or(codePages[n], "windows-"+strconv.Itoa(n))); err == nil {
		return e
	}
	return charmap.Windows1252
}
