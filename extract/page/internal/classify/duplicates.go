package classify

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// minCopyWords is the length of a text, in words, of which a second copy is left out.
const minCopyWords = 12

// dropDuplicates leaves out text that a page shows again elsewhere: in a layout for small
// screens, on the back of a card, as a preview of itself. The first copy stays, or the
// one that is a heading. Copies beside each other stay, and so do code, quotations and
// what is in units: they repeat texts on purpose.
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
		case s.parentOf(int(first)) == el.Parent:
		case s.isHeading(i) && !s.isHeading(int(first)):
			s.kept[first], firsts[b.Fingerprint] = false, int32(i)
		default:
			s.kept[i] = false
		}
	}
}

// minRepeatWords is the length of a text that is no heading, in words, which
// dropRepeatedNeighbours may leave out.
const minRepeatWords = 4

// dropRepeatedNeighbours leaves out the second of two equal kept texts in a row that
// stand in different elements, such as the title of a card that has one for each of two
// layouts. If one of them is a heading it stays.
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
	el, other := &s.page.Elements[a.Element], &s.page.Elements[b.Element]
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
