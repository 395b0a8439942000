package chunk

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// ErrOptions is wrapped by every error about options: they make no sense, or the document has
// too many chunks for them.
var ErrOptions = errors.New("chunk: bad options")

// DefaultMaxTokens is the limit that Options.MaxTokens of zero means.
const DefaultMaxTokens = 4000

const defaultMaxChunks = 50_000

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
// default of a field; negative values are an [ErrOptions].
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
	// neither time nor memory. Zero means 50,000.
	MaxChunks int

	// Strategy says where to cut. Empty means [HeadingsFirst].
	Strategy Strategy

	// Counter counts tokens. Nil means [Estimate], which needs no tables and
	// errs on the high side.
	Counter Counter
}

// Counter counts the tokens of a text. Implementations are safe for concurrent
// use. Count("") is 0.
type Counter interface {
	Count(text string) int
}

type estimator struct{}

// Count is [Estimate].
func (estimator) Count(text string) int { return Estimate(text) }

func (o Options) limit() int {
	return int(math.Floor(float64(o.max())*(1-o.MarginRatio) + 1e-9))
}

func (o Options) max() int { return cmp.Or(o.MaxTokens, DefaultMaxTokens) }

func (o Options) maxChunks() int { return cmp.Or(o.MaxChunks, defaultMaxChunks) }

func (o Options) counter() Counter {
	if o.Counter == nil {
		return estimator{}
	}
	return o.Counter
}

func (o Options) check() error {
	bad := func(option, problem string, values ...any) error {
		return fmt.Errorf("%w: %s "+problem, append([]any{ErrOptions, option}, values...)...)
	}
	switch {
	case o.MaxTokens < 0:
		return bad("MaxTokens", "is %d, which is negative", o.MaxTokens)
	case math.IsNaN(o.MarginRatio) || o.MarginRatio < 0 || o.MarginRatio > 0.5:
		return bad("MarginRatio", "is %v, not within 0 and 0.5", o.MarginRatio)
	case o.limit() < minLimit:
		return bad("MaxTokens", "leaves a limit of %d tokens, less than %d", o.limit(), minLimit)
	case o.OverlapTokens < 0:
		return bad("OverlapTokens", "is %d, which is negative", o.OverlapTokens)
	case o.OverlapTokens >= o.limit():
		return bad("OverlapTokens", "is %d, not less than the limit of %d", o.OverlapTokens, o.limit())
	case o.MaxChunks < 0:
		return bad("MaxChunks", "is %d, which is negative", o.MaxChunks)
	case o.Strategy != "" && o.Strategy != HeadingsFirst && o.Strategy != Balanced:
		return bad("Strategy", "is %q, which is none of %s and %s", o.Strategy, HeadingsFirst, Balanced)
	}
	return nil
}

// TooManyChunksError is the error of [Split] for a document that needs more
// chunks than Options.MaxChunks.
type TooManyChunksError struct {
	// MaxChunks is that of the options, or its default.
	MaxChunks int
	// Enough is a MaxTokens with which the document would have fewer chunks,
	// by [Estimate].
	Enough int
}

// Error names the bound, and a limit that would be enough.
func (e *TooManyChunksError) Error() string {
	return fmt.Sprintf("chunk: too many chunks: more than %d; MaxTokens of %d is enough", e.MaxChunks, e.Enough)
}

// Unwrap returns [ErrOptions].
func (e *TooManyChunksError) Unwrap() error { return ErrOptions }

const fillEstimate = .25 // how full chunks are at least

func tooMany(doc *extract.Document, opts Options) error {
	tokens := float64(Estimate(doc.Markdown)) / fillEstimate
	share := (1 - opts.MarginRatio) * float64(opts.maxChunks())
	return &TooManyChunksError{
		MaxChunks: opts.maxChunks(),
		Enough:    max(int(math.Ceil(tokens/share)), 2*opts.max()),
	}
}

// mostTokens is how many tokens of a document are measured before it has too many: twice those of all chunks,
// because counts of parts only nearly add up to that of the whole.
func (o Options) mostTokens() int {
	if o.limit() > math.MaxInt/2/o.maxChunks() {
		return math.MaxInt
	}
	return 2 * o.limit() * o.maxChunks()
}
