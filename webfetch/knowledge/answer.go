package knowledge

import (
	"context"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Answer is the result of a query.
type Answer struct {
	// Query is the text that was searched for.
	Query string `json:"search_query"`
	// Retrieval is how. If it is less than was asked for, Warnings says so.
	Retrieval string `json:"retrieval_type"`
	// Hits are passages, best first. Never nil.
	Hits []Hit `json:"results"`
	// Response is the answer in mode ai_search, or empty.
	Response string `json:"response,omitempty"`
	// Generated says that a model wrote Response. False means that it is made of
	// sentences of the hits, word for word.
	Generated bool `json:"generated"`
	// Model is the one that wrote it.
	Model string `json:"model,omitempty"`
	// Citations say which hits the parts of Response come from. Never nil.
	Citations []Citation `json:"citations"`
	// Cached says that the answer was computed for an earlier query.
	Cached bool `json:"cached"`
	// Events are those of a query with Stream, in order. Nil otherwise.
	Events []Event `json:"events,omitempty"`
	// Warnings report what was done otherwise than asked for. Never nil.
	Warnings []extract.Warning `json:"warnings"`
}

// Hit is a passage that was found.
type Hit struct {
	// ID names the passage: the key and its number in the file. A base that
	// lives elsewhere has IDs of its own.
	ID string `json:"id"`
	// Key is the file it is in.
	Key string `json:"key"`
	// SourceID, URL and Title are those of the document.
	SourceID string `json:"source_id"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	// HeadingPath are the headings over the passage, outermost first. Never nil.
	HeadingPath []string `json:"headings_path"`
	// Text is the passage, in Markdown.
	Text string `json:"text"`
	// Span is the place of the text in the Markdown of the file that Key names, see [Base].Read. It is nil if the
	// base does not know it.
	Span *extract.Span `json:"span,omitempty"`
	// Score orders hits: more is better, within 0 and 1. Scores of two queries
	// can't be compared.
	Score float64 `json:"score"`
	// Scoring are the parts of the score that apply: vector_score (similarity, 0 to 1), keyword_score (BM25),
	// vector_rank and keyword_rank (from 1), reranking_score (of the model that sorts again), fusion_method (how the
	// ranks were combined).
	Scoring map[string]any `json:"scoring_details"`
	// RetrievedAt is when the page was fetched.
	RetrievedAt time.Time `json:"retrieved_at,omitzero"`
	// Metadata are the fields that the document was stored with.
	Metadata map[string]string `json:"metadata,omitempty"`
}

// Citation says where a part of a response comes from.
type Citation struct {
	// Text is a part of the response, Hit the index in the hits.
	Text string `json:"text"`
	Hit  int    `json:"hit"`
	// Span is the place of Text in the Markdown of the hit's file. It is nil if Text is not
	// there word for word.
	Span *extract.Span `json:"span,omitempty"`
}

// Event is something that happened while an answer was made.
type Event struct {
	// Type is chunks, first, with the hits; delta, with the next piece of the response; restart, which says that the
	// pieces before it no longer count, as a model failed while it wrote and another response follows; or done, last.
	Type  string `json:"type"`
	Hits  []Hit  `json:"chunks,omitempty"` // of chunks
	Delta string `json:"delta,omitempty"`  // of delta
}

// Answerer writes an answer from passages with a model. Implementations are safe for concurrent use, send every
// byte through the egress policy they were made with, and stop soon after ctx is done.
type Answerer interface {
	// Answer answers the last question of the user in the messages of q from passages, best first, whose text
	// goes to the model behind a fence. It minds the model and the system prompt that q names. It returns the
	// answer and the name of the model that wrote it, and calls emit with each piece of the
	// answer as it comes.
	Answer(ctx context.Context, q *Query, passages []Hit, emit func(delta string)) (text, model string, err error)
}
