package text_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
)

func ExampleExtractor() {
	doc, err := text.Extractor{}.Extract(context.Background(), &extract.Source{
		MediaType: "text/plain",
		Body:      []byte("Shopping\n\n* milk\n* *good* bread\n"),
	})
	fmt.Println(doc.Markdown, err)
	// Output:
	// Shopping
	//
	// - milk
	// - \*good\* bread <nil>
}
