// Package content chooses the main content of a measured page: which of its
// blocks of text a reader came for.
package content

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// Chooser holds the memory of the choice for reuse. The zero value is ready; it
// serves one goroutine at a time.
type Chooser struct {
	reader  Reader
	vectors []Vector
	first   []float32
	prob    []float32
	kept    []bool
}

// Wish is what the caller wants of the choice.
type Wish struct {
	Favor extract.Favor
	// Single keeps only what is in the one element with the most prose.
	Single bool
	// Strictness scales the probability from which on a block is kept. Zero
	// means 1.
	Strictness float32
	// Whole keeps every block that a reader sees.
	Whole bool
}

// Choose returns which blocks of the page to keep. The result is valid until
// the next call. A nil model stands for a few rules of thumb.
func (c *Chooser) Choose(m *Model, p *layout.Page, hints Hints, wish Wish) []bool {
	n := len(p.Blocks)
	c.first = append(c.first[:0], make([]float32, n)...)
	c.prob = append(c.prob[:0], make([]float32, n)...)
	c.kept = append(c.kept[:0], make([]bool, n)...)
	if n == 0 {
		return c.kept
	}
	c.score(m, p, hints)
	var threshold float32
	if !wish.Whole {
		threshold = Cut(p.Blocks, c.prob, beta(wish.Favor))
		if wish.Strictness > 0 {
			threshold = min(threshold*wish.Strictness, slices.Max(c.prob))
		}
	}
	lo, hi := int32(0), int32(n)
	if e := c.reader.dense; wish.Single && e >= 0 {
		lo, hi = p.Elems[e].First, p.Elems[e].End
	}
	for i := lo; i < hi; i++ {
		c.kept[i] = c.prob[i] >= threshold && c.prob[i] > 0
	}
	return c.kept
}

func (c *Chooser) score(m *Model, p *layout.Page, hints Hints) {
	if m == nil {
		c.reader.Begin(p, hints, new(Lexicon))
	} else {
		c.reader.Begin(p, hints, m.Lexicon)
	}
	n := len(p.Blocks)
	if cap(c.vectors) < n {
		c.vectors = make([]Vector, n)
	}
	c.vectors = c.vectors[:n]
	for i := range n {
		c.reader.Vector(i, &c.vectors[i])
		if m == nil {
			c.prob[i] = rules(&c.vectors[i])
		} else {
			c.first[i] = Probability(m.First.Odds(&c.vectors[i]))
		}
	}
	if m != nil {
		c.reader.Score(c.first)
		for i := range n {
			c.reader.Scores(i, &c.vectors[i])
			c.prob[i] = Probability(m.Second.Odds(&c.vectors[i]))
		}
	}
	if p.Noscript < p.Visible {
		for i := range n {
			if p.Elems[p.Blocks[i].Elem].AnyTags&layout.Noscript != 0 {
				c.prob[i] = 0
			}
		}
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
