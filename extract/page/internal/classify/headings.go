package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A heading is kept for the kept text right below it, which has at least minTextWords words.
// Up to maxShortLines short lines that are left out may be between the two: a date, a price,
// an author. For keepHeadingsAlike the limit is maxLinesAlike. A short line has less than
// maxShortLineWords words, or up to maxBylineWords with a date or an author.
const (
	minTextWords      = 3
	maxShortLines     = 2
	maxLinesAlike     = 4
	maxShortLineWords = 10
	maxBylineWords    = 25
)

// keepHeadings keeps headings and labels of collapsible parts that have kept text right below them
// or open a kept card. The least score depends on the heading; the first of these rules counts:
//
//   - a link, which may lead elsewhere: a quarter of the threshold, on pages of prose half of it;
//     not a link among kept text, nor one that is a question with kept text below
//   - an h1, which may be the name of the site: half of the threshold
//   - a question on a button, or a heading between kept blocks: 0
//   - any other: a tenth of the threshold
//
// The headings are visited from the last to the first, so that a kept heading of a section counts
// as kept text below the heading of its chapter.
func (s *selection) keepHeadings() {
	linked := s.threshold * quarterThreshold
	if s.prose >= minProsePage {
		linked = s.threshold * halfThreshold
	}
	keptWords := s.keptWords()
	for i := len(s.kept) - 1; i >= 0; i-- {
		b := &s.page.Blocks[i]
		least := s.threshold * tenthThreshold
		switch {
		case b.LinkWords > 0 && !s.isAmongKept(i) && !s.asksInLink(i):
			least = linked
		case s.page.Elements[b.Element].AnyKinds&measure.H1 != 0:
			least = s.threshold * halfThreshold
		case s.isQuestion(i), s.standsBetweenKept(i):
			least = 0
		}
		if s.isCandidate(i, least) && (s.isHeading(i) || s.labelsCollapsible(i)) {
			s.kept[i] = s.hasTextBelow(i, minTextWords, keptWords) || s.opensKeptCard(i, keptWords)
		}
	}
}

// isCandidate reports whether block i, if it is a heading, may be kept for the text below it:
// it is left out so far, scores at least as much as least, and is neither the title of the
// page nor a part of the head of a post.
func (s *selection) isCandidate(i int, least float32) bool {
	return !s.kept[i] && s.page.Blocks[i].Words > 0 && s.scores[i] >= least &&
		!s.inPostHead(int32(i)) && int(s.features.TitleBlock()) != i
}

// keepHeadingsAlike keeps a heading with kept text below it if a heading with the same signature is
// kept and its own score is at least a tenth of the threshold. So in a list of boats, whose names
// are all links, the names with lower scores stay, too.
func (s *selection) keepHeadingsAlike() {
	kept := make([]bool, s.features.Signatures())
	some := false
	for i := range s.kept {
		if s.kept[i] && s.isHeading(i) {
			kept[s.features.SignatureOf(i)], some = true, true
		}
	}
	if !some {
		return
	}
	words := s.keptWords()
	for i := len(s.kept) - 1; i >= 0; i-- {
		if kept[s.features.SignatureOf(i)] && s.isHeading(i) && s.isCandidate(i, s.threshold*tenthThreshold) {
			s.kept[i] = s.hasTextAfterLines(i, 1, maxLinesAlike, words)
		}
	}
}

// isHeading reports whether a block is a heading, or begins in a span that is one by its role.
func (s *selection) isHeading(i int) bool {
	b := &s.page.Blocks[i]
	return s.page.Elements[b.Element].AnyKinds&measure.Headings != 0 || s.page.Elements[b.Leaf].AnyKinds&measure.Heading != 0
}

// hasTextBelow reports whether at least so many words of kept text follow a heading, or a
// kept heading. Up to maxShortLines short lines that are left out may be in between. Text
// after such lines doesn't count in the next part of the page, see endsPart. A kept heading
// counts if it is of a lower level. One of the same or a higher level means that the text is
// missing ("Recently viewed"): it counts only if the first heading reaches a quarter of the
// threshold and is not a teaser. keptWords is the earlier result of the method with this
// name.
func (s *selection) hasTextBelow(heading int, least int32, keptWords []int32) bool {
	return s.hasTextAfterLines(heading, least, maxShortLines, keptWords)
}

// hasTextAfterLines is hasTextBelow for up to so many short lines between.
func (s *selection) hasTextAfterLines(heading int, least int32, lines int, keptWords []int32) bool {
	words, gap := int32(0), 0
	for i := heading + 1; i < len(s.kept); i++ {
		switch {
		case s.kept[i] && s.isHeading(i):
			return words == 0 && (s.headingRank(i) > s.headingRank(heading) ||
				s.scores[heading] >= s.threshold*quarterThreshold && !s.isTeaser(heading))
		case s.kept[i]:
			if words += s.page.Blocks[i].Words; words >= least {
				return gap == 0 || !s.endsPart(heading, i, keptWords)
			}
		case s.isHeading(i) || !s.isShortLine(i):
			return false
		default:
			if gap++; gap > lines {
				return false
			}
		}
	}
	return false
}

// isTeaser reports whether a heading of an article is a link in a row of like elements: the title
// of another article.
func (s *selection) isTeaser(heading int) bool {
	b := &s.page.Blocks[heading]
	return b.LinkWords > 0 && s.features.Context(b.Element).RowItem >= 0 && s.isArticlePage()
}

// isShortLine reports whether a line is allowed between a heading and its text.
func (s *selection) isShortLine(i int) bool {
	b := &s.page.Blocks[i]
	if b.Words < maxShortLineWords || b.Words > maxBylineWords {
		return b.Words < maxShortLineWords
	}
	tags, class := s.page.Near(b.Leaf)
	moreTags, moreClass := s.page.Near(b.Element)
	return (tags|moreTags)&measure.Time != 0 || (class|moreClass)&(measure.ClassDate|measure.ClassAuthor) != 0
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

// minQuestionWords is the length of a question over an answer, in words: "Need help?" is
// none.
const minQuestionWords = 4

// standsBetweenKept reports whether heading i, which must not be a link, is right between
// kept blocks.
func (s *selection) standsBetweenKept(i int) bool {
	return s.page.Blocks[i].LinkWords == 0 && i > 0 && i+1 < len(s.kept) && s.kept[i-1] && s.kept[i+1]
}

// asksInLink reports whether heading i is a question that is a link, as those are that open
// their answer.
func (s *selection) asksInLink(i int) bool {
	b := &s.page.Blocks[i]
	return b.Last == '?' && b.Words >= minQuestionWords && i+1 < len(s.kept) && s.kept[i+1] && !s.isHeading(i+1)
}

// isQuestion reports whether block i is a button that asks a question. What opens below
// it is the answer.
func (s *selection) isQuestion(i int) bool {
	b := &s.page.Blocks[i]
	tags, _ := s.page.Near(b.Leaf)
	return b.Last == '?' && b.Words >= minQuestionWords && tags&measure.Button != 0
}

// headingRank is the level of heading i, 0 for an h1.
func (s *selection) headingRank(i int) int {
	return features.HeadingRank(s.page.Elements[s.page.Blocks[i].Element].AnyKinds)
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
	tags, class := s.page.Near(b.Leaf)
	if tags&measure.Summary != 0 {
		return true
	}
	if tags&measure.Button == 0 {
		return false
	}
	return s.isQuestion(i) || class&measure.ClassFold != 0 || s.page.Elements[s.page.Blocks[i+1].Element].AnyKinds&measure.Folded != 0
}
