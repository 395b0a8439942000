package features

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// ElementContext describes an element and the elements around it, for all blocks in the element. A
// run is a row of siblings with the same signature, see measure.Element.Run.
type ElementContext struct {
	labelOdds          float32 // the mean word odds of its label, the short text that it begins with
	minLabelOdds       float32 // the least labelOdds of the element and those around it, at most 0
	article            int32   // the innermost article, an index of Extractor.articles, -1 for none
	articles           int16   // how many articles are around
	stepsUp, stepsDown int16   // steps to the densest element: up to an element around both, then down
	wider              int32   // the nearest element around that holds more blocks, -1 for none
	longestRun         int32   // the length of the longest run that the element or one around is in

	// Card and Pair are the innermost elements with at least two blocks in a run: of at least
	// three for Card, of at least two for Pair. RowItem is the innermost one in a run of at
	// least three outside of paragraphs. Each may be the element itself, or -1.
	Card, Pair, RowItem int32
}

const maxLabel = 8

// setElementContexts sets r.contexts and r.articles. It visits parents before children. Call it after
// sumBlocks, which sets r.densest and r.wordOdds.
func (r *Extractor) setElementContexts() {
	height := int16(1)
	for e := r.densest; e >= 0; e = r.p.Elements[e].Parent {
		r.heights[e] = height
		height++
	}
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		r.contexts = append(r.contexts, ElementContext{article: -1, wider: -1, longestRun: 1, Card: -1, Pair: -1, RowItem: -1})
		s := &r.contexts[e]
		if el.Parent >= 0 {
			s.inherit(&r.contexts[el.Parent])
			if up := &r.p.Elements[el.Parent]; up.First != el.First || up.End != el.End {
				s.wider = el.Parent
			}
		}
		r.setRuns(e, s)
		if el.End-el.First >= 2 && r.p.Blocks[el.First].Words <= maxLabel {
			s.labelOdds = r.wordOdds[el.First].mean
			s.minLabelOdds = min(s.minLabelOdds, s.labelOdds)
		}
		if el.Kinds&measure.Article != 0 {
			s.article = int32(len(r.articles))
			s.articles++
			r.articles = append(r.articles, int32(e))
		}
		if h := r.heights[e]; h > 0 {
			s.stepsUp, s.stepsDown = 0, h
		} else {
			s.stepsUp++
		}
	}
}

// inherit copies the fields that children share with their parent. It copies them one by one, since a
// wide load of the struct would stall on the narrow stores just before it (store forwarding).
func (s *ElementContext) inherit(up *ElementContext) {
	s.minLabelOdds, s.article, s.articles, s.stepsUp, s.stepsDown = up.minLabelOdds, up.article, up.articles, up.stepsUp, up.stepsDown
	s.wider, s.longestRun, s.Card, s.Pair, s.RowItem = up.wider, up.longestRun, up.Card, up.Pair, up.RowItem
}

func (r *Extractor) setRuns(e int, s *ElementContext) {
	el := &r.p.Elements[e]
	s.longestRun = max(s.longestRun, el.Run)
	if el.Run < 2 || el.Parent < 0 {
		return
	}
	if el.Run >= 3 && el.AnyKinds&measure.P == 0 {
		s.RowItem = int32(e)
	}
	if el.End-el.First < 2 {
		return
	}
	s.Pair = int32(e)
	if el.Run >= 3 {
		s.Card = int32(e)
	}
}

func (r *Extractor) setHeadingOdds() {
	var open [headingRanks]float32 // by rank: the odds of the last heading, 0 for none
	for i := range r.p.Blocks {
		if tags := r.p.Elements[r.p.Blocks[i].Element].Kinds & measure.Headings; tags != 0 {
			level := HeadingRank(tags)
			open[level] = r.wordOdds[i].mean
			clear(open[level+1:])
		}
		r.headingOdds = append(r.headingOdds, slices.Min(open[:]))
	}
}

