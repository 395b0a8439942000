package layout

import (
	"strings"
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
	// Marker is the number of an item of an ordered list, with a full stop, "" for
	// a bullet.
	Marker string
	Spans  []Span
	Rows   [][][]Span
	Code   string
	Note   string // the text of a comment

	parted   bool      // a table whose cells were found on its page, which may go on
	lastPage int       // of it
	edges    []float64 // the left edges of its columns
	tagged   taggedRows
}

// Text returns the text of the spans of a block.
func (b *Block) Text() string { return Text(b.Spans) }

// Blocks finds the blocks of lines in the order of reading. bookmarks are the
// titles of the document outline with their level.
func Blocks(lines []Line, bookmarks map[string]int) []Block {
	b := builder{lines: lines, style: measure(lines, bookmarks)}
	for b.at < len(lines) {
		b.next()
	}
	b.flush()
	demoteByline(b.out, bookmarks)
	return b.out
}

// builder groups lines to blocks.
type builder struct {
	lines []Line
	style docStats
	at    int
	out   []Block

	open    *Block // paragraph or item that may go on
	last    int    // its last line
	count   int    // of its lines
	left    float64
	itemX   float64   // where the text of the open item begins
	aside   []Block   // of turned text, which waits for the end of the open block
	indents []float64 // of the open list levels
	numbers []int     // of their last items

	noContents int // lines before this one were checked: no table of contents begins there
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
		b.addRows(l)
		b.at++
	case !b.takeBlock(l):
		b.addText(l)
	}
}

// addRows takes a table whose cells were found before lines were made.
func (b *builder) addRows(l *Line) {
	b.flush()
	switch {
	case isNumberedProse(l.Rows):
		b.addNumbered(l.Rows, l.Size)
	case !b.joinTable(l):
		b.out = append(b.out, Block{Kind: Table, Rows: l.Rows, parted: true, lastPage: l.Page, edges: l.Edges, tagged: l.tagged})
	}
}

// takeBlock takes the lines of a block that begins with l, and reports whether there is one:
// a table of contents, a heading or code.
func (b *builder) takeBlock(l *Line) bool {
	if n := b.contents(); n > 0 {
		b.at += n
		return true
	}
	if level, n := b.style.title(b.lines, b.at); n > 0 {
		b.title(level, n)
		return true
	}
	if level, n := taggedHeading(b.lines, b.at); n > 0 {
		b.title(level, n)
		return true
	}
	if level := b.style.heading(b.lines, b.at); level > 0 {
		b.heading(level)
		return true
	}
	n := b.code()
	b.at += n
	return n > 0
}

func (b *builder) addText(l *Line) {
	marker, body, ok := bullet(l)
	switch {
	case ok && b.startsItem(l) && !b.isTableNote(l):
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

// isTableNote reports whether a line right below a table begins with an asterisk that the table refers to.
func (b *builder) isTableNote(l *Line) bool {
	n := len(b.out)
	return b.open == nil && n > 0 && b.out[n-1].Kind == Table && strings.HasPrefix(l.Text(), "*") && strings.Contains(rowsText(b.out[n-1].Rows), "*")
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
	side := builder{lines: b.lines, style: b.style}
	for first := true; b.at < len(b.lines) && b.lines[b.at].Turned && b.lines[b.at].Comment == "" && (first || side.continues(&b.lines[b.at])); b.at++ {
		if first {
			side.open = &Block{Kind: Paragraph}
			side.append(b.lines[b.at].Cells)
			first = false
		} else {
			side.extend(&b.lines[b.at])
		}
		side.last = b.at
		side.count++
	}
	side.flush()
	b.aside = append(b.aside, side.out...)
}

func (b *builder) title(level, n int) {
	b.flush()
	b.indents = b.indents[:0]
	b.open = &Block{Kind: Heading, Level: level}
	b.append(b.lines[b.at].Cells)
	for i := b.at + 1; i < b.at+n; i++ {
		b.extend(&b.lines[i])
	}
	b.at += n
	b.flush()
}

func (b *builder) heading(level int) {
	b.flush()
	b.indents = b.indents[:0]
	first := &b.lines[b.at]
	b.open = &Block{Kind: Heading, Level: level}
	b.append(first.Cells)
	b.at++
	for b.at < len(b.lines) {
		l := &b.lines[b.at]
		if !similarSize(l.Size, first.Size) || l.Page != first.Page || l.Bold != first.Bold || l.Before <= 0 || l.Before > 1.6*first.Size ||
			b.style.heading(b.lines, b.at) != level || hasSectionNumber(l.Text()) || len(b.open.Text()) > 200 {
			break
		}
		b.extend(l)
		b.at++
	}
	b.flush()
}
