package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// What readers wrote below an article, where it was best in cross-validation:
// commentProse is how many likely words stand before it, at the least, and
// commentShare what is left of the probability of its blocks.
const (
	commentProse = 150
	commentShare = 0.3
)

// minThreadRun is how many like elements stand side by side where what one of them holds is
// a comment and not an article with a class of that name.
const minThreadRun = 2

// lowerComments lowers the scores of what readers wrote below the text of a page that is
// no forum: it is not what the page is about, and may be longer than that. The text that has
// to stand before is no comment itself.
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
