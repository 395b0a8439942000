package sniff_test

import (
	"fmt"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
)

func ExampleMediaType() {
	u, _ := url.Parse("https://example.org/notes.md")
	fmt.Println(sniff.MediaType(&extract.Source{URL: u, MediaType: "text/plain", Body: []byte("# Notes\n")}))
	fmt.Println(sniff.MediaType(&extract.Source{MediaType: "text/html", Body: []byte("%PDF-1.7\n")}))
	// Output:
	// text/markdown
	// application/pdf
}
