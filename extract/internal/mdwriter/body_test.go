package mdwriter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func line(b *mdwriter.Body, text string) {
	b.Begin(extract.Paragraph, 0)
	b.Out = append(b.Out, text...)
}

func item(b *mdwriter.Body, label, text string) {
	b.BeginItem(label)
	if text != "" {
		line(b, text)
	}
	b.EndItem(text == "")
}

func TestContainers(t *testing.T) {
	b := mdwriter.Body{DropRules: true}
	b.Rule() // separates nothing
	b.Open(extract.Quote, "> ", "> ")
	line(&b, "a")
	line(&b, "b")
	b.Close()
	b.Open(extract.Quote, "> ", "> ")
	assert.False(t, b.Close(), "a quote without content leaves no trace")
	b.OpenList(mdwriter.List{Ordered: true, Number: 9, Step: 1})
	item(&b, "", "c")
	b.BeginItem("")
	line(&b, "d")
	b.OpenList(mdwriter.List{})
	item(&b, "α.", "e")
	item(&b, "", "")
	b.Close()
	b.EndItem(false)
	b.ContinueItem()
	b.OpenList(mdwriter.List{})
	item(&b, "", "f")
	b.Close()
	b.Close()
	b.Close()
	b.OpenList(mdwriter.List{Ordered: true, Number: 1, Step: 1})
	item(&b, "", "g")
	b.Close()
	b.Rule()
	b.Heading(2, "h", 1, func() { b.Out = append(b.Out, "h"...) })
	b.Fence([]byte("i\n"), "go")
	b.Rule()
	b.End()
	assert.Equal(t, "> a\n>\n> b\n\n9. c\n10. d\n    - α. e\n    -\n    - f\n\n1) g\n\n## h\n\n```go\ni\n\n```", string(b.Out))
	var kinds []extract.Kind
	for _, block := range b.Blocks {
		kinds = append(kinds, block.Kind)
		assert.Less(t, block.Start, block.End)
	}
	assert.Equal(t, []extract.Kind{extract.Quote, extract.List, extract.List, extract.HeadingBlock, extract.Code}, kinds)
	assert.Equal(t, "h", b.Outline.Headings[0].Text)
	b.Reset()
	assert.Empty(t, b.Out)
	assert.Empty(t, b.Blocks)
}

// The last block holds all beyond the bound.
func TestMaxBlocks(t *testing.T) {
	for most, want := range map[int]int{0: 3, 2: 2, 3: 3} {
		b := mdwriter.Body{MaxBlocks: most}
		for range 3 {
			line(&b, "a")
		}
		b.End()
		assert.Len(t, b.Blocks, want)
		assert.Equal(t, len(b.Out), b.Blocks[want-1].End)
	}
}

func TestContainersTooDeep(t *testing.T) {
	for depth, deep := range map[int]bool{19: false, 20: true} {
		var b mdwriter.Body
		for range depth {
			b.Open(extract.Quote, "> ", "> ")
		}
		assert.Equal(t, deep, b.TooDeep())
	}
}
