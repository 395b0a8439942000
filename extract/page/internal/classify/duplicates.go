package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// minCopyWords is the length of a text, in words, of which a second copy is left out, minRepeatWords that of a text,
// other than a heading, of which a copy right after is. A run of texts that a page shows again has at least minRunBlocks
// of them, minRunWords words, and one text of minRunTextWords words. Up to maxRepeatedBlocks blocks before two copies may
// be copies, too.
const (
	minCopyWords      = 12
	minRepeatWords    = 4
	minRunBlocks      = 3
	minRunWords       = 20
	minRunTextWords   = 8
	maxRepeatedBlocks = 8
	maxCopyBytes      = 1 << 14 // of two texts with digits that are compared
)

// areCopies reports whether two blocks have the same text and neither is code or in a quotation, which repeat texts on
// purpose. The fingerprints know no digits: of blocks with digits beside others in an element nothing is known.
func (s *selection) areCopies(i, j int) bool {
	a, b := &s.page.Blocks[i], &s.page.Blocks[j]
	el, other := s.element(i), s.element(j)
	if a.Fingerprint != b.Fingerprint || a.Words != b.Words || a.Bytes != b.Bytes || (el.AnyKinds|other.AnyKinds)&(measure.Pre|measure.Blockquote) != 0 {
		return false
	}
	return a.Digits == 0 && b.Digits == 0 || a.Digits == b.Digits && el.End-el.First == 1 && other.End-other.First == 1 &&
		meta.SameWords(meta.Text(s.page.Nodes[a.Element], maxCopyBytes), meta.Text(s.page.Nodes[b.Element], maxCopyBytes))
}

// dropSecond leaves out the second of two copies, or the first if only the second is a heading. It returns the one that stays.
func (s *selection) dropSecond(first, second int) int {
	if s.isHeading(second) && !s.isHeading(first) {
		first, second = second, first
	}
	s.kept[second] = false
	return first
}

// dropDuplicates leaves out text that a page shows again elsewhere: in a layout for small
// screens, on the back of a card, as a preview of itself. Copies beside each other stay, and so does what is
// in units and what isRepeatedPart reports.
func (s *selection) dropDuplicates() {
	firsts := map[uint64]int{} // by fingerprint: the block that stays
	for i, k := range s.kept {
		b := &s.page.Blocks[i]
		if !k || b.Words < minCopyWords || s.inUnit(i) {
			continue
		}
		first, found := firsts[b.Fingerprint]
		if !found {
			firsts[b.Fingerprint] = i
		} else if s.parentOf(first) != s.parentOf(i) && s.areCopies(first, i) && !s.isRepeatedPart(int32(first), int32(i)) {
			firsts[b.Fingerprint] = s.dropSecond(first, i)
		}
	}
}

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
		for i--; i >= 0 && !s.kept[i]; i-- {
		}
		for j--; j >= 0 && !s.kept[j]; j-- {
		}
		if around < 0 || i < s.page.Elements[around].First || j < s.page.Elements[around].First {
			return false
		}
		if !s.areCopies(int(i), int(j)) {
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
	_, beside := s.outward(s.page.Blocks[block].Element, func(up *measure.Element) bool { return up.Parent == el.Parent })
	return beside != nil && beside.Signature != el.Signature
}

// dropRepeatedNeighbours leaves out the second of two equal, adjacent kept texts that are in
// different elements, such as the title of a card that has one for each of two layouts. Entries beside each other in a row and units may be equal.
func (s *selection) dropRepeatedNeighbours() {
	last := -1
	for i, kept := range s.kept {
		if !kept {
			continue
		}
		before := last
		if last = i; before < 0 {
			continue
		}
		a, b := &s.page.Blocks[before], &s.page.Blocks[i]
		if a.Words == 0 || a.Fingerprint != b.Fingerprint || !s.areCopies(before, i) {
			continue
		}
		if (a.Words >= minRepeatWords || s.isHeading(before) || s.isHeading(i)) && !s.areEntries(before, i) {
			last = s.dropSecond(before, i)
		}
	}
}

