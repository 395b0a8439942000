package classify

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// settleCardLists keeps all items of a list, or none. It looks at lists whose items hold headings or
// sections: other lists are units. If less than half of the items have a kept block, the list is
// left out; else items without one get some, see keepCard. If half of the items have kept text
// besides headings, items of which only a heading is kept get more, too. Lists inside of a changed
// list are passed over.
func (s *selection) settleCardLists() {
	s.outermost(func(e int32, el *measure.Element) bool {
		return (el.Atom == atom.Ul || el.Atom == atom.Ol) && s.blocksKept(el) > 0 && s.settleCardList(e)
	})
}

func (s *selection) settleCardList(list int32) bool {
	const minCards = 3
	el := &s.page.Elements[list]
	lo, hi := s.bounds()
	if el.First < lo || el.End > hi || s.isUnsectioned(list) {
		return false
	}
	cards, kept := 0, 0
	var missing, headed []*measure.Element // cards of which nothing is kept, and of which a heading alone is
	for e, end := list+1, lastInside(s.page, list); e <= end; e = lastInside(s.page, e) + 1 {
		card := &s.page.Elements[e]
		if card.Atom != atom.Li || card.First == card.End {
			continue
		}
		switch cards++; {
		case s.blocksKept(card) == 0:
			missing = append(missing, card)
		case s.keepsText(card):
			kept++
		default:
			headed = append(headed, card)
		}
	}
	if cards < minCards {
		return false
	}
	if 2*(kept+len(headed)) < cards {
		clear(s.kept[el.First:el.End])
		return true
	}
	if 2*kept >= cards {
		missing = append(missing, headed...)
	}
	for _, card := range missing {
		s.keepCard(card)
	}
	return len(missing) > 0
}

// keepsText reports whether a block of a card other than headings is kept, or all of its blocks are.
func (s *selection) keepsText(card *measure.Element) bool {
	if s.blocksKept(card) == card.End-card.First {
		return true
	}
	for i := card.First; i < card.End; i++ {
		if s.kept[i] && !s.isHeading(int(i)) {
			return true
		}
	}
	return false
}

// keepCard keeps the headings of a card and the blocks that reach a tenth of the threshold, but no controls. If that
// leaves no text, it keeps all blocks.
func (s *selection) keepCard(card *measure.Element) {
	hasText := false
	for i := card.First; i < card.End; i++ {
		isHeading := s.isHeading(int(i))
		isLikely := isHeading || s.scores[i] >= s.threshold*tenthThreshold
		s.kept[i] = isLikely && s.kinds(int(i))&(measure.Button|measure.Label) == 0
		hasText = hasText || s.kept[i] && !isHeading
	}
	if !hasText {
		s.keepElement(card)
	}
}

// A gap is a run of blocks that are left out beside kept ones. In an element of documentation with minGapWords kept words, which are
// minGapShare of its words, it has at most maxGapBlocks blocks. Elsewhere it is one block, or one unit, among kept siblings.
const (
	maxGapBlocks = 60
	minGapShare  = 0.7
	minGapWords  = 40
)

// fillGaps keeps the blocks of gaps that may belong to the text around: code, a quotation, a short paragraph, in documentation also the
// name of a file, the signature of a function, "Deprecated". They have to reach half of the threshold, between kept blocks of
// documentation a tenth. Gaps of more links than other words are not kept. The end of an element of which most is kept is a gap, too: see
// leastAround. Outside of documentation it is kept as a whole, or not, and only below all other kept text.
func (s *selection) fillGaps() {
	for first := 0; first < len(s.kept); first++ {
		end := s.endOfRun(first, len(s.kept), func(i int) bool { return !s.kept[i] })
		if end > first {
			s.fillGap(first, end)
		}
		first = end
	}
}

func (s *selection) fillGap(first, end int) {
	isInner := first > 0 && end < len(s.kept)
	switch {
	case isInner && s.documents && end-first <= maxGapBlocks && s.mostlyKept(first-1, end) != nil:
		s.growText(first, end, 1, end-first, s.threshold*tenthThreshold)
	case isInner && s.afterUnit(first) == end && s.isBetweenSiblings(first, end):
		s.growText(first, end, 1, end-first, s.threshold*halfThreshold)
	case s.declaresForum():
	default: // the end of an element of which most is kept, and the beginning of another
		if first > 0 {
			switch el := s.mostlyKept(first-1, first); {
			case el == nil:
			case s.documents:
				s.growText(first, min(end, int(el.End)), 1, 1, s.leastAround(first-1))
			case end == len(s.kept) && el.Atom != atom.Body:
				s.growText(first, int(el.End), 1, int(el.End)-first, s.leastAround(first-1))
			}
		}
		if end < len(s.kept) && s.documents {
			if el := s.mostlyKept(end-1, end); el != nil && (el.Atom != atom.Body || el.Kinds&mainPart != 0) {
				s.growText(max(first, int(el.First)), end, -1, 1, s.leastAround(end))
			}
		}
	}
}

