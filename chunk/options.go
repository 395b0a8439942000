package chunk

import (
	"errors"
	"fmt"
	"math"
)

// ErrOptions reports options that make no sense: [errors.Is] finds it in every
// error about them.
var ErrOptions = errors.New("chunk: bad options")

// DefaultMaxTokens is the limit that Options.MaxTokens of zero means.
const DefaultMaxTokens = 4000

// minLimit is the least number of tokens a chunk may be limited to: the bytes
// of a character, so that one always fits.
const minLimit = 4

// Strategy says what matters more where a document is cut.
type Strategy string

// The strategies.
const (
	// HeadingsFirst makes chunks of sections. A section, which is the text
	// below a heading up to the next one, shares a chunk with the one before it
	// only if it is small, less than a third of the limit, and the more readily
	// if both are within the same section.
	HeadingsFirst Strategy = "headings_first"
	// Balanced makes few chunks of like size and cuts between blocks.
	Balanced Strategy = "balanced"
)

// Options say how [Split] cuts. The zero value is ready to use.
type Options struct {
	// MaxTokens is the size of a chunk in tokens of Counter. Zero means
	// [DefaultMaxTokens].
	MaxTokens int

	// MarginRatio is the share of MaxTokens to leave free, from 0 to 0.5, for
	// counters that differ from the model's own. Zero means none.
	MarginRatio float64

	// OverlapTokens bounds what a chunk repeats of the end of the one before
	// it, whatever that is: the most whole sentences, items, rows or headings
	// that fit, else the end of one from a line or a word on. It is part of the
	// chunk's size, and gives way where a block would not fit beside it. It must
	// be less than the limit. Zero means no overlap.
	OverlapTokens int

	// Strategy says where to cut. Empty means [HeadingsFirst].
	Strategy Strategy

	// Counter counts tokens. Nil means [Estimate], which needs no tables and
	// errs on the high side.
	Counter Counter
}

// estimator is the Counter that stands for nil.
type estimator struct{}

// Count is [Estimate].
func (estimator) Count(text string) int { return Estimate(text) }

// limit returns the tokens that no chunk may exceed.
func (o Options) limit() int {
	return int(math.Floor(float64(o.max())*(1-o.MarginRatio) + 1e-9))
}

func (o Options) max() int {
	if o.MaxTokens == 0 {
		return DefaultMaxTokens
	}
	return o.MaxTokens
}

func (o Options) counter() Counter {
	if o.Counter == nil {
		return estimator{}
	}
	return o.Counter
}

func (o Options) validate() error {
	switch {
	case o.MaxTokens < 0:
		return fmt.Errorf("%w: max tokens %d is negative", ErrOptions, o.MaxTokens)
	case math.IsNaN(o.MarginRatio) || o.MarginRatio < 0 || o.MarginRatio > 0.5:
		return fmt.Errorf("%w: margin ratio %v is not within 0 and 0.5", ErrOptions, o.MarginRatio)
	case o.limit() < minLimit:
		return fmt.Errorf("%w: a limit of %d tokens is less than %d", ErrOptions, o.limit(), minLimit)
	case o.OverlapTokens < 0:
		return fmt.Errorf("%w: overlap of %d tokens is negative", ErrOptions, o.OverlapTokens)
	case o.OverlapTokens >= o.limit():
		return fmt.Errorf("%w: overlap of %d tokens is not less than the limit of %d", ErrOptions, o.OverlapTokens, o.limit())
	}
	switch o.Strategy {
	case "", HeadingsFirst, Balanced:
		return nil
	}
	return fmt.Errorf("%w: unknown strategy %q", ErrOptions, o.Strategy)
}
