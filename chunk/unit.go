package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// UnitKind is the kind of a [Unit].
type UnitKind string

// The kinds of units.
const (
	HeadingUnit  UnitKind = "heading"  // with its underline, if it has one
	SentenceUnit UnitKind = "sentence" // of a paragraph, wherever that stands
	ItemUnit     UnitKind = "item"     // of a list, with its first paragraph
	HeadRowUnit  UnitKind = "head"     // of a table: header and delimiter row
	RowUnit      UnitKind = "row"      // of a table, below its header
	CodeUnit     UnitKind = "code"     // lines of code up to a blank one
	OtherUnit    UnitKind = "other"    // an image, formula, rule, block of HTML
)

// Unit is a piece of a document that means something on its own: a heading, a
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

// Units returns the units of a document in order. They do not overlap, and
// whatever of Markdown is in none of them is white space. A nil document has
// none. The time is linear in the length of the document.
func Units(doc *extract.Document) []Unit {
	ps := pieces(doc)
	if len(ps) == 0 {
		return nil
	}
	out := make([]Unit, len(ps))
	for i, p := range ps {
		out[i] = p.Unit
	}
	return out
}

// piece is a unit and what [Split] has to know of it.
type piece struct {
	Unit
	// cut is how good it is to begin a chunk here: 1 before a heading, 0.9
	// before a block, down to 0 inside a word.
	cut float32
	// frame is what a part of its block needs around it, or nil.
	frame *frame
	// head and tail report the first and the last piece of its frame.
	head, tail bool

	from, to int // the span it is counted over
	tokens   int // of that span
}

// frame is the context to repeat where a block is cut: the header of a table
// before, the fences of code before and behind.
type frame struct {
	before, behind             string
	beforeTokens, behindTokens int
	counted                    bool
	fits                       bool // a chunk can hold the whole block
}

// What a cut is worth.
const (
	cutHeading  = 1
	cutBlock    = .9
	cutItem     = .7
	cutSentence = .5
	cutLine     = .3
	cutClause   = .2
	cutWord     = .1
	cutNowhere  = 0
)

// scanner collects the pieces of a document.
type scanner struct {
	md    string
	block int
	out   []piece
}

func pieces(doc *extract.Document) []piece {
	if doc == nil {
		return nil
	}
	s := &scanner{md: doc.Markdown, out: make([]piece, 0, len(doc.Blocks)+len(doc.Markdown)/100)}
	at := 0
	for i, b := range doc.Blocks {
		if b.Start < at || b.End > len(s.md) || b.Start > b.End {
			continue // a document that breaks its own promises loses no text
		}
		s.gap(at, b.Start)
		s.block = i
		s.add(b)
		at = b.End
	}
	s.gap(at, len(s.md))
	return s.out
}

// gap takes text outside of all blocks.
func (s *scanner) gap(start, end int) {
	if strings.TrimSpace(s.md[start:end]) == "" {
		return
	}
	s.block = -1
	s.container(start, end)
}

// add takes a block.
func (s *scanner) add(b extract.Block) {
	first := len(s.out)
	switch b.Kind {
	case extract.HeadingBlock:
		s.put(HeadingUnit, b.Level, b.Start, b.End, cutHeading)
	case extract.Paragraph:
		s.sentences(b.Start, b.End)
	case extract.Table:
		s.table(b.Start, b.End)
	case extract.Code:
		s.code(b.Start, b.End)
	case extract.Image, extract.Math, extract.Rule:
		s.put(OtherUnit, 0, b.Start, b.End, cutBlock)
	default:
		s.container(b.Start, b.End)
	}
	if first < len(s.out) && s.out[first].cut < cutBlock {
		s.out[first].cut = cutBlock
	}
}

// put adds a piece, trimmed; nothing if nothing is left of it.
func (s *scanner) put(kind UnitKind, level, start, end int, cut float32) {
	start, end = trim(s.md, start, end)
	if start >= end {
		return
	}
	s.out = append(s.out, piece{Unit: Unit{Kind: kind, Block: s.block, Level: level, Start: start, End: end}, cut: cut})
}

// trim narrows a span to what is not white space.
func trim(md string, start, end int) (int, int) {
	for start < end {
		r, size := utf8.DecodeRuneInString(md[start:end])
		if !unicode.IsSpace(r) {
			break
		}
		start += size
	}
	for start < end {
		r, size := utf8.DecodeLastRuneInString(md[start:end])
		if !unicode.IsSpace(r) {
			break
		}
		end -= size
	}
	return start, end
}

// sentences takes a paragraph.
func (s *scanner) sentences(start, end int) {
	start, end = trim(s.md, start, end)
	for cut := float32(cutBlock); start < end; cut = cutSentence {
		stop, next := sentenceEnd(s.md, start, end)
		s.put(SentenceUnit, 0, start, stop, cut)
		start = next
	}
}
