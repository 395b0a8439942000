package sieve

// flow follows the blocks of a page to tell white space that nobody sees: what
// stands at the beginning or the end of a block, or between two. It must not be in
// a pre element, and no formatting element may be open, for the builder would open
// that again around the white space (HTML, 13.2.4.3). Where the builder may make
// nothing of a tag, white space stays, and so it does where an element would be
// empty without.
type flow struct {
	open   [numBlocks]int32 // blocks that were begun and not ended
	inner  int32            // all of them but those whose end tag can be left out
	marks  [16]mark         // formatting elements that were begun and not ended
	marked int
	messy  bool // it can't be told any more which of them are open
	head   bool // nothing but the head was seen
	closed bool // and its end tag
	before edge
	last   element // whose tag it is
	block  bool    // it surely begins or ends a block
}

// mark is a formatting element.
type mark struct {
	name  uint64
	inner int32 // of the flow at its start
}

// edge says what stands before a tag.
type edge uint8

const (
	inText edge = iota
	afterStart
	afterEnd
)

// text notes that something else than white space or a tag stands here.
func (f *flow) text() {
	f.before, f.block, f.head = inText, false, false
}

// aside notes a declaration.
func (f *flow) aside() { f.before, f.block = inText, false }

// still reports whether white space is shown nowhere but within text.
func (f *flow) still(foreign bool) bool {
	return f.marked == 0 && !f.messy && f.open[pre-firstBlock] == 0 && !foreign
}

// comment reports whether white space before a comment is needless.
func (f *flow) comment(foreign bool) bool {
	return (f.head || f.block && f.before == afterEnd) && f.still(foreign)
}

// start notes a start tag and reports whether white space before it is needless.
func (f *flow) start(e element, name uint64, foreign bool) (needless bool) {
	sure := e >= firstBlock && f.sure(e)
	if f.head = f.head && isHead(e); f.head || f.block && (f.before == afterEnd && sure || f.before == afterStart && f.holds(f.last, e)) {
		needless = f.still(foreign)
	}
	f.before, f.last, f.block = afterStart, e, sure
	switch {
	case e >= firstBlock:
		f.begin(e)
	case e == formatting || e == link:
		f.mark(e, name, foreign)
	case e == listing:
		f.open[pre-firstBlock] = 1 << 30
	case e == scope || e == selection || e == template:
		f.scope()
	}
	return needless
}

// end is start for an end tag.
func (f *flow) end(e element, name uint64, foreign bool) (needless bool) {
	sure := e == paragraph || e >= firstBlock && f.open[e-firstBlock] > 0
	if f.head = f.head && isHead(e) && e != root; f.head || f.before == afterEnd && sure && (e != cell || f.block) {
		needless = f.still(foreign)
	}
	f.before, f.block = afterEnd, sure
	switch {
	case e >= firstBlock && f.open[e-firstBlock] > 0:
		f.open[e-firstBlock]--
		if !hasOptionalEnd(e) {
			f.inner--
		}
	case e == formatting || e == link:
		f.unmark(name, foreign)
	}
	return needless
}

// holds reports whether the builder puts an element within another one that it
// follows, so that this isn't empty without the white space.
func (f *flow) holds(parent, e element) bool {
	switch {
	case e == loose || e == scope || e == selection || e == head || e == root || e == bodyTag || e == column:
		return false
	case parent == paragraph:
		return e < firstBlock
	case parent == item:
		return e != item
	case parent == term || parent == description:
		return e != term && e != description
	case parent == row:
		return e == cell || e == headCell
	case parent == cell || parent == headCell: // it may be a line of code
		return e >= firstBlock && (e < row || e >= table)
	case parent > headCell && parent <= table:
		return e >= row && e < parent
	case parent >= heading && parent <= lastHeading:
		return e < heading || e > lastHeading
	}
	return e < row || e >= table
}

// eatsLine reports whether the builder may leave out a line end that comes next.
func (f *flow) eatsLine() bool { return f.open[pre-firstBlock] > 0 }

func isHead(e element) bool {
	return e == root || e >= head && e <= headMeta || e == script || e == style || e == title
}

// sure reports whether the builder makes an element of a start tag here.
func (f *flow) sure(e element) bool {
	return e < row || e >= table || f.open[table-firstBlock] > 0
}

func (f *flow) begin(e element) {
	if e == rule || !f.sure(e) {
		return
	}
	f.open[e-firstBlock]++
	if !hasOptionalEnd(e) {
		f.inner++
	}
	if e >= row && e <= table {
		f.scope()
	}
}

func hasOptionalEnd(e element) bool { return e > pre && e < table }

// scope notes an element within which end tags don't reach those around it.
func (f *flow) scope() {
	f.messy = f.messy || f.marked > 0
	if f.open[pre-firstBlock] > 0 {
		f.open[pre-firstBlock] = 1 << 30
	}
}

func (f *flow) mark(e element, name uint64, foreign bool) {
	if e == link {
		f.remove(name) // the builder ends it
	}
	if f.marked == len(f.marks) || foreign {
		f.messy = true
		return
	}
	f.marks[f.marked] = mark{name, f.inner}
	f.marked++
}

// unmark notes the end tag of a formatting element. Where blocks are still open in
// it the builder may leave a part of it open (HTML, 13.2.6.4.7).
func (f *flow) unmark(name uint64, foreign bool) {
	inner := f.remove(name)
	f.messy = f.messy || foreign || inner < f.inner
}

// remove takes the last mark of a name away, and returns what was within it.
func (f *flow) remove(name uint64) (inner int32) {
	for i := f.marked - 1; i >= 0; i-- {
		if f.marks[i].name == name {
			inner = f.marks[i].inner
			copy(f.marks[i:], f.marks[i+1:f.marked])
			f.marked--
			return inner
		}
	}
	return f.inner
}
