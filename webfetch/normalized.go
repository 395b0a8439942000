package webfetch

import "github.com/webfetch-mcp/webfetch-go/extract"

// Normalized is the lean form of a packet: the whole content block by block,
// without hashes, findings and summaries.
type Normalized struct {
	SourceID     string            `json:"source_id"`
	CanonicalURL string            `json:"canonical_url"`
	Metadata     Metadata          `json:"metadata"`
	Outline      []Heading         `json:"outline"`
	Content      string            `json:"content"`
	Blocks       []NormalizedBlock `json:"blocks"`
	Warnings     []extract.Warning `json:"warnings"`
}

// NormalizedBlock is the span of one block, in code points of Content.
type NormalizedBlock struct {
	BlockID   string       `json:"block_id"`
	Kind      extract.Kind `json:"kind"`
	Level     int          `json:"level,omitempty"`
	StartChar int          `json:"start_char"`
	EndChar   int          `json:"end_char"`
}

// Normalized returns the lean form of the packet.
func (p *Packet) Normalized() *Normalized {
	doc := p.document()
	runes := newRuneIndex(doc.Markdown)
	blocks := make([]NormalizedBlock, len(doc.Blocks))
	for i, b := range doc.Blocks {
		loc := runes.loc(b.Start, b.End)
		blocks[i] = NormalizedBlock{BlockID: b.ID, Kind: b.Kind, Level: b.Level, StartChar: loc.StartChar, EndChar: loc.EndChar}
	}
	return &Normalized{
		SourceID: p.SourceID, CanonicalURL: p.CanonicalURL, Metadata: p.Metadata, Outline: p.Outline,
		Content: p.Content, Blocks: blocks, Warnings: p.Warnings,
	}
}
