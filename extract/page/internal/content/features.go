package content

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Vector are the features of one block.
type Vector [FeatureCount]float32

// The numbered features of a block. Those of tags and classes follow from
// firstTag and firstGroup on: 2 on the element, its parent or grandparent, 1
// further up, 0 nowhere.
const (
	fWords = iota
	fLinkDensity
	fBold
	fWordLength
	fCommas
	fStops
	fDigits
	fUpper
	fMarks
	fLast
	fFirst
	fLinks
	fPosBlocks
	fPosWords
	fIndex
	fLeft
	fFromH1
	fTitleShare
	fLexMean
	fLexMin
	fLexMax
	fPriorOwn
	fPriorUp
	fPriorSum
	fPriorMin
	fPriorMax
	fDepth
	fRun
	fRunNear
	fRunWords
	fRepeat
	fKin
	fKinWords
	fHeadLex
	fHeadLexMin
	fHeadDistance
	fHeadLevel
	fInDense
	fNearDense
	fPrevWords
	fPrevLinks
	fPrevKin
	fPrevHead
	fPrev2Words
	fPrev2Links
	fNextWords
	fNextLinks
	fNextKin
	fNextHead
	fNext2Words
	fNext2Links
	fAroundWords
	fPageWords
	fPageBlocks
	fPageLinks
	fPageProse
	fPageParas
	fPageArticles
	fPageMain
	fPageRun
	fPageCode
	fPageList
	fPageType
	fPageThing
	fPagePath
	fPageForm
	fNoscript
	fKind
	firstLevel = fKind + KindCount

	// Those from firstOfPage to firstLevel are the same for all blocks of a page.
	firstOfPage = fPageWords
)

// perLevel features describe each of the levels containers around a block.
const (
	levels   = 4
	lWords   = 0
	lLinks   = 1
	lBlocks  = 2
	lProse   = 3
	lShare   = 4
	lRun     = 5
	lLabel   = 6
	perLevel = 7

	firstTag   = firstLevel + levels*perLevel
	firstGroup = firstTag + measure.ElementKindCount
	firstPlace = firstGroup + measure.ClassTopicCount

	// FirstScore is the first feature that is made of the scores of the first
	// forest, and so is known to the second one only.
	FirstScore = firstPlace + placeCount

	// FeatureCount is the number of features of a block.
	FeatureCount = FirstScore + scoreCount
)

// OfPage reports whether a feature is the same for all blocks of a page.
func OfPage(feature int) bool { return feature >= firstOfPage && feature < firstLevel }

// sums are running totals over the blocks before an index.
type sums struct {
	words, links, prose, paras int32
}

// Reader computes the features of the blocks of a page, one page after the
// other. The zero value is ready for Begin.
type Reader struct {
	p         *measure.Page
	hints     Hints
	lex       *Lexicon
	sums      []sums // len(blocks)+1
	prior     []prior
	spoken    []spoken // by token: what the lexicon says of the list that begins with it
	heads     []int32  // by block: the heading above, -1 for none
	sections  []int32  // by block: where the next heading stands, or the end
	kinOf     []int32  // by block: the number of its kind
	scored    scored
	pageSigns []uint32
	repeat    []uint8 // by block: how often its text came before
	kin       []kin   // by kind
	signs     numbering
	prints    numbering
	copies    []uint8   // by number of print
	mass      []int32   // by element: the words of prose directly inside
	lexes     []lexis   // by block
	matches   []match   // by block
	paths     []float32 // by block: what the lexicon says of the headings above, the least
	stands    []standing
	heights   []int16 // by element: steps down to the densest, from 1; 0 not around it
	articles  []int32 // the elements that are articles
	firsts    []int32 // by number of print: the block that stays, see dropCopies
	units     []unit
	layouts   []int32 // the elements that are tables which lay out the page
	parts     []int32 // len(elems)+1: sections before, see plain
	items     []int32 // the elements that are items of lists which leaveOut left out
	h1        int32
	dense     int32 // element with the most prose directly inside
	denser    int32 // its parent
	title     uint64
	// titleAt and descriptionAt are the blocks that show them, -1 for none.
	titleAt, descriptionAt       int32
	titleWords, descriptionWords wordSet
	page                         [firstLevel]float32 // the features of the page, set once
}

type kin struct{ blocks, words int32 }

// prior is what the class words of an element and its ancestors say.
type prior struct {
	own, sum, low, high float32
}

func isProse(b *measure.TextBlock) bool {
	return b.Words >= 20 && b.LinkWords*2 < b.Words
}

