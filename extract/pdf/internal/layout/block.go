package layout

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
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
func (b *Block) Text() string {
	var s strings.Builder
	for _, span := range b.Spans {
		s.WriteString(span.Text)
	}
	return s.String()
}

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

	noContents int // the line up to which there is no table of contents
}

// next takes the line at b.at, or several.
func (b *builder) next() {
	l := &b.lines[b.at]
	if l.Comment != "" {
		b.aside = append(b.aside, Block{Kind: Comment, Note: l.Comment})
		b.at++
		return
	}
	if l.Turned {
		b.addTurned()
		return
	}
	if l.Rows != nil {
		b.flush()
		if isNumberedProse(l.Rows) {
			b.addNumbered(l.Rows, l.Size)
			b.at++
			return
		}
		if !b.joinTable(l) {
			b.out = append(b.out, Block{Kind: Table, Rows: l.Rows, parted: true, lastPage: l.Page, edges: l.Edges, tagged: l.tagged})
		}
		b.at++
		return
	}
	if l.isDisplay() {
		b.flush()
		b.open = &Block{Kind: Paragraph}
		b.append(l.Cells)
		b.flush()
		b.at++
		return
	}
	if n := b.listing(); n > 0 {
		b.at += n
		return
	}
	if n := b.contents(); n > 0 {
		b.at += n
		return
	}
	if level, n := b.style.title(b.lines, b.at); n > 0 {
		b.title(level, n)
		return
	}
	if level, n := taggedHeading(b.lines, b.at); n > 0 {
		b.title(level, n)
		return
	}
	if rows, n := b.table(); n > 0 {
		b.flush()
		b.at += n
		if isNumberedProse(rows) {
			b.addNumbered(rows, l.Size)
			return
		}
		b.out = append(b.out, Block{Kind: Table, Rows: rows})
		return
	}
	if level := b.style.heading(b.lines, b.at); level > 0 {
		b.heading(level)
		return
	}
	if n := b.code(); n > 0 {
		b.at += n
		return
	}
	marker, body, ok := bullet(l)
	switch {
	case ok && b.startsItem(l):
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

// flush ends the open block.
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

// title takes a heading of n lines that a bookmark names.
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

// heading takes a heading, which may have several lines.
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

// startsItem reports whether a line with a bullet begins an item here: in the
// middle of a paragraph a number at the start of a line is chance.
func (b *builder) startsItem(l *Line) bool {
	if b.open == nil || b.open.Kind == Item {
		return true
	}
	above := &b.lines[b.last]
	if l.Page != above.Page || l.Before == 0 || l.Before > b.style.paragraphGap(l.Size) {
		return true
	}
	text := l.Text()
	r, _ := utf8.DecodeRuneInString(text)
	if r >= '0' && r <= '9' || unicode.IsLetter(r) || r == '(' || r == '-' || r == '–' || r == '*' {
		return l.X0 > b.left+0.5*l.Size || strings.HasSuffix(strings.TrimSpace(above.Text()), ":") || endsSentence(above.Text())
	}
	return true
}

// item begins a list item.
func (b *builder) item(l *Line, marker string, body []Cell) {
	b.flush()
	for len(b.indents) > 0 && b.indents[len(b.indents)-1] > l.X0+0.5*l.Size {
		b.indents = b.indents[:len(b.indents)-1]
	}
	if n := len(b.indents); n == 0 || b.indents[n-1] < l.X0-0.5*l.Size {
		b.indents = append(b.indents, l.X0)
		b.numbers = append(b.numbers[:n], 0)
	}
	level := len(b.indents) - 1
	if marker != "" && marker[0] >= 'a' {
		b.numbers[level] = count(marker, b.numbers[level])
		marker = strconv.Itoa(b.numbers[level]) + "."
	}
	b.open = &Block{Kind: Item, Level: level, Marker: marker}
	b.left, b.itemX = l.X0, l.X0
	if len(body) > 0 {
		b.itemX = body[0].X0
	}
	b.append(body)
}

// continues reports whether a line continues the open block.
func (b *builder) continues(l *Line) bool {
	above := &b.lines[b.last]
	if l.Turned != above.Turned || !similarSize(l.Size, above.Size) || len(b.open.Text()) > 20000 {
		return false
	}
	if l.Page != above.Page || l.Before == 0 {
		return b.continuesAcrossBreak(above, l)
	}
	if l.Before > b.style.paragraphGap(l.Size) || isTOCLine(above.Text()) {
		return false
	}
	if b.open.Kind == Item {
		return l.X0 > b.left+0.3*l.Size || l.X0 > b.itemX-0.5*l.Size
	}
	if l.X0 <= b.left+0.5*l.Size && followsReference(b.open.Text(), l.Text()) {
		return false
	}
	short, ended := b.style.endsEarly(above), endsSentence(above.Text())
	switch {
	case l.X0 > above.X0+0.8*l.Size && (short || ended) && (b.count > 1 || short && ended):
		return false // indented; after one line it may as well hang
	case short && ended && startsSentence(l.Text()):
		return false
	case l.Bold != above.Bold && short:
		return false
	}
	return true
}

// continuesAcrossBreak reports whether a paragraph goes on in the next column or page.
func (b *builder) continuesAcrossBreak(above, l *Line) bool {
	text := strings.TrimSpace(above.Text())
	if endsSentence(text) || b.style.endsEarly(above) && !hyphenated(text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(l.Text()))
	return unicode.IsLower(r) || hyphenated(text) || ideograph(lastRune(text)) && ideograph(l.Text())
}

// extend appends a line to the open block, joined as the text wants it.
func (b *builder) extend(l *Line) {
	spans := b.open.Spans
	if n := len(spans); n > 0 {
		tail := strings.TrimRight(spans[n-1].Text, " ")
		head := strings.TrimSpace(l.Text())
		r, _ := utf8.DecodeRuneInString(head)
		switch {
		case hyphenated(tail) && unicode.IsLower(r) && !conjunction(head):
			_, size := utf8.DecodeLastRuneInString(tail)
			spans[n-1].Text = tail[:len(tail)-size]
		case compound(tail) && (unicode.IsUpper(r) || unicode.IsDigit(r)):
			spans[n-1].Text = tail
		case ideograph(lastRune(tail)) && ideograph(head):
			spans[n-1].Text = tail
		default:
			spans[n-1].Text = tail + " "
		}
	}
	b.append(l.Cells)
}

// append appends the spans of cells to the open block, alike ones joined.
func (b *builder) append(cells []Cell) {
	for i := range cells {
		if n := len(b.open.Spans); i > 0 && n > 0 {
			b.open.Spans[n-1].Text += " "
		}
		for _, s := range cells[i].Spans {
			n := len(b.open.Spans)
			if n > 0 && sameStyle(b.open.Spans[n-1], s) {
				b.open.Spans[n-1].Text += s.Text
				continue
			}
			b.open.Spans = append(b.open.Spans, s)
		}
	}
}
