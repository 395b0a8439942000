package main

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

func counter(encoding string) (*tiktoken.Encoding, error) {
	return tiktoken.Get(cmp.Or(encoding, "o200k_base"))
}

func newTokens(*flags) (verb, func() error, error) {
	type request struct {
		ID       json.RawMessage `json:"id"`
		Text     string          `json:"text"`
		Encoding string          `json:"encoding"`
	}
	type answer struct {
		ID    json.RawMessage `json:"id,omitempty"`
		Count int             `json:"count"`
	}
	return each(func(_ context.Context, in *request) (any, error) {
		count, err := counter(in.Encoding)
		if err != nil {
			return nil, err
		}
		return answer{in.ID, count.Count(in.Text)}, nil
	}), nil, nil
}

// newChunk splits Markdown: {id, markdown, max_tokens, margin_ratio,
// overlap_tokens, strategy, encoding} -> {id, chunks: [{text, tokens,
// heading_path, start, end}]}.
func newChunk(*flags) (verb, func() error, error) {
	type request struct {
		ID            json.RawMessage `json:"id"`
		Markdown      string          `json:"markdown"`
		MaxTokens     int             `json:"max_tokens"`
		MarginRatio   float64         `json:"margin_ratio"`
		OverlapTokens int             `json:"overlap_tokens"`
		Strategy      string          `json:"strategy"` // "auto" or empty: the library's default
		Encoding      string          `json:"encoding"`
	}
	type piece struct {
		Text        string   `json:"text"`
		Tokens      int      `json:"tokens"`
		HeadingPath []string `json:"heading_path"`
		Start       int      `json:"start"`
		End         int      `json:"end"`
	}
	type answer struct {
		ID     json.RawMessage `json:"id,omitempty"`
		Chunks []piece         `json:"chunks"`
	}
	return each(func(ctx context.Context, in *request) (any, error) {
		count, err := counter(in.Encoding)
		if err != nil {
			return nil, err
		}
		if in.Strategy == "auto" {
			in.Strategy = ""
		}
		set, err := chunk.Split(ctx, markdown.Parse(in.Markdown), chunk.Options{
			MaxTokens: in.MaxTokens, MarginRatio: in.MarginRatio, OverlapTokens: in.OverlapTokens,
			Strategy: chunk.Strategy(in.Strategy), Counter: count,
		})
		if err != nil {
			return nil, err
		}
		out := answer{in.ID, []piece{}}
		for _, c := range set.Chunks {
			out.Chunks = append(out.Chunks, piece{c.Text, c.Tokens, c.HeadingsPath, c.Start, c.End})
		}
		return out, nil
	}), nil, nil
}

// newCompact compacts Markdown to a summary of budget_tokens, on top of which
// come key points, quotes and omissions: {id, markdown, mode, question, preserve,
// budget_tokens, encoding} -> {id, markdown, tokens, key_points,
// important_quotes, omissions}.
func newCompact(*flags) (verb, func() error, error) {
	type request struct {
		ID       json.RawMessage `json:"id"`
		Markdown string          `json:"markdown"`
		Mode     compact.Mode    `json:"mode"`
		Question string          `json:"question"`
		Preserve []string        `json:"preserve"`
		Budget   int             `json:"budget_tokens"`
		Encoding string          `json:"encoding"`
	}
	type answer struct {
		ID        json.RawMessage    `json:"id,omitempty"`
		Markdown  string             `json:"markdown"`
		Tokens    int                `json:"tokens"`
		KeyPoints []compact.Quote    `json:"key_points"`
		Quotes    []compact.Quote    `json:"important_quotes"`
		Omissions []compact.Omission `json:"omissions"`
	}
	return each(func(ctx context.Context, in *request) (any, error) {
		count, err := counter(in.Encoding)
		if err != nil {
			return nil, err
		}
		r, err := compact.Shrink(ctx, markdown.Parse(in.Markdown), compact.Options{
			MaxTokens: in.Budget, SummaryOnly: true, Mode: in.Mode, Question: in.Question, Preserve: in.Preserve, Counter: count,
		})
		if err != nil {
			return nil, err
		}
		c := r.Compacted
		return answer{in.ID, c.Summary, r.EstTokens, c.KeyPoints, c.ImportantQuotes, c.Omissions}, nil
	}), nil, nil
}
