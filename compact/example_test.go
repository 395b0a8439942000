package compact_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

func ExampleShrink() {
	md := "# Pump\n\nThe pump moves water. It weighs 13 kg. The housing is blue.\n"
	doc := &extract.Document{
		Markdown: md,
		Blocks: []extract.Block{
			{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{Start: 0, End: 6}},
			{Kind: extract.Paragraph, Span: extract.Span{Start: 8, End: len(md) - 1}},
		},
	}
	r, err := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: 16, SummaryOnly: true, Question: "How heavy is the pump?"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Compacted.Summary)
	fmt.Println("omitted:", r.Compacted.Omissions[0].Section, r.Compacted.Omissions[0].Units)
	// Output:
	// # Pump
	//
	// The pump moves water. It weighs 13 kg.
	// omitted: Pump 1
}
