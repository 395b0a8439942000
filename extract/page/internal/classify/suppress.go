package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Chosen by cross-validation, see extract/page/train.
const (
	// commentProse is how many expected content words (words times score) stand before the comments of readers at least.
	commentProse = 150
	// commentShare multiplies the scores of comments.
	commentShare = 0.3
)

// minThreadRun is the least length of a run of like elements that are taken for comments though less than
// commentProse words stand before them. A single such element may be the article, in spite of its class.
const minThreadRun = 2

// lowerComments lowers the scores of the comments that readers wrote below an article: elements with a class of
// comments after commentProse expected content words. They may be longer than the article.
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

// suppressNoscript sets the scores of what only readers without scripts see to 0, unless it is more than all that
// others see.
func (s *selection) suppressNoscript() {
	if s.page.NoscriptWords >= s.page.VisibleWords {
		return
	}
	for i := range s.scores {
		if s.kinds(i)&measure.Noscript != 0 {
			s.scores[i] = 0
		}
	}
}

// siteClasses are pairs of words side by side in the classes of what is on each page of a site: the banner of all sites of
// the government of the United States (designsystem.digital.gov), links to the pages before and after.
var siteClasses = [][2]string{{"usa", "banner"}, {"prev", "next"}, {"next", "prev"}}

// suppressNotices sets the scores of dialogs about consent or cookies and of siteClasses to 0, unless they are most of what
// the page shows.
func (s *selection) suppressNotices() {
	var pairs [][2]uint32
	for _, pair := range siteClasses {
		pairs = append(pairs, [2]uint32{measure.HashWord(pair[0]), measure.HashWord(pair[1])})
	}
	words, notices, at := int32(0), []*measure.Element(nil), int32(0)
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.First < at || el.First == el.End {
			continue
		}
		is := el.AnyTopics&measure.ClassCookie != 0 && (el.AnyKinds&measure.Dialog != 0 || el.AnyTopics&measure.ClassModal != 0)
		for k := el.FirstToken; k+1 < el.FirstToken+int32(el.TokenCount) && !is; k++ {
			is = slices.Contains(pairs, [2]uint32(s.page.Tokens[k:k+2]))
		}
		if is {
			words, notices, at = words+s.features.Words(el), append(notices, el), el.End
		}
	}
	if 2*int(words) >= s.page.VisibleWords {
		return
	}
	for _, el := range notices {
		clear(s.scores[el.First:el.End])
	}
}

const maxControlWords = 4

// suppressControls sets the scores of links that lead nowhere to 0: "Select all", "Reply".
func (s *selection) suppressControls() {
	for _, l := range s.page.Links {
		if l.Block < 0 {
			continue
		}
		b := &s.page.Blocks[l.Block]
		if b.Words <= maxControlWords && 2*b.LinkWords >= b.Words && slices.Contains([]string{"#", "#top", "#wrap"}, htmltree.Attr(l.Node, "href")) {
			s.scores[l.Block] = 0
		}
	}
}

// suppressPostBoilerplate sets the scores of what a forum adds to each post to 0: signatures, who liked it and buttons
// that end in a stop ("Click to expand...").
func (s *selection) suppressPostBoilerplate() {
	added := []uint32{measure.HashWord("signature"), measure.HashWord("sig"), measure.HashWord("reactions")}
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		tokens := s.page.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)]
		if el.Parent >= 0 && slices.ContainsFunc(tokens, func(token uint32) bool { return slices.Contains(added, token) }) {
			clear(s.scores[el.First:el.End])
		}
	}
	for i := range s.page.Blocks {
		if b := &s.page.Blocks[i]; b.Last == '.' && b.Words <= maxControlWords && s.page.Elements[b.Leaf].AnyKinds&measure.Button != 0 {
			s.scores[i] = 0
		}
	}
}
