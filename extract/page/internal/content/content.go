// Package content chooses the main content of a measured page: which of its
// blocks of text a reader came for.
package content

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Chooser holds the memory of the choice for reuse. The zero value is ready; it
// serves one goroutine at a time.
type Chooser struct {
	reader Reader
	one    sitting
	two    sitting
	held   []Vector // by block, of those before MaxHeld
	lanes  [lanes]*Vector
	spare  [lanes]Vector // of those beyond
	odds   [lanes]float32
	first  []float32
	prob   []float32
	kept   []bool
	ended  func() bool
	// Unsure says, after Choose, that hardly anything of a page that shows much was
	// likely to be its content.
	Unsure bool
}

// Wish is what the caller wants of the choice.
type Wish struct {
	Favor extract.Favor
	// Single keeps only what is in the one element with the most prose.
	Single bool
	// Whole keeps every block that a reader sees.
	Whole bool
	// Ended, where set, is asked at times whether to stop, since nobody waits for the choice
	// any more. Nothing is kept then.
	Ended func() bool
}

// Choose returns which blocks of the page to keep. The result is valid until
// the next call.
func (c *Chooser) Choose(m *Model, p *measure.Page, hints Hints, wish Wish) []bool {
	n := len(p.Blocks)
	c.first, c.prob, c.kept = zeroed(c.first, n), zeroed(c.prob, n), zeroed(c.kept, n)
	c.Unsure = false
	c.reader.Begin(p, hints, m.Lexicon)
	if n == 0 {
		return c.kept
	}
	c.ended = wish.Ended
	c.score(m, p)
	if c.stopped(0) {
		return c.kept
	}
	prosaic := c.reader.prosaic(c.prob)
	c.reader.kindred(c.prob, kinship*(1-prosaic))
	c.reader.comments(c.prob)
	scripted(p, c.prob)
	c.reader.findUnits()
	c.reader.unite(c.prob)
	if c.stopped(0) {
		return c.kept
	}
	var least float32
	goods := hints.Things&ThingProduct != 0
	if !wish.Whole {
		least = min(threshold(p.Blocks, c.prob, prosaic, beta(wish.Favor), goods), slices.Max(c.prob))
	}
	lo, hi := int32(0), int32(n)
	if e := c.reader.dense; wish.Single && e >= 0 {
		lo, hi = p.Elements[e].First, p.Elements[e].End
	}
	for i := lo; i < hi; i++ {
		c.kept[i] = c.prob[i] >= least && c.prob[i] > 0
	}
	if !wish.Single {
		c.reader.likewise(c.prob, c.kept, least)
		c.reader.thread(c.prob, c.kept, least)
	}
	c.reader.headed(c.prob, c.kept, least, prosaic)
	if goods && !wish.Single {
		c.reader.specified(c.prob, c.kept, least)
	}
	c.reader.fillGaps(c.prob, c.kept, least)
	c.reader.authors(c.kept)
	c.reader.settle(c.prob, c.kept, least, lo, hi)
	c.reader.headed(c.prob, c.kept, least, prosaic)
	if !wish.Whole {
		c.reader.dropCopies(c.kept)
		c.reader.dropEchoes(c.kept)
	}
	c.reader.dropEmptyHeadings(c.prob, c.kept)
	c.Unsure = !wish.Single && !wish.Whole && collapsed(p, c.kept)
	if c.Unsure && missed(p, c.prob, c.kept) > regionMissed {
		c.reader.region(c.prob, c.kept)
		c.reader.settle(c.prob, c.kept, least, lo, hi)
	}
	return c.kept
}

// stopped asks, for each of some hundred blocks, whether nobody waits for the choice any more.
func (c *Chooser) stopped(block int) bool {
	const stride = 64 * lanes
	return block%stride == 0 && c.ended != nil && c.ended()
}

// hopeless is the score of the first forest up to which the second would only
// confirm it.
const hopeless = 0.15

// MaxJudged is how many blocks of a page are judged one by one. Those beyond,
// which only pages made to hurt have, get the mean of their kin.
const MaxJudged = 20_000

// score sets the probability of each block. The first forest judges all of
// them; the second, which knows of the scores around, those that have a chance.
func (c *Chooser) score(m *Model, p *measure.Page) {
	first, second := m.juries()
	c.one.open(first, &c.reader.page)
	c.two.open(second, &c.reader.page)
	judged := min(len(p.Blocks), MaxJudged)
	held := min(judged, maxHeld)
	c.held = room(c.held, held)[:held]
	for k := range lanes {
		c.lane(k, judged) // so that none is empty
	}
	for at := 0; at < judged && !c.stopped(at); at += lanes {
		count := min(lanes, judged-at)
		for k := range count {
			c.reader.Vector(at+k, c.lane(k, at+k))
		}
		c.one.odds(&c.lanes, &c.odds)
		for k := range count {
			c.first[at+k] = Probability(c.odds[k])
		}
	}
	c.reader.likeKin(c.first, judged)
	c.reader.Score(c.first)
	copy(c.prob, c.first)
	c.second()
}

// scripted takes the score from what only readers without scripts see, unless
// it is more than all the others see.
func scripted(p *measure.Page, prob []float32) {
	if p.NoscriptWords >= p.VisibleWords {
		return
	}
	for i := range prob {
		if p.Elements[p.Blocks[i].Element].AnyKinds&measure.Noscript != 0 {
			prob[i] = 0
		}
	}
}

// maxHeld is how many blocks of a page have their features held for the second
// judgement, 2 MB of them; those of the others are made a second time.
const maxHeld = 2000

// lane puts block i in lane k and returns the place of its features.
func (c *Chooser) lane(k, i int) *Vector {
	c.lanes[k] = &c.spare[k]
	if i < len(c.held) {
		c.lanes[k] = &c.held[i]
	}
	return c.lanes[k]
}

// second judges once more the blocks that are not hopeless.
func (c *Chooser) second() {
	var which [lanes]int
	fill := 0
	flush := func() {
		c.two.odds(&c.lanes, &c.odds)
		for k, i := range which[:fill] {
			c.prob[i] = Probability(c.odds[k])
		}
		fill = 0
	}
	for i := range min(len(c.first), MaxJudged) {
		if c.stopped(i) {
			return
		}
		if c.first[i] <= hopeless {
			continue
		}
		v := c.lane(fill, i)
		if i >= len(c.held) {
			c.reader.Vector(i, v)
		}
		c.reader.Scores(i, v)
		which[fill] = i
		if fill++; fill == lanes {
			flush()
		}
	}
	if fill > 0 {
		flush()
	}
}

// beta weighs recall against precision.
func beta(favor extract.Favor) float32 {
	switch favor {
	case extract.Precision:
		return 0.5
	case extract.Recall:
		return 2
	}
	return 1
}
