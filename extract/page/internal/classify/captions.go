package classify

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// minCaptionScore is how likely the caption of a picture has to be, for beta 1, to stay in an
// article. Chosen by cross-validation, see extract/page/train.
const minCaptionScore = 0.8

// Words of a caption at least: in a figure outside of a figcaption, with a class of captions, and of one that says a fact.
// A figure with more than maxFigureBlocks blocks is more than a picture.
const (
	minFigureWords  = 8
	minCaptionWords = 4
	maxFigureBlocks = 16
	minFactWords    = 5
)

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
	least := atBeta(minCaptionScore, beta(s.opts.Recall))
	var all, inCaptions int32
	var unlikely []int
	for i, kept := range s.kept {
		if !kept {
			continue
		}
		words := s.page.Blocks[i].Words
		all += words
		if !s.isCaption(i) {
			continue
		}
		inCaptions += words
		if s.scores[i] < least && phraseLists()["numbered"].startOf(s.words(i)) == 0 && !s.saysFact(i) {
			unlikely = append(unlikely, i)
		}
	}
	if 2*inCaptions > all { // captions are the content
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
	b, kinds := &s.page.Blocks[i], s.kinds(i)
	_, topics := s.page.Near(b.Leaf)
	if kinds&(measure.Figcaption|measure.Figure) == 0 && topics&measure.ClassCaption == 0 || kinds&others != 0 || s.isHeading(i) {
		return false
	}
	if u := s.unitAt(i); u >= 0 && s.units[u].kind != figureUnit {
		return false
	}
	if kinds&measure.Figure != 0 {
		el := &s.page.Elements[s.figureAround(i)]
		if el.End-el.First > maxFigureBlocks {
			return false
		}
		for j := el.First; j < el.End; j++ {
			if s.kinds(int(j))&others != 0 {
				return false
			}
		}
	}
	return kinds&measure.Figcaption != 0 || kinds&measure.Figure != 0 && b.Words >= minFigureWords ||
		topics&measure.ClassCaption != 0 && b.Words >= minCaptionWords
}

// figureAround returns the innermost figure around block i, or its own element.
func (s *selection) figureAround(i int) int32 {
	own := s.page.Blocks[i].Element
	for e := own; e >= 0; e = s.page.Elements[e].Parent {
		if s.page.Elements[e].Kinds&measure.Figure != 0 {
			return e
		}
	}
	return own
}

// saysFact reports whether a caption is a sentence or has digits, and is not a credit of the
// picture.
func (s *selection) saysFact(i int) bool {
	b := &s.page.Blocks[i]
	if b.Last != '.' && b.Last != '!' && b.Last != '?' && b.Digits == 0 || b.Words < minFactWords || b.LinkWords > 0 {
		return false
	}
	e := s.figureAround(i)
	el := &s.page.Elements[e]
	if el.End-el.First > maxFigureBlocks {
		return false
	}
	for j := el.First; j < el.End; j++ {
		if s.page.Blocks[j].Marks > 0 {
			return false
		}
	}
	credits := phraseLists()["credit"]
	for n := range s.page.Nodes[e].Descendants() {
		if n.Type != html.TextNode {
			continue
		}
		for word := range strings.FieldsFuncSeq(n.Data, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if credits.startOf([]uint32{measure.HashWord(strings.ToLower(word))}) > 0 {
				return false
			}
		}
	}
	return true
}
