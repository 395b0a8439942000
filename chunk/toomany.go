package chunk

import (
	"errors"
	"fmt"
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// ErrTooManyChunks is wrapped by every [*TooManyChunksError].
var ErrTooManyChunks = errors.New("chunk: too many chunks")

// TooManyChunksError is the error of [Split] for a document that needs more
// chunks than Options.MaxChunks.
type TooManyChunksError struct {
	// MaxChunks and MaxTokens are those of the options, or their defaults.
	MaxChunks, MaxTokens int
	// Enough is a MaxTokens with which the document would have fewer chunks,
	// by [Estimate].
	Enough int
}

// Error names the bounds, and a limit that would be enough.
func (e *TooManyChunksError) Error() string {
	return fmt.Sprintf("%v: more than %d of at most %d tokens; MaxTokens of %d is enough", ErrTooManyChunks, e.MaxChunks, e.MaxTokens, e.Enough)
}

// Unwrap returns [ErrTooManyChunks].
func (e *TooManyChunksError) Unwrap() error { return ErrTooManyChunks }

// fillEstimate is how full chunks are at least, by which Enough is guessed.
const fillEstimate = .25

func tooMany(doc *extract.Document, opts Options) error {
	tokens := float64(Estimate(doc.Markdown)) / fillEstimate
	share := (1 - opts.MarginRatio) * float64(opts.maxChunks())
	return &TooManyChunksError{
		MaxChunks: opts.maxChunks(), MaxTokens: opts.max(),
		Enough: max(int(math.Ceil(tokens/share)), 2*opts.max()),
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