// Begin turns to a page.
func (r *Reader) Begin(p *measure.Page, hints Hints, lex *Lexicon) {
	n, elems := len(p.Blocks), len(p.Elements)
	*r = Reader{p: p, hints: hints, lex: lex, h1: -1, dense: -1, denser: -1,
		sums: room(r.sums, n+1), heads: room(r.heads, n), sections: zeroed(r.sections, n), kinOf: room(r.kinOf, n), repeat: room(r.repeat, n),
		lexes: room(r.lexes, n), matches: room(r.matches, n), paths: room(r.paths, n),
		prior: room(r.prior, elems), spoken: zeroed(r.spoken, len(p.Tokens)+1), stands: room(r.stands, elems), mass: zeroed(r.mass, elems), heights: zeroed(r.heights, elems),
		kin: r.kin[:0], signs: r.signs, prints: r.prints, copies: r.copies[:0], articles: r.articles[:0], units: r.units[:0], firsts: r.firsts, layouts: r.layouts[:0], items: r.items[:0], parts: r.parts,
		titleWords: r.titleWords, descriptionWords: r.descriptionWords, scored: r.scored, pageSigns: r.pageSigns}
	r.signs.reset(n)
	r.prints.reset(n)
	r.total()
	r.priors()
	r.standings()
	r.headPaths()
	r.entitle()
	r.whole()
}

// total walks the blocks once for everything that needs all of them.
func (r *Reader) total() {
	var s sums
	head := int32(-1)
	for i := range r.p.Blocks {
		b := &r.p.Blocks[i]
		r.sums = append(r.sums, s)
		r.heads = append(r.heads, head)
		tags := r.p.Elements[b.Element].Kinds
		if tags&(measure.H1|measure.H2|measure.H3|measure.H456|measure.Heading) != 0 {
			head = int32(i)
		}
		if r.h1 < 0 && r.p.Elements[b.Element].AnyKinds&measure.H1 != 0 {
			r.h1 = int32(i)
		}
		s.words += b.Words
		s.links += b.LinkWords
		if isProse(b) {
			s.prose += b.Words
			s.paras++
			if up := r.p.Elements[b.Element].Parent; up >= 0 {
				r.mass[up] += b.Words
			}
		}
		r.lexes = append(r.lexes, r.lexical(b))
		r.relate(b)
	}
	r.sums = append(r.sums, s)
	n := int32(len(r.p.Blocks))
	for i, to := n-1, n; i >= 0; i-- {
		r.sections[i] = to
		if r.p.Elements[r.p.Blocks[i].Element].Kinds&headings != 0 {
			to = i
		}
	}
	best := int32(0)
	for e, words := range r.mass {
		if words > best {
			best, r.dense = words, int32(e)
		}
	}
	if r.dense >= 0 {
		r.denser = r.p.Elements[r.dense].Parent
	}
}

// relate counts a block among those of its kind and those with its text.
func (r *Reader) relate(b *measure.TextBlock) {
	k := r.signs.of(r.sign(b))
	if int(k) == len(r.kin) {
		r.kin = append(r.kin, kin{})
	}
	r.kin[k].blocks++
	r.kin[k].words += b.Words
	r.kinOf = append(r.kinOf, k)
	before := uint8(0)
	if b.Words >= 4 {
		text := r.prints.of(b.Fingerprint)
		if int(text) == len(r.copies) {
			r.copies = append(r.copies, 0)
		}
		before = r.copies[text]
		r.copies[text] = min(before, 254) + 1
	}
	r.repeat = append(r.repeat, before)
}

// sign tells kinds of blocks apart by the tags and classes around.
func (r *Reader) sign(b *measure.TextBlock) uint64 {
	el := &r.p.Elements[b.Element]
	h := uint64(el.Signature)
	if b.Leaf != b.Element {
		h ^= uint64(r.p.Elements[b.Leaf].Signature) << 7
	}
	if el.Parent >= 0 {
		up := &r.p.Elements[el.Parent]
		h = h<<20 ^ uint64(up.Signature)
		if up.Parent >= 0 {
			h = h<<20 ^ uint64(r.p.Elements[up.Parent].Signature)
		}
	}
	return h
}

func (r *Reader) priors() {
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		own := r.classOdds(el)
		sum, low, high := own, min(own, 0), max(own, 0)
		if el.Parent >= 0 {
			up := &r.prior[el.Parent]
			sum += up.sum
			low, high = min(low, up.low), max(high, up.high)
		}
		r.prior = append(r.prior, prior{own: own, sum: sum, low: low, high: high})
	}
}

// spoken is what the lexicon says of so many tokens.
type spoken struct {
	tokens int16
	odds   float32
}

// classOdds asks the lexicon about the words of an element, once about those that
// elements share.
func (r *Reader) classOdds(el *measure.Element) float32 {
	known := &r.spoken[el.FirstToken]
	if known.tokens != el.TokenCount {
		*known = spoken{el.TokenCount, r.lex.class(r.p.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)])}
	}
	return known.odds
}

func ratio(a, b int32) float32 {
	if b == 0 {
		return 0
	}
	return float32(a) / float32(b)
}
