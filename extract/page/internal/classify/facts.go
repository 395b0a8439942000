package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The facts that follow kept text are from minFactBlocks to maxFactBlocks blocks. Of lines that are neither a table
// nor a list of terms at least minFactShare have digits. Up to maxFactSteps elements that hold
// nothing else may stand around the facts, or around the text before them.
const (
	minFactBlocks = 2
	maxFactBlocks = 80
	minFactShare  = 0.5
	maxFactSteps  = 3
)

// keepFacts keeps what follows kept prose of the same part of the page, below a heading or not, if it
// states facts and reaches a quarter of the threshold: a table, a list of terms, lines of which most
// have digits, such as hours, prices, telephones or codes of errors. They look like the foot of the page to the
// model, but the text announces them, or the reader came for them.
func (s *selection) keepFacts() {
	for before := 0; before+1 < len(s.kept); before++ {
		if !s.kept[before] || s.kept[before+1] {
			continue
		}
		first := before + 1
		if s.isHeading(first) {
			first++
		}
		if first >= len(s.kept) || s.kept[first] || s.isHeading(first) || s.inPostHead(int32(first)) {
			continue
		}
		if end := s.endOfFacts(before, first); end > first {
			s.keepRange(int32(before+1), int32(end))
		}
	}
}

// minCreditMarks are the marks of a block with a sign of copyright: a credit, no fact.
const minCreditMarks = measure.CopyrightMarks

// endOfFacts returns where the facts end that begin with block first and follow kept block before, 0 if
// these are no facts.
func (s *selection) endOfFacts(before, first int) int {
	if !features.IsProse(&s.page.Blocks[before]) && s.page.Blocks[before].Last != ':' && !s.inUnit(before) {
		return 0
	}
	part := s.partAround(before, first)
	if part < 0 {
		return 0
	}
	end := min(int(s.page.Elements[part].End), len(s.kept))
	if u := s.unitAt(first); u >= 0 {
		end = min(end, int(s.page.Elements[s.units[u].elem].End))
	}
	digits, i := 0, first
	for ; i < end && !s.kept[i] && !s.isHeading(i) && s.mayState(i); i++ {
		if s.page.Blocks[i].Digits > 0 {
			digits++
		}
	}
	if u := s.unitAt(first); u >= 0 && i < end {
		return 0 // a part of a unit isn't kept
	} else if u >= 0 && (s.units[u].kind == tableUnit || s.units[u].kind == termsUnit) {
		digits = i - first
	}
	announced := first > before+1 || s.page.Blocks[before].Last == ':' || s.inUnit(first)
	if n := i - first; n < minFactBlocks || n > maxFactBlocks || float32(digits) < minFactShare*float32(n) || !announced {
		return 0
	}
	return i
}

// partAround returns the nearest element that holds both blocks, if no more than maxFactSteps elements
// with other text stand between it and each of them; else -1.
func (s *selection) partAround(before, after int) int32 {
	e := s.page.Blocks[after].Element
	if u := s.unitAt(after); u >= 0 {
		e = s.units[u].elem
	}
	for range maxFactSteps + 1 {
		if e < 0 {
			return -1
		}
		if s.page.Elements[e].First <= int32(before) {
			break
		}
		e = s.widerElement(&s.page.Elements[e])
	}
	if e < 0 || s.page.Elements[e].First > int32(before) {
		return -1
	}
	up := s.page.Blocks[before].Element
	if u := s.unitAt(before); u >= 0 {
		up = s.units[u].elem
	}
	for range maxFactSteps + 1 {
		if up == e {
			return e
		}
		if up < 0 {
			return -1
		}
		up = s.page.Elements[up].Parent
	}
	return -1
}

// mayState reports whether a block may state a fact: it reaches a quarter of the threshold and is no link,
// no control, and in no part of the page with another purpose.
func (s *selection) mayState(i int) bool {
	const others = boilerplateKinds | measure.Form | measure.Button | measure.Label
	const otherTopics = measure.ClassBreadcrumb | measure.ClassRelated | measure.ClassShare | measure.ClassNewsletter | measure.ClassComment | measure.ClassAuthor | measure.ClassUser | measure.ClassDate
	b := &s.page.Blocks[i]
	el := &s.page.Elements[b.Element]
	return s.scores[i] >= s.threshold*quarterThreshold && 2*b.LinkWords <= b.Words && el.AnyKinds&others == 0 && el.AnyTopics&otherTopics == 0 && b.Marks < minCreditMarks
}
