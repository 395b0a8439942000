package features

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// ElementContext is what is known of an element for all blocks in it.
type ElementContext struct {
	labelOdds          float32 // the word odds of the short text that it begins with
	minLabelOdds       float32 // the least of those of the elements around
	article            int32   // the innermost article around, by number, -1 for none
	articles           int16   // how many are around
	stepsUp, stepsDown int16   // steps to the densest element: up to one around both, then down
	wider              int32   // the nearest element around that holds more, -1 for none
	longestRun         int32   // the longest run of like elements that it or one around is in
	Card               int32   // the nearest element, or itself, of a run of three with more than a block
	Pair               int32   // the same of a run of two
	RowItem            int32   // the same of a run of three, whatever it holds, but outside of paragraphs
}

// maxLabel is how many words the label of an element has at most.
const maxLabel = 8

// setElementContexts visits the elements once, parents first.
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

// inherit takes over the fields of the parent. It copies them one by one: they were
// written so shortly before that a copy of the whole waits for them.
func (s *ElementContext) inherit(up *ElementContext) {
	s.minLabelOdds, s.article, s.articles, s.stepsUp, s.stepsDown = up.minLabelOdds, up.article, up.articles, up.stepsUp, up.stepsDown
	s.wider, s.longestRun, s.Card, s.Pair, s.RowItem = up.wider, up.longestRun, up.Card, up.Pair, up.RowItem
}

// setRuns sets the runs of like elements that element e is in.
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

// setHeadingOdds sets, for each block, the least odds of the headings that it is under,
// of whatever level.
func (r *Extractor) setHeadingOdds() {
	var open [5]float32
	for i := range r.p.Blocks {
		if tags := r.p.Elements[r.p.Blocks[i].Element].Kinds & measure.Headings; tags != 0 {
			level := HeadingRank(tags)
			open[level] = r.wordOdds[i].mean
			clear(open[level+1:])
		}
		r.headingOdds = append(r.headingOdds, slices.Min(open[:]))
	}
}

// HeadingRank orders headings by their tags: 0 for h1 to 3 for h4 and below, 4 for others.
func HeadingRank(tags measure.ElementKinds) int {
	for level, tag := range [...]measure.ElementKinds{measure.H1, measure.H2, measure.H3, measure.H456} {
		if tags&tag != 0 {
			return level
		}
	}
	return 4
}

// titleMatch is how much a block shares with the title and the description of the page.
type titleMatch struct{ title, share, description float32 }

// How many words of the title and the description are compared with blocks.
const (
	maxTitle       = 40
	maxDescription = 60
)

// locateTitle finds the blocks that show the title and the description.
func (r *Extractor) locateTitle() {
	r.titleWords.set(r.hints.Title, maxTitle)
	r.descriptionWords.set(r.hints.Description, maxDescription)
	r.titleBloom = bloom(r.titleWords)
	description := bloom(r.descriptionWords)
	r.titleAt, r.descriptionAt = -1, -1
	best, described := float32(0.3), float32(0)
	for i := range r.p.Blocks {
		b := &r.p.Blocks[i]
		words := r.p.Words[b.FirstWord : b.FirstWord+int32(b.HashedWords)]
		var m titleMatch
		if b.Bloom&r.titleBloom != 0 && b.Words <= maxTitle {
			n := r.titleWords.shared(words)
			m.title = n / float32(len(words))
			m.share = n / float32(min(len(r.titleWords), measure.MaxHashedWords))
			if score := r.titleScore(b, m.title*m.share); score > best {
				best, r.titleAt = score, int32(i)
			}
		}
		if b.Bloom&description != 0 && b.Words >= 4 && len(r.descriptionWords) >= 4 {
			n := r.descriptionWords.shared(words)
			m.description = n / float32(len(words))
			if len(words) >= 6 && m.description > 0.7 && n > described {
				described, r.descriptionAt = n, int32(i)
			}
		}
		r.matches = append(r.matches, m)
	}
}

// titleScore prefers headings to other text, and that to links.
func (r *Extractor) titleScore(b *measure.TextBlock, score float32) float32 {
	if r.p.Elements[b.Element].Kinds&measure.Headings != 0 {
		score *= 1.5
	}
	if b.LinkWords > 0 {
		score *= 0.6
	}
	return score
}

// wordHashes appends the hashes of the first words of s, as package measure computes
// them.
func wordHashes(out []uint32, s string, most int) []uint32 {
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

// bloom has a bit for each of the words, as TextBlock.Bloom has.
func bloom(words []uint32) uint64 {
	var set uint64
	for _, h := range words {
		set |= bloomBit(h)
	}
	return set
}

func bloomBit(hash uint32) uint64 { return 1 << (hash * 0x9E3779B1 >> 26) }

// wordSet is a set of a few words by their hashes.
type wordSet []uint32

// set makes it the set of the first words of a text.
func (w *wordSet) set(text string, most int) { *w = wordHashes((*w)[:0], text, most) }

// shared counts the words of a list that are in the set.
func (w wordSet) shared(list []uint32) float32 {
	n := 0
	for _, h := range list {
		if slices.Contains(w, h) {
			n++
		}
	}
	return float32(n)
}
