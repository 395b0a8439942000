package chunk

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// UnitKind is the kind of a [Unit].
type UnitKind string

// The kinds of units.
const (
	HeadingUnit     UnitKind = "heading"  // with its underline, if it has one
	SentenceUnit    UnitKind = "sentence" // of a paragraph, wherever that stands
	ItemUnit        UnitKind = "item"     // of a list, with its first paragraph
	TableHeaderUnit UnitKind = "head"     // of a table: header and delimiter row
	RowUnit         UnitKind = "row"      // of a table, below its header
	CodeUnit        UnitKind = "code"     // lines of code up to a blank one
	OtherUnit       UnitKind = "other"    // an image, formula, rule, block of HTML
)

// Unit is a segment of a document that means something on its own: a heading, a
// sentence, a list item, a row of a table, a paragraph of code.
type Unit struct {
	// Kind says what it is.
	Kind UnitKind
	// Block is the index of the block it is part of, or -1 for text outside of
	// all blocks.
	Block int
	// Level is 1 to 6 for a heading, and for an item how deep it is nested, 0
	// for the outermost.
	Level int
	// Start and End are byte offsets into Document.Markdown, without white
	// space around.
	Start, End int
}

// Units returns the units of a document in order. They do not overlap; the rest of Markdown
// is white space. For a nil document it returns nil. The time is linear in the length of the
// document.
func Units(doc *extract.Document) []Unit {
	segs := segments(doc)
	if len(segs) == 0 {
		return nil
	}
	out := make([]Unit, len(segs))
	for i, p := range segs {
		out[i] = p.Unit
	}
	return out
}

type segment struct {
	Unit
	// quality says how good a place for a cut its beginning is: 1 before a
	// heading, 0.9 before a block, down to 0 inside a word.
	quality float32
	// context is the text that a chunk repeats if it begins or ends inside the segment's block.
	// Nil means none.
	context *repeatedContext
	// first and last report the first and the last segment of its block.
	first, last bool

	countFrom, countTo int // the span that is counted: the segment and white space beside it
	tokens             int // of that span
}

// repeatedContext is the text that a chunk repeats if it cuts a block: the header of a table before, the fences
// of code before and after.
type repeatedContext struct {
	before, after             string
	beforeTokens, afterTokens int
	measured                  bool // the two counts are set
	wholeFits                 bool // a chunk can hold the whole block
}

// The values of segment.quality by what a cut is before: 1 is the best place, 0 the worst.
const (
	qualityHeading  = 1
	qualityBlock    = .9
	qualityItem     = .7
	qualitySentence = .5
	qualityLine     = .3
	qualityClause   = .2
	qualityWord     = .1
	qualityNone     = 0
)

type scanner struct {
	md    string
	block int
	out   []segment
}

func segments(doc *extract.Document) []segment {
	if doc == nil {
		return nil
	}
	s := &scanner{md: doc.Markdown, out: make([]segment, 0, len(doc.Blocks)+len(doc.Markdown)/100)}
	at := 0
	for i, b := range doc.Blocks {
		if b.Start < at || b.End > len(s.md) || b.Start > b.End {
			continue // a block that overlaps another: its text counts as outside of all blocks
		}
		s.textOutsideBlocks(at, b.Start)
		s.block = i
		s.add(b)
		at = b.End
	}
	s.textOutsideBlocks(at, len(s.md))
	return s.out
}

func (s *scanner) textOutsideBlocks(start, end int) {
	if strings.TrimSpace(s.md[start:end]) == "" {
		return
	}
	s.block = -1
	s.container(start, end)
}

func (s *scanner) add(b extract.Block) {
	first := len(s.out)
	switch b.Kind {
	case extract.HeadingBlock:
		s.put(HeadingUnit, b.Level, b.Start, b.End, qualityHeading)
	case extract.Paragraph:
		s.sentences(b.Start, b.End)
	case extract.Table:
		s.table(b.Start, b.End)
	case extract.Code:
		s.code(b.Start, b.End)
	case extract.Image, extract.Math, extract.Rule:
		s.put(OtherUnit, 0, b.Start, b.End, qualityBlock)
	default:
		s.container(b.Start, b.End)
	}
	if first < len(s.out) && s.out[first].quality < qualityBlock {
		s.out[first].quality = qualityBlock
	}
}

func (s *scanner) put(kind UnitKind, level, start, end int, cut float32) {
	start, end = trim(s.md, start, end)
	if start >= end {
		return
	}
	s.out = append(s.out, segment{Unit: Unit{Kind: kind, Block: s.block, Level: level, Start: start, End: end}, quality: cut})
}

func trim(md string, start, end int) (int, int) {
	start = skipSpace(md, start, end)
	return start, start + len(strings.TrimSpace(md[start:end]))
}

func (s *scanner) sentences(start, end int) {
	start, end = trim(s.md, start, end)
	for cut := float32(qualityBlock); start < end; cut = qualitySentence {
		stop, next := sentenceEnd(s.md, start, end)
		s.put(SentenceUnit, 0, start, stop, cut)
		start = next
	}
}
