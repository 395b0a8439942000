package chunk_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// pump is a document as an extractor makes one.
func pump() *extract.Document {
	md := "# Pump\n\n## Use\n\nOpen the valve. Start the motor.\n\n## Care\n\nClean the filter each week.\n"
	return &extract.Document{
		Markdown: md,
		Blocks: []extract.Block{
			{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{Start: 0, End: 6}},
			{Kind: extract.HeadingBlock, Level: 2, Span: extract.Span{Start: 8, End: 14}},
			{Kind: extract.Paragraph, Span: extract.Span{Start: 16, End: 48}},
			{Kind: extract.HeadingBlock, Level: 2, Span: extract.Span{Start: 50, End: 57}},
			{Kind: extract.Paragraph, Span: extract.Span{Start: 59, End: 86}},
		},
		Outline: []extract.Heading{
			{Level: 1, Text: "Pump", Path: "Pump", Span: extract.Span{Start: 0, End: 6}},
			{Level: 2, Text: "Use", Path: "Pump > Use", Span: extract.Span{Start: 8, End: 14}},
			{Level: 2, Text: "Care", Path: "Pump > Care", Span: extract.Span{Start: 50, End: 57}},
		},
	}
}

func ExampleSplit() {
	set, err := chunk.Split(context.Background(), pump(), chunk.Options{MaxTokens: 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range set.Chunks {
		fmt.Printf("%s %q %d tokens, bytes %d to %d\n", c.ID, c.HeadingsPath, c.Tokens, c.Start, c.End)
	}
	// Output:
	// c0 ["Pump" "Use"] 14 tokens, bytes 0 to 48
	// c1 ["Pump" "Care"] 9 tokens, bytes 50 to 86
}

func ExampleUnits() {
	doc := pump()
	for _, u := range chunk.Units(doc) {
		fmt.Println(u.Kind, doc.Markdown[u.Start:u.End])
	}
	// Output:
	// heading # Pump
	// heading ## Use
	// sentence Open the valve.
	// sentence Start the motor.
	// heading ## Care
	// sentence Clean the filter each week.
}

func ExampleEstimate() {
	fmt.Println(chunk.Estimate("Clean the filter each week."))
	// Output: 6
}
