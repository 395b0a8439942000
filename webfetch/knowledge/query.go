package knowledge

import "encoding/json"

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
