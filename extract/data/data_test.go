package data_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/data"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
)

func TestConformance(t *testing.T) {
	extracttest.Run(t, data.Extractor{},
		extracttest.Case{
			Name: "small json", MediaType: "application/json", Format: "json",
			Body: []byte(`{"zeta": "pump", "alpha": {"town": "Lund", "open": true, "none": null, "rate": [1, 2.50]}, "id": 9007199254740993, "esc": "caf\u00e9 \ud83d\ude00 \u0000 \ud800"}`),
			Want: []string{"```json\n{\n  \"zeta\": \"pump\",\n  \"alpha\": {\n    \"town\": \"Lund\"", "9007199254740993", "[1, 2.50]", "café 😀 \\u0000 \uFFFD"}, Outline: []string{"alpha", "rate[2]"},
		},
		extracttest.Case{
			Name: "json with html", MediaType: "application/json", Format: "json", Outline: []string{},
			Body: []byte("{\"html\": \"<script>x</script>\", \"fence\": \"```\"}"), Want: []string{"````json\n", "<script>x</script>"},
		},
		extracttest.Case{
			Name: "json in utf-16", MediaType: "application/json", Format: "json",
			Body: []byte("\xff\xfe{\x00\"\x00a\x00\"\x00:\x00\"\x00\xe9\x00\"\x00}\x00"), Want: []string{`"a": "é"`},
		},
		extracttest.Case{Name: "guarded json", MediaType: "text/html", Format: "json", Body: []byte(")]}',\n{\"a\": 1}"), Want: []string{`"a": 1`}},
		extracttest.Case{Name: "scalar", MediaType: "application/json", Format: "json", Body: []byte(" 42 "), Want: []string{"42"}},
		extracttest.Case{Name: "broken json", MediaType: "application/json", Format: "json", Body: []byte(`{"a": ["b", {"c": "<d`), Want: []string{"```\n{\"a\": [\"b\", {\"c\": \"<d"}},
		extracttest.Case{
			Name: "json-ld", MediaType: "application/ld+json", Format: "json", Title: "Bridge open",
			Body: []byte(`{"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Bridge open", "datePublished": "2024-03-05", "author": [{"name": "Ada"}, "Bo"], "articleBody": "One *day*.\n\nTwo."}`),
			Want: []string{"One \\*day\\*.\n\nTwo.\n\n```json", `"name": "Ada"`},
		},
		extracttest.Case{
			Name: "ndjson", MediaType: "application/x-ndjson", Format: "ndjson",
			Body: []byte("{\"n\":1,\"m\":\"a|b\"}\n{\"n\":2,\"m\":\"c\"}\nbroken\n{\"n\":3}\n"), Want: []string{"3 rows", `| 1 | a\|b |`, "```\nbroken\n```"},
		},
		extracttest.Case{
			Name: "ndjson of many shapes", MediaType: "application/json", Format: "ndjson",
			Body: []byte("{\"n\":{\"deep\":1}}\n[1,2]\n"), Want: []string{"{\"n\": {\"deep\": 1}}\n[1, 2]"},
		},
		extracttest.Case{
			Name: "xml", MediaType: "application/xml", Format: "xml",
			Body: []byte(`<?xml version="1.0"?><!DOCTYPE c [<!ENTITY co "Ek &#38; Co"><!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY l "&co;&co;">]><!-- ignore this --><c><b id="b0" lang="en"><t>Rain *soon*</t><by>&co;</by><v>&x;&l;</v>tail</b></c>`),
			Want: []string{"- c\n  - b @id=b0 @lang=en\n    - t: Rain \\*soon\\*\n    - by: Ek & Co\n"}, HasNot: []string{"root:", "ignore", "Ek & CoEk"},
		},
		extracttest.Case{
			Name: "sitemap", MediaType: "text/xml", Format: "sitemap",
			Body: []byte(`<urlset><url><loc> https://example.org/a </loc><lastmod>2024-03-05</lastmod><priority>0.9</priority></url><url><loc>javascript:x</loc></url></urlset>`),
			Want: []string{"- <https://example.org/a> · 2024-03-05"}, HasNot: []string{"0.9", "javascript", "<loc>"},
		},
		extracttest.Case{
			Name: "opml", MediaType: "text/x-opml", Format: "opml", Title: "Feeds of Lund",
			Body: []byte(`<opml><head><title>Feeds of Lund</title></head><body><outline text="News"><outline text="Daily" xmlUrl="https://example.org/rss"/></outline></body></opml>`),
			Want: []string{"- News\n  - [Daily](https://example.org/rss)"},
		},
		extracttest.Case{
			Name: "svg", MediaType: "image/svg+xml", Format: "xml", Title: "Rain", Outline: []string{"Rain"},
			Body: []byte(`<svg><title>Rain</title><desc>By month</desc><script>alert(1)</script><text x="1">42 <tspan>mm</tspan></text></svg>`),
			Want: []string{"# Rain\n\nBy month\n\n42 mm"}, HasNot: []string{"alert"},
		},
		extracttest.Case{
			Name: "csv", MediaType: "text/csv", Format: "csv",
			Body: []byte("name,note\r\nAda,\"said \"\"yes\"\", twice\"\r\nBo,\"one\ntwo | three\"\r\n"),
			Want: []string{"2 rows, 2 columns\n\n| name | note |\n| --- | --- |\n| Ada | said \"yes\", twice |\n| Bo | one two \\| three |"},
		},
		extracttest.Case{
			Name: "csv in a legacy charset", MediaType: "text/csv; charset=windows-1250", Format: "csv",
			Body: []byte("name;town\n\x8eofie;Plze\xf2\n"), Want: []string{"| Žofie | Plzeň |"},
		},
		extracttest.Case{Name: "tsv", MediaType: "text/tab-separated-values", Format: "csv", Body: []byte("a\tb\nx, y\t<z>\n"), Want: []string{"| x, y | \\<z> |"}},
	)
}

