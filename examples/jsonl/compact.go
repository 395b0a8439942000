package main

import (
	"context"
	"encoding/json"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// compactRequest is a line of the verb compact.
type compactRequest struct {
	ID       json.RawMessage `json:"id"`
	Markdown string          `json:"markdown"`
	Mode     compact.Mode    `json:"mode"`
	Question string          `json:"question"`
	Preserve []string        `json:"preserve"`
	Budget   int             `json:"budget_tokens"`
	Encoding string          `json:"encoding"`
}

// compactAnswer is the answer to it: markdown is the summary.
type compactAnswer struct {
	ID        json.RawMessage    `json:"id,omitempty"`
	Markdown  string             `json:"markdown"`
	Tokens    int                `json:"tokens"`
	KeyPoints []compact.Quote    `json:"key_points"`
	Quotes    []compact.Quote    `json:"important_quotes"`
	Omissions []compact.Omission `json:"omissions"`
}

// newCompact compacts Markdown to a summary of budget_tokens, on top of which
// come key points, quotes and omissions: {id, markdown, mode, question, preserve,
// budget_tokens, encoding} -> {id, markdown, tokens, key_points,
// important_quotes, omissions}.
func newCompact(args []string) (verb, error) {
	fallback, err := encodingFlag("compact", args)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, line []byte) any {
		var in compactRequest
		if err := json.Unmarshal(line, &in); err != nil {
			return failure{ID: lineID(line), Error: err.Error()}
		}
		count, err := counter(in.Encoding, fallback)
		if err != nil {
			return failure{ID: in.ID, Error: err.Error()}
		}
		r, err := compact.Shrink(ctx, markdown.Parse(in.Markdown), compact.Options{
			MaxTokens: in.Budget, SummaryOnly: true, Mode: in.Mode, Question: in.Question, Preserve: in.Preserve, Counter: count,
		})
		if err != nil {
			return failure{ID: in.ID, Error: err.Error()}
		}
		c := r.Compacted
		return compactAnswer{in.ID, c.Summary, r.EstTokens, c.KeyPoints, c.ImportantQuotes, c.Omissions}
	}, nil
}
