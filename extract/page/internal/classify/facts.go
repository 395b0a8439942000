package classify

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// The facts that follow kept text are from minFactBlocks to maxFactBlocks blocks. Of lines that are neither a table
// nor a list of terms at least minFactShare have digits. A line states much if it has minFactDigits digits and at most
// maxFactWords words: an address with its telephone, hours with line breaks between.
const (
	minFactBlocks = 2
	maxFactBlocks = 80
	minFactShare  = 0.5
	minFactDigits = 4
	maxFactWords  = 40
	maxBoldWords  = 8  // of a bold line that stands for a heading
	minMainWords  = 60 // of the text of a part of which most is kept, see leastFact
	// maxFactSteps is how many elements that hold nothing else may stand around the facts, or around the text before them.
	maxFactSteps = 3
	// maxFactHeadings is how many headings may stand above facts: that of a chapter and that of its section.
	maxFactHeadings = 2
	maxPictureDepth = 512 // of elements around a picture
	maxTabWords     = 4   // of the line above code that names its language
	minItemWords    = 2   // of an item of a list that isn't one of numbers or names
	maxMarks        = 4   // see mayBelong
	maxRowLabel     = 3   // words of the first of a row, without digits: "Hallin", "07:10", "09:10"
)

// keepFacts keeps facts that follow kept text in the same part of the page, with up to maxFactHeadings headings or bold
// lines between. Facts are a whole unit, see endOfUnit, lines of which most have digits, see endOfFacts, or the rest of a
// row, see endOfRow: hours, prices, telephone numbers, error codes, references. The model scores them low because they
// look like the foot of the page.
func (s *selection) keepFacts() {
	s.keepLabelledLines()
	s.keepColumns()
	s.recount()
	for before := 0; before+1 < len(s.kept); before++ {
		if !s.kept[before] || s.kept[before+1] {
			continue
		}
		first := before + 1
		for first < len(s.kept) && first <= before+maxFactHeadings && (s.isHeading(first) || s.isBoldLine(first)) && !s.kept[first] {
			first++
			if first < len(s.kept) && s.isHeading(first) && s.isHeading(first-1) && s.headingRank(first) <= s.headingRank(first-1) {
				break // the first of the two heads nothing
			}
		}
		begin := before + 1
		if s.labelsCode(first) { // the fence of the code names its language
			first++
			begin = first
		}
		if first >= len(s.kept) || s.kept[first] || s.isHeading(first) || s.inPostHead(int32(first)) {
			continue
		}
		text := before
		for text > 0 && s.isHeading(text) && s.kept[text-1] {
			text--
		}
		part, headed := s.partAround(text, first), text != first-1
		end := 0
		least, content := s.leastFact(part)
		if u := s.unitAt(first); part >= 0 || u != nil && s.documents && u.kind == codeUnit { // documentation says in code how to call it
			end = s.endOfUnit(first, headed, least)
		}
		if end == 0 && part >= 0 {
			end = s.endOfFacts(text, first, int(s.page.Elements[part].End), headed, content, least)
		}
		if end == 0 && first == before+1 {
			end = s.endOfRow(before)
		}
		if end > first {
			s.keepRange(begin, end)
		}
	}
}

// keepLabelledLines keeps all of some siblings that begin with a bold label if one of them is kept and the others reach half of the
// threshold: "<b>When:</b> Friday", "<b>Where:</b> Hall", "<b>Price:</b> 8".
func (s *selection) keepLabelledLines() {
	const maxLabel = 40 // bytes
	isLine := func(i int) bool {
		b := &s.page.Blocks[i]
		return b.BoldWords > 0 && b.BoldWords < b.Words && !s.isHeading(i) && strings.Contains(meta.BlockText(s.page, i, maxLabel), ":")
	}
	if s.isForum() {
		return
	}
	for first := 0; first < len(s.kept); first++ {
		end := s.endOfRun(first, len(s.kept), func(i int) bool {
			return isLine(i) && s.parentOf(i) == s.parentOf(first) && (s.kept[i] || s.scores[i] >= s.threshold*halfThreshold)
		})
		if end > first+1 && slices.Contains(s.kept[first:end], true) && !s.mostlyLinks(first, end) {
			s.keepRange(first, end)
		}
		first = max(first, end-1)
	}
}

