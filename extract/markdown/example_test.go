package markdown_test

import (
	"context"
	"fmt"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

func ExampleParse() {
	doc := markdown.Parse("# Rain\n\nIt *rains*.\n\n- March\n- April\n")
	for _, b := range doc.Blocks {
		fmt.Printf("%s %q\n", b.Kind, doc.Text(b))
	}
	// Output:
	// heading "# Rain"
	// paragraph "It *rains*."
	// list "- March\n- April"
}

func ExamplePlain() {
	fmt.Println(markdown.Plain("## Rain\n\nSee [the map](https://example.org/map) of *March*."))
	// Output:
	// Rain
	//
	// See the map of March.
}

func ExampleExtractor() {
	base, _ := url.Parse("https://example.org/docs/")
	doc, err := markdown.Extractor{}.Extract(context.Background(), &extract.Source{
		URL:  base,
		Body: []byte("---\ntitle: Rain\n---\nSee [the map][m]<script>x</script>.\n\n[m]: map.png\n"),
	})
	fmt.Println(doc.Meta.Title, err)
	fmt.Println(doc.Markdown)
	// Output:
	// Rain <nil>
	// See [the map](https://example.org/docs/map.png).
}
