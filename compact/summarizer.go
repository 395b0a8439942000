package compact

import "context"

// Summarizer writes text with a language model. Implementations are safe for
// concurrent use, send every byte through the caller's egress policy, and stop
// soon after ctx is done. After an error the summary is taken from the document;
// a panic goes on in the goroutine that called [Shrink].
type Summarizer interface {
	// Summarize follows an instruction, which calls text data. The text is untrusted and stands
	// between marks that the instruction names. maxTokens bounds the answer.
	Summarize(ctx context.Context, instruction, text string, maxTokens int) (string, error)
}
