package classify

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// maxAnswersHeading bounds the blocks between the heading over answers, which counts them,
// and the first answer: controls that sort them.
const maxAnswersHeading = 16

// keepAnswerFrames keeps the heading that counts the answers of a page, and the author and the date
// of each answer. It does so on pages that mark their answers by microdata (schema.org/QAPage).
// Such pages show author and date below the text.
func (s *selection) keepAnswerFrames() {
	first := true
	for _, e := range s.markedAnswers() {
		el := &s.page.Elements[e]
		text := s.lastText(el)
		if text < 0 {
			continue
		}
		if first {
			s.keepAnswersHeading(el.First)
			first = false
		}
		s.keepAnswerByline(text+1, el.End)
	}
}

// markedAnswers returns the elements that microdata marks as answers, in document order.
func (s *selection) markedAnswers() []int32 {
	var props []*html.Node
	for _, n := range s.page.Head.Props {
		switch htmltree.Attr(n, "itemprop") {
		case "acceptedAnswer", "suggestedAnswer":
			props = append(props, n)
		}
	}
	if len(props) == 0 || !htmltree.IsInItem(props[0], "QAPage") {
		return nil
	}
	var found []int32
	for e := 0; len(props) > 0 && e < len(s.page.Nodes); e++ {
		if s.page.Nodes[e] == props[0] {
			found, props = append(found, int32(e)), props[1:]
		}
	}
	return found
}

// lastText returns the last kept block of an answer that is no comment on it, -1 for none.
func (s *selection) lastText(el *measure.Element) int32 {
	text := int32(-1)
	for i := el.First; i < el.End; i++ {
		if _, topics := s.page.Near(s.page.Blocks[i].Leaf); s.kept[i] && topics&measure.ClassComment == 0 {
			text = i
		}
	}
	return text
}

// keepAnswersHeading keeps the nearest heading before a block if it has a number ("3 Answers"). It
// looks at the maxAnswersHeading blocks before, up to the last kept one.
func (s *selection) keepAnswersHeading(before int32) {
	for i := before - 1; i >= max(0, before-maxAnswersHeading) && !s.kept[i]; i-- {
		if s.isHeading(int(i)) {
			s.kept[i] = s.page.Blocks[i].Digits > 0
			return
		}
	}
}

// keepAnswerByline keeps the date and the author of an answer, among the blocks from first to before
// end. They are the last date and the name after it: dates before are those of edits. It stops at
// the first comment.
func (s *selection) keepAnswerByline(first, end int32) {
	date, name := int32(-1), int32(-1)
	for i := first; i < end; i++ {
		b := &s.page.Blocks[i]
		tags, topics := s.page.Near(b.Leaf)
		switch {
		case topics&measure.ClassComment != 0:
			end = i
		case s.isDateLine(b, tags, topics):
			date, name = i, -1
		case date >= 0 && name < 0 && s.linksToProfile(b):
			name = i
		}
	}
	if name >= 0 {
		s.kept[date], s.kept[name] = true, true
	}
}
