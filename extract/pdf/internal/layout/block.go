package layout

import (
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// Kind is the kind of a block.
type Kind uint8

// The kinds.
const (
	Paragraph Kind = iota
	Heading
	Item
	Table
	Code
	Comment
)

// Block is a block of a document.
type Block struct {
	Kind  Kind
	Level int // of a heading, and the nesting of an item
	// Marker is what an item begins with: its number with a full stop, or the letter
	// and the like as it stands, such as "(a)", where the text refers to one; "" for a bullet.
	Marker string
	Spans  []Span
	table
	Code string
	Note string // the text of a comment

	lastPage int // of a table
}

// Labelled returns the spans of an item behind its label, with a blank between them unless the label is one of Chinese.
func (b *Block) Labelled() []Span {
	label := b.Marker
	if r, _ := utf8.DecodeLastRuneInString(label); label != "" && !strings.ContainsRune("、．）", r) && (r < '①' || r > '⑳') {
		label += " "
	}
	return append([]Span{{Text: label}}, b.Spans...)
}

// Text returns the text of the spans of a block.
func (b *Block) Text() string { return Text(b.Spans) }

// Blocks finds the blocks of lines in the order of reading. bookmarks are the
// titles of the document outline with their level. At the end of m those of the rest are missing.
func Blocks(m *ctxio.Meter, lines []Line, bookmarks map[string]int) []Block {
	b := builder{lines: lines, style: measure(m, lines, bookmarks)}
	b.series, b.refersToItems = series(lines, b.style.bold), refersToItems(lines)
	for b.at < len(lines) && m.Spend(ctxio.PerItem) == nil {
		b.next()
	}
	b.flush()
	demoteByline(b.out, bookmarks)
	return b.out
}

// builder groups lines to blocks.
type builder struct {
	lines  []Line
	style  docStats
	series map[int]string // the labels of its lines
	at     int
	out    []Block

	open    *Block // paragraph or item that may go on
	last    int    // its last line
	count   int    // of its lines
	left    float64
	itemX   float64   // where the text of the open item begins
	aside   []Block   // of turned text, which waits for the end of the open block
	indents []float64 // of the open list levels
	numbers []int     // of their last items, where letters count as numbers

	refersToItems bool // so that their letters stay
}

func (b *builder) next() {
	l := &b.lines[b.at]
	switch {
	case l.Comment != "":
		b.aside = append(b.aside, Block{Kind: Comment, Note: l.Comment})
		b.at++
	case l.Turned:
		b.addTurned()
	case l.Rows != nil:
		b.flush()
		if !b.joinTable(l) {
			b.out = append(b.out, Block{Kind: Table, table: l.table, lastPage: l.Page})
		}
		b.at++
	default:
		for _, take := range [...]func() int{b.contents, b.heading, b.code} {
			if n := take(); n > 0 {
				b.at += n
				return
			}
		}
		b.addText(l)
	}
}

// heading takes a heading, and returns how many lines it has, 0 for none.
func (b *builder) heading() int {
	level, n := b.style.heading(b.lines, b.at)
	if n == 0 {
		return 0
	}
	b.flush()
	b.indents = b.indents[:0]
	b.open = &Block{Kind: Heading, Level: level}
	for i := range n {
		b.extend(&b.lines[b.at+i])
	}
	b.flush()
	return n
}

func (b *builder) addText(l *Line) {
	marker, body, ok := bullet(l)
	if n := len(b.out); ok && b.open == nil && n > 0 && b.out[n-1].Kind == Table && strings.HasPrefix(l.Text(), "*") {
		ok = !strings.Contains(rowsText(b.out[n-1].Rows), "*") // else a note that the table refers to
	}
	label := b.series[b.at]
	if !ok && label != "" {
		marker, body, ok = cutLabel(l, label)
	}
	switch {
	case ok && (label != "" || b.startsItem(l)):
		b.item(l, marker, body)
	case b.open != nil && b.continues(l):
		b.extend(l)
	default:
		b.flush()
		b.indents = b.indents[:0]
		b.open = &Block{Kind: Paragraph}
		b.left = l.X0
		b.append(l.Cells)
	}
	b.last = b.at
	b.count++
	b.at++
}

func (b *builder) flush() {
	if b.open != nil && strings.TrimSpace(b.open.Text()) != "" {
		b.out = append(b.out, *b.open)
	}
	b.out, b.aside = append(b.out, b.aside...), nil
	b.open, b.count = nil, 0
}

// addTurned takes a paragraph of turned lines. The open block may go on after it.
func (b *builder) addTurned() {
	side := builder{lines: b.lines, style: b.style, at: b.at}
	for side.at < len(b.lines) {
		l := &b.lines[side.at]
		if !l.Turned || l.Comment != "" || side.open != nil && !side.continues(l) {
			break
		}
		side.addText(l)
	}
	b.at = side.at
	side.flush()
	b.aside = append(b.aside, side.out...)
}
