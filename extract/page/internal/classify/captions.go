package classify

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/html"

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

//go:embed credits.txt
var creditWords string

var isCreditWord = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(creditWords) {
		words[word] = true
	}
	return words
})

// A caption that says a fact has minFactWords words at least.
const minFactWords = 5

// saysFact reports whether a caption is a sentence or has digits, and is not a credit of the
// picture.
func (s *selection) saysFact(i int) bool {
	b := &s.page.Blocks[i]
	if b.Last != '.' && b.Last != '!' && b.Last != '?' && b.Digits == 0 || b.Words < minFactWords || b.LinkWords > 0 {
		return false
	}
	e := b.Element
	for e >= 0 && s.page.Elements[e].Kinds&measure.Figure == 0 {
		e = s.page.Elements[e].Parent
	}
	if e < 0 {
		e = b.Element
	}
	el := &s.page.Elements[e]
	if el.End-el.First > maxFigureBlocks {
		return false
	}
	for j := el.First; j < el.End; j++ {
		if s.page.Blocks[j].Marks > 0 {
			return false
		}
	}
	for n := range s.page.Nodes[e].Descendants() {
		if n.Type == html.TextNode && hasCredit(n.Data) {
			return false
		}
	}
	return true
}

// hasCredit reports whether a text has a word of credits.
func hasCredit(text string) bool {
	credits := isCreditWord()
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if credits[strings.ToLower(word)] {
			return true
		}
	}
	return false
}

// keepCaptions keeps the captions of pictures in an article that say a fact between kept text, from half of
// the threshold on.
func (s *selection) keepCaptions() {
	for _, u := range s.units {
		el := &s.page.Elements[u.elem]
		before, after := el.First-1, el.End
		for int(after) < len(s.kept) && s.isLeftOutCaption(after) {
			after++
		}
		if u.kind != figureUnit || before < 0 || int(after) == len(s.kept) || !s.kept[before] || !s.kept[after] || s.kept[el.First] {
			continue
		}
		for i := el.First; i < el.End; i++ {
			if s.scores[i] >= s.threshold*halfThreshold && s.isCaption(int(i)) && s.saysFact(int(i)) {
				s.kept[i] = true
			}
		}
	}
}

// dropCaptions leaves out the captions and credits of the pictures of an article that are less
// likely than minCaptionScore, but for numbered ones and those that say a fact.
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
		if s.scores[i] < least && s.phraseAtStart(b, numberedByWord()) == 0 && !s.saysFact(i) {
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