// keepInserts keeps what an author puts into a text, an element of which most besides is kept: posts of networks, files to load down, accordions
// of two parts, and the part of an accordion below one that is kept, but for menus and those of a shop.
func (s *selection) keepInserts() {
	const maxSteps = 8
	isAccordion := func(e int32) bool {
		return s.page.Elements[e].Topics&measure.ClassFold != 0 && strings.Contains(htmltree.Attr(s.page.Nodes[e], "class"), "accordion")
	}
	posts := strings.Fields(embeddedPosts)
	for i := range s.kept {
		if s.kept[i] || s.scores[i] < s.threshold*tenthThreshold || s.kinds(i)&(boilerplateKinds|measure.Form) != 0 {
			continue
		}
		for e, step := s.page.Blocks[i].Element, 0; e >= 0 && step < maxSteps && int(s.page.Elements[e].First) == i; e, step = s.page.Elements[e].Parent, step+1 {
			el, n := &s.page.Elements[e], s.page.Nodes[e]
			isWhole := el.End-el.First >= 4 && s.features.Words(el) >= minSectionWords && isAccordion(e)
			isPart := el.Run >= 2 && el.Parent >= 0 && el.End-el.First >= 2 && int(s.page.Elements[el.Parent].First) < i && s.kept[i-1] && isAccordion(el.Parent)
			isFold := (isWhole || isPart) && s.keptFrom(int32(i), el.End) == 0 && !s.sellsOne() && !s.mostlyLinks(i, int(el.End))
			if isFold || n.DataAtom == atom.Blockquote && htmltree.HasClass(n, posts...) || htmltree.HasClass(n, "wp-block-file") {
				_, text := s.outward(el.Parent, func(around *measure.Element) bool { return s.isMostlyKept(around, minGapWords, s.features.Words(el)) })
				if text != nil && text.Atom != atom.Body {
					s.keepElement(el)
				}
			}
		}
	}
}

// isBetweenSiblings reports whether the blocks on both sides of a gap are siblings of it, or one of them is and the other one a line of
// the column beside it: the last child of the sibling before their parent, or the first one of the sibling after it.
func (s *selection) isBetweenSiblings(first, end int) bool {
	before, in, after := s.parentOf(first-1), s.parentOf(first), s.parentOf(end)
	if in < 0 || before != in && after != in {
		return false
	}
	isBeside := func(column int32) bool {
		el, of := &s.page.Elements[in], &s.page.Elements[max(column, 0)]
		return column == in || column >= 0 && of.Parent == el.Parent && of.Signature == el.Signature
	}
	return isBeside(before) && isBeside(after)
}

// mainPart are the elements that hold the main part of a page.
const mainPart = measure.Main | measure.Article | measure.Body

// leastAround is the score that blocks beside a kept one have to reach at the end of an element: in documentation a quarter of the threshold
// in the main part of the page, else half; elsewhere most of it.
func (s *selection) leastAround(kept int) float32 {
	switch {
	case !s.documents:
		return s.threshold * mostThreshold
	case s.kinds(kept)&mainPart != 0:
		return s.threshold * quarterThreshold
	}
	return s.threshold * halfThreshold
}

// growText keeps the blocks from first on, or with step -1 those before end, up to one that may not belong to the kept block beside
// them, if they are at least so many.
func (s *selection) growText(first, end, step, atLeast int, least float32) {
	from, n := first, 0
	if step < 0 {
		from = end - 1
	}
	around, of := s.kinds(from-step)&mainPart, s.element(from-step).AnyTopics
	for ; n < end-first; n++ {
		i := from + step*n
		if s.kept[i] || !s.mayBelong(i, least, s.documents) || s.kinds(i)&(measure.Figcaption|measure.Summary) != 0 || s.kinds(i)&around != around ||
			s.element(i).AnyTopics&^of&(measure.ClassNav|measure.ClassMenu|measure.ClassFooter) != 0 {
			break
		}
	}
	if step < 0 {
		first = end - n
	}
	if n >= atLeast && !s.mostlyLinks(first, first+n) {
		s.keepRange(first, first+n)
	}
}

// mostlyLinks reports whether the blocks from first to before end have more words in links to other pages than others.
func (s *selection) mostlyLinks(first, end int) bool {
	words, linkWords := int32(0), int32(0)
	for i := first; i < end; i++ {
		b := &s.page.Blocks[i]
		words += b.Words
		linkWords += b.LinkWords - contactWords(b)
	}
	return 2*linkWords > words
}

// contactWords returns how many words of a block are the number of a telephone or the address of a mailbox: none for a block that is
// all link, such as a button that calls a shop.
func contactWords(b *measure.TextBlock) int32 {
	if b.LinkWords == b.Words {
		return 0
	}
	return b.ContactWords
}

// afterUnit returns the block after the unit that block i is part of, or the first kept one in it; i+1 without a unit.
func (s *selection) afterUnit(i int) int {
	if u := s.unitAt(i); u != nil {
		return s.endOfRun(i+1, int(u.End), func(i int) bool { return !s.kept[i] })
	}
	return i + 1
}

