package classify

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// minCopyWords is the length of a text, in words, of which a second copy is left out.
const minCopyWords = 12

// dropDuplicates leaves out text that a page shows again elsewhere: in a layout for small
// screens, on the back of a card, as a preview of itself. The first copy stays, or the
// one that is a heading. Copies beside each other stay, and so do code, quotations, what is
// in units and what isRepeatedPart reports: they repeat texts on purpose.
func (s *selection) dropDuplicates() {
	firsts := map[uint64]int32{} // by fingerprint: the block that stays
	for i, k := range s.kept {
		b := &s.page.Blocks[i]
		el := &s.page.Elements[b.Element]
		if !k || b.Words < minCopyWords || el.AnyKinds&(measure.Pre|measure.Blockquote) != 0 || s.inUnit(i) {
			continue
		}
		first, found := firsts[b.Fingerprint]
		switch {
		case !found:
			firsts[b.Fingerprint] = int32(i)
		case s.parentOf(int(first)) == el.Parent, !s.haveSameFigures(int(first), i), s.isRepeatedPart(first, int32(i)):
		case s.isHeading(i) && !s.isHeading(int(first)):
			s.kept[first], firsts[b.Fingerprint] = false, int32(i)
		default:
			s.kept[i] = false
		}
	}
}

// maxRepeatedBlocks bounds the blocks before two copies that may be copies, too.
const maxRepeatedBlocks = 8

// isRepeatedPart reports whether two copies of a text are in two parts of the page with the
// same shape, each below a text of its own, such as two answers, two rooms or two verses.
// Then the text belongs to both. Posts of a forum don't count, because their authors sign
// them. The text above has to be in the same part, or in an element of another shape than
// the parts. So the slides of a carousel that begins anew don't count: their titles are
// copies, too.
func (s *selection) isRepeatedPart(i, j int32) bool {
	part, other := s.partsOfShape(i, j)
	if part < 0 || s.declaresForum() {
		return false
	}
	around := s.page.Elements[part].Parent
	for range maxRepeatedBlocks {
		i, j = s.keptBefore(i), s.keptBefore(j)
		if around < 0 || i < s.page.Elements[around].First || j < s.page.Elements[around].First {
			return false
		}
		a, b := &s.page.Blocks[i], &s.page.Blocks[j]
		if a.Fingerprint != b.Fingerprint || a.Words != b.Words {
			return s.belongsAbove(i, part) && s.belongsAbove(j, other)
		}
	}
	return false
}

// partsOfShape returns the outermost elements around two blocks that hold only one of them, if these
// and all elements between them and the blocks have the same shapes; else -1.
func (s *selection) partsOfShape(i, j int32) (part, other int32) {
	part, other = s.page.Blocks[i].Element, s.page.Blocks[j].Element
	for part >= 0 && other >= 0 {
		a, b := &s.page.Elements[part], &s.page.Elements[other]
		if a.Signature != b.Signature || part == other {
			break
		}
		if a.Parent == b.Parent {
			return part, other
		}
		part, other = a.Parent, b.Parent
	}
	return -1, -1
}

// belongsAbove reports whether a block before the text of a part is in the part, or before
// it in an element of another shape.
func (s *selection) belongsAbove(block, part int32) bool {
	el := &s.page.Elements[part]
	if block >= el.First {
		return true
	}
	e := s.page.Blocks[block].Element
	for e >= 0 && s.page.Elements[e].Parent != el.Parent {
		e = s.page.Elements[e].Parent
	}
	return e >= 0 && s.page.Elements[e].Signature != el.Signature
}

// keptBefore returns the last kept block before block i, -1 for none.
func (s *selection) keptBefore(i int32) int32 {
	for i--; i >= 0 && !s.kept[i]; {
		i--
	}
	return i
}

// haveSameFigures reports whether two blocks with the same fingerprint, which knows no digits,
// have the same digits, too. Of blocks with digits beside others in an element nothing is known.
func (s *selection) haveSameFigures(i, j int) bool {
	a, b := &s.page.Blocks[i], &s.page.Blocks[j]
	if a.Digits == 0 && b.Digits == 0 {
		return true
	}
	el, other := &s.page.Elements[a.Element], &s.page.Elements[b.Element]
	return a.Digits == b.Digits && el.End-el.First == 1 && other.End-other.First == 1 &&
		sameText(s.page.Nodes[a.Element], s.page.Nodes[b.Element])
}

// sameText reports whether the letters and digits below two nodes are the same.
func sameText(a, b *html.Node) bool {
	return slices.Equal(appendWords(nil, a), appendWords(nil, b))
}

// appendWords appends the letters and digits below n, in lower case.
func appendWords(text []byte, n *html.Node) []byte {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			for i := range len(c.Data) {
				if b := c.Data[i] | 0x20; b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 0x80 {
					text = append(text, b)
				}
			}
		} else if c.DataAtom != atom.Script && c.DataAtom != atom.Style {
			text = appendWords(text, c)
		}
	}
	return text
}

// minRepeatWords is the least number of words of a text, other than a heading, that
// dropRepeatedNeighbours may leave out.
const minRepeatWords = 4

// dropRepeatedNeighbours leaves out the second of two equal, adjacent kept texts that are in
// different elements, such as the title of a card that has one for each of two layouts, or
// that are headings without text between them. If one of them is a heading it is kept.
func (s *selection) dropRepeatedNeighbours() {
	last := -1
	for i, k := range s.kept {
		if !k {
			continue
		}
		switch {
		case last < 0 || !s.isRepeatedNeighbour(last, i):
			last = i
		case s.isHeading(i) && !s.isHeading(last):
			s.kept[last] = false
			last = i
		default:
			s.kept[i] = false
		}
	}
}

// isRepeatedNeighbour reports whether blocks i and j have the same text for no reason:
// entries beside each other in a row, units, code and quotations may have it.
func (s *selection) isRepeatedNeighbour(i, j int) bool {
	a, b := &s.page.Blocks[i], &s.page.Blocks[j]
	if a.Fingerprint != b.Fingerprint || a.Words != b.Words || a.Bytes != b.Bytes || a.Words == 0 {
		return false
	}
	if !s.haveSameFigures(i, j) {
		return false
	}
	el, other := &s.page.Elements[a.Element], &s.page.Elements[b.Element]
	if a.Words >= minRepeatWords && s.isHeading(i) && s.isHeading(j) && s.headingRank(i) == s.headingRank(j) {
		return true
	}
	if el.Parent == other.Parent || (el.AnyKinds|other.AnyKinds)&(measure.Pre|measure.Blockquote) != 0 || s.inUnit(i) || s.inUnit(j) {
		return false
	}
	of, with := s.features.Context(a.Element), s.features.Context(b.Element)
	if s.sideBySide(of.RowItem, with.RowItem) || s.sideBySide(of.Pair, with.Pair) {
		return false
	}
	return a.Words >= minRepeatWords || s.isHeading(i) || s.isHeading(j)
}

// sideBySide reports whether two elements, -1 for none, are different children of one
// parent.
func (s *selection) sideBySide(e, f int32) bool {
	return e >= 0 && f >= 0 && e != f && s.page.Elements[e].Parent == s.page.Elements[f].Parent
}
