package compact

import (
	"errors"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// ErrOptions reports options that make no sense: [errors.Is] finds it in every
// error about them.
var ErrOptions = errors.New("compact: bad options")

// Mode says what to keep of a document.
type Mode string

// The modes.
const (
	// Structural leaves out what is not content (navigation, notices, sharing)
	// and nothing else, unless the budget demands it: then it keeps the outline
	// and of each section in turn what says most.
	Structural Mode = "structural"
	// Salience keeps what says most about the document.
	Salience Mode = "salience"
	// QuestionFocused keeps what answers Options.Question.
	QuestionFocused Mode = "question_focused"
	// MapReduce keeps something of every part of the document: of spans of similar length,
	// regardless of sections.
	MapReduce Mode = "map_reduce"
)

// Options say how [Shrink] compacts. The zero value is ready to use.
type Options struct {
	// MaxTokens bounds Compacted as JSON (summary, key points, quotes,
	// omissions and warnings together) in tokens of Counter. The empty form
	// takes about 20, so that below 60 a third of MaxTokens goes to the summary
	// all the same. Zero means [chunk.DefaultMaxTokens].
	MaxTokens int

	// SummaryOnly makes MaxTokens bound Compacted.Summary alone, for callers
	// that show nothing else; key points, quotes and all omissions come on top.
	// False means that MaxTokens bounds the whole.
	SummaryOnly bool

	// Mode says what to keep. Empty means [QuestionFocused] if there is a
	// Question, else [Salience].
	Mode Mode

	// Question is the question that the summary has to answer. It is required by
	// QuestionFocused; other modes ignore it.
	Question string

	// Preserve names kinds of facts to prefer: "numbers" (with their units), "dates" (days, months
	// and years), "names" (words with capitals that begin no sentence), "definitions" and
	// "procedures" (items of numbered lists). Empty means none. Other kinds are an error.
	Preserve []string

	// Counter counts tokens. Nil means chunk.Estimate, which errs on the high
	// side.
	Counter chunk.Counter

	// Summarizer, if not nil, writes the summary of MapReduce, and the answer of
	// QuestionFocused, with a language model, where the document does not fit the
	// budget as it is. Nil means that every mode takes what the document says,
	// word for word.
	Summarizer Summarizer

	// Embedder, if not nil, makes vectors with a model, so that QuestionFocused
	// also finds what answers in other words. If it fails, there is a warning and
	// units are ranked by their words alone. Other modes do not use it. Nil means
	// none.
	Embedder Embedder

	// Progress, if not nil, is called with the parts done and their number, from
	// the goroutine that called Shrink. It must not block.
	Progress func(done, total int)
}

type estimator struct{}

// Count is chunk.Estimate.
func (estimator) Count(text string) int { return chunk.Estimate(text) }

// checked returns the options with their defaults filled in.
func (o Options) checked() (Options, error) {
	if o.MaxTokens < 0 {
		return o, fmt.Errorf("%w: max tokens %d is negative", ErrOptions, o.MaxTokens)
	}
	if o.MaxTokens == 0 {
		o.MaxTokens = chunk.DefaultMaxTokens
	}
	if o.Counter == nil {
		o.Counter = estimator{}
	}
	asked := strings.TrimSpace(o.Question) != ""
	switch o.Mode {
	case "":
		o.Mode = Salience
		if asked {
			o.Mode = QuestionFocused
		}
	case Structural, Salience, MapReduce:
	case QuestionFocused:
		if !asked {
			return o, fmt.Errorf("%w: mode %s needs a question", ErrOptions, o.Mode)
		}
	default:
		return o, fmt.Errorf("%w: unknown mode %q", ErrOptions, o.Mode)
	}
	for _, p := range o.Preserve {
		if factsOfKinds([]string{p}) == 0 {
			return o, fmt.Errorf("%w: unknown kind %q to preserve", ErrOptions, p)
		}
	}
	return o, nil
}
