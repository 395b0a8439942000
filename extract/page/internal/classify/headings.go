package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A heading is kept for the kept text right below it, which has at least minTextWords words.
// Up to maxShortLines short lines that are left out may be between the two: a date, a price,
// an author. A short line has less than maxShortLineWords words.
const (
	minTextWords      = 3
	maxShortLines     = 2
	maxLinesAlike     = 4 // for keepHeadingsAlike
	maxShortLineWords = 10
)

// keepHeadings keeps headings and labels of collapsible parts that have kept text right below them, in a table a word of it,
// or open a kept card. The least score depends on the heading; the first of these rules counts:
//
//   - a link, which may lead elsewhere, unless it is a question with kept text below: a quarter of the threshold, on
//     pages of prose half of it
//   - an h1, which may be the name of the site: half of the threshold
//   - a heading between kept blocks: 0
//   - any other: a tenth of the threshold
//
// The headings are visited from the last to the first, so that a kept heading of a section counts
// as kept text below the heading of its chapter.
func (s *selection) keepHeadings() {
	linked := s.threshold * quarterThreshold
	if s.prose >= minProsePage {
		linked = s.threshold * halfThreshold
	}
	for i := len(s.kept) - 1; i >= 0; i-- {
		b := &s.page.Blocks[i]
		among := s.isKept(i-1) && s.isKept(i+1)
		least := s.threshold * tenthThreshold
		switch {
		case b.LinkWords > 0 && !(s.isQuestion(i) && s.isKept(i+1) && !s.isHeading(i+1)):
			least = linked
		case s.kinds(i)&measure.H1 != 0:
			least = s.threshold * halfThreshold
		case b.LinkWords == 0 && among:
			least = 0
		}
		if !s.kept[i] && b.Words > 0 && s.scores[i] >= least && int(s.features.TitleBlock()) != i && (s.isHeading(i) || s.labelsCollapsible(i)) {
			s.kept[i] = s.hasTextAfter(i, minTextWords, maxShortLines) || s.kinds(i)&measure.Table != 0 && s.hasTextAfter(i, 1, maxShortLines) ||
				s.opensKeptCard(i)
		}
	}
}

// isHeading reports whether a block is a heading, or begins in a span that is one by its role.
func (s *selection) isHeading(i int) bool {
	return s.kinds(i)&measure.Headings != 0 || s.page.Elements[s.page.Blocks[i].Leaf].AnyKinds&measure.Heading != 0
}

// headingRank is the level of heading i, 0 for an h1.
func (s *selection) headingRank(i int) int { return features.HeadingRank(s.kinds(i)) }

// keepHeadingsAlike keeps a heading with kept text below it if a heading with the same signature is kept and its own
// score is at least a tenth of the threshold. So in a list of boats, whose names are all links, the names with lower
// scores stay, too.
func (s *selection) keepHeadingsAlike() {
	kept := make([]bool, s.features.Signatures())
	for i := range s.kept {
		if s.kept[i] && s.isHeading(i) {
			kept[s.features.SignatureOf(i)] = true
		}
	}
	for i := len(s.kept) - 1; i >= 0; i-- {
		if !s.kept[i] && s.isHeading(i) && kept[s.features.SignatureOf(i)] && s.page.Blocks[i].Words > 0 && s.scores[i] >= s.threshold*tenthThreshold &&
			!s.inPostHead(int32(i)) && int(s.features.TitleBlock()) != i {
			s.kept[i] = s.hasTextAfter(i, 1, maxLinesAlike)
		}
	}
}

// hasTextAfter reports whether at least so many words of kept text follow a heading, or a kept heading. Up to so many
// short lines that are left out may stand between. Text after them doesn't count in the next part of the page, see
// endsPart. A kept heading counts if it is of a lower level. One of the same or a higher level means that the text is
// missing ("Recently viewed"): it counts only if the first heading reaches a quarter of the threshold and is not the title
// of another article: a link in a row of like elements.
func (s *selection) hasTextAfter(heading int, least int32, lines int) bool {
	words, gap := int32(0), 0
	for i := heading + 1; i < len(s.kept); i++ {
		switch {
		case s.kept[i] && s.isHeading(i):
			if words > 0 || s.headingRank(i) > s.headingRank(heading) {
				return words == 0
			}
			own := &s.page.Blocks[heading]
			isTeaser := own.LinkWords > 0 && s.features.Context(own.Element).RowItem >= 0 && s.isArticlePage()
			return s.scores[heading] >= s.threshold*quarterThreshold && !isTeaser
		case s.kept[i]:
			if words += s.page.Blocks[i].Words; words >= least {
				return gap == 0 || !s.endsPart(heading, i)
			}
		case s.isHeading(i) || s.page.Blocks[i].Words >= maxShortLineWords:
			return false
		default:
			if gap++; gap > lines {
				return false
			}
		}
	}
	return false
}

// endsPart reports whether a heading is at the end of a part of the page that has kept text
// before the heading. The part is the outermost element around the heading that ends before
// the block at text. So "Comments" below an answer is not a heading of the next answer.
func (s *selection) endsPart(heading, text int) bool {
	const maxPartSteps = 16
	e := s.page.Blocks[heading].Element
	for range maxPartSteps {
		up := s.page.Elements[e].Parent
		if up < 0 || s.page.Elements[up].End > int32(text) {
			break
		}
		e = up
	}
	return s.keptFrom(s.page.Elements[e].First, int32(heading)) > 0
}

