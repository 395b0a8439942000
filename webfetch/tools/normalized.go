package tools

import (
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

// normalized is the lean form of a packet: the whole content block by block,
// without hashes, findings and summaries.
type normalized struct {
	SourceID     string            `json:"source_id"`
	CanonicalURL string            `json:"canonical_url"`
	Metadata     webfetch.Metadata `json:"metadata"`
	Outline      []extract.Heading `json:"outline"`
	Content      string            `json:"content"`
	Blocks       []normalizedBlock `json:"blocks"`
	Warnings     []extract.Warning `json:"warnings"`
}

// normalizedBlock is the span of one block, in code points of the content.
type normalizedBlock struct {
	BlockID   string       `json:"block_id"`
	Kind      extract.Kind `json:"kind"`
	Level     int          `json:"level,omitempty"`
	StartChar int          `json:"start_char"`
	EndChar   int          `json:"end_char"`
}

func normalize(p *webfetch.Packet) *normalized {
	doc := p.Document
	if doc == nil || doc.Markdown != p.Content {
		doc = markdown.Parse(p.Content)
	}
	runes := textstat.NewRuneIndex(doc.Markdown)
	blocks := make([]normalizedBlock, len(doc.Blocks))
	for i, b := range doc.Blocks {
		blocks[i] = normalizedBlock{BlockID: extract.BlockID(i), Kind: b.Kind, Level: b.Level, StartChar: runes.At(b.Start), EndChar: runes.At(b.End)}
	}
	return &normalized{p.SourceID, p.CanonicalURL, p.Metadata, p.Outline, p.Content, blocks, p.Warnings}
}
