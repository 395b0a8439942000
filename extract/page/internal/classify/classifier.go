// Package classify chooses the main content of a measured page: which of its blocks of text
// a reader came for. The learned model of package gbdt scores each block; ordered passes
// then correct the scores, and the choice, by what the model can't see.
package classify

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Classifier chooses the content of one page after the other in the same memory. The zero
// value is ready; it serves one goroutine at a time.
type Classifier struct {
	extractor features.Extractor
	scorer    gbdt.Scorer
	selection selection // of the last page

	// Unsure says, after Classify, that the page shows much text but little of it is kept or is
	// likely to be content, see restoreCollapsed.
	Unsure bool
	// Documents reports, after Classify, that the page documents something.
	Documents bool
}

// Options configure the choice.
type Options struct {
	// Recall is that of extract.Options.
	Recall float64
	// SingleRegion keeps only what is in the one element with the most prose.
	SingleRegion bool
	// WholePage keeps every block that a reader sees.
	WholePage bool
	// Tables are the elements other than <table> that are tables.
	Tables map[*html.Node]bool
	// Stated are lines that the page states to be its content, by meta.LettersOnly.
	Stated map[string]bool
	// Explain makes Decisions known after Classify.
	Explain bool
	// Without names passes to leave out, so that their worth can be measured.
	Without []string
	// Scores are those that Classifier.Scores has returned for this page, or a copy of them, so
	// that a page can be chosen from again without asking the model. They are changed. Nil asks
	// the model.
	Scores []float32
}

// Scores returns what a model gives to the blocks of a page before any pass, valid until the next
// call. If ctx is done it stops early, and what it returns means nothing.
func (c *Classifier) Scores(ctx context.Context, m *gbdt.Model, p *measure.Page, hints features.Hints) []float32 {
	c.extractor.Begin(p, hints, m.Lexicon)
	return c.scorer.Score(ctx, m, &c.extractor, len(p.Blocks))
}

// Classify returns which blocks of the page to keep, valid until the next call. If ctx is
// done it stops early, and what it returns means nothing.
func (c *Classifier) Classify(ctx context.Context, m *gbdt.Model, p *measure.Page, hints features.Hints, opts Options) []bool {
	scores := opts.Scores
	if scores == nil {
		scores = c.Scores(ctx, m, p, hints)
	}
	s := &c.selection
	s.begin(p, &c.extractor, hints, opts)
	s.scores = scores
	s.findUnits()
	s.prose = s.proseDegree()
	if opts.Explain {
		s.trace = &trace{kept: slices.Clone(s.kept), keptBy: make([]string, len(s.kept)), scoredBy: []string{""},
			scores: [][]float32{slices.Clone(s.scores)}}
	}
	if len(p.Blocks) > 0 {
		s.run(ctx, scorePasses[:])
		s.keepAboveThreshold()
		if s.trace != nil {
			copy(s.trace.kept, s.kept)
		}
		s.run(ctx, keepPasses[:])
	}
	c.Unsure, c.Documents = s.unsure, s.documents
	return s.kept
}

type selection struct {
	page     *measure.Page
	features *features.Extractor
	hints    features.Hints
	opts     Options

	scores []float32 // by block: the probability to be content
	kept   []bool    // by block
	// threshold is the score from which on a block is kept by itself.
	threshold float32
	// prose is how much the page is one of prose, from 0 to 1, by the scores of the model.
	prose     float32
	documents bool // see isDocumentation
	unsure    bool // see Classifier.Unsure

	trace *trace // nil without Options.Explain

	units          []unit                    // in document order, none inside of another; see findUnits
	tabs           []tabSet                  // see keepPanels
	labelledTabs   []int32                   // the elements that are tabs which Marks leaves out
	keptBefore     []keptCount               // before each block, and of all; see keptFrom
	counted        bool                      // they are known
	layoutTables   []int32                   // the elements that are tables which only lay out the page
	sectionsBefore []int32                   // by element, and one more: elements of sectionKinds before it
	leftOut        []int32                   // the outermost blocks that a reader sees and Marks leaves out
	signatures     []features.SignatureScore // scratch memory, as keptLike
	keptLike       []int32
	// postHead says, by block, that it stands above the text of a post, where only the author and the date are
	// wanted, for Marks; nil on pages without posts.
	postHead []bool
}

func (s *selection) begin(p *measure.Page, x *features.Extractor, hints features.Hints, opts Options) {
	n := len(p.Blocks)
	*s = selection{page: p, features: x, hints: hints, opts: opts, kept: slices.Grow(s.kept[:0], n)[:n],
		units: s.units[:0], layoutTables: s.layoutTables[:0], sectionsBefore: s.sectionsBefore[:0], leftOut: s.leftOut[:0],
		signatures: s.signatures, keptLike: s.keptLike, keptBefore: s.keptBefore}
	clear(s.kept)
	s.documents = s.isDocumentation()
}

