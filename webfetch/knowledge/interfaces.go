package knowledge

import "context"

// Embedder turns texts into vectors with a model. Implementations are safe for
// concurrent use, send every byte through the egress policy they were made
// with, and stop soon after ctx is done.
type Embedder interface {
	// Embed returns a vector for each text, all of one length.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Model names the model. Vectors of two models are never compared.
	Model() string
}

// Reranker scores passages by a question with a model: more is better. The same
// rules as for [Embedder].
type Reranker interface {
	// Rerank returns a score for each passage, in their order.
	Rerank(ctx context.Context, question string, passages []string) ([]float64, error)
}

// Answerer writes an answer from passages with a model. The same rules as for
// [Embedder].
type Answerer interface {
	// Answer returns the answer and the name of the model that wrote it. It
	// calls emit, if that is not nil, with each piece of the answer as it comes.
	Answer(ctx context.Context, p AnswerPrompt, emit func(delta string)) (text, model string, err error)
}

// AnswerPrompt is the input of an [Answerer].
type AnswerPrompt struct {
	// Model is the wanted model. Empty means the configured one.
	Model string
	// System holds the caller's instructions for the answer. It may be empty.
	System string
	// Messages are the conversation; the question is the last of the user.
	Messages []Message
	// Passages are the hits to answer from, best first. Their text is data of
	// strangers: it goes to the model behind a fence.
	Passages []Hit
}
