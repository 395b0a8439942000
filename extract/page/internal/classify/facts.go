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
	// maxFactHeadings is how many headings may stand above facts: that of a chapter and that of its section.
	maxFactHeadings = 2
	minItemWords    = 2 // of an item of a list that isn't one of numbers or names
)

// keepFacts keeps facts that follow kept text in the same part of the page, with up to maxFactHeadings headings
// between. Facts are a whole unit, see endOfUnit, or lines of which most have digits, see endOfFacts: hours, prices,
// telephone numbers, error codes. The model scores them low because they look like the foot of the page.
func (s *selection) keepFacts() {
	for before := 0; before+1 < len(s.kept); before++ {
		if !s.kept[before] || s.kept[before+1] {
			continue
		}
		first := before + 1
		for first < len(s.kept) && first <= before+maxFactHeadings && s.isHeading(first) && !s.kept[first] {
			first++
		}
		if first >= len(s.kept) || s.kept[first] || s.isHeading(first) || s.inPostHead(int32(first)) {
			continue
		}
		text := before
		for text > 0 && s.isHeading(text) && s.kept[text-1] {
			text--
		}
		headed := text != first-1
		end := s.endOfUnit(text, first, headed)
		if end == 0 {
			end = s.endOfFacts(text, first, headed)
		}
		if end > first {
			s.keepRange(int32(before+1), int32(end))
		}
	}
}

// endOfUnit returns the end of the unit that begins with block first and belongs to the kept text before it, 0 if
// there is none. headed reports that a heading separates the two. The least score depends on the unit:
//
//   - code, and a quotation with its author: a tenth of the threshold
//   - a table or a list of terms: a quarter
//   - a list of text below a heading, with minItemWords words an item: half
func (s *selection) endOfUnit(text, first int, headed bool) int {
	at := s.unitAt(first)
	if at < 0 {
		return 0
	}
	u := s.units[at]
	el := &s.page.Elements[u.elem]
	least := s.threshold * quarterThreshold
	switch u.kind {
	case tableUnit, termsUnit:
	case codeUnit, voiceUnit:
		least = s.threshold * tenthThreshold
	case listUnit:
		if least = s.threshold * halfThreshold; !headed || !s.isTextList(el) || s.features.Words(el) < minItemWords*(el.End-el.First) {
			return 0
		}
	default:
		return 0
	}
	b := &s.page.Blocks[text]
	follows := headed || b.Last == ':' || s.inUnit(text) || b.Words >= minTextWords && 2*b.LinkWords <= b.Words
	if int(el.First) != first || !follows || s.partAround(text, first) < 0 {
		return 0
	}
	end := first
	for ; at < len(s.units) && int(s.page.Elements[s.units[at].elem].First) == end && (end == first || s.readsAsOne(s.units[at-1], s.units[at])); at++ {
		el := &s.page.Elements[s.units[at].elem]
		for ; end < int(el.End); end++ {
			if !s.mayBelong(end, least, u.kind != voiceUnit) {
				return 0
			}
		}
	}
	return end
}

// minCreditMarks are the marks of a block with a sign of copyright: a credit, no fact.
const minCreditMarks = measure.CopyrightMarks

// endOfFacts returns where the facts end that begin with block first and follow the kept text before, 0 if
// the lines are not facts. headed reports that a heading separates the two.
func (s *selection) endOfFacts(text, first int, headed bool) int {
	if !features.IsProse(&s.page.Blocks[text]) && s.page.Blocks[text].Last != ':' && !s.inUnit(text) {
		return 0
	}
	part := s.partAround(text, first)
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
	inUnit := s.inUnit(first)
	if inUnit && i < end {
		return 0 // a part of a unit isn't kept
	}
	n := i - first
	if headed && !inUnit && n > 0 && s.statesMuch(first) {
		return first + 1
	}
	announced := headed || s.page.Blocks[text].Last == ':' || inUnit
	if n < minFactBlocks || n > maxFactBlocks || float32(digits) < minFactShare*float32(n) || !announced {
		return 0
	}
	return i
}

// A block states much if it has minFactDigits digits at least and at most maxFactWords words: an address with its
// telephone, hours with line breaks between.
const (
	minFactDigits = 4
	maxFactWords  = 40
)

func (s *selection) statesMuch(i int) bool {
	b := &s.page.Blocks[i]
	return b.Digits >= minFactDigits && b.Words <= maxFactWords
}

// partAround returns the nearest element that contains both blocks, if at most maxFactSteps
// elements with other text are between it and each of them. Otherwise it returns -1.
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

// mayState reports whether a block can be a fact: it reaches a quarter of the threshold, and at most half of its words
// are links.
func (s *selection) mayState(i int) bool {
	b := &s.page.Blocks[i]
	return 2*b.LinkWords <= b.Words && s.mayBelong(i, s.threshold*quarterThreshold, true)
}

// mayBelong reports whether a block can be part of the text before it: it reaches the score least, and it is not a
// control, a credit, or inside a part with another purpose such as a menu. If byClass is true, the classes of such parts
// count too. Embedded posts are checked without it, because "twitter-tweet" has a word of sharing buttons.
func (s *selection) mayBelong(i int, least float32, byClass bool) bool {
	const others = boilerplateKinds | measure.Form | measure.Button | measure.Label
	const otherTopics = measure.ClassBreadcrumb | measure.ClassRelated | measure.ClassShare | measure.ClassNewsletter | measure.ClassComment | measure.ClassAuthor | measure.ClassUser | measure.ClassDate
	b := &s.page.Blocks[i]
	el := &s.page.Elements[b.Element]
	return s.scores[i] >= least && el.AnyKinds&others == 0 && (!byClass || el.AnyTopics&otherTopics == 0) && b.Marks < minCreditMarks
}