func (s *selection) keepAboveThreshold() {
	if !s.opts.WholePage {
		s.threshold = min(keepThreshold(s.page.Blocks, s.scores, s.prose, beta(s.opts.Recall), s.sellsOne()), slices.Max(s.scores))
	}
	first, end := s.bounds()
	for i := first; i < end; i++ {
		s.kept[i] = s.scores[i] >= s.threshold && s.scores[i] > 0
	}
}

// element returns the block-level element that holds block i, kinds what it and those around it are, and parentOf its
// parent, -1 for none.
func (s *selection) element(i int) *measure.Element {
	return &s.page.Elements[s.page.Blocks[i].Element]
}
func (s *selection) kinds(i int) measure.ElementKinds { return s.element(i).AnyKinds }
func (s *selection) parentOf(i int) int32             { return s.element(i).Parent }

// outermost calls f for the elements in document order, but for those in an element for which it returned true.
func (s *selection) outermost(f func(e int32, el *measure.Element) bool) {
	for e := int32(0); int(e) < len(s.page.Elements); e++ {
		if f(e, &s.page.Elements[e]) {
			e = lastInside(s.page, e)
		}
	}
}

// outward returns the first element from e on outward that is so, and its index: nil and -1 for none.
func (s *selection) outward(e int32, is func(*measure.Element) bool) (int32, *measure.Element) {
	return s.near(e, len(s.page.Elements), is)
}

// near is outward as far as so many elements around e.
func (s *selection) near(e int32, steps int, is func(*measure.Element) bool) (int32, *measure.Element) {
	for ; e >= 0 && steps >= 0; steps-- {
		el := &s.page.Elements[e]
		if is(el) {
			return e, el
		}
		e = el.Parent
	}
	return -1, nil
}

func (s *selection) words(i int) []uint32 {
	b := &s.page.Blocks[i]
	return s.page.Words[b.FirstWord : b.FirstWord+int32(b.HashedWords)]
}

func (s *selection) keepRange(first, end int) {
	for i := first; i < end; i++ {
		s.kept[i] = true
	}
}

func (s *selection) keepElement(el *measure.Element) { s.keepRange(int(el.First), int(el.End)) }

// isKept reports whether block i is kept; blocks before the first and behind the last are not.
func (s *selection) isKept(i int) bool { return i >= 0 && i < len(s.kept) && s.kept[i] }

// endOfRun returns the first block from i on, before end, that isn't so, or else end.
func (s *selection) endOfRun(i, end int, is func(i int) bool) int {
	for i < end && is(i) {
		i++
	}
	return i
}

// keepHeadingAbove keeps the heading right above block i, if there is one.
func (s *selection) keepHeadingAbove(i int32) {
	if i > 0 && s.isHeading(int(i)-1) {
		s.kept[i-1] = true
	}
}

// keptCount counts blocks that are kept, and their words.
type keptCount struct{ blocks, words int32 }

// keptFrom returns how many words of the blocks from first to before end were kept when the pass first asked, or at the last recount.
func (s *selection) keptFrom(first, end int32) int32 {
	if !s.counted {
		s.recount()
	}
	return s.keptBefore[end].words - s.keptBefore[first].words
}

// keptIn counts the kept words of an element, and blocksKept its kept blocks.
func (s *selection) keptIn(el *measure.Element) int32 { return s.keptFrom(el.First, el.End) }

func (s *selection) blocksKept(el *measure.Element) int32 {
	if !s.counted {
		s.recount()
	}
	return s.keptBefore[el.End].blocks - s.keptBefore[el.First].blocks
}

func (s *selection) recount() {
	var n keptCount
	s.keptBefore, s.counted = append(s.keptBefore[:0], n), true
	for i, kept := range s.kept {
		if kept {
			n = keptCount{n.blocks + 1, n.words + s.page.Blocks[i].Words}
		}
		s.keptBefore = append(s.keptBefore, n)
	}
}

// isMostlyKept reports whether at least minGapShare of the words of an element, without the words of an insert, were kept, and at least
// so many.
func (s *selection) isMostlyKept(el *measure.Element, least, insert int32) bool {
	kept := s.keptIn(el)
	return kept >= least && float32(kept) >= minGapShare*float32(s.features.Words(el)-insert)
}

// end returns the number of blocks.
func (s *selection) end() int32 { return int32(len(s.kept)) }

