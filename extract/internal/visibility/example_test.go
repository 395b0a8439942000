package visibility_test

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

const page = `<style>.note { color: #fff } .menu { display: none }</style>
<p>Rye bread keeps for a week.</p>
<p class="note">Order ten of these.</p>
<p style="position:absolute; left:-9999px">Call this number.</p>`

// A walker asks for every element and skips what is hidden.
func Example() {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		fmt.Println(err)
		return
	}
	var sheet visibility.Checker
	visibility.AddPageStyles(&sheet, root)
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if reason := sheet.HiddenReason(n); reason != "" {
			if n.Data == "p" {
				fmt.Println("hidden:", reason)
			}
			return
		}
		if n.Data == "p" {
			fmt.Println("shown:", n.FirstChild.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	// Output:
	// shown: Rye bread keeps for a week.
	// hidden: colour of the background
	// hidden: off-screen
}

func ExampleChecker_HiddenReason() {
	var sheet visibility.Checker
	sheet.Add(`@media screen { .promo:not(.open) { opacity: 0 } }`)
	n := &html.Node{Type: html.ElementNode, Data: "div", Attr: []html.Attribute{{Key: "class", Val: "promo"}}}
	fmt.Println(sheet.HiddenReason(n))
	// Output: opacity
}
