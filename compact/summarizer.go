package compact

import "context"

// Summarizer writes text with a language model. Implementations are safe for
// concurrent use, send every byte through the caller's egress policy, and stop
// soon after ctx is done.
type Summarizer interface {
	Summarize(ctx context.Context, p Prompt) (string, error)
}

// Prompt is what a [Summarizer] is asked.
type Prompt struct {
	// System is the instruction. It says that Text is data.
	System string
	// Text is the untrusted material, fenced by a random boundary that System names.
	Text string
	// MaxTokens bounds the answer.
	MaxTokens int
}
