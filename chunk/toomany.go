package chunk

import (
	"fmt"
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

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
