package page_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// dataOf returns Document.Data of a page as JSON.
func dataOf(t *testing.T, body string) string {
	t.Helper()
	u, err := url.Parse("https://hive.example/shop/a")
	require.NoError(t, err)
	doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{URL: u, MediaType: "text/html; charset=utf-8", Body: []byte("<!doctype html><title>Hive</title>" + body)})
	require.NoError(t, err)
	if doc.Data == nil {
		return ""
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(doc.Data))
	return strings.TrimSuffix(b.String(), "\n")
}

func ld(s string) string { return `<script type="application/ld+json">` + s + `</script><p>words` }

// TestStatedInJSONLD are products and events by the names of schema.org.
func TestStatedInJSONLD(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"product", `{"@context":"https://schema.org","@type":"Product","name":"Smoker &amp; bellows","description":"&lt;p&gt;For <b>calm</b> bees.&lt;/p&gt;","image":["/a.png","/b.png"],"brand":{"@type":"Brand","name":"Ek"},"sku":"S-1",` +
			`"offers":{"@type":"Offer","price":12.50,"priceCurrency":"EUR","availability":"https://schema.org/InStock","url":"/buy"},"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.6","reviewCount":31},"review":[{"author":"x"}]}`,
			`[{"@type":"Product","aggregateRating":{"@type":"AggregateRating","ratingValue":"4.6","reviewCount":"31"},"brand":"Ek","description":"For calm bees.","image":"https://hive.example/a.png","name":"Smoker & bellows","offers":{"@type":"Offer","availability":"InStock","price":"12.50","priceCurrency":"EUR","url":"https://hive.example/buy"},"sku":"S-1"}]`},
		{"event", `{"@type":"MusicEvent","name":"Hum","startDate":"2027-05-01T20:00+02:00","endDate":"2027-05-01","eventStatus":"http://schema.org/EventPostponed","location":{"@type":"Place","name":"Barn","address":{"@type":"PostalAddress","addressLocality":"Lund","addressCountry":{"@type":"Country","name":"SE"}}},"performer":[{"name":"Ada"},{"name":"Bo"}]}`,
			`[{"@type":"MusicEvent","endDate":"2027-05-01","eventStatus":"EventPostponed","location":{"@type":"Place","address":{"@type":"PostalAddress","addressCountry":"SE","addressLocality":"Lund"},"name":"Barn"},"name":"Hum","performer":["Ada","Bo"],"startDate":"2027-05-01T20:00+02:00"}]`},
		{"place in words", `{"@type":"BusinessEvent","name":"Fair","location":"Lund"}`, `[{"@type":"BusinessEvent","location":"Lund","name":"Fair"}]`},
		{"graph with references", `{"@graph":[{"@type":"WebPage","mainEntity":{"@id":"#p"}},{"@type":["Product","Thing"],"@id":"#p","name":"Lid","offers":[{"@id":"#o"},{"@type":"Offer","price":"3"}]},{"@id":"#o","@type":"Offer","price":"2"}]}`,
			`[{"@type":"Product","name":"Lid","offers":[{"@type":"Offer","price":"2"},{"@type":"Offer","price":"3"}]}]`},
		{"list of products", `{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Product","name":"a"}},{"@type":"ListItem","item":{"@type":"Product","name":"b"}}]}`, `[{"@type":"Product","name":"a"},{"@type":"Product","name":"b"}]`},
		{"a thing that refers to itself", `{"@type":"Product","@id":"#a","name":"a","offers":{"@id":"#a"}}`, ""},
		{"an article about an event", `{"@type":"NewsArticle","headline":"x","about":{"@type":"Festival","name":"Fair"}}`, `[{"@type":"Festival","name":"Fair"}]`},
		{"addresses that run", `{"@type":"Product","name":"a","url":"javascript:alert(1)","image":"data:image/png;base64,x"}`, `[{"@type":"Product","name":"a"}]`},
		{"cut off", `{"@type":"Product","name":"a","offers":{"price":"1`, `[{"@type":"Product","name":"a","offers":{"price":"1"}}]`},
		{"no product", `{"@type":"Article","headline":"Product"}`, ""},
		{"type alone", `{"@type":"Product"}`, ""},
	} {
		got := dataOf(t, ld(c.in))
		if c.name == "a thing that refers to itself" {
			assert.Less(t, len(got), 500, c.name)
			continue
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

// TestStatedInMicrodata are items of the same types.
func TestStatedInMicrodata(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"product", `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Smoker <b>M</b></h1><img itemprop="image" src="/a.png"><div itemprop="brand" itemscope itemtype="https://schema.org/Brand"><meta itemprop="name" content="Ek"></div>` +
			`<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="price" content="12.50">12,50</span> <meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/OutOfStock"></div></div>`,
			`[{"@type":"Product","brand":"Ek","image":"https://hive.example/a.png","name":"Smoker M","offers":{"@type":"Offer","availability":"OutOfStock","price":"12.50","priceCurrency":"EUR"}}]`},
		{"event", `<li itemscope itemtype="https://schema.org/Event"><a itemprop="url" href="b"><span itemprop="name">Hum</span></a> <time itemprop="startDate" datetime="2027-05-01">1 May</time> <span itemprop="location" itemscope itemtype="https://schema.org/Place"><span itemprop="name">Barn</span></span></li>`,
			`[{"@type":"Event","location":{"@type":"Place","name":"Barn"},"name":"Hum","startDate":"2027-05-01","url":"https://hive.example/shop/b"}]`},
		{"in capitals", `<DIV ITEMSCOPE ITEMTYPE="https://schema.org/Product"><I ITEMPROP="name">a</I></DIV>`, `[{"@type":"Product","name":"a"}]`},
		{"two", `<div itemscope itemtype="https://schema.org/Product"><i itemprop="name">a</i></div><div itemscope itemtype="https://schema.org/Product"><i itemprop="name">b</i></div>`, `[{"@type":"Product","name":"a"},{"@type":"Product","name":"b"}]`},
		{"within a page", `<div itemscope itemtype="https://schema.org/WebPage"><h1 itemprop="name">Hive</h1><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Product"><i itemprop="name">a</i></div></div>`, `[{"@type":"Product","name":"a"}]`},
		{"of another kind", `<div itemscope itemtype="https://schema.org/Person"><i itemprop="name">a</i></div>`, ""},
		{"JSON-LD says it already", `<div itemscope itemtype="https://schema.org/Product"><i itemprop="name">b</i></div>` + ld(`{"@type":"Product","name":"a"}`), `[{"@type":"Product","name":"a"}]`},
	} {
		assert.Equal(t, c.want, dataOf(t, c.in+"<p>words"), c.name)
	}
}

