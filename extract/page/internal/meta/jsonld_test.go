package meta_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

func ld(json string) string {
	return `<script type="application/ld+json">` + json + `</script>`
}

// TestMainThing picks what JSON-LD says of the page itself from what it says of
// other things.
func TestMainThing(t *testing.T) {
	for _, c := range []struct{ name, json, want string }{
		{"object", `{"@type":"Article","headline":"A"}`, "A"},
		{"array", `[{"@type":"WebSite","headline":"no"},{"@type":"Article","headline":"A"}]`, "A"},
		{"graph", `{"@graph":[{"@type":"Organization","headline":"no"},{"@type":"Article","headline":"A"}]}`, "A"},
		{"graph as an object", `{"@graph":{"@type":"Article","headline":"A"}}`, "A"},
		{"graph in a graph", `{"@graph":[{"@graph":[{"@type":"Article","headline":"A"}]}]}`, "A"},
		{"type with its address", `{"@type":"https://schema.org/NewsArticle","headline":"A"}`, "A"},
		{"many types", `{"@type":["NewsArticle","Thing"],"headline":"A"}`, "A"},
		{"type unknown to us", `{"@type":"SatiricalArticle","headline":"A"}`, "A"},
		{"article of a page", `{"@type":"WebPage","headline":"no","mainEntity":{"@type":"Article","headline":"A"}}`, "A"},
		{"page for want of more", `{"@type":"WebPage","headline":"A"}`, "A"},
		{"the one that says more", `[{"@type":"Article","headline":"no"},{"@type":"Article","headline":"A","datePublished":"2024-01-01"}]`, "A"},
		{"the first of equals", `[{"@type":"Article","headline":"A"},{"@type":"Article","headline":"no"}]`, "A"},
		{"product", `{"@type":"Product","headline":"A"}`, "A"},
		{"only other things", `[{"@type":"Organization","headline":"no"},{"@type":"BreadcrumbList","headline":"no"}]`, ""},
		{"no type", `{"headline":"no"}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, readPage(t, ld(c.json), "").Title)
		})
	}
}

// TestValues has the forms that JSON-LD allows for a value (JSON-LD 1.1, section
// 4.2): plain, in a list, as an object with a value or a name.
func TestValues(t *testing.T) {
	for _, c := range []struct{ name, json, want string }{
		{"string", `"A"`, "A"},
		{"list", `["A","B"]`, "A"},
		{"value object", `{"@value":"A","@language":"en"}`, "A"},
		{"list of value objects", `[{"@value":"A"},{"@value":"B"}]`, "A"},
		{"name", `{"@type":"Thing","name":"A"}`, "A"},
		{"empty string", `""`, ""},
		{"null", `null`, ""},
		{"empty list", `[]`, ""},
		{"empty object", `{}`, ""},
		{"number", `42`, "42"},
		{"escapes", `"a\u00e9\n\t\"b\" \\ \/ \ud83d\ude00"`, `aé "b" \ / 😀`},
		{"half a surrogate pair", `"a\ud83dz"`, "a\ufffdz"},
		{"escape that is none", `"a\u12zz"`, "a\ufffdzz"},
		{"entity", `"Tides &amp; bays"`, "Tides & bays"},
		{"line break in a string", "\"a\nb\"", "a b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readPage(t, ld(`{"@type":"Article","headline":`+c.json+`,"description":"after"}`), "")
			assert.Equal(t, c.want, r.Title)
			assert.Equal(t, "after", r.Description, "what follows is still read")
		})
	}
}

// TestMalformed has JSON-LD as sites write it by hand.
func TestMalformed(t *testing.T) {
	for name, json := range map[string]string{
		"comma at the end":            `{"@type":"Article","headline":"A",}`,
		"comma missing":               `{"@type":"Article" "headline":"A"}`,
		"comments around":             "<!--\n{\"@type\":\"Article\",\"headline\":\"A\"}\n-->",
		"CDATA around":                `//<![CDATA[` + "\n" + `{"@type":"Article","headline":"A"}` + "\n//]]>",
		"cut off":                     `{"@type":"Article","headline":"A","author":{"name":"`,
		"semicolon at the end":        `{"@type":"Article","headline":"A"};`,
		"brackets that don't match":   `[{"@type":"Article","headline":"A"]`,
		"control character":           "{\"@type\":\"Article\",\"headline\":\"A\",\"x\":\"\x01\"}",
		"text before":                 `window.x = {"@type":"Article","headline":"A"}`,
		"two objects":                 `{"@type":"Organization"}{"@type":"Article","headline":"A"}`,
		"value left out":              `{"@type":"Article","x":,"headline":"A"}`,
		"key that is no string":       `{x:1,"@type":"Article","headline":"A"}`,
		"quotes of JavaScript around": `{'x':1,"@type":"Article","headline":"A"}`,
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, "A", readPage(t, ld(json), "").Title)
		})
	}
}

func TestOneBrokenScriptOfTwo(t *testing.T) {
	r := readPage(t, ld(`{"@type":"Article","headline":`)+ld(`{"@type":"NewsArticle","headline":"A"}`), "")
	assert.Equal(t, "A", r.Title)
}

