package classify

import (
	"slices"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// TestThreshold is the score from which on the blocks of a Choice are kept by themselves.
const TestThreshold = 0.5

// Choice is the choice for one page at some point between the passes. It is all that the
// tests, which are in an external package, know of the inside of this one: they run passes by
// the names that passes.go gives them, over given scores, so that no model that is trained
// anew fails them.
type Choice struct{ c Classifier }

// NewChoice returns a choice before its passes: nothing is likely, nothing is kept.
func NewChoice(p *measure.Page, hints features.Hints, lexicon *features.Lexicon, opts Options) *Choice {
	var c Choice
	c.c.extractor.Begin(p, hints, lexicon)
	c.s().begin(p, &c.c.extractor, hints, opts)
	c.s().scores, c.s().threshold = make([]float32, len(p.Blocks)), TestThreshold
	c.s().findUnits()
	return &c
}

func (c *Choice) s() *selection { return &c.c.selection }

// Scores and Kept are by block. Changes of what they return count.
func (c *Choice) Scores() []float32 { return c.s().scores }

// Kept is like Scores.
func (c *Choice) Kept() []bool { return c.s().kept }

// Prose is how much the page is one of prose, from 0 to 1.
func (c *Choice) Prose() float32 { return c.s().prose }

// SetProse changes what Prose returns.
func (c *Choice) SetProse(degree float32) { c.s().prose = degree }

// Unsure is what Classifier.Unsure will be.
func (c *Choice) Unsure() bool { return c.s().unsure }

// Marks returns how to write what is kept.
func (c *Choice) Marks(root *html.Node) htmlmd.Marks { return c.c.Marks(root, c.Kept()) }

// Run runs the passes of these names in the order given, but for those that their condition
// leaves out. "find units" and "find prose" are what Classify does before the passes, "keep above
// threshold" what it does between those over scores and those over the choice. NewChoice has found
// the units.
func (c *Choice) Run(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		switch name {
		case "find units":
			c.s().findUnits()
			continue
		case "find prose":
			c.s().prose = c.s().proseDegree()
			continue
		case "keep above threshold":
			c.s().threshold = 0
			c.s().keepAboveThreshold()
			continue
		}
		all := slices.Concat(scorePasses[:], keepPasses[:])
		i := slices.IndexFunc(all, func(p pass) bool { return p.name == name })
		if i < 0 {
			t.Fatalf("passes.go has no pass %q", name)
		}
		c.s().run(t.Context(), all[i:i+1])
	}
}