// A card is one of a row of like elements. A heading opens a card if it is among the first
// maxLinesBefore+1 blocks of it and the card is at most maxCardSteps elements further out. A card
// counts as kept if cardShare of its words besides the heading are kept, and at least
// minCardWords.
const (
	maxLinesBefore = 4
	maxCardSteps   = 6
	cardShare      = 0.5
	minCardWords   = 2
)

// opensKeptCard reports whether heading i opens a card that counts as kept. Ratings, prices
// and labels of links may be between the heading and the kept text.
func (s *selection) opensKeptCard(i int) bool {
	isBefore := func(el *measure.Element) bool { return el.First < int32(i)-maxLinesBefore }
	_, card := s.near(s.parentOf(i), maxCardSteps-1, func(el *measure.Element) bool {
		kept, others := s.keptIn(el), s.features.Words(el)-s.page.Blocks[i].Words
		return isBefore(el) || el.Run >= 2 && kept >= minCardWords && s.keptFrom(int32(i), el.End) > 0 && float32(kept) >= cardShare*float32(others)
	})
	return card != nil && !isBefore(card)
}

// keepFolds keeps the rest of a <details> of which most words are kept, but no links: its summary, and what folds within it.
func (s *selection) keepFolds() {
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.Kinds&measure.Details == 0 || el.AnyKinds&boilerplateKinds != 0 {
			continue
		}
		if 2*s.keptIn(el) <= s.features.Words(el) && !s.foldsWithin(el) {
			continue
		}
		for i := el.First; i < el.End; i++ {
			s.kept[i] = s.kept[i] || s.kinds(int(i))&(boilerplateKinds|measure.Button|measure.Label) == 0 && s.page.Blocks[i].LinkWords == 0
		}
	}
}

// foldsWithin reports whether a fold stands between kept text of the element around it and reaches half of the threshold.
func (s *selection) foldsWithin(fold *measure.Element) bool {
	if fold.Parent < 0 || fold.First == fold.End {
		return false
	}
	around := &s.page.Elements[fold.Parent]
	return around.First < fold.First && around.End > fold.End && s.kept[fold.First-1] && s.kept[fold.End] &&
		s.meanScore(fold.First, fold.End) >= s.threshold*halfThreshold
}

// lonelyHeadingScore is the score from which on a heading stays without its text: a
// question whose answer only scripts show, a card that is all heading.
const lonelyHeadingScore = 0.6

// dropEmptyHeadings leaves out headings of which all text is left out. A heading stays
// that nothing follows in the source, that is in a unit, or that reaches
// lonelyHeadingScore.
func (s *selection) dropEmptyHeadings() {
	next := len(s.kept) // the kept block after i
	for i := len(s.kept) - 1; i >= 0; i-- {
		if !s.kept[i] {
			continue
		}
		ends := next == len(s.kept) || s.isHeading(next) && s.headingRank(next) <= s.headingRank(i)
		if s.isHeading(i) && s.scores[i] < lonelyHeadingScore && next > i+1 && ends && !s.inUnit(i) {
			s.kept[i] = false
			continue
		}
		next = i
	}
}

// A question has minQuestionWords words at least ("Need help?" has too few). A page with at least minQuestions headings or
// labels of collapsible parts that are questions answers them, each with a text that begins with minAnswerWords words.
const (
	minQuestionWords = 4
	minQuestions     = 3
	minAnswerWords   = 8
)

func (s *selection) isQuestion(i int) bool {
	b := &s.page.Blocks[i]
	return b.Last == '?' && b.Words >= minQuestionWords
}

// labelsCollapsible reports whether block i is the label of a collapsible part, such as a
// question above its answer: a summary, or a button that asks a question, belongs to an
// accordion or precedes a collapsed part. A button that ends in a full stop ("Click to
// expand...") is not a label.
func (s *selection) labelsCollapsible(i int) bool {
	b := &s.page.Blocks[i]
	if b.Last == '.' || b.Words < 2 || i+1 == len(s.page.Blocks) {
		return false
	}
	kinds, topics := s.page.Near(b.Leaf)
	return kinds&measure.Summary != 0 ||
		kinds&measure.Button != 0 && (s.isQuestion(i) || topics&measure.ClassFold != 0 || s.kinds(i+1)&measure.Folded != 0)
}

// keepAnswers keeps the answers to the questions of a page, up to the first block that scores
// less than a quarter of the threshold: frequently asked questions at the end of a page are
// content though they look like its menus.
func (s *selection) keepAnswers() {
	asks := func(i int) bool {
		return s.isQuestion(i) && i+1 < len(s.kept) && (s.isHeading(i) || s.labelsCollapsible(i)) &&
			!s.isHeading(i+1) && s.page.Blocks[i+1].Words >= minAnswerWords && s.kinds(i)&boilerplateKinds == 0
	}
	var questions []int
	for i := range s.kept {
		if asks(i) {
			questions = append(questions, i)
		}
	}
	if len(questions) < minQuestions {
		return
	}
	for _, i := range questions {
		parent := s.parentOf(i + 1)
		s.keepRange(i+1, s.endOfRun(i+1, len(s.kept), func(j int) bool {
			return s.parentOf(j) == parent && !s.isHeading(j) && !asks(j) && s.scores[j] >= s.threshold*quarterThreshold
		}))
	}
}
