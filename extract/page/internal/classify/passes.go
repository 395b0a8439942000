package classify

import (
	"context"
	"slices"
)

// Shares of the threshold that a pass asks of a block which something else speaks for.
const (
	threeQuarterThreshold = 0.75
	halfThreshold         = 0.5
	quarterThreshold      = 0.25
	tenthThreshold        = 0.1
)

// pass is one step of the choice. The order of passes matters: each sees what those
// before it did.
type pass struct {
	name, why string
	run       func(*selection)
	unless    condition // any of these leaves the pass out
}

// condition is a set of reasons to leave out a pass.
type condition uint8

const (
	singleRegion    condition = 1 << iota // Options.SingleRegion: nothing outside of the region is wanted
	wholePage                             // Options.WholePage: nothing is to be left out
	noProduct                             // the page isn't about one product
	documentation                         // the page documents something
	noDocumentation                       // it doesn't
)

// PassNames returns the names of all passes in the order in which they run.
func PassNames() []string {
	var names []string
	for _, p := range slices.Concat(scorePasses[:], keepPasses[:]) {
		names = append(names, p.name)
	}
	return names
}

// run runs the passes that no condition leaves out, until ctx is done. After each pass it calls
// after if the choice is traced.
func (s *selection) run(ctx context.Context, passes []pass, after func(*trace, *selection, string)) {
	var met condition
	if s.opts.SingleRegion {
		met |= singleRegion
	}
	if s.opts.WholePage {
		met |= wholePage
	}
	if !s.sellsOne() {
		met |= noProduct
	}
	if s.documents {
		met |= documentation
	} else {
		met |= noDocumentation
	}
	for i := range passes {
		if passes[i].unless&met != 0 || ctx.Err() != nil || slices.Contains(s.opts.Without, passes[i].name) {
			continue
		}
		passes[i].run(s)
		if s.trace != nil {
			after(s.trace, s, passes[i].name)
		}
	}
}

// scorePasses correct the scores of the model.
var scorePasses = [...]pass{
	{name: "smooth by neighbours", run: (*selection).smoothByNeighbours,
		why: "of short texts one score is uncertain, and content stands together"},
	{name: "smooth by signature", run: (*selection).smoothBySignature,
		why: "cards, posts and rows of one shape are kept or left out alike"},
	{name: "lower comments", run: (*selection).lowerComments,
		why: "what readers wrote below an article is not what the page is about"},
	{name: "suppress noscript", run: (*selection).suppressNoscript,
		why: "most readers run scripts"},
	{name: "suppress consent", run: (*selection).suppressConsent, unless: wholePage,
		why: "what is done with data is said on every page of a site"},
	{name: "suppress known boilerplate", run: (*selection).suppressKnownBoilerplate, unless: wholePage,
		why: "what is said on each page of many sites is not what this one is about"},
	{name: "suppress post boilerplate", run: (*selection).suppressPostBoilerplate, unless: wholePage | documentation,
		why: "what a forum adds to each post was not written for this thread"},
	{name: "average units", run: (*selection).averageUnits,
		why: "a unit is kept or left out as a whole"},
}

// keepPasses correct the choice of what reaches the threshold.
var keepPasses = [...]pass{
	{name: "keep repeated blocks", run: (*selection).keepRepeatedBlocks, unless: singleRegion,
		why: "one card of a list without its heading is a mistake"},
	{name: "keep thread posts", run: (*selection).keepThreadPosts, unless: singleRegion,
		why: "a post that is missing from a thread can't be told from the rest"},
	{name: "keep replies", run: (*selection).keepReplies, unless: singleRegion,
		why: "a question of a forum without its answers is of no use"},
	{name: "keep sections", run: (*selection).keepSections, unless: singleRegion,
		why: "a section that is missing among others misleads"},
	{name: "keep answers", run: (*selection).keepAnswers, unless: singleRegion,
		why: "questions are asked on a page to be answered there"},
	{name: "keep headings", run: (*selection).keepHeadings,
		why: "a section without its heading is hard to find and to cite"},
	{name: "keep product specifications", run: (*selection).keepProductSpecs, unless: singleRegion | noProduct,
		why: "tables of a product look like boilerplate to the model"},
	{name: "fill gaps", run: (*selection).fillGaps,
		why: "a paragraph between two kept ones belongs to them"},
	{name: "fill holes", run: (*selection).fillHoles, unless: singleRegion | noDocumentation,
		why: "documentation without some of its lines misleads"},
	{name: "keep code", run: (*selection).keepCode, unless: singleRegion | noDocumentation,
		why: "documentation of a program says in code how to call it"},
	{name: "keep authors of posts", run: (*selection).keepPostAuthors,
		why: "nobody can tell a question from its answer without them"},
	{name: "keep facts", run: (*selection).keepFacts, unless: singleRegion,
		why: "the last facts of a page are what its reader came for"},
	{name: "keep notes", run: (*selection).keepNotes, unless: singleRegion,
		why: "a mark of a note without the note leads nowhere"},
	{name: "settle units", run: (*selection).settleUnits,
		why: "the passes before may have kept a part of a unit"},
	{name: "keep captions", run: (*selection).keepCaptions, unless: singleRegion,
		why: "a caption that says a fact is a part of the text"},
	{name: "keep headings alike", run: (*selection).keepHeadingsAlike,
		why: "the names in a list are all names"},
	{name: "settle lists of cards", run: (*selection).settleCardLists,
		why: "a list without some of its items misleads"},
	{name: "drop duplicates", run: (*selection).dropDuplicates, unless: wholePage,
		why: "pages hold texts once more for small screens"},
	{name: "drop repeated neighbours", run: (*selection).dropRepeatedNeighbours, unless: wholePage,
		why: "cards hold their title once more for another layout"},
	{name: "drop repeated runs", run: (*selection).dropRepeatedRuns, unless: wholePage,
		why: "pages hold sections once more for small screens"},
	{name: "drop contents", run: (*selection).dropContents, unless: wholePage,
		why: "the headings of the page say the same"},
	{name: "drop headings of contents", run: (*selection).dropContentsHeadings, unless: wholePage,
		why: "the links that they announce are not there"},
	{name: "drop suggestions", run: (*selection).dropSuggestions, unless: wholePage | documentation,
		why: "what else the site has is not what the article says"},
	{name: "drop invitations", run: (*selection).dropInvitations, unless: wholePage,
		why: "how to follow a site is not what the article says"},
	{name: "drop captions", run: (*selection).dropCaptions, unless: wholePage,
		why: "an article is read without its pictures"},
	{name: "drop empty headings", run: (*selection).dropEmptyHeadings,
		why: "the text that they announce is not there"},
	{name: "drop stray signs", run: (*selection).dropStraySigns, unless: wholePage,
		why: "a sign alone says nothing"},
	{name: "restore a collapsed page", run: (*selection).restoreCollapsed, unless: singleRegion | wholePage,
		why: "nearly nothing of a page that shows much is no content"},
}
