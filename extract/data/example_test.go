package data_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/data"
)

func ExampleExtractor() {
	doc, err := data.Extractor{}.Extract(context.Background(), &extract.Source{
		MediaType: "text/csv",
		Body:      []byte("town;rain\nLund;12,5\n"),
	})
	fmt.Println(doc.Markdown, err)
	// Output:
	// 1 rows, 2 columns
	//
	// | town | rain |
	// | --- | --- |
	// | Lund | 12,5 | <nil>
}
