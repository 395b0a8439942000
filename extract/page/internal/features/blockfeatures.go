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
	r.ownFeatures(i, f)
	r.neighbourFeatures(i, f)
	r.containerFeatures(i, f)
	r.contextFeatures(i, f)
	r.positionFeatures(i, f)
}

func (r *Extractor) ownFeatures(i int, f *FeatureVector) {
	b := &r.p.Blocks[i]
	n := len(r.p.Blocks)
	all := r.sums[n].words
	f[fWords] = float32(b.Words)
	f[fLinkDensity] = ratio(b.LinkWords, b.Words)
	f[fBold] = ratio(b.BoldWords, b.Words)
	f[fWordLength] = ratio(b.Bytes, b.Words)
	f[fCommas] = ratio(b.Commas, b.Words)
	f[fStops] = ratio(b.Stops, b.Words)
	f[fDigits] = ratio(b.Digits, b.Bytes)
	f[fUpper] = ratio(b.Upper, b.Bytes)
	f[fMarks] = float32(b.Marks)
	f[fLast] = lastNumber(b.Last)
	if b.First >= 'A' && b.First <= 'Z' {
		f[fFirst] = 1
	} else if b.First >= 0x80 || b.First == '"' {
		f[fFirst] = 2
	} else {
		f[fFirst] = 0
	}
	f[fLinks] = float32(b.Links)
	f[fPosBlocks] = float32(i) / float32(n)
	f[fPosWords] = ratio(r.sums[i].words, all)
	f[fIndex] = float32(i)
	f[fBlocksAfter] = float32(n - i)
	f[fFromH1] = unknown
	if r.h1 >= 0 {
		f[fFromH1] = float32(i - int(r.h1))
	}
	f[fTitleShare] = 0
	if b.Bloom != 0 && b.Words <= maxTitle {
		f[fTitleShare] = float32(bits.OnesCount64(b.Bloom&r.titleBloom)) / float32(bits.OnesCount64(b.Bloom))
	}
	l := &r.wordOdds[i]
	f[fLexMean], f[fLexMin], f[fLexMax] = l.mean, l.low, l.high
	f[fRepeat] = float32(r.copiesBefore[i])
	k := r.signatures[r.signatureOf[i]]
	f[fSignature] = float32(k.blocks)
	f[fSignatureWords] = ratio(k.words, k.blocks)
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

// aroundBlocks is how many blocks on each side count for fAroundWords.
const aroundBlocks = 5

func (r *Extractor) neighbourFeatures(i int, f *FeatureVector) {
	r.neighbourAt(i, i-1, f, fPrevWords)
	r.neighbourAt(i, i+1, f, fNextWords)
	f[fPrev2Words], f[fPrev2Links] = r.farNeighbour(i - 2)
	f[fNext2Words], f[fNext2Links] = r.farNeighbour(i + 2)
	n := len(r.p.Blocks)
	lo, hi := max(0, i-aroundBlocks), min(n, i+aroundBlocks+1)
	f[fAroundWords] = float32(r.sums[hi].words-r.sums[lo].words) / float32(hi-lo)
	f[fHeadLex], f[fHeadLexMin], f[fHeadDistance], f[fHeadLevel] = 0, 0, -1, 0
	if h := r.headingAbove[i]; h >= 0 {
		head := &r.p.Blocks[h]
		f[fHeadLex], f[fHeadLexMin] = r.wordOdds[h].mean, r.wordOdds[h].low
		f[fHeadDistance] = float32(i - int(h))
		f[fHeadLevel] = float32(bits.TrailingZeros64(uint64(r.p.Elements[head.Element].Kinds & measure.Headings)))
	}
}

// neighbourAt sets the four features from number at on to those of block j relative to block
// i: words, link density, likeness (1 for the same parent, and 1 for the same signature) and
// whether it is a heading. All are -1 if block j does not exist.
func (r *Extractor) neighbourAt(i, j int, f *FeatureVector, at int) {
	f[at], f[at+1], f[at+2], f[at+3] = -1, -1, -1, -1
	if j < 0 || j >= len(r.p.Blocks) {
		return
	}
	b, o := &r.p.Blocks[i], &r.p.Blocks[j]
	f[at], f[at+1], f[at+2], f[at+3] = float32(o.Words), ratio(o.LinkWords, o.Words), 0, 0
	be, oe := &r.p.Elements[b.Element], &r.p.Elements[o.Element]
	if be.Parent == oe.Parent {
		f[at+2] = 1
	}
	if be.Signature == oe.Signature {
		f[at+2]++
	}
	if oe.Kinds&measure.Headings != 0 {
		f[at+3] = 1
	}
}

// farNeighbour returns the words and the link density of block j, or -1 for both if it does
// not exist.
func (r *Extractor) farNeighbour(j int) (words, links float32) {
	if j < 0 || j >= len(r.p.Blocks) {
		return -1, -1
	}
	o := &r.p.Blocks[j]
	return float32(o.Words), ratio(o.LinkWords, o.Words)
}

// containerFeatures sets the features of the runs that a block is in, and of the elements around it.
func (r *Extractor) containerFeatures(i int, f *FeatureVector) {
	all := r.sums[len(r.p.Blocks)].words
	around := &r.contexts[r.p.Blocks[i].Element]
	f[fRun], f[fRunNear], f[fRunWords] = float32(around.longestRun), 0, 0
	if around.Card >= 0 {
		el := &r.p.Elements[around.Card]
		f[fRunNear], f[fRunWords] = float32(el.Run), float32(r.Words(el))
	}
	f[fInDense], f[fNearDense] = r.holds(r.densest, i), r.holds(r.denseParent, i)
	for level, e := range r.containers(i) {
		g := f[EndPageFeatures+level*perLevel:][:perLevel]
		if e < 0 {
			for j := range g {
				g[j] = -1
			}
			continue
		}
		el := &r.p.Elements[e]
		s, t := &r.sums[el.First], &r.sums[el.End]
		g[lWords] = float32(t.words - s.words)
		g[lLinks] = ratio(t.links-s.links, t.words-s.words)
		g[lBlocks] = float32(el.End - el.First)
		g[lProse] = ratio(t.prose-s.prose, t.words-s.words)
		g[lShare] = ratio(t.words-s.words, all)
		g[lRun] = float32(el.Run)
		g[lLabel] = r.contexts[e].labelOdds
	}
}

// containers returns the nearest elements around block i from the inside out, each with more blocks than the one
// before, -1 for none.
func (r *Extractor) containers(i int) (around [levels]int32) {
	e := r.p.Blocks[i].Element
	if el := &r.p.Elements[e]; el.End-el.First <= 1 {
		e = r.contexts[e].wider
	}
	for level := range around {
		if around[level] = e; e >= 0 {
			e = r.contexts[e].wider
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

func (r *Extractor) contextFeatures(i int, f *FeatureVector) {
	b := &r.p.Blocks[i]
	leaf := &r.p.Elements[b.Leaf]
	f[fDepth] = float32(leaf.Depth)
	own := r.classPriors[b.Leaf]
	f[fPriorOwn], f[fPriorSum], f[fPriorMin], f[fPriorMax] = own.own, own.sum, own.low, own.high
	f[fPriorUp] = 0
	if leaf.Parent >= 0 {
		f[fPriorUp] = r.classPriors[leaf.Parent].own
	}
	tags, class := r.p.Near(b.Leaf)
	if b.Leaf != b.Element {
		more, groups := r.p.Near(b.Element)
		tags, class = tags|more, class|groups
	}
	degrees(f[firstKind:][:measure.ElementKindCount], uint64(leaf.AnyKinds), uint64(tags))
	degrees(f[firstTopic:][:measure.ClassTopicCount], uint64(leaf.AnyTopics), uint64(class))
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

// The features of the place where a block stands, from firstPosition on.
const (
	pUnlinked        = iota // words outside of links
	pEmphasis               // 1 begins with italics, 2 is all italic
	pSmall                  // the same for small and superscript text
	pTitle                  // share of its words that the title has
	pTitleWhole             // share of the title that it has
	pFromTitle              // blocks since the one that shows the title
	pDescription            // share of its words that the description has
	pFromDescription        // blocks since the one that shows the description
	pLabelMin               // see ElementContext.minLabelOdds
	pHeadPath               // the least mean odds of the headings it is under
	pOrdinal                // place of ElementContext.Pair in its run, from 0
	pOrdinalRun             // length of that run
	pOrdinalShare           // share of that element in the text of its parent
	pArticle                // which article of the page it is in
	pArticles               // how many articles are around
	pArticleShare           // share of that article in the prose of the page
	pStepsUp                // steps up to an element around the densest one
	pStepsDown              // steps from there down to the densest
	pProseBefore            // share of the prose of the page
	pProseAfter
	pParasBefore // blocks of prose
	pParasAfter
	positionCount
)

// unknown is the value of a distance to something that the page doesn't have, below all others.
const unknown = -1000

func (r *Extractor) positionFeatures(i int, f *FeatureVector) {
	b := &r.p.Blocks[i]
	g := f[firstPosition:][:positionCount]
	g[pUnlinked] = float32(b.Words - b.LinkWords)
	g[pEmphasis], g[pSmall] = r.emphasis(b)
	m := &r.matches[i]
	g[pTitle], g[pTitleWhole], g[pDescription] = m.title, m.share, m.description
	g[pFromTitle], g[pFromDescription] = blocksSince(i, r.titleAt), blocksSince(i, r.descriptionAt)
	all := &r.sums[len(r.p.Blocks)]
	before, after := &r.sums[i], &r.sums[i+1]
	s := &r.contexts[b.Element]
	g[pLabelMin], g[pHeadPath] = s.minLabelOdds, r.headingOdds[i]
	g[pArticle], g[pArticles], g[pArticleShare] = float32(s.article), float32(s.articles), -1
	if s.article >= 0 {
		el := &r.p.Elements[r.articles[s.article]]
		g[pArticleShare] = ratio(r.sums[el.End].prose-r.sums[el.First].prose, all.prose)
	}
	g[pStepsUp], g[pStepsDown] = float32(s.stepsUp), float32(s.stepsDown)
	g[pProseBefore] = ratio(before.prose, all.prose)
	g[pProseAfter] = ratio(all.prose-after.prose, all.prose)
	g[pParasBefore] = float32(before.paras)
	g[pParasAfter] = float32(all.paras - after.paras)
	g[pOrdinal], g[pOrdinalRun], g[pOrdinalShare] = -1, 0, 0
	if s.Pair >= 0 {
		el := &r.p.Elements[s.Pair]
		g[pOrdinal], g[pOrdinalRun] = float32(el.Order), float32(el.Run)
		g[pOrdinalShare] = ratio(r.Words(el), r.Words(&r.p.Elements[el.Parent]))
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
