package linkstyle_test

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

func ExampleApply() {
	doc := markdown.Parse("![Harbour at dawn](/img/1.jpg)\n\nSee the [timetable](https://ferry.example/times).")
	short := linkstyle.Apply(doc, nil, linkstyle.Style{Images: "alt", Links: "text"})
	fmt.Println(short.Markdown)
	// Output:
	// ![Harbour at dawn]()
	//
	// See the timetable.
}