// keepColumns keeps all lines of columns beside each other, with the heading right above, if one of them is kept: days in one, hours in
// the next. Columns have one signature, and minColumnLines short lines without links at least. Each has to reach a quarter of the threshold.
func (s *selection) keepColumns() {
	const minColumnLines, maxColumnLines, maxLineWords = 4, 40, 6
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.Run != 2 || el.Parent < 0 || el.End-el.First < 2 {
			continue
		}
		row := &s.page.Elements[el.Parent]
		if n := row.End - row.First; n < minColumnLines || n > maxColumnLines {
			continue
		}
		end := s.endOfRun(int(row.First), int(row.End), func(i int) bool {
			b := &s.page.Blocks[i]
			return b.Words <= maxLineWords && b.LinkWords == 0 && !s.isHeading(i) && !s.inUnit(i) && (s.kept[i] || s.mayBelong(i, s.threshold*quarterThreshold, true))
		})
		if end == int(row.End) && slices.Contains(s.kept[row.First:row.End], true) {
			s.keepElement(row)
			s.keepHeadingAbove(row.First)
		}
	}
}

// keepIntroducedLists keeps lists that what is right above them introduces, though the rest around is left out:
//
//   - below a kept sentence that ends in a colon, a list even of links: "SQLite adds one of the following flags:"
//   - below a heading in a <main> or <article> of which most is kept, lists of text, lists of terms and tables of data, each block of
//     which reaches a quarter of the threshold, except labels of boxes to tick: a recipe's ingredients below its times and rating
func (s *selection) keepIntroducedLists() {
	const minAnnouncement = 6 // words of a sentence that ends in a colon
	for _, u := range s.units {
		above := int(u.First) - 1
		if u.kind != listUnit && u.kind != tableUnit && u.kind != termsUnit || above < 0 || s.kept[u.First] {
			continue
		}
		b := &s.page.Blocks[above]
		if u.kind == listUnit && s.kept[above] && b.Last == ':' && b.Words >= minAnnouncement && !s.mostlyLinks(above, above+1) && !s.hasOtherPurpose(int(u.First), true) {
			s.keepElement(u.Element)
			continue
		}
		if !s.isHeading(above) || s.keptFrom(0, int32(above)) == 0 || !u.isText {
			continue
		}
		_, content := s.leastFact(u.elem)
		if above > 0 && s.isHeading(above-1) && s.headingRank(above-1) < s.headingRank(above) {
			above--
		}
		var texts, labels int32 // of boxes to tick
		for i := u.First; i < u.End; i++ {
			if s.element(int(i)).AnyKinds&measure.Label != 0 {
				labels++
			} else if s.mayBelong(int(i), s.threshold*quarterThreshold, true) {
				texts++
			}
		}
		if content && labels <= texts && labels+texts == u.End-u.First {
			s.keepRange(above, int(u.End))
		}
	}
}

// keepOptions keeps the options below a kept question: two labels of boxes or more, in a <main> or <article> of which most is kept.
func (s *selection) keepOptions() {
	for i := 1; i < len(s.kept); i++ {
		if b := &s.page.Blocks[i-1]; s.kept[i] || !s.kept[i-1] || b.Last != '?' && b.Last != 0x9F { // the last byte of ？ and ؟
			continue
		}
		end := s.endOfRun(i, len(s.kept), func(k int) bool {
			return !s.kept[k] && s.kinds(k)&measure.Label != 0 && s.scores[k] >= s.threshold*quarterThreshold
		})
		if _, content := s.leastFact(s.partAround(i-1, i)); content && end >= i+2 {
			s.keepRange(i, end)
		}
	}
}

// labelsCode reports whether block i is a line of up to maxTabWords words right above code, in an element that begins
// with it: <div><div><span>css</span><button>Copy</button></div><pre>a { color: red }</pre></div>.
func (s *selection) labelsCode(i int) bool {
	if i+1 >= len(s.kept) || s.kept[i] || s.isHeading(i) || s.page.Blocks[i].Words > maxTabWords {
		return false
	}
	u := s.unitAt(i + 1)
	if u == nil || u.kind != codeUnit || int(u.First) != i+1 {
		return false
	}
	_, around := s.near(u.Parent, maxFactSteps-1, func(el *measure.Element) bool { return int(el.First) <= i })
	return around != nil && int(around.First) == i
}

