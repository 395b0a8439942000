package knowledge

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
)

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
	return q, in.fillOptions(&q)
}

// fillOptions sets what may be said in two places.
func (in *queryJSON) fillOptions(q *Query) error {
	nested := &in.Options.Retrieval
	threshold, err1 := either("match_threshold", in.MatchThreshold, in.RankingOptions.ScoreThreshold)
	threshold, err2 := either("match_threshold", nested.MatchThreshold, threshold)
	results, err3 := either("max_num_results", nested.MaxNumResults, in.MaxNumResults)
	kind, err4 := either("retrieval_type", nested.RetrievalType, in.RetrievalType)
	rerank, err5 := either("reranking", in.Options.Reranking.on, in.Reranking.on)
	cache, err6 := either("cache", in.Options.Cache.on, in.Cache.on)
	if err := cmp.Or(err1, err2, err3, err4, err5, err6); err != nil {
		return err
	}
	q.MatchThreshold, q.Rerank, q.Cache = threshold, rerank, cache
	if results != nil {
		if *results < 1 || *results > maxResults {
			return fmt.Errorf("%w: max_num_results %d is not within 1 and %d", ErrInvalid, *results, maxResults)
		}
		q.MaxResults = *results
	}
	if kind != nil {
		q.Retrieval = *kind
	}
	q.Filters = nested.Filters
	if len(in.Filters) > 0 {
		if len(nested.Filters) > 0 && !sameJSON(nested.Filters, in.Filters) {
			return contradiction("filters")
		}
		q.Filters = in.Filters
	}
	return nil
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

func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	return bytes.Equal(a, b) || json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
