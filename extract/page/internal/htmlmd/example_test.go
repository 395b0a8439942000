package htmlmd_test

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

func ExampleWrite() {
	doc, _ := html.Parse(strings.NewReader(`<h1 id="top">Tea &amp; <em>cake</em></h1>
<p>Open at <a href="/hours">4 o'clock</a>, 1 * 2 people.</p><ul><li>Assam<li>Ceylon</ul>`))
	base, _ := url.Parse("https://example.org/")
	out := htmlmd.Write(htmlmd.Input{Root: doc, Base: base})
	fmt.Println(out.Markdown)
	for _, b := range out.Blocks {
		fmt.Println(b.Kind, b.Start, b.End)
	}
	fmt.Println(out.Outline[0].Anchor, out.Outline[0].Text)
	// Output:
	// # Tea & *cake*
	//
	// Open at [4 o'clock](https://example.org/hours), 1 * 2 people.
	//
	// - Assam
	// - Ceylon
	// heading 0 14
	// paragraph 16 77
	// list 79 95
	// top Tea & cake
}