// endOfUnit returns the end of the unit that begins with block first and belongs to the kept text before it, 0 for
// no such unit. headed reports that a heading separates the two. The least score depends on the unit:
//
//   - code, and a quotation with its author: a tenth of the threshold
//   - a table or a list of terms: least
//   - a list of text below a heading, with minItemWords words an item: half of the threshold
func (s *selection) endOfUnit(first int, headed bool, least float32) int {
	u := s.unitAt(first)
	if u == nil || int(u.First) != first {
		return 0
	}
	switch u.kind {
	case tableUnit:
	case termsUnit:
		if !u.isText {
			return 0
		}
	case codeUnit, voiceUnit:
		least = s.threshold * tenthThreshold
	case listUnit:
		if least = s.threshold * halfThreshold; !headed || !u.isText || s.features.Words(u.Element) < minItemWords*(u.End-u.First) {
			return 0
		}
	default:
		return 0
	}
	for end := first; ; {
		for ; end < int(u.End); end++ {
			// Code may have signs that elsewhere begin a credit, and a quoted post names its author.
			isWhole := (u.kind == codeUnit || u.kind == voiceUnit) && s.scores[end] >= least && u.AnyKinds&boilerplateKinds == 0
			if !isWhole && !s.mayBelong(end, least, u.kind != voiceUnit && u.kind != codeUnit) {
				return 0
			}
		}
		next := s.unitAt(end)
		if next == nil || !s.readsAsOne(*u, *next) {
			return end
		}
		u = next
	}
}

// endOfFacts returns where the facts end that begin with block first, before the end of their part, and follow the kept
// text before, 0 if the lines are not facts. headed reports that a heading separates the two; content and least are those of
// leastFact. One line that states much may also end the part right below other facts.
func (s *selection) endOfFacts(text, first, end int, headed, content bool, least float32) int {
	b, u := &s.page.Blocks[text], s.unitAt(first)
	if !features.IsProse(b) && b.Last != ':' && !s.inUnit(text) && b.Digits == 0 && !(headed && content && u != nil) {
		return 0
	}
	if u != nil {
		end = min(end, int(u.End))
	}
	digits, i := 0, first
	for ; i < end && !s.kept[i] && !s.isHeading(i); i++ {
		f := &s.page.Blocks[i]
		if i > first && s.element(i).Signature == s.element(i-1).Signature {
			least = 0 // the last cells of a row or of a grid belong to those before them
		}
		if s.mostlyLinks(i, i+1) || !s.mayBelong(i, least, true) {
			break
		}
		if f.Digits > 0 || contactWords(f) > 0 {
			digits++
		}
	}
	n := i - first
	f := &s.page.Blocks[first]
	isPicture := func(n *html.Node) bool { return n.DataAtom == atom.Img }
	many := n >= minFactBlocks && n <= maxFactBlocks && float32(digits) >= minFactShare*float32(n)
	ends := f.LinkWords == contactWords(f) && first+1 == end && (content || s.inUnit(text) || b.Digits > 0)
	switch {
	// A part of a unit isn't kept, and a list of pictures no facts.
	case u != nil && (i < end || htmltree.Find(s.page.Nodes[u.elem], maxPictureDepth, isPicture) != nil):
		return 0
	case many && (headed || b.Last == ':' || u != nil || content && i == end):
		return i
	case u != nil || n == 0:
		return 0
	case (f.Digits >= minFactDigits || contactWords(f) > 0) && f.Words <= maxFactWords && (headed || ends),
		f.Digits > 0 && f.Words <= maxPriceWords && content && headed:
		return first + 1
	}
	return 0
}

// isBoldLine reports whether a block is a bold line of at most maxBoldWords words that stands for a heading.
func (s *selection) isBoldLine(i int) bool {
	b := &s.page.Blocks[i]
	return b.BoldWords == b.Words && b.Words > 0 && b.Words <= maxBoldWords && b.LinkWords == 0 && b.Last != '.' && b.Last != '!' && b.Last != '?' &&
		!s.inUnit(i) && i+1 < len(s.kept) && !s.isHeading(i+1) && !s.isForum()
}

// leastFact returns the least score of facts in an element, and whether they stand in content: an element with minMainWords kept words
// that are minGapShare of its words. In a <main> or an <article> that is content the least score is a tenth of the threshold, else a
// quarter. Outside of those, the element itself is content if it is not all of <body>.
func (s *selection) leastFact(e int32) (least float32, content bool) {
	const main = measure.Main | measure.Article
	least = s.threshold * quarterThreshold
	if e < 0 || s.isForum() {
		return least, false
	}
	if el := &s.page.Elements[e]; el.AnyKinds&main == 0 {
		return least, el.Atom != atom.Body && s.isMostlyKept(el, minMainWords, 0)
	}
	if _, el := s.outward(e, func(el *measure.Element) bool { return el.Kinds&main != 0 && s.isMostlyKept(el, minMainWords, 0) }); el != nil {
		return s.threshold * tenthThreshold, true
	}
	return least, false
}