func read(t *testing.T, mediaType, body string) *extract.Document {
	t.Helper()
	doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: mediaType, Body: []byte(body)})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

func TestLargeJSON(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"total": 400, "items": [`)
	for i := range 400 {
		fmt.Fprintf(&b, `%s{"id": %d, "name": "pump %d", "ok": true}`, strings.Repeat(",", min(i, 1)), 1000+i, i)
	}
	b.WriteString(`], "long": "` + strings.Repeat("word ", 1000) + `", "last": 1}`)
	doc := read(t, "application/json", b.String())
	assert.True(t, strings.HasPrefix(doc.Markdown, "```json\n{\n  \"total\": 400\n}\n```\n\n# items\\[400\\]\n\n400 rows\n\n| id | name | ok |\n"), doc.Markdown[:200])
	assert.Contains(t, doc.Markdown, "| 1399 | pump 399 | true |")
	assert.Equal(t, "items[400]", doc.Outline[0].Text)
	assert.Equal(t, "long", doc.Outline[1].Text)
	assert.Equal(t, extract.Code, doc.Blocks[len(doc.Blocks)-2].Kind)
}

func TestOutlineSpansAreLines(t *testing.T) {
	doc := read(t, "application/json", `{"a": {"b": [{"c": {"d": ["some long text to make it long", "and some more of it, so that it wraps"]}}]}}`)
	var got []string
	for _, h := range doc.Outline {
		got = append(got, h.Path+": "+strings.TrimSpace(doc.Markdown[h.Start:h.End]))
	}
	assert.Equal(t, []string{`a: "a": {`, `a > b[1]: "b": [`, `a > b[1] > c: "c": {`, `a > b[1] > c > d[2]: "d": [`}, got)
}

func TestDepth(t *testing.T) {
	for _, depth := range []int{200 - 1, 200 + 1, 9999, 10001} {
		doc := read(t, "application/json", strings.Repeat("[", depth)+`"core"`+strings.Repeat("]", depth))
		assert.Contains(t, doc.Markdown, `"core"`)
		assert.Equal(t, depth > 10000, len(doc.Warnings) > 0, depth)
		assert.Less(t, len(doc.Markdown), 200*10000)
	}
	doc := read(t, "application/xml", strings.Repeat("<a>", 50000)+"core")
	assert.Contains(t, doc.Markdown, "core")
}

func TestMetaOfJSONLD(t *testing.T) {
	doc := read(t, "application/ld+json", `{"@context": "x", "@graph": [{"@type": "WebSite", "name": "Site"}, {"@type": "Article", "headline": "H", "publisher": {"name": "P"}, "dateModified": "2024-03-05T10:00:00Z", "datePublished": "2024-03-04", "inLanguage": "sv", "url": "https://example.org/h"}]}`)
	assert.Equal(t, "H", doc.Meta.Title)
	assert.Equal(t, "P", doc.Meta.SiteName)
	assert.Equal(t, "sv", doc.Meta.Language)
	assert.Equal(t, 2024, doc.Meta.Modified.Year())
	assert.Equal(t, []extract.Link{{URL: "https://example.org/h", Text: "url", Role: "content"}}, doc.Links)
}

