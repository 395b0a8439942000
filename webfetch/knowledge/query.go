package knowledge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Message is one turn of a conversation.
type Message struct {
	Role    string `json:"role"`    // system, user or assistant
	Content string `json:"content"` // plain text
}

// Query is a question to a base. Make one of JSON with [ParseQuery].
type Query struct {
	// Scope is the folder to answer from.
	Scope Scope
	// Messages are the conversation, at most 100, and 64 KiB with the system prompt. The last one of the user is
	// the search text, which must not be blank; the others are for the model that writes the answer.
	Messages []Message
	// Mode is search, for passages alone, or ai_search, for an answer from them. Empty means search.
	Mode string
	// Filters are in either of two forms, of at most 2,048 bytes. Empty, null and {} are no filter.
	//
	//	{"tag": "docs", "score": {"$gte": 0.8, "$lt": 1}}
	//	{"type": "and", "filters": [{"type": "eq", "key": "tag", "value": "docs"}]}
	//
	// Fields and operators ($eq, $ne, $in, $nin, $gt, $gte, $lt, $lte) are and-ed. The second, older form is a
	// comparison (eq, ne, gt, gte, lt, lte), or one level of "and" over such, or an "or" over eq of one field. The
	// fields are filename (the whole key), folder (the key up to its last slash), timestamp (seconds, milliseconds
	// or RFC 3339) and those of the schema of the base. Operands are strings, numbers and booleans; a number given
	// as text is one where the field is. A field that is missing or not valid for its type passes $ne and $nin
	// alone. Texts are compared by bytes. Everything else is an [ErrInvalid] that names what is wrong.
	Filters json.RawMessage
	// MaxResults is the most hits, at most 50. Zero means 10.
	MaxResults int
	// Retrieval is how passages are found: keyword, vector or hybrid. Empty means the best that the base has:
	// hybrid, as a rule.
	Retrieval string
	// MatchThreshold, from 0 to 1, leaves out passages whose vector score is
	// less. It does not touch passages that have none: those of keyword
	// retrieval. Nil means that of the base.
	MatchThreshold *float64
	// Rerank has the best hits ordered again. Nil means what the base does.
	Rerank *bool
	// Cache false asks for an answer that no cache gives. Nil means what the
	// base does.
	Cache *bool
	// Model names the model of the answer. Empty means the configured one.
	Model string
	// SystemPrompt goes before the messages of the answer. Empty means the
	// configured one.
	SystemPrompt string
	// Stream asks for events. They come in [Answer.Events], and through Emit.
	Stream bool
	// Emit, if not nil, is called with each event as it happens, one at a time,
	// before Query returns. It must not block for long.
	Emit func(Event) `json:"-"`
}

// ValidateSchema reports a schema that no base can have. A schema has the names of the metadata fields that filters
// may name beside filename, folder and timestamp, and their types: text, number, boolean or datetime. Names are
// compared without case. They must not be empty, reserved or there twice.
func ValidateSchema(schema map[string]string) error {
	seen := map[string]bool{"": true, "filename": true, "folder": true, "timestamp": true}
	for field, typ := range schema {
		name := strings.ToLower(field)
		if seen[name] {
			return fmt.Errorf("knowledge: bad schema: field %q is empty, reserved or there twice", field)
		}
		seen[name] = true
		if !slices.Contains([]string{"text", "number", "boolean", "datetime"}, typ) {
			return fmt.Errorf("knowledge: bad schema: field %q has the unknown type %q", field, typ)
		}
	}
	return nil
}

// maxResults is the most hits that a query can have.
const maxResults = 50

// queryJSON is the JSON form of a query, with the flat names of older clients.
type queryJSON struct {
	Messages []Message `json:"messages"`
	Query    string    `json:"query"`
	Mode     string    `json:"mode"`
	Stream   bool      `json:"stream"`
	Options  struct {
		Retrieval retrievalJSON `json:"retrieval"`
		togglesJSON
	} `json:"ai_search_options"`
	Model        string `json:"model"`
	SystemPrompt string `json:"system_prompt"`

	retrievalJSON
	togglesJSON
	RankingOptions struct {
		ScoreThreshold *float64 `json:"score_threshold"`
	} `json:"ranking_options"`
}

type retrievalJSON struct {
	Filters        json.RawMessage `json:"filters"`
	MaxNumResults  *int            `json:"max_num_results"`
	RetrievalType  *string         `json:"retrieval_type"`
	MatchThreshold *float64        `json:"match_threshold"`
}

type togglesJSON struct {
	Cache     toggle `json:"cache"`
	Reranking toggle `json:"reranking"`
}

// toggle is {"enabled": true}, or true alone.
type toggle struct{ on *bool }

// UnmarshalJSON reads both forms.
func (t *toggle) UnmarshalJSON(data []byte) error {
	var object struct {
		Enabled *bool `json:"enabled"`
	}
	if json.Unmarshal(data, &t.on) == nil {
		return nil
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return fmt.Errorf("want true, false or an object with enabled")
	}
	t.on = object.Enabled
	return nil
}