// TestStatedBounds are on both sides of each.
func TestStatedBounds(t *testing.T) {
	count := func(body string) int {
		return strings.Count(dataOf(t, body), `"@type":"Product"`)
	}
	products := func(n int) (out string) {
		for i := range n {
			out += fmt.Sprintf(`<div itemscope itemtype="https://schema.org/Product"><i itemprop="name">%d</i></div>`, i)
		}
		return out
	}
	assert.Equal(t, 20, count(products(20)))
	assert.Equal(t, 20, count(products(21)))
	long := func(n int) string { return ld(`{"@type":"Product","name":"` + strings.Repeat("ü", n) + `"}`) }
	assert.Contains(t, dataOf(t, long(300)), strings.Repeat("ü", 300))
	assert.Contains(t, dataOf(t, long(301)), `"`+strings.Repeat("ü", 299)+`…"`)
	many := func(n int) string {
		return ld("[" + strings.TrimSuffix(strings.Repeat(`{"@type":"Product","description":"`+strings.Repeat("x", 300)+`"},`, n), ",") + "]")
	}
	assert.Equal(t, 19, count(many(19)))
	assert.Equal(t, 20, count(many(100)))
	assert.LessOrEqual(t, len(dataOf(t, ld("["+strings.Repeat(`{"@type":"Product","description":"`+strings.Repeat("x", 300)+`","sku":"`+strings.Repeat("y", 300)+`"},`, 30)+"{}]"))), 8<<10+1000)
	itself := `{"@id":"#a"}`
	assert.LessOrEqual(t, len(dataOf(t, ld(`{"@type":"Product","@id":"#a","name":"a","offers":[`+strings.Repeat(itself+",", 9)+itself+`]}`))), 8<<10+1000)
	deep := strings.Repeat(`{"@type":"Product","offers":`, 10_000)
	assert.LessOrEqual(t, count(ld(deep)), 20)
	assert.LessOrEqual(t, count(strings.Repeat(`<div itemprop="offers" itemscope itemtype="https://schema.org/Product">`, 400)), 400)
}

// FuzzStated holds the bounds for any JSON-LD and any microdata.
func FuzzStated(f *testing.F) {
	f.Add(`{"@type":"Product","@id":"#a","name":"a","offers":[{"@id":"#a"},{"price":1}]}`, `<i itemprop="name">a</i>`)
	f.Add(`[{"@type":"Event","location":{"@type":"Place","name":"b"}},`, `<b itemprop="offers" itemscope itemtype="https://schema.org/Offer"><i itemprop=price content=1>`)
	f.Fuzz(func(t *testing.T, jsonLD, items string) {
		for _, body := range []string{ld(jsonLD), `<div itemscope itemtype="https://schema.org/Product">` + items + "</div>"} {
			doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte("<!doctype html>" + body)})
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(doc.Data)
			if err != nil || len(doc.Data) > 20 || len(raw) > 6*(9<<10) {
				t.Fatalf("%d things, %d bytes, %v", len(doc.Data), len(raw), err)
			}
		}
	})
}
