package parse

// neverClosed is a number of open blocks that no page has enough end tags to close.
const neverClosed = 1 << 30

// whitespaceState tracks the open blocks of a page to decide whether white space before a
// tag is invisible and may be left out: at the beginning or the end of a block, or between
// two. White space is kept
//
//   - in a pre element
//   - while a formatting element is open, which the tree builder would open again around the white
//     space (HTML, 13.2.4.3)
//   - beside a tag that the tree builder may ignore
//   - between the two tags of an element
//
// The prefilter calls start, end, comment, declaration and text for each token, in the order
// of the page.
type whitespaceState struct {
	open            [numBlocks]int32   // blocks that were begun and not ended
	unclosed        int32              // all of them but those whose end tag can be left out
	formatting      [16]openFormatting // formatting elements that were begun and not ended
	formattingCount int
	unsure          bool // which of them are open is unknown
	inHead          bool // nothing but the head was seen
	headClosed      bool // and its end tag
	previous        previousToken
	sureBlock       bool // it surely begins or ends a block
	afterCell       bool // it begins a cell, which may hold a line of code
}

// openFormatting is a formatting element.
type openFormatting struct {
	name     uint64
	unclosed int32 // whitespaceState.unclosed at its start tag
}

// previousToken is the kind of token before a tag.
type previousToken uint8

const (
	inText previousToken = iota
	afterStart
	afterEnd
)

// text records a token that is neither a tag nor white space, a comment or a declaration.
func (f *whitespaceState) text() {
	f.previous, f.sureBlock, f.inHead = inText, false, false
}

// declaration records a declaration.
func (f *whitespaceState) declaration() { f.previous, f.sureBlock = inText, false }

// whitespaceInsignificant reports whether white space is shown nowhere but within text.
func (f *whitespaceState) whitespaceInsignificant(foreign bool) bool {
	return f.formattingCount == 0 && !f.unsure && f.open[pre-firstBlock] == 0 && !foreign
}

// comment reports whether white space before a comment is needless.
func (f *whitespaceState) comment(foreign bool) bool {
	return (f.inHead || f.sureBlock && f.previous == afterEnd) && f.whitespaceInsignificant(foreign)
}

// start records a start tag and reports whether white space before it is needless.
func (f *whitespaceState) start(e element, name uint64, foreign bool) (needless bool) {
	sure := e >= firstBlock && f.makesElement(e)
	if f.inHead = f.inHead && isHead(e); f.inHead || f.sureBlock && (f.previous == afterEnd && sure || f.previous == afterStart && f.staysHere(e) && (e >= firstBlock || !f.afterCell)) {
		needless = f.whitespaceInsignificant(foreign)
	}
	f.previous, f.sureBlock, f.afterCell = afterStart, sure, e == cell || e == headCell
	switch {
	case e >= firstBlock:
		f.begin(e)
	case e == formatting || e == link:
		f.openFormatting(e, name, foreign)
	case e == listing:
		f.open[pre-firstBlock] = neverClosed
	case e == scope || e == selection || e == template:
		f.scope()
	}
	return needless
}

// end is start for an end tag.
func (f *whitespaceState) end(e element, name uint64, foreign bool) (needless bool) {
	sure := e == paragraph || e >= firstBlock && f.open[e-firstBlock] > 0
	if f.inHead = f.inHead && isHead(e) && e != root; f.inHead || f.previous == afterEnd && sure && (e != cell || f.sureBlock) {
		needless = f.whitespaceInsignificant(foreign)
	}
	f.previous, f.sureBlock = afterEnd, sure
	switch {
	case e >= firstBlock && f.open[e-firstBlock] > 0:
		f.open[e-firstBlock]--
		if !hasOptionalEnd(e) {
			f.unclosed--
		}
	case e == formatting || e == link:
		f.closeFormatting(name, foreign)
	}
	return needless
}

// staysHere reports whether the builder doesn't ignore a start tag, nor put its element elsewhere.
func (f *whitespaceState) staysHere(e element) bool {
	return f.makesElement(e) && (e < head || e > misplaced) && e != root && e != bodyTag && e != column
}

func isHead(e element) bool {
	return e == root || e >= head && e <= headVoid || e == script || e == style || e == title
}

// makesElement reports whether the builder makes an element of a start tag here.
func (f *whitespaceState) makesElement(e element) bool {
	return e < row || e >= table || f.open[table-firstBlock] > 0
}

func (f *whitespaceState) begin(e element) {
	if e == rule || !f.makesElement(e) {
		return
	}
	f.open[e-firstBlock]++
	if !hasOptionalEnd(e) {
		f.unclosed++
	}
	if e >= row && e <= table {
		f.scope()
	}
}

func hasOptionalEnd(e element) bool { return e > pre && e < table }

// scope records the start tag of an element within which end tags don't close elements around it. An
// open pre element never counts as closed from here on, and if formatting elements are open it is
// unknown which of them are later.
func (f *whitespaceState) scope() {
	f.unsure = f.unsure || f.formattingCount > 0
	if f.open[pre-firstBlock] > 0 {
		f.open[pre-firstBlock] = neverClosed
	}
}

func (f *whitespaceState) openFormatting(e element, name uint64, foreign bool) {
	if e == link {
		f.remove(name) // the builder ends it
	}
	if f.formattingCount == len(f.formatting) || foreign {
		f.unsure = true
		return
	}
	f.formatting[f.formattingCount] = openFormatting{name, f.unclosed}
	f.formattingCount++
}

// closeFormatting notes the end tag of a formatting element. Where blocks are still open in
// it the builder may leave a part of it open (HTML, 13.2.6.4.7).
func (f *whitespaceState) closeFormatting(name uint64, foreign bool) {
	inner := f.remove(name)
	f.unsure = f.unsure || foreign || inner < f.unclosed
}

// remove takes the last mark of a name away, and returns what was within it.
func (f *whitespaceState) remove(name uint64) (inner int32) {
	for i := f.formattingCount - 1; i >= 0; i-- {
		if f.formatting[i].name == name {
			inner = f.formatting[i].unclosed
			copy(f.formatting[i:], f.formatting[i+1:f.formattingCount])
			f.formattingCount--
			return inner
		}
	}
	return f.unclosed
}