// areEntries reports whether two blocks may be equal: they have one parent, one is in a unit, or they are in entries beside
// each other in a row.
func (s *selection) areEntries(i, j int) bool {
	if s.parentOf(i) == s.parentOf(j) || s.inUnit(i) || s.inUnit(j) {
		return true
	}
	of, with := s.features.Context(s.page.Blocks[i].Element), s.features.Context(s.page.Blocks[j].Element)
	return s.sideBySide(of.RowItem, with.RowItem) || s.sideBySide(of.Pair, with.Pair)
}

// sideBySide reports whether two elements, -1 for none, are different children of one
// parent.
func (s *selection) sideBySide(e, f int32) bool {
	return e >= 0 && f >= 0 && e != f && s.page.Elements[e].Parent == s.page.Elements[f].Parent
}

// dropRepeatedRuns leaves out a run of kept texts that repeats an earlier run below a heading with the
// same text: a section that a page has once more for small screens, slides that a carousel repeats.
// Each text may be too short for dropDuplicates. Units that are only repeated in part stay, a run that begins in the same
// parent as its copy, such as the refrain of a song, and a part of a card beside the card of the first copy.
func (s *selection) dropRepeatedRuns() {
	var kept []int    // the kept blocks
	var head []uint64 // by index of kept: the fingerprint of the heading above, 0 for none
	above := uint64(0)
	for i, k := range s.kept {
		if k && s.page.Blocks[i].Words > 0 {
			if s.isHeading(i) {
				above = s.page.Blocks[i].Fingerprint
			}
			kept, head = append(kept, i), append(head, above)
		}
	}
	firstAt := make(map[uint64]int, len(kept)) // by fingerprint: an index of kept
	for from := 0; from < len(kept); {
		text := s.page.Blocks[kept[from]].Fingerprint
		source, found := firstAt[text]
		if !found {
			firstAt[text] = from
			from++
			continue
		}
		n := 0
		for from+n < len(kept) && source+n < from && head[source+n] == head[from+n] && s.areCopies(kept[source+n], kept[from+n]) {
			n++
		}
		s.dropRun(kept[from:from+n], kept[source])
		from += max(n, 1)
	}
}

// dropRun leaves out a run of blocks, the first of which repeats block source, if it is long
// enough.
func (s *selection) dropRun(run []int, source int) {
	for len(run) > 0 && s.isUnitCut(run, run[0]) {
		run = run[1:]
	}
	for len(run) > 0 && s.isUnitCut(run, run[len(run)-1]) {
		run = run[:len(run)-1]
	}
	var words, longest int32
	for _, i := range run {
		words += s.page.Blocks[i].Words
		longest = max(longest, s.page.Blocks[i].Words)
	}
	if len(run) < minRunBlocks || words < minRunWords || longest < minRunTextWords ||
		s.parentOf(run[0]) == s.parentOf(source) || s.isPartOfCard(run, source) {
		return
	}
	for _, i := range run {
		s.kept[i] = false
	}
}

func (s *selection) isUnitCut(run []int, i int) bool {
	u := s.unitAt(i)
	return u != nil && (int(u.First) < run[0] || int(u.End) > run[len(run)-1]+1)
}

// isPartOfCard reports whether a run is a part of a card beside the one that has block source.
func (s *selection) isPartOfCard(run []int, source int) bool {
	card, other := s.features.Context(s.page.Blocks[run[0]].Element).Pair, s.features.Context(s.page.Blocks[source].Element).Pair
	if !s.sideBySide(card, other) {
		return false
	}
	el := &s.page.Elements[card]
	for i := int(el.First); i < int(el.End); i++ {
		if s.kept[i] && s.page.Blocks[i].Words > 0 && (i < run[0] || i > run[len(run)-1]) {
			return true
		}
	}
	return false
}
