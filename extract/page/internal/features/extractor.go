// Package features computes what the learned model knows of each block of text of a
// measured page: its words, the elements and headings around it, its place on the page, and
// the page itself.
package features

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// sums are running totals over the blocks before an index.
type sums struct {
	words, links, prose, paras int32
}

// Extractor computes the features of the blocks of a page, one page after the other in the
// same memory. The zero value is ready for Begin; it serves one goroutine at a time.
type Extractor struct {
	p       *measure.Page
	hints   Hints
	lexicon *Lexicon

	// By block. sums has one more, the totals of the page.
	sums         []sums
	wordOdds     []wordOddsStats
	matches      []titleMatch
	headingAbove []int32   // the block of the nearest heading above, -1 for none
	headingOdds  []float32 // the least word odds of the headings above, of any level
	nextHeading  []int32   // the block of the next heading, or the number of blocks
	signatureOf  []int32   // an index of signatures
	copiesBefore []uint8   // how many blocks before have its text
	signatures   []signatureStats
	signatureIDs interner
	textIDs      interner
	copyCounts   []uint8 // by number of textIDs
	stacked      stackedScores
	pageFeatures PageFeatures
	pageTokens   []uint32

	// By element.
	classPriors []classPrior
	contexts    []ElementContext
	proseWords  []int32 // words of prose directly inside
	heights     []int16 // steps down to the densest element, from 1; 0 not around it

	articles                     []int32 // the elements that are articles
	h1                           int32   // the first block in an h1, -1 for none
	densest, denseParent         int32   // the element with the most prose directly inside, and its parent; -1 for none
	titleAt, descriptionAt       int32   // the blocks that show the title and the description, -1 for none
	titleBloom                   uint64
	titleWords, descriptionWords wordSet
}

type signatureStats struct{ blocks, words int32 }

// classPrior holds the odds from the class names of an element (own) and of all elements
// around it.
type classPrior struct {
	own, sum, low, high float32
}

// IsProse reports whether a block is long and mostly outside of links.
func IsProse(b *measure.TextBlock) bool {
	const minProseWords = 20
	return b.Words >= minProseWords && b.LinkWords*2 < b.Words
}

// Begin computes the features of a page, but for those of single blocks. Call it before all other
// methods. The page must not change until the last call for it.
func (r *Extractor) Begin(p *measure.Page, hints Hints, lex *Lexicon) {
	n, elems := len(p.Blocks), len(p.Elements)
	*r = Extractor{p: p, hints: hints, lexicon: lex, h1: -1, densest: -1, denseParent: -1,
		sums: room(r.sums, n+1), wordOdds: room(r.wordOdds, n), matches: room(r.matches, n),
		headingAbove: room(r.headingAbove, n), headingOdds: room(r.headingOdds, n), nextHeading: zeroed(r.nextHeading, n),
		signatureOf: room(r.signatureOf, n), copiesBefore: room(r.copiesBefore, n),
		signatures: r.signatures[:0], signatureIDs: r.signatureIDs, textIDs: r.textIDs, copyCounts: r.copyCounts[:0],
		stacked: r.stacked, pageTokens: r.pageTokens,
		classPriors: room(r.classPriors, elems), contexts: room(r.contexts, elems),
		proseWords: zeroed(r.proseWords, elems), heights: zeroed(r.heights, elems),
		articles: r.articles[:0], titleWords: r.titleWords, descriptionWords: r.descriptionWords}
	r.signatureIDs.reset()
	r.textIDs.reset()
	r.sumBlocks()
	r.setClassPriors()
	r.setElementContexts()
	r.locateTitle()
	r.setPageFeatures()
}

// PageFeatures returns the features that all blocks of the page share.
func (r *Extractor) PageFeatures() *PageFeatures { return &r.pageFeatures }

// PageTypeOdds returns the mean log odds of a type by the tokens of the page, see
// [PageTypeTokens].
func (r *Extractor) PageTypeOdds(t PageType) float32 { return r.pageFeatures[firstTypeOdds+int(t)] }

// Context returns the context of the element at index e.
func (r *Extractor) Context(e int32) *ElementContext { return &r.contexts[e] }

// Densest returns the element with the most prose directly inside, -1 for none.
func (r *Extractor) Densest() int32 { return r.densest }

// TitleBlock returns the block that shows the title of the page, -1 for none.
func (r *Extractor) TitleBlock() int32 { return r.titleAt }

// SignatureOf returns the number of the signature of block i, below Signatures. Blocks
// have the same signature if their elements and two ancestors have the same tags and
// classes.
func (r *Extractor) SignatureOf(i int) int32 { return r.signatureOf[i] }

// Signatures returns the number of different signatures.
func (r *Extractor) Signatures() int { return len(r.signatures) }

