package htmlmd

import (
	"bytes"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// maxPrefix bounds what containers put before every line, in bytes: 20 quotes or lists deep. What is deeper is written
// as plain blocks of the last one.
const maxPrefix = 40

type blockKind uint8

const (
	noBlock blockKind = iota
	paraBlock
	headBlock
	listBlock
	offsetListBlock // an ordered list that does not start at 1
	codeBlock
	quoteBlock
	tableBlock
	ruleBlock
)

// container is an open container: a list, an item, a quote, a footnote.
type container struct {
	kind   extract.Kind
	as     blockKind // what it is to the container that it is in
	prev   blockKind // the last block written in it
	tight  bool      // its blocks are not set apart by blank lines if avoidable
	wrote  bool
	isList bool // a list, which has items
	isItem bool // an item of a list
	list   list // of a list: its state; of another container: that of the last list in it
	rule   lastRule
	// What closeContainer restores if nothing was written: the lengths of writer.prefix and writer.first before the
	// container was opened, and the values of fresh and separator.
	prefix int
	first  int
	fresh  bool
	gap    blockSeparator
}

// blockSeparator is the separator before the next block. If several containers begin with that block, the outermost one decides.
type blockSeparator struct {
	decided bool
	lines   int // 1 = the next line, 2 = a blank line between
	prefix  int // how much of the prefix the blank line has
}

func (w *writer) container() *container {
	if n := len(w.containers); n > 0 {
		return &w.containers[n-1]
	}
	return &w.rootContainer
}

// separateFor chooses the separator before a block of kind k in the innermost container, unless a container that begins
// with the same block has chosen one already.
func (w *writer) separateFor(k blockKind) {
	f := w.container()
	lines := 2
	if f.tight && needsNoBlankLine(f.prev, k) {
		lines = 1
	}
	w.separateBy(lines)
}

func (w *writer) separateBy(n int) {
	if !w.separator.decided {
		w.separator = blockSeparator{decided: true, lines: n, prefix: len(w.prefix)}
	}
}

// needsNoBlankLine reports whether a block may follow another on the very next line and still be read as a block of its own.
func needsNoBlankLine(prev, next blockKind) bool {
	switch prev {
	case headBlock, codeBlock, ruleBlock:
		return true
	case paraBlock:
		return next == listBlock || next == codeBlock || next == quoteBlock || next == headBlock || next == ruleBlock
	case listBlock, offsetListBlock:
		return next != paraBlock && next != tableBlock
	case quoteBlock:
		return next != paraBlock && next != tableBlock && next != quoteBlock
	}
	return false
}

// openContainer opens a container. Its first line begins with marker, the others with cont. Call separateFor before,
// and closeContainer after the last block in it.
func (w *writer) openContainer(f container, marker, cont []byte) {
	if len(w.containers) == 0 {
		w.closeBlock()
	}
	f.prefix, f.first, f.fresh = len(w.prefix), len(w.first), w.fresh
	if len(marker) > 0 {
		if !w.fresh {
			w.first = append(w.first[:0], w.prefix...)
			w.fresh = true
		}
		w.first = append(w.first, marker...)
		w.prefix = append(w.prefix, cont...)
	}
	w.containers = append(w.containers, f)
}

// closeContainer closes the innermost container and reports whether anything was written in it. If not, it undoes openContainer.
func (w *writer) closeContainer() bool {
	w.dropTrailingRule(w.container())
	n := len(w.containers) - 1
	f := w.containers[n]
	w.prefix = w.prefix[:f.prefix]
	w.containers = w.containers[:n]
	if !f.wrote {
		w.fresh, w.separator = f.fresh, f.gap
		if f.fresh {
			w.first = w.first[:f.first]
		}
	}
	if n == 0 {
		w.closeBlock()
	}
	if f.wrote && f.as != noBlock {
		p := w.container()
		p.prev = f.as
		if f.isList {
			p.list = f.list
		}
	}
	return f.wrote
}

func (w *writer) tooDeep() bool { return len(w.prefix) >= maxPrefix }

// beginBlock starts a block: the line breaks before it and what its line begins with are written when it returns.
func (w *writer) beginBlock(k blockKind, kind extract.Kind) {
	if k != paraBlock {
		w.writeLabel()
	}
	w.separateFor(k)
	if len(w.containers) == 0 {
		w.closeBlock()
	}
	if f := w.container(); f.isList {
		// The items after it are a new list, without the other delimiter that kept it apart from a list before.
		f.list.items, f.list.delim = 0, map[byte]byte{'-': '-', '*': '-', '.': '.', ')': '.'}[f.list.delim]
		w.separator.lines = 2
	}
	if cap(w.out)-len(w.out) < 2<<10 {
		w.out = slices.Grow(w.out, 2*cap(w.out)) // append alone would grow by a quarter
	}
	if len(w.out) > 0 {
		w.out = append(w.out, '\n')
		if w.separator.lines > 1 {
			p := w.prefix[:min(w.separator.prefix, len(w.prefix))]
			w.out = append(w.out, bytes.TrimRight(p, " ")...)
			w.out = append(w.out, '\n')
		}
	}
	w.separator = blockSeparator{}
	w.openBlock(kind)
	if w.fresh {
		w.out = append(w.out, w.first...)
		w.fresh = false
	} else {
		w.out = append(w.out, w.prefix...)
	}
	for i := range w.containers {
		w.containers[i].wrote = true
	}
	w.container().prev = k
	if w.itemLabel != "" {
		w.out = append(append(w.out, w.itemLabel...), ' ')
		w.itemLabel = ""
	}
}

func (w *writer) writeLabel() {
	if w.itemLabel != "" {
		w.emptyLine()
	}
}

func (w *writer) newline() {
	w.out = append(w.out, '\n')
	w.out = append(w.out, w.prefix...)
}

// MaxBlocks bounds the blocks of a page, the last of which holds all that follows. Only hostile pages have more.
const MaxBlocks = 50_000

func (w *writer) openBlock(kind extract.Kind) {
	if w.blockOpen {
		return
	}
	if len(w.blocks) == MaxBlocks {
		w.blockOpen = true // the last one goes on
		return
	}
	if len(w.containers) > 0 {
		kind = w.containers[0].kind
	}
	b := extract.Block{Kind: kind, Span: extract.Span{Start: len(w.out)}}
	if kind == extract.HeadingBlock {
		b.Level = w.heading
	}
	if len(w.blocks) == cap(w.blocks) {
		w.blocks = slices.Grow(w.blocks, len(w.blocks)+32)
	}
	w.blocks = append(w.blocks, b)
	w.blockOpen = true
}

func (w *writer) closeBlock() {
	if !w.blockOpen {
		return
	}
	w.blockOpen = false
	w.blocks[len(w.blocks)-1].End = len(w.out)
}

func (w *writer) writeContainer(kind extract.Kind, k blockKind, marker, cont string, body func()) {
	w.end()
	if w.cell > 0 || w.tooDeep() {
		body()
		w.flush()
		return
	}
	w.writeLabel()
	saved := w.separator
	w.separateFor(k)
	w.openContainer(container{kind: kind, as: k, gap: saved}, []byte(marker), []byte(cont))
	body()
	w.end()
	w.closeContainer()
}

func (w *writer) emptyLine() {
	w.beginBlock(paraBlock, extract.Paragraph)
	w.out = bytes.TrimRight(w.out, " ")
}
