package main

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

type report struct {
	*webfetch.Packet
	ID          string        `json:"id"`
	Bytes       int           `json:"bytes"`
	RawTokens   int           `json:"raw_tokens"` // of the body, 0 unless it is text
	Tokens      int           `json:"tokens"`     // of the content, o200k_base
	TookMS      float64       `json:"took_ms"`
	Blocks      []block       `json:"blocks"`
	BlockTokens []int         `json:"block_tokens"`
	Chunks      []chunk.Chunk `json:"chunks"`
	Pieces      []piece       `json:"pieces"`
	Steps       []step        `json:"steps"`
}

type block struct {
	BlockID   string       `json:"block_id"`
	Kind      extract.Kind `json:"kind"`
	Level     int          `json:"level,omitempty"`
	StartChar int          `json:"start_char"`
	EndChar   int          `json:"end_char"`
}

type step struct {
	Name string  `json:"name"`
	At   float64 `json:"at"` // ms after the first step
	Took float64 `json:"took"`
}

func (s *server) report(ctx context.Context, c *inspected) (*report, error) {
	p := c.packet
	set, err := s.client.Chunk(ctx, p, chunk.Options{MaxTokens: 512})
	if err != nil {
		return nil, err
	}
	r := &report{
		Packet: p, ID: c.id, Bytes: len(p.Raw), Tokens: s.counter.Count(p.Content), Chunks: set.Chunks, Pieces: c.marked.pieces,
		Steps: []step{{"in all", 0, ms(p.Stats.Duration)}},
	}
	if text, encoding := p.RawText(); encoding == "utf-8" {
		r.RawTokens = s.counter.Count(text)
	}
	if p.Document != nil && p.Document.Markdown == p.Content {
		for i, b := range p.Document.Blocks {
			start := utf8.RuneCountInString(p.Content[:b.Start])
			r.Blocks = append(r.Blocks, block{extract.BlockID(i), b.Kind, b.Level, start, start + utf8.RuneCountInString(p.Document.Text(b))})
			r.BlockTokens = append(r.BlockTokens, s.counter.Count(p.Document.Text(b)))
		}
	}
	for _, st := range c.steps {
		if st.Kind == "fetch" {
			continue // all of it
		}
		r.Steps = append(r.Steps, step{strings.TrimSpace(fmt.Sprintf("%s %s", st.Kind, st.Name)), ms(st.began.Sub(c.steps[0].began)), ms(st.took)})
	}
	return r, nil
}
