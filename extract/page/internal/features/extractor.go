// Package features computes what the learned model knows of each block of text of a
// measured page: its words, the elements and headings around it, its place on the page, and
// the page itself.
package features

import (
	"slices"

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
	headingOdds  []float32 // the least word odds of the headings above
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

type classPrior struct {
	own, sum, low, high float32
}

const minProseWords = 20

// IsProse reports whether a block is long and mostly outside of links.
func IsProse(b *measure.TextBlock) bool {
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
	r.setHeadingOdds()
	r.locateTitle()
	r.setPageFeatures()
}

// PageFeatures returns the features that all blocks of the page share.
func (r *Extractor) PageFeatures() *PageFeatures { return &r.pageFeatures }

// PageTypeOdds returns the mean log odds of a type by the tokens of the page, see
// [PageTypeTokens].
func (r *Extractor) PageTypeOdds(t PageType) float32 { return r.pageFeatures[fTypeOdds+int(t)] }

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

const minCopyWords = 4

func (r *Extractor) sumBlocks() {
	var s sums
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

func (r *Extractor) countDuplicates(b *measure.TextBlock) {
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

// The types that matter here, with their subtypes.
const (
	SchemaArticle SchemaTypes = 1 << iota
	SchemaProduct
	SchemaForum
	SchemaFAQ
	SchemaList
	SchemaRecipe
	SchemaEvent
	SchemaVideo
	SchemaBusiness
	SchemaTechArticle
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