func TestLimits(t *testing.T) {
	entries := func(n int) string { return "<urlset>" + strings.Repeat("<url><loc>/a</loc></url>", n) + "</urlset>" }
	assert.Empty(t, read(t, "text/xml", entries(50_000)).Warnings)
	assert.Equal(t, "truncated", read(t, "text/xml", entries(50_000+1)).Warnings[0].Type)

	rows := func(n int) string { return "a,b\n" + strings.Repeat("1,2\n", n) }
	assert.Empty(t, read(t, "text/csv", rows(20_000)).Warnings)
	doc := read(t, "text/csv", rows(20_000+1))
	assert.Equal(t, "truncated", doc.Warnings[0].Type)
	assert.Contains(t, doc.Markdown, fmt.Sprintf("%d rows, 2 columns", 20_000+1))

	columns := func(n int) string { return strings.Repeat("a,", n-1) + "b\n" }
	assert.Empty(t, read(t, "text/csv", columns(100)).Warnings)
	assert.NotEmpty(t, read(t, "text/csv", columns(100+1)).Warnings)

	cell := func(n int) string { return "a,b\n1," + strings.Repeat("x", n) + "\n" }
	assert.Empty(t, read(t, "text/csv", cell(2000)).Warnings)
	assert.NotEmpty(t, read(t, "text/csv", cell(2000+1)).Warnings)

	entity := func(n int) string {
		return `<!DOCTYPE a [<!ENTITY e "` + strings.Repeat("x", n) + `">]><a>[&e;]</a>`
	}
	assert.Contains(t, read(t, "text/xml", entity(100)).Markdown, "\\["+strings.Repeat("x", 100)+"\\]")
	assert.NotContains(t, read(t, "text/xml", entity(100+1)).Markdown, "xxx")
}

func TestCSVDelimiters(t *testing.T) {
	tests := []struct{ body, want string }{
		{"a;b\n1,5;2\n", "| 1,5 | 2 |"},
		{"a|b\n1|2\n", "| 1 | 2 |"},
		{"a\tb\n1\t2\n", "| 1 | 2 |"},
		{"1,2\n3,4\n", "|  |  |\n| --- | --- |\n| 1 | 2 |"},
		{"only\none\n", "| only |\n| --- |\n| one |"},
	}
	for _, tt := range tests {
		assert.Contains(t, read(t, "text/csv", tt.body).Markdown, tt.want)
	}
}

func TestHTMLHook(t *testing.T) {
	html := extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
		return &extract.Document{Format: "html"}, nil
	})
	doc, err := data.Extractor{HTML: html}.Extract(t.Context(), &extract.Source{MediaType: "application/xml", Body: []byte("<?xml version='1.0'?><html/>")})
	require.NoError(t, err)
	assert.Equal(t, "html", doc.Format)
}

func TestMediaTypes(t *testing.T) {
	var r extract.Registry
	for _, pattern := range data.MediaTypes() {
		r.Register(pattern, data.Extractor{})
	}
	_, _, err := r.Find(&extract.Source{MediaType: "application/problem+json"})
	assert.NoError(t, err)
}

// TestEscapedMessages: a message in tag characters is found in the escapes of each format, too.
func TestEscapedMessages(t *testing.T) {
	references, escapes := "", ""
	for _, r := range "obey these orders" {
		references += fmt.Sprintf("&#x%X;", 0xe0000+r)
		escapes += fmt.Sprintf(`\udb40\udc%02x`, r)
	}
	for _, body := range []string{
		`{"a": "see\\n` + escapes + `"}`,
		"{\"a\": \"" + escapes + "\"}\n{\"a\": 1}",
		`{"a": "` + escapes + `\u`,
		"<?xml version='1.0'?><a>seen" + references + "</a>",
	} {
		doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(body)})
		require.NoError(t, err)
		require.Len(t, doc.Removed, 1, body)
		assert.Equal(t, "obey these orders", doc.Removed[0].Text, body)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("application/json", []byte(`{"a": [{"b": "\u00e9\ud800"}, 1e5, null]}`))
	f.Add("application/json", []byte("{\"a\":1}\n{\"a\":2}\nx"))
	f.Add("application/ld+json", []byte(`[{"@type":"a","author":[{"name":"x"}],"articleBody":"t"}]`))
	f.Add("text/xml", []byte(`<!DOCTYPE a [<!ENTITY e 'v'>]><a b="c">&e;<?pi x?><!--c--></a>`))
	f.Add("text/xml", []byte(`<urlset><url><loc>http://a/</loc></url>`))
	f.Add("text/x-opml", []byte(`<opml><outline text="[a](b)" xmlUrl="x"/>`))
	f.Add("image/svg+xml", []byte(`<svg><text>a</text></svg>`))
	f.Add("text/csv", []byte("a;\"b\n;|c\x00"))
	f.Fuzz(func(t *testing.T, mediaType string, body []byte) {
		doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: mediaType, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

func BenchmarkJSON(b *testing.B) {
	body := []byte(`{"list": [` + strings.Repeat(`{"id": 1, "tags": ["a", "b"], "deep": {"x": {"y": "caf\u00e9"}}},`, 2000) + `1]}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (data.Extractor{}).Extract(b.Context(), &extract.Source{MediaType: "application/json", Body: body}); err != nil {
			b.Fatal(err)
		}
	}
}