// ParseQuery reads a query of JSON, without a scope:
//
//	{"messages": [{"role": "user", "content": "…"}], "mode": "ai_search", "stream": true,
//	 "ai_search_options": {"retrieval": {"filters": {…}, "max_num_results": 5, "retrieval_type": "hybrid",
//	 "match_threshold": 0.4}, "cache": {"enabled": true}, "reranking": {"enabled": true}},
//	 "model": "…", "system_prompt": "…"}
//
// query, a string, is short for one message of the user and must not be used with messages.
// max_num_results, retrieval_type, match_threshold, filters, cache and reranking are allowed
// at the top level, too, and ranking_options.score_threshold is an alias of match_threshold.
// Values that are given twice must be equal. Members that are not named here are ignored.
// Errors match [ErrInvalid].
func ParseQuery(raw json.RawMessage) (Query, error) {
	var in queryJSON
	if err := json.Unmarshal(raw, &in); err != nil {
		return Query{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	q := Query{Messages: in.Messages, Mode: in.Mode, Stream: in.Stream, Model: in.Model, SystemPrompt: in.SystemPrompt}
	switch {
	case in.Query != "" && len(in.Messages) > 0:
		return Query{}, fmt.Errorf("%w: messages or query, not both", ErrInvalid)
	case in.Query != "":
		q.Messages = []Message{{Role: "user", Content: in.Query}}
	case len(in.Messages) == 0:
		return Query{}, fmt.Errorf("%w: messages or query is required", ErrInvalid)
	}
	nested := &in.Options.Retrieval
	threshold, err1 := either("match_threshold", in.MatchThreshold, in.RankingOptions.ScoreThreshold)
	threshold, err2 := either("match_threshold", nested.MatchThreshold, threshold)
	results, err3 := either("max_num_results", nested.MaxNumResults, in.MaxNumResults)
	kind, err4 := either("retrieval_type", nested.RetrievalType, in.RetrievalType)
	rerank, err5 := either("reranking", in.Options.Reranking.on, in.Reranking.on)
	cache, err6 := either("cache", in.Options.Cache.on, in.Cache.on)
	if err := cmp.Or(err1, err2, err3, err4, err5, err6); err != nil {
		return q, err
	}
	q.MatchThreshold, q.Rerank, q.Cache = threshold, rerank, cache
	if results != nil {
		if *results < 1 || *results > maxResults {
			return q, fmt.Errorf("%w: max_num_results %d is not within 1 and %d", ErrInvalid, *results, maxResults)
		}
		q.MaxResults = *results
	}
	if kind != nil {
		q.Retrieval = *kind
	}
	q.Filters = nested.Filters
	if len(in.Filters) > 0 {
		q.Filters = in.Filters
		var x, y any
		_, _ = json.Unmarshal(nested.Filters, &x), json.Unmarshal(in.Filters, &y) // both are JSON, or there is one
		if len(nested.Filters) > 0 && !reflect.DeepEqual(x, y) {
			return q, contradiction("filters")
		}
	}
	return q, nil
}

// either returns the one that is set. Two that differ are an error.
func either[T comparable](name string, a, b *T) (*T, error) {
	switch {
	case a == nil:
		return b, nil
	case b != nil && *a != *b:
		return nil, contradiction(name)
	}
	return a, nil
}

func contradiction(name string) error {
	return fmt.Errorf("%w: %s is said twice, and differently", ErrInvalid, name)
}

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

// VerifyQuote finds a quote in the stored text of a hit and returns its span: first within
// the span of the hit, then in the rest of the file. White space of any length is equal;
// everything else is compared by byte. It returns [ErrNotFound] if the text does not have
// the quote, or the file is missing or outside of the scope, and [ErrInvalid]
// for an empty quote.
func VerifyQuote(ctx context.Context, b Base, scope Scope, hit Hit, quote string) (extract.Span, error) {
	words := strings.Fields(quote)
	if len(words) == 0 {
		return extract.Span{}, fmt.Errorf("%w: the quote is empty", ErrInvalid)
	}
	text, _, err := b.Read(ctx, scope, hit.Key)
	if err != nil {
		return extract.Span{}, err
	}
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	pattern, err := regexp.Compile(strings.Join(words, `[\s\v\x{85}\p{Z}]+`))
	if err != nil { // it is not UTF-8, as all stored text is
		return extract.Span{}, fmt.Errorf("%w: the quote is not in %s", ErrNotFound, hit.Key)
	}
	if s := hit.Span; s != nil && 0 <= s.Start && s.Start <= s.End && s.End <= len(text) {
		if at := pattern.FindStringIndex(text[s.Start:s.End]); at != nil {
			return extract.Span{Start: s.Start + at[0], End: s.Start + at[1]}, nil
		}
	}
	if at := pattern.FindStringIndex(text); at != nil {
		return extract.Span{Start: at[0], End: at[1]}, nil
	}
	return extract.Span{}, fmt.Errorf("%w: the quote is not in %s", ErrNotFound, hit.Key)
}
