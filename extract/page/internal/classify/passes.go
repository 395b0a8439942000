package classify

import (
	"cmp"
	"context"
	"slices"
)

// Shares of the threshold that a pass asks of a block which something else speaks for.
const (
	mostThreshold    = 0.8
	halfThreshold    = 0.5
	quarterThreshold = 0.25
	tenthThreshold   = 0.1
)

// pass is one step of the choice. The order of passes matters: each sees what those
// before it did.
type pass struct {
	name   string
	run    func(*selection)
	unless condition // any of these leaves the pass out
}

type condition uint8

const (
	singleRegion    condition = 1 << iota // Options.SingleRegion: nothing outside of the region is wanted
	wholePage                             // Options.WholePage: nothing is to be left out
	noProduct                             // the page isn't about one product
	documentation                         // the page documents something
	noDocumentation                       // it doesn't
	noForum                               // the page isn't one of a forum
	noArticle                             // the page isn't an article, see isArticlePage
)

// PassNames returns the names of all passes in the order in which they run.
func PassNames() []string {
	var names []string
	for _, p := range slices.Concat(scorePasses[:], keepPasses[:]) {
		names = append(names, p.name)
	}
	return names
}

func (s *selection) run(ctx context.Context, passes []pass) {
	var met condition
	for i, holds := range [...]bool{ // in the order of the constants
		s.opts.SingleRegion, s.opts.WholePage, !s.sellsOne(), s.documents, !s.documents, !s.isForum(), !s.isArticlePage(),
	} {
		if holds {
			met |= 1 << i
		}
	}
	for i := range passes {
		if passes[i].unless&met != 0 || ctx.Err() != nil || slices.Contains(s.opts.Without, passes[i].name) {
			continue
		}
		s.counted = false
		passes[i].run(s)
		if s.trace != nil {
			s.trace.note(s, passes[i].name)
		}
	}
}

var scorePasses = [...]pass{
	{name: "smooth by neighbours", run: (*selection).smoothByNeighbours},
	{name: "smooth by signature", run: (*selection).smoothBySignature},
	{name: "lower comments", run: (*selection).lowerComments},
	{name: "suppress noscript", run: (*selection).suppressNoscript},
	{name: "suppress parts of the site", run: (*selection).suppressSiteParts, unless: wholePage},
	{name: "suppress controls", run: (*selection).suppressControls, unless: wholePage | documentation},
	{name: "suppress post boilerplate", run: (*selection).suppressPostBoilerplate, unless: wholePage | documentation | noForum},
	{name: "average units", run: (*selection).averageUnits},
}

var keepPasses = [...]pass{
	{name: "keep repeated blocks", run: (*selection).keepRepeatedBlocks, unless: singleRegion},
	{name: "keep thread posts", run: (*selection).keepThreadPosts, unless: singleRegion},
	{name: "keep replies", run: (*selection).keepReplies, unless: singleRegion | noForum},
	{name: "keep sections", run: (*selection).keepSections, unless: singleRegion},
	{name: "keep answers", run: (*selection).keepAnswers, unless: singleRegion},
	{name: "keep stated lines", run: (*selection).keepStated},
	{name: "keep headings", run: (*selection).keepHeadings},
	{name: "keep product specifications", run: (*selection).keepProductSpecs, unless: singleRegion | noProduct},
	{name: "keep prices", run: (*selection).keepPrices, unless: singleRegion},
	{name: "keep authors of posts", run: (*selection).keepPostAuthors, unless: noForum},
	{name: "keep inserts", run: (*selection).keepInserts, unless: singleRegion},
	{name: "fill gaps", run: (*selection).fillGaps},
	{name: "keep introduced lists", run: (*selection).keepIntroducedLists, unless: singleRegion},
	{name: "keep options", run: (*selection).keepOptions, unless: singleRegion},
	{name: "keep facts", run: (*selection).keepFacts, unless: singleRegion},
	{name: "keep notes", run: (*selection).keepNotes, unless: singleRegion},
	{name: "keep references", run: (*selection).keepReferences, unless: singleRegion},
	{name: "keep contents", run: (*selection).keepContents, unless: singleRegion},
	{name: "keep main part", run: (*selection).keepMainPart, unless: singleRegion | noDocumentation},
	{name: "keep addresses", run: (*selection).keepAddresses},
	{name: "settle units", run: (*selection).settleUnits},
	{name: "keep captions", run: (*selection).keepCaptions, unless: singleRegion},
	{name: "keep headings alike", run: (*selection).keepHeadingsAlike},
	{name: "settle lists of cards", run: (*selection).settleCardLists},
	{name: "keep panels", run: (*selection).keepPanels},
	{name: "keep folds", run: (*selection).keepFolds, unless: singleRegion},
	{name: "drop duplicates", run: (*selection).dropDuplicates, unless: wholePage},
	{name: "drop repeated neighbours", run: (*selection).dropRepeatedNeighbours, unless: wholePage},
	{name: "drop repeated runs", run: (*selection).dropRepeatedRuns, unless: wholePage},
	{name: "drop twin units", run: (*selection).dropTwinUnits, unless: wholePage},
	{name: "drop contents", run: (*selection).dropContents, unless: wholePage},
	{name: "drop appeals", run: (*selection).dropAppeals, unless: wholePage | noArticle | documentation},
	{name: "drop captions", run: (*selection).dropCaptions, unless: wholePage | noArticle},
	{name: "drop empty headings", run: (*selection).dropEmptyHeadings},
	{name: "drop stray signs", run: (*selection).dropStraySigns, unless: wholePage},
	{name: "restore a collapsed page", run: (*selection).restoreCollapsed, unless: singleRegion | wholePage},
}

// Decision says how a block was decided.
type Decision struct {
	// Rule is the pass that decided last: one that kept or left out the block, else one that
	// moved its score across the threshold; "threshold" if no pass did.
	Rule string
	// Score is that of the block after all passes, Threshold the one from which on it is kept
	// by itself.
	Score, Threshold float32
}

type trace struct {
	kept     []bool      // before the pass at hand
	keptBy   []string    // by block: the last pass that kept it or left it out
	scores   [][]float32 // before the first pass over scores, and after each
	scoredBy []string    // by index of scores: the pass before it
}

func (t *trace) note(s *selection, pass string) {
	if !slices.Equal(s.scores, t.scores[len(t.scores)-1]) {
		t.scores, t.scoredBy = append(t.scores, slices.Clone(s.scores)), append(t.scoredBy, pass)
	}
	for i, kept := range s.kept {
		if kept != t.kept[i] {
			t.kept[i], t.keptBy[i] = kept, pass
		}
	}
}

// Decisions returns how each block of the last Classify was decided, nil without
// Options.Explain.
func (c *Classifier) Decisions() []Decision {
	s := &c.selection
	t := s.trace
	if t == nil {
		return nil
	}
	out := make([]Decision, len(s.kept))
	for i := range out {
		rule := t.keptBy[i]
		for k := len(t.scores) - 1; k > 0 && rule == ""; k-- {
			if (t.scores[k][i] >= s.threshold) != (t.scores[k-1][i] >= s.threshold) {
				rule = t.scoredBy[k]
			}
		}
		out[i] = Decision{Rule: cmp.Or(rule, "threshold"), Score: s.scores[i], Threshold: s.threshold}
	}
	return out
}
