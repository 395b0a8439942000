package features

import (
	"math/bits"
	"sync"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// BlockFeatures sets f to the features of block i, but for those from FirstScore on, see
// StackedFeatures. Call Begin before.
func (r *Extractor) BlockFeatures(i int, f *FeatureVector) {
	copy(f[:], r.pageFeatures[:])
	*(*[FirstPageFeature]float32)(f[:]) = r.ownFeatures(i)
	r.containerFeatures(i, f)
	b := &r.p.Blocks[i]
	leaf := &r.p.Elements[b.Leaf]
	tags, class := r.p.Near(b.Leaf)
	if b.Leaf != b.Element {
		more, groups := r.p.Near(b.Element)
		tags, class = tags|more, class|groups
	}
	degrees(f[firstKind:][:measure.ElementKindCount], uint64(leaf.AnyKinds), uint64(tags))
	degrees(f[firstTopic:][:measure.ClassTopicCount], uint64(leaf.AnyTopics), uint64(class))
	*(*[positionCount]float32)(f[firstPosition:]) = r.positionFeatures(i)
}

// aroundBlocks is how many blocks on each side count for the mean words around.
const aroundBlocks = 5

// ownFeatures returns the features of a block and of the blocks around it.
func (r *Extractor) ownFeatures(i int) [FirstPageFeature]float32 {
	b, n := &r.p.Blocks[i], len(r.p.Blocks)
	leaf, odds, like, own := &r.p.Elements[b.Leaf], &r.wordOdds[i], r.signatures[r.signatureOf[i]], r.classPriors[b.Leaf]
	var first, ofTitle, ofParent, runNear, runWords float32
	if b.First >= 'A' && b.First <= 'Z' {
		first = 1
	} else if b.First >= 0x80 || b.First == '"' {
		first = 2
	}
	if b.Bloom != 0 && b.Words <= maxTitle {
		ofTitle = float32(bits.OnesCount64(b.Bloom&r.titleBloom)) / float32(bits.OnesCount64(b.Bloom))
	}
	if leaf.Parent >= 0 {
		ofParent = r.classPriors[leaf.Parent].own
	}
	around := &r.contexts[b.Element]
	if around.Card >= 0 {
		el := &r.p.Elements[around.Card]
		runNear, runWords = float32(el.Run), float32(r.Words(el))
	}
	var above wordOddsStats
	fromHeading, level := float32(-1), float32(0)
	if h := r.headingAbove[i]; h >= 0 {
		above, fromHeading = r.wordOdds[h], float32(i-int(h))
		level = float32(bits.TrailingZeros64(uint64(r.p.Elements[r.p.Blocks[h].Element].Kinds & measure.Headings)))
	}
	prev, prev2, next, next2 := r.neighbour(i, i-1), r.neighbour(i, i-2), r.neighbour(i, i+1), r.neighbour(i, i+2)
	lo, hi := max(0, i-aroundBlocks), min(n, i+aroundBlocks+1)
	return [...]float32{
		float32(b.Words),
		ratio(b.LinkWords, b.Words),
		ratio(b.BoldWords, b.Words),
		ratio(b.Bytes, b.Words),
		ratio(b.Commas, b.Words),
		ratio(b.Stops, b.Words),
		ratio(b.Digits, b.Bytes),
		ratio(b.Upper, b.Bytes),
		float32(b.Marks),
		lastNumber(b.Last),
		first, // 1 begins with an upper-case letter, 2 with a quote or beyond ASCII
		float32(b.Links),
		float32(i) / float32(n), ratio(r.sums[i].words, r.sums[n].words), // shares of the blocks and the words that stand before
		float32(i), float32(n - i),
		blocksSince(i, r.h1),
		ofTitle, // share of the Bloom bits that the title has
		odds.mean, odds.low, odds.high,
		own.own, ofParent, own.sum, own.low, own.high, // odds of the class names
		float32(leaf.Depth),
		float32(around.longestRun), runNear, runWords, // the last two of ElementContext.Card
		float32(r.copiesBefore[i]),
		float32(like.blocks), ratio(like.words, like.blocks),
		above.mean, above.low, fromHeading, level, // of the heading above
		r.holds(r.densest, i), r.holds(r.denseParent, i),
		prev[0], prev[1], prev[2], prev[3], prev2[0], prev2[1],
		next[0], next[1], next[2], next[3], next2[0], next2[1],
		float32(r.sums[hi].words-r.sums[lo].words) / float32(hi-lo),
	}
}

type wordOddsStats struct{ mean, low, high float32 }

func lastNumber(c byte) float32 {
	switch c {
	case '.', '!', '?':
		return 3
	case ':':
		return 2
	case '"', ')', 0x9D, 0x99: // 0x9D and 0x99 end the UTF-8 of ” and ’
		return 1
	case ',', ';', '-':
		return 4
	}
	return 0
}

// neighbour returns four features of block j relative to block i: words, link density, likeness (1 for the same parent, and
// 1 for the same signature) and whether it is a heading. All are -1 if block j does not exist.
func (r *Extractor) neighbour(i, j int) [4]float32 {
	if j < 0 || j >= len(r.p.Blocks) {
		return [4]float32{-1, -1, -1, -1}
	}
	o := &r.p.Blocks[j]
	be, oe := &r.p.Elements[r.p.Blocks[i].Element], &r.p.Elements[o.Element]
	var like, heading float32
	if be.Parent == oe.Parent {
		like = 1
	}
	if be.Signature == oe.Signature {
		like++
	}
	if oe.Kinds&measure.Headings != 0 {
		heading = 1
	}
	return [4]float32{float32(o.Words), ratio(o.LinkWords, o.Words), like, heading}
}

// containerFeatures sets the features of the elements around a block.
func (r *Extractor) containerFeatures(i int, f *FeatureVector) {
	all := r.sums[len(r.p.Blocks)].words
	for level, e := range r.containers(i) {
		g := (*[perLevel]float32)(f[EndPageFeatures+level*perLevel:])
		if e < 0 {
			*g = [perLevel]float32{-1, -1, -1, -1, -1, -1, -1}
			continue
		}
		el := &r.p.Elements[e]
		s, t := &r.sums[el.First], &r.sums[el.End]
		words := t.words - s.words
		*g = [...]float32{float32(words), ratio(t.links-s.links, words), float32(el.End - el.First), ratio(t.prose-s.prose, words), ratio(words, all),
			float32(el.Run), r.contexts[e].labelOdds}
	}
}

// containers returns the nearest elements around block i from the inside out, each with more blocks than the one
// before, -1 for none.
func (r *Extractor) containers(i int) (around [levels]int32) {
	e := r.p.Blocks[i].Element
	if el := &r.p.Elements[e]; el.End-el.First <= 1 {
		e = r.contexts[e].Wider
	}
	for level := range around {
		if around[level] = e; e >= 0 {
			e = r.contexts[e].Wider
		}
	}
	return around
}

// holds returns 1 if block i is in element e, else 0, also for e = -1.
func (r *Extractor) holds(e int32, i int) float32 {
	if e >= 0 && int32(i) >= r.p.Elements[e].First && int32(i) < r.p.Elements[e].End {
		return 1
	}
	return 0
}

// fourDegrees holds, for each pair of sets of four bits, the sum of both sets bit by bit. The index is
// the first set plus 16 times the second.
var fourDegrees = sync.OnceValue(func() *[256][4]float32 {
	t := new([256][4]float32)
	for sets := range uint(256) {
		for bit := range uint(4) {
			t[sets][bit] = float32(sets>>bit&1 + sets>>(bit+4)&1)
		}
	}
	return t
})

func degrees(f []float32, a, b uint64) {
	four := fourDegrees()
	for ; len(f) >= 4; f = f[4:] {
		*(*[4]float32)(f) = four[a&15|b&15<<4]
		a, b = a>>4, b>>4
	}
	for i := range f {
		f[i] = float32(a>>i&1 + b>>i&1)
	}
}

// unknown is the value of a distance to something that the page doesn't have, below all others.
const unknown = -1000

// positionFeatures returns the features of the place where a block stands.
func (r *Extractor) positionFeatures(i int) [positionCount]float32 {
	b, m := &r.p.Blocks[i], &r.matches[i]
	italic, small := r.emphasis(b)
	all := &r.sums[len(r.p.Blocks)]
	before, after := &r.sums[i], &r.sums[i+1]
	s := &r.contexts[b.Element]
	articleShare := float32(-1)
	if s.article >= 0 {
		el := &r.p.Elements[r.articles[s.article]]
		articleShare = ratio(r.sums[el.End].prose-r.sums[el.First].prose, all.prose)
	}
	ordinal, run, share := float32(-1), float32(0), float32(0)
	if s.Pair >= 0 {
		el := &r.p.Elements[s.Pair]
		ordinal, run = float32(el.Order), float32(el.Run)
		share = ratio(r.Words(el), r.Words(&r.p.Elements[el.Parent]))
	}
	return [...]float32{
		float32(b.Words - b.LinkWords),
		italic, small, // 1 begins so, 2 is all so
		m.title, m.share, blocksSince(i, r.titleAt),
		m.description, blocksSince(i, r.descriptionAt),
		s.minLabelOdds,
		r.headingOdds[i],
		ordinal, run, share, // of ElementContext.Pair: its place in its run, from 0, the length of the run, its share in the text of its parent
		float32(s.article), float32(s.articles), articleShare, // which article of the page it is in, how many are around, and the share of that in the prose of the page
		float32(s.stepsUp), float32(s.stepsDown), // to an element around the densest one, and from there
		ratio(before.prose, all.prose), ratio(all.prose-after.prose, all.prose), // shares of the prose of the page
		float32(before.paras), float32(all.paras - after.paras), // blocks of prose
	}
}

func blocksSince(i int, at int32) float32 {
	if at < 0 {
		return unknown
	}
	return float32(i - int(at))
}

// emphasis returns whether a block is in italics, and whether in small or superscript text: 1 for its
// beginning, 2 for all of it, 0 for neither.
func (r *Extractor) emphasis(b *measure.TextBlock) (italic, small float32) {
	for e := b.Leaf; e >= 0 && e != b.Element; e = r.p.Elements[e].Parent {
		el := &r.p.Elements[e]
		much := float32(1)
		if r.p.Next[el.Index] >= b.End {
			much = 2
		}
		switch el.Atom {
		case atom.Em, atom.I:
			italic = much
		case atom.Small, atom.Sup:
			small = much
		}
	}
	return italic, small
}