// BlocksLike returns how many blocks have the signature of block i, itself included.
func (r *Extractor) BlocksLike(i int) int32 { return r.signatures[r.signatureOf[i]].blocks }

// Words returns the words inside of an element.
func (r *Extractor) Words(el *measure.Element) int32 {
	return r.sums[el.End].words - r.sums[el.First].words
}

// LinkShare returns the share of the words of an element that are in links, 0 without
// words.
func (r *Extractor) LinkShare(el *measure.Element) float32 {
	return ratio(r.sums[el.End].links-r.sums[el.First].links, r.Words(el))
}

func (r *Extractor) sumBlocks() {
	var s sums
	var open [headingRanks]float32 // by rank: the odds of the last heading, 0 for none
	head := int32(-1)
	for i := range r.p.Blocks {
		b := &r.p.Blocks[i]
		r.sums = append(r.sums, s)
		r.headingAbove = append(r.headingAbove, head)
		if r.p.Elements[b.Element].Kinds&measure.Headings != 0 {
			head = int32(i)
		}
		if r.h1 < 0 && r.p.Elements[b.Element].AnyKinds&measure.H1 != 0 {
			r.h1 = int32(i)
		}
		s.words += b.Words
		s.links += b.LinkWords
		if IsProse(b) {
			s.prose += b.Words
			s.paras++
			if up := r.p.Elements[b.Element].Parent; up >= 0 {
				r.proseWords[up] += b.Words
			}
		}
		var odds wordOddsStats
		odds.mean, odds.low, odds.high = r.lexicon.textOdds(r.p.Words[b.FirstWord : b.FirstWord+int32(b.HashedWords)])
		r.wordOdds = append(r.wordOdds, odds)
		if tags := r.p.Elements[b.Element].Kinds & measure.Headings; tags != 0 {
			level := HeadingRank(tags)
			open[level] = odds.mean
			clear(open[level+1:])
		}
		r.headingOdds = append(r.headingOdds, slices.Min(open[:]))
		r.countDuplicates(b)
	}
	r.sums = append(r.sums, s)
	n := int32(len(r.p.Blocks))
	for i, to := n-1, n; i >= 0; i-- {
		r.nextHeading[i] = to
		if r.p.Elements[r.p.Blocks[i].Element].Kinds&measure.Headings != 0 {
			to = i
		}
	}
	best := int32(0)
	for e, words := range r.proseWords {
		if words > best {
			best, r.densest = words, int32(e)
		}
	}
	if r.densest >= 0 {
		r.denseParent = r.p.Elements[r.densest].Parent
	}
}

// countDuplicates counts a block among those with its signature and those with its text. The count of
// texts stops at 255.
func (r *Extractor) countDuplicates(b *measure.TextBlock) {
	const minCopyWords = 4
	k := r.signatureIDs.number(r.signature(b))
	if int(k) == len(r.signatures) {
		r.signatures = append(r.signatures, signatureStats{})
	}
	r.signatures[k].blocks++
	r.signatures[k].words += b.Words
	r.signatureOf = append(r.signatureOf, k)
	before := uint8(0)
	if b.Words >= minCopyWords {
		text := r.textIDs.number(b.Fingerprint)
		if int(text) == len(r.copyCounts) {
			r.copyCounts = append(r.copyCounts, 0)
		}
		before = r.copyCounts[text]
		r.copyCounts[text] = min(before, 254) + 1
	}
	r.copiesBefore = append(r.copiesBefore, before)
}

// signature returns a hash of the tags and classes of the element of a block, the leaf of the block and
// the nearest two ancestors.
func (r *Extractor) signature(b *measure.TextBlock) uint64 {
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

func (r *Extractor) setClassPriors() {
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		own := r.lexicon.classOdds(r.p.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)])
		sum, low, high := own, min(own, 0), max(own, 0)
		if el.Parent >= 0 {
			up := &r.classPriors[el.Parent]
			sum += up.sum
			low, high = min(low, up.low), max(high, up.high)
		}
		r.classPriors = append(r.classPriors, classPrior{own: own, sum: sum, low: low, high: high})
	}
}

func ratio(a, b int32) float32 {
	if b == 0 {
		return 0
	}
	return float32(a) / float32(b)
}

// Hints holds data about a page from outside of its body.
type Hints struct {
	// Title is the title as metadata has it.
	Title string
	// Description is the description that the page declares, a sentence or two.
	Description string
	// Type is the og:type, Schema the types of its JSON-LD.
	Type   string
	Schema SchemaTypes
	// PathSegments is the number of path segments of the URL, -1 when it has none.
	PathSegments int
	// Address is the path of the URL, Query its query, Generator the program
	// that made the page.
	Address, Query, Generator string
}

// SchemaTypes are types of schema.org that say what a page is.
type SchemaTypes uint16

