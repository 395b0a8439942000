package invisible_test

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
)

func ExampleStrip() {
	fmt.Printf("%q\n", invisible.Strip("zero\u200bwidth, \x1b[31mred\x1b[0m, 👩\u200d🚀"))
	// Output: "zerowidth, red, 👩\u200d🚀"
}

func ExampleDecode() {
	fmt.Println(invisible.Decode("Hi\U000e006f\U000e0070\U000e0065\U000e006e\U000e0020\U000e0069\U000e0074\U000e0021"))
	// Output: open it!
}