// endOfRow returns the end of the row of siblings with one signature and digits that a kept block is one of or labels, such as
// references, 0 for none. Each has to reach half of the threshold.
func (s *selection) endOfRow(before int) int {
	el := s.element(before)
	end := s.endOfRun(before+1, len(s.kept), func(i int) bool {
		last, b, next := &s.page.Blocks[i-1], &s.page.Blocks[i], s.element(i)
		return !s.kept[i] && (last.Digits > 0 || last.Words <= maxRowLabel) && next.Parent == el.Parent && next.Signature == el.Signature &&
			(b.Digits > 0 || b.BoldWords > 0 && b.BoldWords < b.Words) && !s.mostlyLinks(i, i+1) && s.mayBelong(i, s.threshold*halfThreshold, true)
	})
	if end == before+1 || el.Run < 2 {
		return 0
	}
	return end
}

// partAround returns the nearest element that contains both blocks, if at most maxFactSteps
// elements with other text are between it and each of them, or one more in a <main> or <article>. Otherwise it returns -1.
func (s *selection) partAround(before, after int) int32 {
	holder := func(i int) int32 {
		if u := s.unitAt(i); u != nil {
			return u.elem
		}
		return s.page.Blocks[i].Element
	}
	e := holder(after)
	for step := 0; e >= 0 && s.page.Elements[e].First > int32(before); step++ {
		if e = s.features.Context(e).Wider; step >= maxFactSteps && (step > maxFactSteps || e >= 0 && s.page.Elements[e].Kinds&(measure.Main|measure.Article) == 0) {
			return -1
		}
	}
	if e < 0 {
		return -1
	}
	up := holder(before)
	for range maxFactSteps + 1 {
		if up == e || up < 0 {
			return up
		}
		up = s.page.Elements[up].Parent
	}
	return -1
}

// mayBelong reports whether a block can be part of the text before it: it reaches the score least, and it has neither a
// sign of copyright nor another purpose. Outside of documentation it has no address or menu either: fewer than maxMarks
// bars, slashes and the like.
func (s *selection) mayBelong(i int, least float32, byClass bool) bool {
	b := &s.page.Blocks[i]
	return s.scores[i] >= least && !s.hasOtherPurpose(i, byClass) && !b.Copyright && (s.documents || b.Marks < maxMarks)
}

// hasOtherPurpose reports whether a block is a control or inside a part with another purpose than the text, such as a menu.
// If byClass is true, the classes of such parts count too. Embedded posts are checked without it, because "twitter-tweet"
// has a word of sharing buttons, and so is code. Documentation has no users: class "sig" is that of a function there.
func (s *selection) hasOtherPurpose(i int, byClass bool) bool {
	const others = boilerplateKinds | measure.Form | measure.Button | measure.Label
	topics := measure.ClassBreadcrumb | measure.ClassRelated | measure.ClassShare | measure.ClassNewsletter | measure.ClassComment | measure.ClassDate
	if !s.documents {
		topics |= aboutUsers
	}
	el := s.element(i)
	return el.AnyKinds&others != 0 || byClass && el.AnyTopics&topics != 0
}

// maxSpecWords bounds the mean number of words of a cell in specifications, maxPriceWords the words of a price, figures
// included.
const (
	maxSpecWords  = 12
	maxPriceWords = 6
)

// keepProductSpecs keeps the specifications of a product (tables of data and lists of terms without prose) with the
// heading right above, and its price, from half of the threshold on: "£9.50", "EUR 20.99".
func (s *selection) keepProductSpecs() {
	for _, u := range s.units {
		n := u.End - u.First
		if u.kind != tableUnit && u.kind != termsUnit || n < 2 || s.features.Words(u.Element) > maxSpecWords*n ||
			u.AnyKinds&boilerplateKinds != 0 || s.scores[u.First] < s.threshold*halfThreshold {
			continue
		}
		s.keepElement(u.Element)
		s.keepHeadingAbove(u.First)
	}
	for i := range s.kept {
		b := &s.page.Blocks[i]
		if s.kept[i] || s.scores[i] < s.threshold*halfThreshold || b.Words > maxPriceWords || b.Digits == 0 {
			continue
		}
		_, topics := s.page.Near(b.Leaf)
		s.kept[i] = topics&measure.ClassPrice != 0
	}
}