const headingRanks = 5

// HeadingRank returns the rank of a heading by its tag: 0 for h1 to 3 for h4 and below, 4 for
// headings by their role alone.
func HeadingRank(tags measure.ElementKinds) int {
	for level, tag := range [...]measure.ElementKinds{measure.H1, measure.H2, measure.H3, measure.H456} {
		if tags&tag != 0 {
			return level
		}
	}
	return headingRanks - 1
}

// titleMatch is how much a block shares with the title and the description of the page: the share of
// the block's words that the title has, the share of the title that the block has, and the share
// of the block's words that the description has.
type titleMatch struct{ title, share, description float32 }

// How many words of the title and the description are compared with blocks.
const (
	maxTitle       = 40
	maxDescription = 60
)

// Limits of what shows the title or the description. The model was trained with these values.
const (
	minTitleScore       = 0.3 // of the block that shows the title: title times share
	headingTitleFactor  = 1.5
	linkedTitleFactor   = 0.6
	minDescriptionWords = 4   // of a block, and of the description, that are compared
	minDescriptionBlock = 6   // hashed words of the block that shows the description
	minDescriptionShare = 0.7 // of its words that the description has
)

func (r *Extractor) locateTitle() {
	r.titleWords.set(r.hints.Title, maxTitle)
	r.descriptionWords.set(r.hints.Description, maxDescription)
	r.titleBloom = bloom(r.titleWords)
	description := bloom(r.descriptionWords)
	r.titleAt, r.descriptionAt = -1, -1
	best, described := float32(minTitleScore), float32(0)
	for i := range r.p.Blocks {
		b := &r.p.Blocks[i]
		words := r.p.Words[b.FirstWord : b.FirstWord+int32(b.HashedWords)]
		var m titleMatch
		if b.Bloom&r.titleBloom != 0 && b.Words <= maxTitle {
			n := r.titleWords.shared(words)
			m.title = n / float32(len(words))
			m.share = n / float32(min(len(r.titleWords), measure.MaxHashedWords))
			score := m.title * m.share
			if r.p.Elements[b.Element].Kinds&measure.Headings != 0 {
				score *= headingTitleFactor
			}
			if b.LinkWords > 0 {
				score *= linkedTitleFactor
			}
			if score > best {
				best, r.titleAt = score, int32(i)
			}
		}
		if b.Bloom&description != 0 && b.Words >= minDescriptionWords && len(r.descriptionWords) >= minDescriptionWords {
			n := r.descriptionWords.shared(words)
			m.description = n / float32(len(words))
			if len(words) >= minDescriptionBlock && m.description > minDescriptionShare && n > described {
				described, r.descriptionAt = n, int32(i)
			}
		}
		r.matches = append(r.matches, m)
	}
}

// appendTextHashes appends the hashes of the words of s, until out has so many. Words are those of
// measure.Page.Words: of ASCII letters and digits, apostrophes and all bytes beyond ASCII.
func appendTextHashes(out []uint32, s string, most int) []uint32 {
	start := -1
	for i := 0; i <= len(s) && len(out) < most; i++ {
		letter := i < len(s) && (s[i] >= 0x80 || s[i] == '\'' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || s[i] >= '0' && s[i] <= '9')
		switch {
		case letter && start < 0:
			start = i
		case !letter && start >= 0:
			out = append(out, measure.HashWord(s[start:i]))
			start = -1
		}
	}
	return out
}

func bloom(words []uint32) uint64 {
	var set uint64
	for _, h := range words {
		set |= measure.BloomBit(h)
	}
	return set
}

type wordSet []uint32

func (w *wordSet) set(text string, most int) { *w = appendTextHashes((*w)[:0], text, most) }

func (w wordSet) shared(list []uint32) float32 {
	n := 0
	for _, h := range list {
		if slices.Contains(w, h) {
			n++
		}
	}
	return float32(n)
}