// bounds returns the blocks that may be kept: from first to before end.
func (s *selection) bounds() (first, end int32) {
	if e := s.features.Densest(); s.opts.SingleRegion && e >= 0 {
		return s.page.Elements[e].First, s.page.Elements[e].End
	}
	return 0, int32(len(s.kept))
}

// The least log odds of the type of a page, by its address and its metadata, for IsShopOrList, declaresForum and
// isDocumentation.
const (
	minShopOdds          = 0.2
	minListOdds          = 0.3
	minForumOdds         = 0.5
	minDocumentationOdds = 0.5
)

func (s *selection) odds(t features.PageType) float32 { return s.features.PageTypeOdds(t) }

// IsShopOrList reports whether the page of the last Classify looks like one that sells
// something or lists others, by its address and its metadata, and is neither one of prose
// nor declared an article.
func (c *Classifier) IsShopOrList() bool {
	if c.selection.prose >= minProsePage || c.selection.declaresArticle() {
		return false
	}
	odds := c.extractor.PageTypeOdds
	shop, list := odds(features.TypeProduct), odds(features.TypeList)
	rest := max(odds(features.TypeArticle), odds(features.TypeForum), odds(features.TypeDocumentation))
	return shop > max(rest, minShopOdds) || list > max(rest, minListOdds)
}

// isArticlePage reports whether the page is an article: its metadata says so, or it is one of prose
// and, by address and metadata, neither of a forum nor documentation.
func (s *selection) isArticlePage() bool {
	return s.declaresArticle() || s.prose >= minProsePage && !s.isForum() && s.odds(features.TypeDocumentation) <= s.odds(features.TypeArticle)
}

// declaresArticle reports whether the metadata of the page says that it is an article and
// nothing else.
func (s *selection) declaresArticle() bool {
	return s.hints.Schema&(features.SchemaForum|features.SchemaProduct) == 0 &&
		(slices.Contains([]string{"article", "news", "newsarticle"}, s.hints.Type) || s.hints.Schema&features.SchemaArticle != 0)
}

// isForum reports whether the page is one of a forum, by its JSON-LD types and its address and metadata, and no documentation.
func (s *selection) isForum() bool {
	return !s.documents && (s.hints.Schema&features.SchemaForum != 0 || s.odds(features.TypeForum) > s.odds(features.TypeArticle))
}

func (s *selection) declaresForum() bool {
	return s.isForum() && (s.hints.Schema&features.SchemaForum != 0 || s.odds(features.TypeForum) >= minForumOdds)
}

func (s *selection) sellsOne() bool { return s.hints.Schema&features.SchemaProduct != 0 }

// Documentation shows code: at least minCodeBlocks blocks of it, or minCodeWords names in running
// text, one in at most maxWordsPerCode words. Of 220 pages of 48 packages of documentation 125
// do so, of 669 articles and pages of shops, services and lists 33, most of which are about
// programming too.
const (
	minCodeBlocks   = 2
	minCodeWords    = 5
	maxWordsPerCode = 100
)

// documentationGenerators are parts of the names of programs that write documentation, as <meta name=generator> has them.
const documentationGenerators = "antora asciidoc bookdown docbook docusaurus docutils doxygen gitbook groff javadoc jsdoc latex2html " +
	"makeinfo mandoc mdbook mkdocs pkgdown publican quarto ronn rustdoc sphinx starlight typedoc vitepress"

// isDocumentation reports whether the page is documentation: its address or its metadata
// declare it, a documentation generator made it, or it shows much code and is not an
// article, a thread or a product.
func (s *selection) isDocumentation() bool {
	if s.declaresArticle() || s.hints.Schema&(features.SchemaForum|features.SchemaProduct) != 0 {
		return false
	}
	others := max(s.odds(features.TypeArticle), s.odds(features.TypeForum), s.odds(features.TypeProduct), s.odds(features.TypeList))
	if s.odds(features.TypeDocumentation) > max(minDocumentationOdds, others) {
		return true
	}
	generator := strings.ToLower(s.hints.Generator)
	for name := range strings.FieldsSeq(documentationGenerators) {
		if strings.Contains(generator, name) {
			return true
		}
	}
	blocks, names := 0, 0
	for e := range s.page.Elements {
		switch s.page.Elements[e].Atom {
		case atom.Pre:
			blocks++
		case atom.Code, atom.Tt, atom.Kbd, atom.Samp, atom.Var:
			names++
		}
	}
	return !s.declaresForum() && (blocks >= minCodeBlocks || names >= minCodeWords && names*maxWordsPerCode >= s.page.VisibleWords+s.page.NoscriptWords)
}