// mostlyKept returns the innermost element that holds both blocks and of which at least minGapShare of the words are kept: their section
// or, if much of that is left out, what is around it. It returns nil for none.
func (s *selection) mostlyKept(before, after int) *measure.Element {
	_, el := s.outward(s.page.Blocks[before].Element, func(el *measure.Element) bool { return el.End > int32(after) && s.isMostlyKept(el, minGapWords, 0) })
	return el
}

// A section begins with a heading and has minSectionWords words with it. Between kept ones its mean score has to reach
// sectionShare of the threshold: from .5 on forums lose by it in cross-validation.
const (
	minSectionWords = 10
	sectionShare    = 0.65
)

// keepSections keeps a section of a row of elements with one shape if its neighbours are kept: the one before and the one
// after, or the last two before the end of the row, or the first two after its beginning. A section counts as kept if half
// of its words are. Inner rows come before those around, so that what is kept there counts for its section.
func (s *selection) keepSections() {
	type shape struct {
		parent    int32
		signature uint32
	}
	leastWords, least := int32(minSectionWords), s.threshold*sectionShare
	if s.documents { // such as "See also" of a manual page
		leastWords, least = 2, s.threshold*tenthThreshold
	}
	rows := map[shape][]*measure.Element{}
	var order []shape
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.Run < 2 || el.Parent < 0 || el.First == el.End || !s.isHeading(int(el.First)) || s.features.Words(el) < leastWords {
			continue
		}
		k := shape{el.Parent, el.Signature}
		if rows[k] == nil {
			order = append(order, k)
		}
		rows[k] = append(rows[k], el)
	}
	for _, k := range slices.Backward(order) {
		row := rows[k]
		isKept := func(n int) bool {
			if n < 0 || n >= len(row) {
				return false
			}
			kept := int32(0)
			for i := row[n].First; i < row[n].End; i++ {
				if s.kept[i] {
					kept += s.page.Blocks[i].Words
				}
			}
			return 2*kept >= s.features.Words(row[n])
		}
		for n, el := range row {
			beside := isKept(n-1) && (isKept(n+1) || n+1 == len(row) && isKept(n-2)) || n == 0 && isKept(1) && isKept(2)
			if beside && !isKept(n) && s.meanScore(el.First, el.End) >= least {
				s.keepElement(el)
			}
		}
	}
}

// meanScore returns the mean score of the words of the blocks from first to before end.
func (s *selection) meanScore(first, end int32) float32 {
	var words, mass float32
	for i := first; i < end; i++ {
		w := float32(s.page.Blocks[i].Words) + 1
		words += w
		mass += w * s.scores[i]
	}
	return mass / max(words, 1)
}

const (
	// A page of at least minVisibleWords of which fewer than minContentWords would be
	// kept has no content that the model is sure of.
	minContentWords = 60
	minVisibleWords = 400

	// maxMissedShare is the share of the likely words that may be left out of such a page:
	// if more are, its region is kept, else the page just has little content. regionShare is the share of them that
	// the region holds.
	maxMissedShare = 0.5
	regionShare    = 0.6
)

// restoreCollapsed sets s.unsure if almost nothing is kept of a page that shows much, or nothing reaches the least
// threshold, unless keepsMain reports that the choice is complete. If almost nothing is kept and more than
// maxMissedShare of the likely words are left out, it keeps the region.
func (s *selection) restoreCollapsed() {
	if s.page.VisibleWords < minVisibleWords {
		return
	}
	best := slices.Max(s.scores)
	var likely, missed float32
	for i, p := range s.scores {
		if p < best/4 { // menus: their many words, each unlikely, don't add up to a text
			continue
		}
		w := p * float32(s.page.Blocks[i].Words)
		if likely += w; !s.kept[i] {
			missed += w
		}
	}
	collapsed := s.keptFrom(0, s.end()) < minContentWords
	s.unsure = (collapsed || best < scoreFloor(s.sellsOne())) && !s.keepsMain()
	if collapsed && s.unsure && missed > maxMissedShare*max(likely, 1) {
		s.keepRegion()
		s.settleUnits()
	}
}

// keepRegion keeps the smallest element with regionShare of the likely words of the page, except boilerplate in it.
func (s *selection) keepRegion() {
	mass := make([]float32, len(s.scores)+1)
	for i, p := range s.scores {
		mass[i+1] = mass[i] + p*float32(s.page.Blocks[i].Words)
	}
	first, end := int32(0), int32(len(s.scores))
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.End-el.First <= end-first && mass[el.End]-mass[el.First] >= regionShare*mass[len(s.scores)] {
			first, end = el.First, el.End
		}
	}
	for i := first; i < end; i++ {
		s.kept[i] = s.kept[i] || s.kinds(int(i))&(boilerplateKinds|measure.Button|measure.Label) == 0
	}
}

// keepsMain reports whether what is kept is the whole content. On a page with a main element, all kept
// text is in the first one, and less of it is left out than is kept or than minContentWords.
func (s *selection) keepsMain() bool {
	kept := s.keptFrom(0, s.end())
	for e := range s.page.Elements {
		if el := &s.page.Elements[e]; el.Kinds&measure.Main != 0 {
			return kept > 0 && kept == s.keptIn(el) && s.features.Words(el)-kept < max(kept, minContentWords)
		}
	}
	return false
}
