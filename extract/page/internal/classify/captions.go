package classify

import (
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// minCaptionScore is how likely the caption of a picture has to be, for beta 1, to stay in an
// article. Chosen by cross-validation, see extract/page/train.
const minCaptionScore = 0.8

// The text of a figure outside of a figcaption has at least minFigureWords words to be a caption
// and no name below a sign; text with a class of captions has minCaptionWords. A figure with more
// than maxFigureBlocks blocks is no picture. Captions that are more than half of what is kept are
// the content.
const (
	minFigureWords  = 8
	minCaptionWords = 4
	maxFigureBlocks = 16
)

// numberedPhrases begin captions to which the text refers by their number.
const numberedPhrases = `figure
fig
table
chart
abbildung
abb
tabelle
figura
tabla
tabela
tableau`

var numberedByWord = sync.OnceValue(func() phrases { return newPhrases(numberedPhrases) })

// dropCaptions leaves out the captions and credits of the pictures of an article that are less
// likely than minCaptionScore, but for numbered ones.
func (s *selection) dropCaptions() {
	if !s.isArticlePage() {
		return
	}
	least := atBeta(minCaptionScore, beta(s.opts.Favor))
	var all, inCaptions int32
	var unlikely []int
	for i, kept := range s.kept {
		if !kept {
			continue
		}
		b := &s.page.Blocks[i]
		all += b.Words
		if !s.isCaption(i) {
			continue
		}
		inCaptions += b.Words
		if s.scores[i] < least && s.phraseAtStart(b, numberedByWord()) == 0 {
			unlikely = append(unlikely, i)
		}
	}
	if 2*inCaptions > all {
		return
	}
	for _, i := range unlikely {
		s.kept[i] = false
	}
}

// isCaption reports whether block i is the caption of a picture: neither a heading nor that of
// a table, of code or of a quotation, and no part of those or of a list.
func (s *selection) isCaption(i int) bool {
	const others = measure.Pre | measure.Blockquote | measure.Table
	b := &s.page.Blocks[i]
	kinds := s.page.Elements[b.Element].AnyKinds
	_, topics := s.page.Near(b.Leaf)
	if kinds&(measure.Figcaption|measure.Figure) == 0 && topics&measure.ClassCaption == 0 || kinds&others != 0 || s.isHeading(i) {
		return false
	}
	if u := s.unitAt(i); u >= 0 && s.units[u].kind != figureUnit {
		return false
	}
	if kinds&measure.Figure != 0 && !s.isInPicture(b.Element, others) {
		return false
	}
	return kinds&measure.Figcaption != 0 || kinds&measure.Figure != 0 && b.Words >= minFigureWords ||
		topics&measure.ClassCaption != 0 && b.Words >= minCaptionWords
}

// isInPicture reports whether no block of the figure around element e is of other kinds.
func (s *selection) isInPicture(e int32, others measure.ElementKinds) bool {
	for e >= 0 && s.page.Elements[e].Kinds&measure.Figure == 0 {
		e = s.page.Elements[e].Parent
	}
	if e < 0 {
		return false
	}
	el := &s.page.Elements[e]
	if el.End-el.First > maxFigureBlocks {
		return false
	}
	for i := el.First; i < el.End; i++ {
		if s.page.Elements[s.page.Blocks[i].Element].AnyKinds&others != 0 {
			return false
		}
	}
	return true
}
