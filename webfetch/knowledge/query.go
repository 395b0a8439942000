package knowledge

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// Bounds of a query.
const (
	// DefaultResults is the number of hits that zero means, MaxResults the most
	// that can be had.
	DefaultResults = 10
	MaxResults     = 50 // see DefaultResults
	// maxQueryText bounds the messages of a query together, in bytes.
	maxQueryText = 64 << 10
	// maxMessages bounds their number.
	maxMessages = 100
)

// Mode says what a query wants.
type Mode string

// The modes.
const (
	// Search wants passages.
	Search Mode = "search"
	// AISearch wants passages and an answer from them.
	AISearch Mode = "ai_search"
)

// RetrievalType says how passages are found.
type RetrievalType string

// The types of retrieval.
const (
	Keyword RetrievalType = "keyword"
	Vector  RetrievalType = "vector"
	Hybrid  RetrievalType = "hybrid"
)

// Message is one turn of a conversation.
type Message struct {
	Role    string `json:"role"`    // system, user or assistant
	Content string `json:"content"` // plain text
}

// The roles of messages.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
)

// Query is a question to a base. Make one of JSON with [ParseQuery].
type Query struct {
	// Scope is the folder to answer from.
	Scope Scope
	// Messages are the conversation. The last one of the user is the search text; the others are
	// for the model that writes the answer. One of the user must not be blank.
	Messages []Message
	// Mode says whether an answer is wanted. Empty means [Search].
	Mode Mode
	// Filters are read by [ParseFilter] with the schema of the base.
	Filters json.RawMessage
	// MaxResults is the most hits, at most [MaxResults]. Zero means
	// [DefaultResults].
	MaxResults int
	// Retrieval is how passages are found. Empty means the best that the base
	// has: hybrid, as a rule.
	Retrieval RetrievalType
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

// Text returns what is looked for: the last message of the user, trimmed.
func (q *Query) Text() string {
	for i := len(q.Messages) - 1; i >= 0; i-- {
		if q.Messages[i].Role == User {
			return strings.TrimSpace(q.Messages[i].Content)
		}
	}
	return ""
}

// Results returns MaxResults or its default.
func (q *Query) Results() int {
	if q.MaxResults == 0 {
		return DefaultResults
	}
	return q.MaxResults
}

// Validate returns an [ErrQuery] or [ErrScope] if the query makes no sense. It
// does not read the filters.
func (q *Query) Validate() error {
	if q.Scope.IsZero() {
		return fmt.Errorf("%w: query without a scope", ErrScope)
	}
	if err := q.validateMessages(); err != nil {
		return err
	}
	switch q.Mode {
	case "", Search, AISearch:
	default:
		return fmt.Errorf("%w: unknown mode %q; want search or ai_search", ErrQuery, q.Mode)
	}
	switch q.Retrieval {
	case "", Keyword, Vector, Hybrid:
	default:
		return fmt.Errorf("%w: unknown retrieval_type %q; want keyword, vector or hybrid", ErrQuery, q.Retrieval)
	}
	if q.MaxResults < 0 || q.MaxResults > MaxResults {
		return fmt.Errorf("%w: max_num_results %d is not within 1 and %d", ErrQuery, q.MaxResults, MaxResults)
	}
	if t := q.MatchThreshold; t != nil && (math.IsNaN(*t) || *t < 0 || *t > 1) {
		return fmt.Errorf("%w: match_threshold %v is not within 0 and 1", ErrQuery, *t)
	}
	if q.Stream && q.Mode != AISearch {
		return fmt.Errorf("%w: stream is for mode ai_search", ErrQuery)
	}
	return nil
}

func (q *Query) validateMessages() error {
	if len(q.Messages) > maxMessages {
		return fmt.Errorf("%w: more than %d messages", ErrQuery, maxMessages)
	}
	size := len(q.SystemPrompt)
	for _, m := range q.Messages {
		switch m.Role {
		case System, User, Assistant:
		default:
			return fmt.Errorf("%w: unknown role %q; want user, system or assistant", ErrQuery, m.Role)
		}
		if !utf8.ValidString(m.Content) {
			return fmt.Errorf("%w: a message is not UTF-8", ErrQuery)
		}
		size += len(m.Content)
	}
	if size > maxQueryText {
		return fmt.Errorf("%w: messages are longer than %d bytes", ErrQuery, maxQueryText)
	}
	if q.Text() == "" {
		return fmt.Errorf("%w: there is no message of the user, or it is blank", ErrQuery)
	}
	return nil
}
