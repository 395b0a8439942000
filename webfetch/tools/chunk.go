package tools

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// chunkArgs are the arguments of chunk.
type chunkArgs struct {
	SourceID string          `json:"source_id"`
	Packet   json.RawMessage `json:"packet"`
	Content  string          `json:"content"`
	Options  struct {
		MaxTokens     jsonInteger `json:"max_tokens"`
		MarginRatio   *float64    `json:"margin_ratio"`
		OverlapTokens jsonInteger `json:"overlap_tokens"`
		Strategy      string      `json:"strategy"`
	} `json:"options"`
}

// maxChunks bounds the chunks of an answer, which repeats headings for each.
const maxChunks = 10_000

// chunk splits a page into chunks.
func (s *Set) chunk(ctx context.Context, c *call) (*answer, error) {
	if err := c.slot.Acquire(ctx); err != nil {
		return nil, err
	}
	var args chunkArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	p, err := s.source(ctx, c, packetArgs{args.SourceID, args.Packet, args.Content, "packet"})
	if err != nil {
		return nil, err
	}
	opts := chunk.Options{
		MaxTokens:     int(args.Options.MaxTokens),
		MarginRatio:   s.opts.marginRatio(),
		OverlapTokens: int(args.Options.OverlapTokens),
		MaxChunks:     maxChunks,
		Strategy:      chunk.Strategy(args.Options.Strategy),
	}
	if opts.MaxTokens == 0 {
		opts.MaxTokens = s.opts.defaultMaxTokens()
	}
	if args.Options.MarginRatio != nil {
		opts.MarginRatio = *args.Options.MarginRatio
	}
	set, err := s.client.Chunk(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	return &answer{env: envelope{Chunks: set}, source: withAddress(p), text: chunkText(set)}, nil
}

func chunkText(set *chunk.Set) string {
	var b strings.Builder
	for _, ch := range set.Chunks {
		b.WriteString("[" + ch.ID + ", about " + itoa(ch.Tokens) + " tokens")
		if len(ch.HeadingsPath) > 0 {
			b.WriteString(": " + modeltext.OneLine(strings.Join(ch.HeadingsPath, " > ")))
		}
		b.WriteString("]\n" + ch.Text + "\n\n")
	}
	return strings.TrimSuffix(b.String(), "\n\n")
}
