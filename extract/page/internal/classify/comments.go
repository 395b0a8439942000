package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Chosen by cross-validation, see extract/page/train.
const (
	// commentProse is how many expected content words (words times score) stand before the comments
	// of readers, at the least.
	commentProse = 150
	// commentShare multiplies the scores of comments.
	commentShare = 0.3
)

// minThreadRun is the least length of a run of like elements (see measure.Element.Run) that are
// taken for comments though less than commentProse words stand before them. A single such element
// may be the article, in spite of its class.
const minThreadRun = 2

// lowerComments lowers the scores of the comments that readers wrote below an article. They are not
// what the page is about, but may be longer than the article. Comments are elements with a class of
// comments after commentProse expected content words; words in comments don't count for that.
func (s *selection) lowerComments() {
	if !s.isArticle() {
		return
	}
	var before float32
	at := 0
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if int(el.First) < at || el.First == el.End || el.Topics&measure.ClassComment == 0 || el.Kinds&(measure.Inline|measure.A) != 0 {
			continue
		}
		for ; at < int(el.First); at++ {
			before += s.scores[at] * float32(s.page.Blocks[at].Words)
		}
		if before < commentProse {
			if el.Run >= minThreadRun {
				at = int(el.End)
			}
			continue
		}
		for ; at < int(el.End); at++ {
			s.scores[at] *= commentShare
		}
	}
}

// suppressNoscript sets the scores of what only readers without scripts see to 0, unless it
// is more than all that others see.
func (s *selection) suppressNoscript() {
	if s.page.NoscriptWords >= s.page.VisibleWords {
		return
	}
	for i := range s.scores {
		if s.page.Elements[s.page.Blocks[i].Element].AnyKinds&measure.Noscript != 0 {
			s.scores[i] = 0
		}
	}
}
