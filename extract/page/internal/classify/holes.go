package classify

import (
	"slices"

	"golang.org/x/net/html/atom"

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

// fillHoles keeps what is left out in the midst of documentation: the name of the file over its
// code, the signature over what a function returns, "Deprecated" over what to use instead. There
// little stands between two paragraphs that isn't part of the text, and the model, which learned
// from other pages, is unsure of short lines and of code. On articles and shops, where
// advertisements and related stories stand so, F loses by it.
func (s *selection) fillHoles() {
	keptWords := s.keptWords()
	for i := 1; i < len(s.kept); i++ {
		if s.kept[i] || !s.kept[i-1] {
			continue
		}
		end := i + 1
		for end < len(s.kept) && !s.kept[end] && end-i < maxHoleBlocks {
			end++
		}
		if end < len(s.kept) && s.kept[end] && s.isMostlyKept(i-1, end, keptWords) && s.mayFill(i, end) {
			for ; i < end; i++ {
				s.kept[i] = true
			}
		}
	}
}

// keepCode keeps code of documentation right after what is kept, and headings between: a
// synopsis of three words, or a last example, which the model takes for the foot of the page.
func (s *selection) keepCode() {
	for _, u := range s.units {
		el := &s.page.Elements[u.elem]
		if u.kind != codeUnit || s.kept[el.First] || el.AnyKinds&boilerplateKinds != 0 || slices.Max(s.scores[el.First:el.End]) < s.threshold*tenthThreshold {
			continue
		}
		before := s.beforeHeadings(int(el.First))
		if before < 0 || !s.kept[before] {
			continue
		}
		for i := before + 1; i < int(el.End); i++ {
			s.kept[i] = true
		}
	}
}

// maxRowWords is how many words a row has at most that keepRows completes: a signature has few, a
// frame of the page in a table has many.
const maxRowWords = 60

// keepRows keeps the cells of a row of documentation of which others are kept, if they come up to a
// quarter of the threshold: doxygen writes a signature as a table, the name and each parameter in a
// cell.
func (s *selection) keepRows() {
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.Atom != atom.Tr || el.End-el.First < 2 || el.AnyKinds&boilerplateKinds != 0 || s.features.Words(el) > maxRowWords || !slices.Contains(s.kept[el.First:el.End], true) {
			continue
		}
		for i := el.First; i < el.End; i++ {
			s.kept[i] = s.kept[i] || s.scores[i] >= s.threshold*quarterThreshold && s.page.Blocks[i].Marks < minCreditMarks
		}
	}
}

// beforeHeadings returns the block before block i and any headings above it that are left out, -1 for none.
func (s *selection) beforeHeadings(i int) int {
	for i--; i > 0 && !s.kept[i] && s.isHeading(i); {
		i--
	}
	return i
}

// keepTables keeps tables of documentation that come near the threshold, with the headings right
// above, in the midst of what is kept. Their cells are too many for a hole. A table of links is a menu.
func (s *selection) keepTables() {
	keptWords := s.keptWords()
	for _, u := range s.units {
		el := &s.page.Elements[u.elem]
		if u.kind != tableUnit || s.kept[el.First] || el.AnyKinds&boilerplateKinds != 0 || slices.Max(s.scores[el.First:el.End]) < s.threshold*threeQuarterThreshold {
			continue
		}
		before, after := s.beforeHeadings(int(el.First)), int(el.End)
		for after < len(s.kept) && !s.kept[after] && after-int(el.End) < maxHoleBlocks {
			after++
		}
		if before < 0 || !s.kept[before] || after == len(s.kept) || !s.kept[after] || s.isMostlyLinks(el) || !s.isMostlyKept(before, after, keptWords) {
			continue
		}
		for i := before + 1; i < int(el.End); i++ {
			s.kept[i] = true
		}
	}
}

// isMostlyLinks reports whether more than half of the words of an element are links.
func (s *selection) isMostlyLinks(el *measure.Element) bool {
	words, links := int32(0), int32(0)
	for i := el.First; i < el.End; i++ {
		words += s.page.Blocks[i].Words
		links += s.page.Blocks[i].LinkWords
	}
	return 2*links > words
}

// isMostlyKept reports whether most of the smallest element that holds both blocks is kept.
// keptWords is what the method of this name returned before.
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

// mayFill reports whether all blocks from first to before end may be part of the text around: none
// is a control, in a part of the page with another purpose, a sign of copyright, a label of code or
// too unlikely. One with more links than other words, as signatures have, must stand between paragraphs
// or come near the threshold.
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
