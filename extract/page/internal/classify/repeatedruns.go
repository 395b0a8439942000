package classify

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// A run of texts that a page shows again has at least minRunBlocks of them, minRunWords words,
// and one text of minRunTextWords words.
const (
	minRunBlocks    = 3
	minRunWords     = 20
	minRunTextWords = 8
)

// dropRepeatedRuns leaves out a run of kept texts that repeats an earlier run below a heading with the
// same text: a section that a page has once more for small screens, slides that a carousel repeats.
// Each text may be too short for dropDuplicates. These copies stay:
//
//   - code and quotations, and units that are only repeated in part
//   - a run that begins in the same parent as its copy, such as the refrain of a song
//   - a part of a card beside the card of the first copy: cards may have the same entries
func (s *selection) dropRepeatedRuns() {
	if !s.mayRepeat() {
		return
	}
	var kept []int32  // the kept blocks
	var head []uint64 // by index of kept: the fingerprint of the heading above, 0 for none
	above := uint64(0)
	for i, k := range s.kept {
		if k && s.page.Blocks[i].Words > 0 {
			if s.isHeading(i) {
				above = s.page.Blocks[i].Fingerprint
			}
			kept, head = append(kept, int32(i)), append(head, above)
		}
	}
	firstAt := map[uint64]int{} // by fingerprint: an index of kept
	for from := 0; from < len(kept); {
		source, found := firstAt[s.page.Blocks[kept[from]].Fingerprint]
		if !found {
			firstAt[s.page.Blocks[kept[from]].Fingerprint] = from
			from++
			continue
		}
		n := 0
		for from+n < len(kept) && source+n < from && head[source+n] == head[from+n] && s.isRepeat(kept[source+n], kept[from+n]) {
			n++
		}
		s.dropRun(kept[from:from+n], kept[source])
		from += max(n, 1)
	}
}

// mayRepeat reports whether minRunBlocks kept blocks in a row may be repetitions. It saves the search
// on most pages, which have none. It looks fingerprints up in a Bloom filter with one hash function,
// so that it may report true without a repetition, but never false with one.
func (s *selection) mayRepeat() bool {
	var seen [1 << 10]uint64
	row := 0
	for i, k := range s.kept {
		b := &s.page.Blocks[i]
		if !k || b.Words == 0 {
			continue
		}
		word, bit := b.Fingerprint>>6%uint64(len(seen)), uint64(1)<<(b.Fingerprint%64)
		if row++; seen[word]&bit == 0 {
			row = 0
		}
		if row >= minRunBlocks {
			return true
		}
		seen[word] |= bit
	}
	return false
}

// isRepeat reports whether block j says what block i says, outside of code and quotations.
func (s *selection) isRepeat(i, j int32) bool {
	a, b := &s.page.Blocks[i], &s.page.Blocks[j]
	return a.Fingerprint == b.Fingerprint && a.Words == b.Words && a.Bytes == b.Bytes &&
		s.page.Elements[b.Element].AnyKinds&(measure.Pre|measure.Blockquote) == 0 && s.haveSameFigures(int(i), int(j))
}

// dropRun leaves out a run of blocks, the first of which repeats block source, if it is long
// enough.
func (s *selection) dropRun(run []int32, source int32) {
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
		s.parentOf(int(run[0])) == s.parentOf(int(source)) || s.isPartOfCard(run, source) {
		return
	}
	for _, i := range run {
		s.kept[i] = false
	}
}

// isUnitCut reports whether block i is in a unit that reaches beyond a run.
func (s *selection) isUnitCut(run []int32, i int32) bool {
	u := s.unitAt(int(i))
	if u < 0 {
		return false
	}
	el := &s.page.Elements[s.units[u].elem]
	return el.First < run[0] || el.End > run[len(run)-1]+1
}

// isPartOfCard reports whether a run is a part of a card beside the one that has block source.
func (s *selection) isPartOfCard(run []int32, source int32) bool {
	card, other := s.features.Context(s.page.Blocks[run[0]].Element).Pair, s.features.Context(s.page.Blocks[source].Element).Pair
	if !s.sideBySide(card, other) {
		return false
	}
	el := &s.page.Elements[card]
	for i := el.First; i < el.End; i++ {
		if s.kept[i] && s.page.Blocks[i].Words > 0 && (i < run[0] || i > run[len(run)-1]) {
			return true
		}
	}
	return false
}