// The types that the choice of content asks for, with their subtypes, by their lines in schematypes.txt of package meta, counted
// from 0. The model asks for all of its lines.
const (
	SchemaArticle SchemaTypes = 1 << 0
	SchemaProduct SchemaTypes = 1 << 1
	SchemaForum   SchemaTypes = 1 << 2
)

// interner gives equal keys the same number, counting from 0 in the order of their first
// use. Call reset before the first key of a page.
type interner map[uint64]int32

// maxPooledKeys is how many keys an interner may have had so that its memory serves the
// next page: to clear a map takes time for all that it ever had.
const maxPooledKeys = 4096

func (n *interner) reset() {
	if *n == nil || len(*n) > maxPooledKeys {
		*n = interner{}
	}
	clear(*n)
}

func (n interner) number(key uint64) int32 {
	number, known := n[key]
	if !known {
		number = int32(len(n))
		n[key] = number
	}
	return number
}

func zeroed[T any](s []T, n int) []T {
	s = room(s, n)[:n]
	clear(s)
	return s
}

// room returns an empty slice with room for n values, in the memory of s if it
// is enough.
func room[T any](s []T, n int) []T { return slices.Grow(s[:0], n) }

// ElementContext describes an element and the elements around it, for all blocks in the element. A
// run is a row of siblings with the same signature, see measure.Element.Run.
type ElementContext struct {
	labelOdds          float32 // the mean word odds of its label, the short text that it begins with
	minLabelOdds       float32 // the least labelOdds of the element and those around it, at most 0
	article            int32   // the innermost article, an index of Extractor.articles, -1 for none
	articles           int16   // how many articles are around
	stepsUp, stepsDown int16   // steps to the densest element: up to an element around both, then down
	longestRun         int32   // the length of the longest run that the element or one around is in

	// Card and Pair are the innermost elements with at least two blocks in a run: of at least
	// three for Card, of at least two for Pair. RowItem is the innermost one in a run of at
	// least three outside of paragraphs. Each may be the element itself, or -1.
	Card, Pair, RowItem int32
	// Wider is the nearest element around that holds more blocks, -1 for none.
	Wider int32
}

// setElementContexts sets r.contexts and r.articles. It visits parents before children. Call it after
// sumBlocks, which sets r.densest and r.wordOdds.
func (r *Extractor) setElementContexts() {
	const maxLabel = 8
	height := int16(1)
	for e := r.densest; e >= 0; e = r.p.Elements[e].Parent {
		r.heights[e] = height
		height++
	}
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		r.contexts = append(r.contexts, ElementContext{article: -1, Wider: -1, longestRun: 1, Card: -1, Pair: -1, RowItem: -1})
		s := &r.contexts[e]
		if el.Parent >= 0 {
			// The fields are copied one by one: a wide load of the struct would stall on the narrow stores just before it (store forwarding).
			parent := &r.contexts[el.Parent]
			s.minLabelOdds, s.article, s.articles, s.stepsUp, s.stepsDown = parent.minLabelOdds, parent.article, parent.articles, parent.stepsUp, parent.stepsDown
			s.Wider, s.longestRun, s.Card, s.Pair, s.RowItem = parent.Wider, parent.longestRun, parent.Card, parent.Pair, parent.RowItem
			if up := &r.p.Elements[el.Parent]; up.First != el.First || up.End != el.End {
				s.Wider = el.Parent
			}
		}
		s.longestRun = max(s.longestRun, el.Run)
		if el.Run >= 2 && el.Parent >= 0 {
			if el.Run >= 3 && el.AnyKinds&measure.P == 0 {
				s.RowItem = int32(e)
			}
			if el.End-el.First >= 2 {
				s.Pair = int32(e)
			}
			if el.Run >= 3 && el.End-el.First >= 2 {
				s.Card = int32(e)
			}
		}
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

const headingRanks = 5

// HeadingRank returns the rank of a heading by its tag: 0 for h1 to 3 for h4 and below, 4 for
// headings by their role alone.
func HeadingRank(tags measure.ElementKinds) int {
	if tags &= measure.H1 | measure.H2 | measure.H3 | measure.H456; tags != 0 {
		return bits.TrailingZeros64(uint64(tags / measure.H1))
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
			n := r.titleWords.shared(words, r.titleBloom)
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
			n := r.descriptionWords.shared(words, description)
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
	for word := range strings.FieldsFuncSeq(s, func(c rune) bool {
		return c < 0x80 && c != '\'' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9')
	}) {
		if len(out) == most {
			break
		}
		out = append(out, measure.HashWord(word))
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

// shared counts the words of a list that are in the set, whose bloom is given.
func (w wordSet) shared(list []uint32, bloom uint64) float32 {
	n := 0
	for _, h := range list {
		if bloom&measure.BloomBit(h) != 0 && slices.Contains(w, h) {
			n++
		}
	}
	return float32(n)
}
