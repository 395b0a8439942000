package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A hole is a run of at most maxHoleBlocks blocks that are left out between kept ones. It is
// filled where at least minHoleShare of the words around are kept, and minHoleWords of them.
const (
	maxHoleBlocks = 6
	minHoleShare  = 0.7
	minHoleWords  = 100
)

// fillHoles keeps the holes of documentation: the name of the file over its code, the signature over
// what a function returns, "Deprecated" over what to use instead. Between two paragraphs of
// documentation stands little else, and the model is unsure of short lines and of code. Articles
// and shops have advertisements and related stories there, so that their F falls with this pass.
func (s *selection) fillHoles() {
	keptWords := s.keptWords()
	for i := 1; i < len(s.kept); i++ {
		if s.kept[i] || !s.kept[i-1] {
			continue
		}
		end := s.endOfHole(i+1, i+maxHoleBlocks)
		if end < len(s.kept) && s.kept[end] && s.isMostlyKept(i-1, end, keptWords) && s.mayFill(i, end) {
			s.keepRange(int32(i), int32(end))
			i = end
		}
	}
}

// endOfHole returns the first kept block from block i on, limit or the end of the page if that comes
// first.
func (s *selection) endOfHole(i, limit int) int {
	for i < len(s.kept) && !s.kept[i] && i < limit {
		i++
	}
	return i
}

// keepCode keeps code of documentation right after a kept block, with the headings between.
// The model gives low scores to a synopsis of three words, and to a last example at the
// usual place of footers.
func (s *selection) keepCode() {
	for _, u := range s.units {
		if u.kind != codeUnit {
			continue
		}
		if before, ok := s.mayFollowKept(u, tenthThreshold); ok {
			s.keepRange(int32(before+1), s.page.Elements[u.elem].End)
		}
	}
}

// mayFollowKept reports whether a unit that is left out stands right behind a kept block, headings that
// are left out aside, and in no part of the page with another purpose, and whether one of its blocks
// comes up to a share of the threshold. before is the kept block.
func (s *selection) mayFollowKept(u unit, share float32) (before int, ok bool) {
	el := &s.page.Elements[u.elem]
	if s.kept[el.First] || el.AnyKinds&boilerplateKinds != 0 || slices.Max(s.scores[el.First:el.End]) < s.threshold*share {
		return -1, false
	}
	before = s.beforeHeadings(int(el.First))
	return before, before >= 0 && s.kept[before]
}

// beforeHeadings returns the block before block i and any headings above it that are left out, -1 for none.
func (s *selection) beforeHeadings(i int) int {
	for i--; i > 0 && !s.kept[i] && s.isHeading(i); {
		i--
	}
	return i
}

// isMostlyKept reports whether most of the smallest element that holds both blocks is kept.
// keptWords is the earlier result of the method with this name.
func (s *selection) isMostlyKept(before, after int, keptWords []int32) bool {
	e := s.page.Blocks[before].Element
	for e >= 0 && s.page.Elements[e].End <= int32(after) {
		e = s.page.Elements[e].Parent
	}
	if e < 0 {
		return false
	}
	el := &s.page.Elements[e]
	kept := keptWords[el.End] - keptWords[el.First]
	return kept >= minHoleWords && float32(kept) >= minHoleShare*float32(s.features.Words(el))
}

// maxCodeLabelWords is how many words a label over code has at most that says its language or offers to
// copy it: no name of a file, no number and no announcement.
const maxCodeLabelWords = 6

// labelsCode reports whether block i says no more of the code below it than its language, or is
// a control of it.
func (s *selection) labelsCode(i int) bool {
	u := s.unitAt(i + 1)
	if u < 0 || s.units[u].kind != codeUnit {
		return false
	}
	b := &s.page.Blocks[i]
	return b.Words <= maxCodeLabelWords && b.Stops+b.Marks+b.Digits == 0 && b.Last != ':'
}

// mayFill reports whether all blocks from first to before end may be part of the text
// around. Each has to reach a tenth of the threshold. None may be a control, a label of
// code, a copyright line, or in a part of the page with another purpose. A block with only
// links does not count. One with more words in links than others, such as the signature of a
// function, must be between paragraphs or reach three quarters of the threshold.
func (s *selection) mayFill(first, end int) bool {
	const others = boilerplateKinds | measure.Form | measure.Button | measure.Label | measure.Summary
	const otherTopics = measure.ClassBreadcrumb | measure.ClassRelated | measure.ClassShare | measure.ClassNewsletter
	betweenProse := features.IsProse(&s.page.Blocks[first-1]) && features.IsProse(&s.page.Blocks[end])
	for i := first; i < end; i++ {
		b := &s.page.Blocks[i]
		el := &s.page.Elements[b.Element]
		if s.scores[i] < s.threshold*tenthThreshold || el.AnyKinds&others != 0 || el.AnyTopics&otherTopics != 0 || b.Marks >= minCreditMarks || s.labelsCode(i) {
			return false
		}
		if 2*b.LinkWords <= b.Words {
			continue
		}
		if b.LinkWords == b.Words || !betweenProse && s.scores[i] < s.threshold*threeQuarterThreshold {
			return false
		}
	}
	return true
}
