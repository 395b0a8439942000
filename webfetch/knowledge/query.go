package knowledge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
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
