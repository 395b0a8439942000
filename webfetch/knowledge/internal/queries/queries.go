// Package queries has what all bases do alike with a query: its checks, and the response of mode ai_search.
package queries

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	maxText     = 64 << 10 // bytes of the messages of a query and of its system prompt
	maxMessages = 100
	// MaxResults is the most hits that a query can have.
	MaxResults = 50
)

// Text returns what is looked for: the last message of the user, trimmed.
func Text(q *knowledge.Query) string {
	for i := len(q.Messages) - 1; i >= 0; i-- {
		if q.Messages[i].Role == "user" {
			return strings.TrimSpace(q.Messages[i].Content)
		}
	}
	return ""
}

// Results returns the number of hits that a query wants.
func Results(q *knowledge.Query) int { return cmp.Or(q.MaxResults, 10) }

// New returns an answer without hits.
func New(q *knowledge.Query) *knowledge.Answer {
	return &knowledge.Answer{
		Query: Text(q), Retrieval: cmp.Or(q.Retrieval, "hybrid"), Hits: []knowledge.Hit{}, Citations: []knowledge.Citation{}, Warnings: []extract.Warning{},
	}
}

// Validate returns a [knowledge.ErrInvalid] if the query makes no sense. It does not read
// the filters.
func Validate(q *knowledge.Query) error {
	if q.Scope == (knowledge.Scope{}) {
		return fmt.Errorf("%w: query without a scope", knowledge.ErrInvalid)
	}
	fault := messagesFault(q)
	t := q.MatchThreshold
	switch {
	case fault != "":
	case q.Mode != "" && q.Mode != "search" && q.Mode != "ai_search":
		fault = fmt.Sprintf("unknown mode %q; want search or ai_search", q.Mode)
	case q.Retrieval != "" && q.Retrieval != "keyword" && q.Retrieval != "vector" && q.Retrieval != "hybrid":
		fault = fmt.Sprintf("unknown retrieval_type %q; want keyword, vector or hybrid", q.Retrieval)
	case q.MaxResults < 0 || q.MaxResults > MaxResults:
		fault = fmt.Sprintf("max_num_results %d is not within 1 and %d", q.MaxResults, MaxResults)
	case t != nil && (math.IsNaN(*t) || *t < 0 || *t > 1):
		fault = fmt.Sprintf("match_threshold %v is not within 0 and 1", *t)
	case q.Stream && q.Mode != "ai_search":
		fault = "stream is for mode ai_search"
	}
	if fault != "" {
		return fmt.Errorf("%w: %s", knowledge.ErrInvalid, fault)
	}
	return nil
}

func messagesFault(q *knowledge.Query) string {
	if len(q.Messages) > maxMessages {
		return fmt.Sprintf("more than %d messages", maxMessages)
	}
	size := len(q.SystemPrompt)
	for _, m := range q.Messages {
		switch {
		case m.Role != "system" && m.Role != "user" && m.Role != "assistant":
			return fmt.Sprintf("unknown role %q; want user, system or assistant", m.Role)
		case !utf8.ValidString(m.Content):
			return "a message is not UTF-8"
		}
		size += len(m.Content)
	}
	switch {
	case size > maxText:
		return fmt.Sprintf("messages are longer than %d bytes", maxText)
	case Text(q) == "":
		return "there is no message of the user, or it is blank"
	}
	return ""
}
