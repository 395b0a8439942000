package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A heading is taken up with what is kept right below it: at least minTextWords words
// of text. maxShortLines short lines that are left out may stand between the two: a date,
// a price, who wrote it; maxLinesAlike of them below a heading whose like is kept. Such a
// line has less than maxShortLineWords words, or up to maxBylineWords if it tells a date
// or an author.
const (
	minTextWords      = 3
	maxShortLines     = 2
	maxLinesAlike     = 4
	maxShortLineWords = 10
	maxBylineWords    = 25
)

// keepHeadings keeps the headings, and the labels of collapsible parts, with kept text right
// below them, or with a card that they open, if their score is at least a tenth of the
// threshold. A heading that is a link, which may lead elsewhere, needs a quarter, and half of
// it on pages of prose, unless it stands among kept text. Any other h1, which may be the
// name of the site, needs half of it. A question that opens its answer
// needs no score. The headings are visited from the last to the first,
// so that the heading of a section is seen when the one of its chapter is.
func (s *selection) keepHeadings() {
	linked := s.threshold * quarterThreshold
	if s.prose >= 0.5 {
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

// keepHeadingsAlike keeps headings with kept text right below them if a heading of their
// shape is kept, and their score is at least a tenth of the threshold: in a list of boats all
// names are links, and those of which the model is less sure are names too.
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

func (s *selection) isHeading(i int) bool {
	return s.page.Elements[s.page.Blocks[i].Element].AnyKinds&measure.Headings != 0
}

// hasTextBelow reports whether at least so many words of kept text, or a kept heading of a
// lower level, follow a heading. Up to maxShortLines short lines that are left out may stand
// between: a date, a price, an author. Above a heading of its own level, which says that its
// text is missing ("Recently viewed"), a heading needs a quarter of the threshold, and a teaser has
// no text there. What stands
// after such lines in the next part of the page is not its text, see endsPart. keptWords is
// what the method of this name returned before.
func (s *selection) hasTextBelow(heading int, least int32, keptWords []int32) bool {
	return s.hasTextAfterLines(heading, least, maxShortLines, keptWords)
}

// hasTextAfterLines is hasTextBelow with another bound of the short lines between.
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

// isShortLine reports whether a line may stand between a heading and its text.
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

// standsBetweenKept reports whether heading i, which is no link, stands right between kept blocks.
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
// question over its answer: a summary, or a button that asks a question, belongs to an
// accordion or stands before a collapsed part. A button that ends in a stop ("Click to
// expand...") says nothing of the part.
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
