package feed_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/feed"
)

func ExampleExtractor() {
	doc, err := feed.Extractor{}.Extract(context.Background(), &extract.Source{Body: []byte(`<rss version="2.0"><channel><title>Rain</title>
		<item><title>March</title><link>https://example.org/march</link><description>&lt;p&gt;Wet.&lt;/p&gt;</description></item></channel></rss>`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Markdown)
	// Output:
	// # Rain
	//
	// ## [March](https://example.org/march)
	//
	// Wet.
}
