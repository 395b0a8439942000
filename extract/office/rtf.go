package office

import (
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
)

// rtfReader reads Rich Text Format 1.9: the text of its paragraphs, headings by
// their outline level, lists, tables and links. Groups of data (fonts, colours,
// pictures, destinations marked to be ignored) are skipped.
type rtfReader struct {
	flow
	src         string
	at          int
	stack       []rtfGroup
	group       rtfGroup
	instruction strings.Builder // of the open field
	secret      strings.Builder // hidden text
	depth       int             // of the group of the link
	skip        int             // characters that a Unicode one stands for
	inRow       bool
	bullet      bool
}

// rtfGroup is the state that a group restores at its end.
type rtfGroup struct {
	ignored bool // its text is no text of the document
	field   bool // its text is the instruction of a field
	hidden  bool
	outline int // level of the heading, -1 for none
	unicode int // how many characters follow a \u
}

// maxRTFGroups bounds nested groups; deeper ones share a state.
const maxRTFGroups = 500

// rtf reads an RTF document.
func (r *reader) rtf(src string) error {
	t := rtfReader{flow: flow{r: r}, src: src, group: rtfGroup{outline: -1, unicode: 1}}
	for n := 1; t.at < len(t.src); n++ {
		if n%4096 == 0 {
			if err := r.full(); err != nil {
				return err
			}
		}
		t.next()
	}
	t.paragraph()
	t.closeTable()
	r.hide(t.secret.String(), "hidden text")
	return nil
}

// next reads a control word, a group border or a character.
func (t *rtfReader) next() {
	c := t.src[t.at]
	t.at++
	switch c {
	case '{':
		if len(t.stack) < maxRTFGroups {
			t.stack = append(t.stack, t.group)
		}
	case '}':
		t.close()
	case '\\':
		t.control()
	case '\r', '\n', 0:
	default:
		t.char(string(charmap.Windows1252.DecodeByte(c)))
	}
}

// close ends a group; that of a link ends the link.
func (t *rtfReader) close() {
	if len(t.stack) == 0 {
		return
	}
	t.group = t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	if t.inLink && len(t.stack) < t.depth {
		t.closeLink()
	}
}

// char takes a character of the text.
func (t *rtfReader) char(s string) {
	if t.skip > 0 {
		t.skip--
		return
	}
	switch {
	case t.group.field:
		t.instruction.WriteString(s)
	case t.group.ignored:
	case t.group.hidden:
		t.hidden(s)
	default:
		t.write(inline(s))
	}
}

// maxHidden bounds the hidden text that is kept for the scan.
const maxHidden = 64 << 10

func (t *rtfReader) hidden(s string) {
	if t.secret.Len() < maxHidden {
		t.secret.WriteString(s)
	}
}

// control reads what follows a backslash.
func (t *rtfReader) control() {
	if t.at >= len(t.src) {
		return
	}
	c := t.src[t.at]
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
		t.char(string(c))
	case '~':
		t.char(" ")
	case '_':
		t.char("-")
	case '*':
		t.group.ignored = true
	case '\'':
		if t.at+2 <= len(t.src) {
			if n, err := strconv.ParseUint(t.src[t.at:t.at+2], 16, 8); err == nil {
				t.char(string(charmap.Windows1252.DecodeByte(byte(n))))
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
		t.char(" ")
	case "pard":
		t.group.outline, t.bullet = -1, false
		t.inRow = false
	case "outlinelevel":
		t.group.outline = value
	case "intbl":
		t.inRow = true
	case "cell":
		t.cell()
	case "row":
		t.inRow = false
		t.openRow()
	case "bullet", "endash", "emdash", "lquote", "rquote", "ldblquote", "rdblquote":
		t.sign(word)
	case "u":
		if valued {
			if value < 0 {
				value += 65536
			}
			t.char(strings.ToValidUTF8(string(rune(value)), "\uFFFD"))
			t.skip = t.group.unicode
		}
	case "uc":
		t.group.unicode = min(max(value, 0), 10)
	case "v":
		t.group.hidden = !valued || value != 0
	case "bin":
		t.at = min(len(t.src), t.at+max(value, 0))
	case "fldinst":
		t.group.field, t.group.ignored = true, true
		t.instruction.Reset()
	case "fldrslt":
		t.startLink()
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "headerf", "footerf", "listtable", "listoverridetable", "themedata", "xmlnstbl":
		t.group.ignored = true
	}
}

// sign writes a typographic sign, or takes it for the bullet of an item at the
// start of a paragraph.
func (t *rtfReader) sign(word string) {
	if (word == "bullet" || word == "endash") && t.text.Len() == 0 {
		t.bullet = true
		return
	}
	signs := map[string]string{"bullet": "•", "endash": "–", "emdash": "—", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”"}
	t.char(signs[word])
}

// startLink begins the result of a field, which is a link if its instruction
// says so.
func (t *rtfReader) startLink() {
	instruction := t.instruction.String()
	t.instruction.Reset()
	_, rest, found := strings.Cut(instruction, "HYPERLINK")
	if !found || t.inLink {
		return
	}
	target := strings.Trim(strings.TrimSpace(rest), `"`)
	target, _, _ = strings.Cut(target, `"`)
	t.openLink(target)
	t.depth = len(t.stack)
}

func (t *rtfReader) cell() {
	if len(t.tables) == 0 {
		t.r.flushList()
		t.openTable()
		t.openRow()
	}
	t.take()
	t.closeCell(1)
}

// paragraph ends a paragraph.
func (t *rtfReader) paragraph() {
	if t.group.ignored {
		return
	}
	if t.inRow {
		t.text.WriteByte(' ')
		return
	}
	t.closeLink()
	if strings.TrimSpace(t.text.String()) == "" {
		t.text.Reset()
		return
	}
	t.closeTable()
	md := t.take()
	level := t.group.outline
	switch {
	case level >= 0 && level < 9:
		t.r.flushList()
		t.r.w.Heading(level+1, md, unescape(md))
	case t.bullet:
		t.r.item(0, md)
	default:
		t.r.flushList()
		if t.r.meta.Title == "" && t.r.w.Empty() {
			t.r.meta.Title = compose.Fold(unescape(md))
		}
		t.r.w.Paragraph(md)
	}
	t.bullet = false
}
