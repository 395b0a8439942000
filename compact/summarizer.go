package compact

import (
	"context"
	"fmt"
)

// Summarizer writes text with a language model. Implementations are safe for
// concurrent use, send every byte through the caller's egress policy, and stop
// soon after ctx is done. A panic of one is a [PanicError] of the call that asked
// it; after an error the summary is taken from the document.
type Summarizer interface {
	Summarize(ctx context.Context, p Prompt) (string, error)
}

// Prompt is the input of a [Summarizer].
type Prompt struct {
	// System is the instruction. It says that Text is data.
	System string
	// Text is the untrusted material, fenced by a random boundary that System names.
	Text string
	// MaxTokens bounds the answer.
	MaxTokens int
}

// PanicError is the error of [Shrink] where its Summarizer panicked. It never
// unwraps to Value: what an error that was thrown means is not known where it
// was caught.
type PanicError struct {
	// Value is the argument of panic.
	Value any
	// Stack is that of the goroutine that panicked, as debug.Stack writes it.
	Stack []byte
}

// Error says that it was a panic, and its value.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }
