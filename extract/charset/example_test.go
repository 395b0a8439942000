package charset_test

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract/charset"
)

func ExampleDecode() {
	text, label := charset.Decode([]byte("<meta charset=koi8-r><p>\xed\xcf\xd3\xd4"), "text/html")
	fmt.Printf("%s: %s\n", label, text)
	// Output: koi8-r: <meta charset=koi8-r><p>Мост
}
