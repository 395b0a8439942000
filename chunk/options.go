package chunk

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// ErrOptions is wrapped by every [*OptionError].
var ErrOptions = errors.New("chunk: bad options")

// OptionError is the error of [Options.Validate], and of [Split] before it begins.
type OptionError struct {
	// Option is the name of the field of [Options], as "MaxTokens".
	Option string
	// Problem says what is wrong with its value, without the name.
	Problem string
}

// Error names the option and the problem.
func (e *OptionError) Error() string {
	return ErrOptions.Error() + ": " + e.Option + " " + e.Problem
}

// Unwrap returns [ErrOptions].
func (e *OptionError) Unwrap() error { return ErrOptions }

// DefaultMaxTokens is the limit that Options.MaxTokens of zero means.
const DefaultMaxTokens = 4000

// DefaultMaxChunks is the bound that Options.MaxChunks of zero means.
const DefaultMaxChunks = 50_000

// minLimit is the least number of tokens a chunk may be limited to: the bytes of a character, so that one
// always fits.
const minLimit = 4

// Strategy says what matters more where a document is cut.
type Strategy string

// The strategies.
const (
	// HeadingsFirst makes chunks of sections. A section, which is the text
	// below a heading up to the next one, shares a chunk with the one before it
	// only if it is small, about a tenth of the limit or less (never a third or
	// more), and the more readily if both are within the same section. Chunks of
	// a few hundred tokens are about two thirds full.
	HeadingsFirst Strategy = "headings_first"
	// Balanced makes few chunks of like size and cuts between blocks.
	Balanced Strategy = "balanced"
)

// Options say how [Split] cuts. The zero value is ready to use. Zero means the
// default of a field, and negative values are refused: see [Options.Validate].
type Options struct {
	// MaxTokens is the size of a chunk in tokens of Counter. Zero means
	// [DefaultMaxTokens].
	MaxTokens int

	// MarginRatio is the share of MaxTokens to leave free, from 0 to 0.5, for
	// counters that differ from the model's own. Zero means none.
	MarginRatio float64

	// OverlapTokens bounds the text that a chunk repeats from the end of the one before it: as
	// many whole sentences, items, rows or headings as fit, otherwise the end of one, from a
	// line or a word on. The overlap counts towards the chunk's size. It is dropped if a block
	// would not fit beside it. It must be less than MaxTokens without the margin. Zero means no
	// overlap.
	OverlapTokens int

	// MaxChunks is how many chunks a set may have. A document that needs more is
	// a [*TooManyChunksError], so that a small limit on a large document takes
	// neither time nor memory. Zero means [DefaultMaxChunks].
	MaxChunks int

	// Strategy says where to cut. Empty means [HeadingsFirst].
	Strategy Strategy

	// Counter counts tokens. Nil means [Estimate], which needs no tables and
	// errs on the high side.
	Counter Counter
}

// estimator is the Counter used for nil.
type estimator struct{}

// Count is [Estimate].
func (estimator) Count(text string) int { return Estimate(text) }

func (o Options) limit() int {
	return int(math.Floor(float64(o.max())*(1-o.MarginRatio) + 1e-9))
}

func (o Options) max() int { return cmp.Or(o.MaxTokens, DefaultMaxTokens) }

func (o Options) maxChunks() int { return cmp.Or(o.MaxChunks, DefaultMaxChunks) }

func (o Options) counter() Counter {
	if o.Counter == nil {
		return estimator{}
	}
	return o.Counter
}

// Validate reports the first option that [Split] would refuse, as an
// [*OptionError]: a negative one, a margin beyond 0.5, a limit less the margin
// that has no room for a character (4 tokens), an overlap that is not below
// that limit, a negative number of chunks, or an unknown strategy. The zero
// Options are valid.
func (o Options) Validate() error {
	switch {
	case o.MaxTokens < 0:
		return &OptionError{"MaxTokens", fmt.Sprintf("is %d, which is negative", o.MaxTokens)}
	case math.IsNaN(o.MarginRatio) || o.MarginRatio < 0 || o.MarginRatio > 0.5:
		return &OptionError{"MarginRatio", fmt.Sprintf("is %v, not within 0 and 0.5", o.MarginRatio)}
	case o.limit() < minLimit:
		return &OptionError{"MaxTokens", fmt.Sprintf("leaves a limit of %d tokens, less than %d", o.limit(), minLimit)}
	case o.OverlapTokens < 0:
		return &OptionError{"OverlapTokens", fmt.Sprintf("is %d, which is negative", o.OverlapTokens)}
	case o.OverlapTokens >= o.limit():
		return &OptionError{"OverlapTokens", fmt.Sprintf("is %d, not less than the limit of %d", o.OverlapTokens, o.limit())}
	}
	if o.MaxChunks < 0 {
		return &OptionError{"MaxChunks", fmt.Sprintf("is %d, which is negative", o.MaxChunks)}
	}
	switch o.Strategy {
	case "", HeadingsFirst, Balanced:
		return nil
	}
	return &OptionError{"Strategy", fmt.Sprintf("is %q, which is none of %s and %s", o.Strategy, HeadingsFirst, Balanced)}
}
