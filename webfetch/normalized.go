package webfetch

import (
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

// Normalized is the lean form of a packet: the whole content block by block,
// without hashes, findings and summaries.
type Normalized struct {
	SourceID     string            `json:"source_id"`     // that of the packet
	CanonicalURL string            `json:"canonical_url"` // that of the packet
	Metadata     Metadata          `json:"metadata"`      // that of the packet
	Outline      []extract.Heading `json:"outline"`       // headings of Content
	Content      string            `json:"content"`       // Markdown
	Blocks       []NormalizedBlock `json:"blocks"`        // all blocks of Content, in order
	Warnings     []extract.Warning `json:"warnings"`      // those of the packet
}

// NormalizedBlock is the span of one block, in code points of Content.
type NormalizedBlock struct {
	BlockID   string       `json:"block_id"`        // of extract.Block
	Kind      extract.Kind `json:"kind"`            // paragraph, table, code and so on
	Level     int          `json:"level,omitempty"` // of a heading
	StartChar int          `json:"start_char"`      // first code point of Content
	EndChar   int          `json:"end_char"`        // one past the last
}

// Normalized returns the lean form of the packet.
func (p *Packet) Normalized() *Normalized {
	doc := p.document()
	runes := textstat.NewRuneIndex(doc.Markdown)
	blocks := make([]NormalizedBlock, len(doc.Blocks))
	for i, b := range doc.Blocks {
		loc := locOf(runes, b.Start, b.End)
		blocks[i] = NormalizedBlock{BlockID: extract.BlockID(i), Kind: b.Kind, Level: b.Level, StartChar: loc.StartChar, EndChar: loc.EndChar}
	}
	return &Normalized{
		SourceID: p.SourceID, CanonicalURL: p.CanonicalURL, Metadata: p.Metadata, Outline: p.Outline,
		Content: p.Content, Blocks: blocks, Warnings: p.Warnings,
	}
}
