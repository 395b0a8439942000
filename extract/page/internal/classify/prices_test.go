package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// The price of a product stands below its title.
func TestPriceOfAProduct(t *testing.T) {
	const below = "<p>Turned by hand.</p>"
	goods := features.Hints{Schema: features.SchemaProduct, Title: "Oak bowl"}
	for name, test := range map[string]struct {
		body  string
		hints features.Hints
		added string
	}{
		"sign":                  {"<h1>Oak bowl</h1><p>£24.00</p>" + below, goods, "£24.00"},
		"name of the currency":  {"<h1>Oak bowl</h1><p>ab 1.249 EUR inkl. MwSt</p>" + below, goods, "ab 1.249 EUR inkl. MwSt"},
		"after a rating":        {"<h1>Oak bowl</h1><p>4.5 of 5</p><p>12 reviews</p><div>290 kr</div>" + below, goods, "290 kr"},
		"the first alone":       {"<h1>Oak bowl</h1><p>£24.00</p><p>£9 for delivery</p>" + below, goods, "£24.00"},
		"long":                  {"<h1>Oak bowl</h1><p>Spend £50 more for free delivery on Mondays</p>" + below, goods, ""},
		"long with a class":     {"<h1>Oak bowl</h1><p class=price>From $99 or $8.25 a month for a year</p>" + below, goods, "From $99 or $8.25…"},
		"before a discount":     {"<h1>Oak bowl</h1><div><p><s>£30</s></p><p>now</p><p>£24</p></div>" + below, goods, "£30 | now | £24"},
		"of another":            {"<h1>Oak bowl</h1>" + below + "<div class=related><p class=price>£9</p></div>", goods, ""},
		"no amount":             {"<h1>Oak bowl</h1><p class=price>£ on demand</p>" + below, goods, ""},
		"no currency":           {"<h1>Oak bowl</h1><p class=price>24 left</p>" + below, goods, ""},
		"part of a word":        {"<h1>Oak bowl</h1><p>24 krans</p>" + below, goods, ""},
		"above the title":       {"<p>£5 off today</p><h1>Oak bowl</h1>" + below, goods, ""},
		"far below":             {"<h1>Oak bowl</h1>" + below + strings.Repeat("<i>Light</i><br><br>", 20) + "<div>£24.00</div>", goods, ""},
		"in the footer":         {"<h1>Oak bowl</h1><footer><p>£24.00</p></footer>" + below, goods, ""},
		"by Open Graph":         {"<h1>Oak bowl</h1><p>£24.00</p>" + below, features.Hints{Type: "product", Title: "Oak bowl"}, "£24.00"},
		"other pages":           {"<h1>Oak bowl</h1><p>£24.00</p>" + below, features.Hints{Title: "Oak bowl"}, ""},
		"other pages, by class": {"<h1>Oak room</h1><p class=price>from £24.00</p>" + below, features.Hints{Title: "Oak room"}, "from £24.00"},
		"articles":              {"<h1>Oak bowl</h1><p class=price>£24.00</p>" + below, features.Hints{Type: "article", Title: "Oak bowl"}, ""},
		"no title":              {"<p>£24.00</p>" + below, features.Hints{Schema: features.SchemaProduct}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, hints: test.hints, score: 0.1, kept: "Turned by hand."}, "keep prices").assertAdds(t, test.added)
		})
	}
}

// Goods in a row have their prices if their texts are kept.
func TestPricesOfCards(t *testing.T) {
	card := func(name, price string) string {
		return "<div class=card><h3>" + name + "</h3><p>Dry and light</p><p class=price>" + price + "</p></div>"
	}
	shop := "<section>" + card("Oak", "£4") + card("Elm", "£5 <a href=/s>save</a>") + card("Ash", "sold") + "</section>"
	for name, test := range map[string]struct{ body, kept, added string }{
		"all":           {"<h1>Wood</h1>" + shop, "Oak | Elm | Ash", "£4 | £5 save"},
		"of kept cards": {"<h1>Wood</h1>" + shop, "Elm", "£5 save"},
		"none kept":     {"<h1>Wood</h1>" + shop, "Wood", ""},
		"two each":      {"<h1>Wood</h1><section>" + card("Oak", "£4</p><p class=price>£3</p><p class=price>£2") + card("Elm", "£5") + card("Ash", "£6") + "</section>", "Oak | Elm | Ash", "£4 | £3 | £5 | £6"},
		"without class": {"<h1>Wood</h1>" + strings.ReplaceAll(shop, "class=price", ""), "Oak | Elm | Ash", ""},
		"too large":     {"<h1>Wood</h1><section>" + card("Oak", "£4"+strings.Repeat("<p>x", 20)) + card("Elm", "£5") + card("Ash", "£6") + "</section>", "Oak | Elm | Ash", "£5 | £6"},
		"linked":        {"<h1>Wood</h1><section>" + card("Oak", "<a href=/o>£4</a>") + card("Elm", "£5") + card("Ash", "£6") + "</section>", "Oak | Elm | Ash", "£5 | £6"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, score: 0.1, kept: test.kept}, "keep prices").assertAdds(t, test.added)
		})
	}
}
