package main

import (
	"context"
	"encoding/json"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// chunkRequest is a line of the verb chunk.
type chunkRequest struct {
	ID            json.RawMessage `json:"id"`
	Markdown      string          `json:"markdown"`
	MaxTokens     int             `json:"max_tokens"`
	MarginRatio   float64         `json:"margin_ratio"`
	OverlapTokens int             `json:"overlap_tokens"`
	Strategy      string          `json:"strategy"` // "auto" or empty: the library's default
	Encoding      string          `json:"encoding"`
}

// chunkAnswer is the answer to it.
type chunkAnswer struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Chunks []chunkText     `json:"chunks"`
}

type chunkText struct {
	Text        string   `json:"text"`
	Tokens      int      `json:"tokens"`
	HeadingPath []string `json:"heading_path"`
	Start       int      `json:"start"`
	End         int      `json:"end"`
}

// newChunk splits Markdown: {id, markdown, max_tokens, margin_ratio,
// overlap_tokens, strategy, encoding} -> {id, chunks: [{text, tokens,
// heading_path, start, end}]}.
func newChunk(args []string) (verb, error) {
	fallback, err := encodingFlag("chunk", args)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, line []byte) any {
		var in chunkRequest
		if err := json.Unmarshal(line, &in); err != nil {
			return failure{ID: lineID(line), Error: err.Error()}
		}
		set, err := in.split(ctx, fallback)
		if err != nil {
			return failure{ID: in.ID, Error: err.Error()}
		}
		out := chunkAnswer{ID: in.ID, Chunks: []chunkText{}}
		for _, c := range set.Chunks {
			out.Chunks = append(out.Chunks, chunkText{c.Text, c.Tokens, c.HeadingsPath, c.Start, c.End})
		}
		return out
	}, nil
}

func (r chunkRequest) split(ctx context.Context, fallback string) (*chunk.Set, error) {
	count, err := counter(r.Encoding, fallback)
	if err != nil {
		return nil, err
	}
	if r.Strategy == "auto" {
		r.Strategy = ""
	}
	return chunk.Split(ctx, markdown.Parse(r.Markdown), chunk.Options{
		MaxTokens: r.MaxTokens, MarginRatio: r.MarginRatio, OverlapTokens: r.OverlapTokens,
		Strategy: chunk.Strategy(r.Strategy), Counter: count,
	})
}