// TestBrokenJSON has JSON-LD that says nothing, and one with a comma too much.
func TestBrokenJSON(t *testing.T) {
	for _, src := range []string{"", "{", `{"a"`, `{"a":`, `{"author":[`, `[[[[`, `}]`, `{"a":"\u12`, `{"author":{"name":"x"`, `{"name":0"\`, `{"x":"\`, `{"name":{"@id":0"\`} {
		r := readPage(t, ld(src), "")
		assert.Empty(t, r.Title, src)
		assert.Empty(t, r.Authors, src)
	}
	assert.Equal(t, "x", readPage(t, ld(`{"@graph":[{"@type":"Article","headline":"x"`), "").Title)
	r := readPage(t, ld(`{"@type":["NewsArticle","x"],"headline":"Still \"read\"","author":["Ada Finch","Bo Reed"],}`), "")
	assert.Equal(t, `Still "read"`, r.Title)
	assert.Equal(t, []string{"Ada Finch", "Bo Reed"}, r.Authors)
}

// TestJSONLDLimits has each bound on what is read, on both sides of it: 256 things, 32 lists in
// each other, 64 values.
func TestJSONLDLimits(t *testing.T) {
	article := `{"@type":"Article","headline":"A"}`
	after := func(things int) string {
		return "[" + strings.Repeat(`{"@type":"Organization"},`, things) + article + "]"
	}
	assert.Equal(t, "A", readPage(t, ld(after(255)), "").Title)
	assert.Empty(t, readPage(t, ld(after(256)), "").Title)

	nested := func(n int) string { return strings.Repeat("[", n) + article + strings.Repeat("]", n) }
	assert.Equal(t, "A", readPage(t, ld(nested(32)), "").Title)
	assert.Empty(t, readPage(t, ld(nested(33)), "").Title)

	keywords := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"tide %d",`, i)
		}
		return `{"@type":"Article","headline":"A","keywords":[` + b.String() + `"last"]}`
	}
	assert.Contains(t, readPage(t, ld(keywords(63)), "").Tags, "last")
	assert.NotContains(t, readPage(t, ld(keywords(64)), "").Tags, "last")
}

// TestHugeJSONLD reads what comes after a megabyte that says nothing.
func TestHugeJSONLD(t *testing.T) {
	for name, filler := range map[string]string{
		"long string":     `"` + strings.Repeat("a", 1<<20) + `"`,
		"escapes":         `"` + strings.Repeat(`\"`, 1<<19) + `"`,
		"deep":            strings.Repeat("[", 1<<19) + strings.Repeat("]", 1<<19),
		"many numbers":    "[" + strings.Repeat("1,", 1<<19) + "1]",
		"objects of none": "[" + strings.Repeat("{},", 1<<18) + "{}]",
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, "A", readPage(t, ld(`{"@type":"Article","filler":`+filler+`,"headline":"A"}`), "").Title)
		})
	}
}

func FuzzJSONLD(f *testing.F) {
	f.Add(`{"@graph":[{"@type":"Article","author":[{"@id":"#a"},{"name":["b"]}],"datePublished":"2020-13-40"}]}`)
	f.Add(`[{"a":[1,2,{"b":null}],"name":"\ud83d\ude00"}`)
	f.Fuzz(func(t *testing.T, src string) {
		r := readPage(t, ld(src), "")
		assert.LessOrEqual(t, len(r.Authors), 20)
		assert.LessOrEqual(t, len(r.Tags), 64)
		meta.Passages(src, nil)
		meta.Hints(&measured(t, ld(src)).Head, nil)
	})
}

func TestReferences(t *testing.T) {
	r := readPage(t, ld(`{"@graph":[{"@type":"Article","headline":"x","author":[{"@id":"#a"},{"@id":"#b"},{"@id":"#gone"}]},
		{"@type":"Person","@id":"#b","name":"Bo Reed"},{"@type":"Person","@id":"#a","name":"Ada Finch"}]}`), "")
	assert.Equal(t, []string{"Ada Finch", "Bo Reed"}, r.Authors)
}

func TestAccessAndBody(t *testing.T) {
	for value, want := range map[string]bool{`false`: true, `"False"`: true, `"false"`: true, `true`: false, `"True"`: false, `null`: false} {
		r := readPage(t, ld(`{"@type":"Article","headline":"x","isAccessibleForFree":`+value+`}`), "")
		assert.Equal(t, want, r.NotFreeToRead, value)
		assert.Equal(t, !want && value != `null`, r.FreeToRead, value)
	}
	const tier = `<meta property="article:content_tier" content="%s">`
	assert.True(t, readPage(t, fmt.Sprintf(tier, "free"), "").FreeToRead)
	assert.False(t, readPage(t, fmt.Sprintf(tier, "metered"), "").FreeToRead)
	assert.False(t, readPage(t, fmt.Sprintf(tier, "free")+ld(`{"@type":"Article","headline":"x","isAccessibleForFree":false}`), "").FreeToRead)
	r := readPage(t, ld(`{"@type":"Article","headline":"x","articleBody":"The tide turns."}`), "")
	assert.Equal(t, "The tide turns.", r.Body)
	r = readPage(t, ld(`{"@type":"LiveBlogPosting","headline":"x","liveBlogUpdate":[{"@type":"BlogPosting","headline":"9:00","articleBody":"Low water."},{"@type":"BlogPosting","headline":"15:00","articleBody":"High water."}]}`), "")
	assert.Equal(t, "9:00\nLow water.\n15:00\nHigh water.\n", r.Body)
}
