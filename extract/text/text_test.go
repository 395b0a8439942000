package text_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
)

func TestConformance(t *testing.T) {
	extracttest.Run(t, text.Extractor{},
		extracttest.Case{
			Name: "prose", MediaType: "text/plain", Format: "text", Outline: []string{},
			Body: []byte("The harbour\r\nis *open*.\r\n\r\n# not a heading with <tags> & _marks_\r\n\r\n1. first of May\r\n\fNext page\n"),
			Want: []string{"The harbour\nis \\*open\\*.", "\\# not a heading with \\<tags>", "1. first of May", "Next page"},
		},
		extracttest.Case{
			Name: "legacy charset", MediaType: "text/plain", Format: "text",
			Body: []byte("Le th\xe9\xe2tre rouvrira \xe0 No\xebl, c'est d\xe9cid\xe9."), Want: []string{"Le théâtre rouvrira à Noël"},
		},
		extracttest.Case{
			Name: "source by extension", MediaType: "text/plain", URL: "https://example.org/a/m.py", Format: "code", Outline: []string{},
			Body: []byte("def f(x):\n    # comment\n    return x\n"),
			Want: []string{"```python\ndef f(x):\n    # comment\n    return x\n```"},
		},
		extracttest.Case{
			Name: "source by media type", MediaType: "text/css", Format: "code", Body: []byte("a { color: red }\n"), Want: []string{"```css\na {"},
		},
		extracttest.Case{
			Name: "source by its lines", MediaType: "text/plain", Format: "code",
			Body: []byte("int main() {\n\tputs(\"```\");\n\treturn 0;\n}\n"), Want: []string{"````\nint main() {"},
		},
		extracttest.Case{
			Name: "log by its lines", MediaType: "text/plain", Format: "code",
			Body: []byte(strings.Repeat("2024-03-05 10:00:00 INFO <pump> step | ok\n", 5)), Want: []string{"```\n2024-03-05 10:00:00 INFO <pump> step | ok\n"},
		},
		extracttest.Case{
			Name: "terminal escapes", MediaType: "text/plain", Body: []byte("\x1b[31mred\x1b[0m words\x07"), Want: []string{"red"}, HasNot: []string{"\x1b", "\x07"},
		},
	)
}

func TestProse(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"list", "- one\n- two\n  goes on\n  * deep\n- three", "- one\n- two goes on\n    - deep\n- three"},
		{"numbered list", "1) one\n2) two", "1) one\n2) two"},
		{"dash is no list", "- said he\nand went", "\\- said he\nand went"},
		{"common indent", "   one\n   two\n\n      deep\n      down", "one\ntwo\n\ndeep\ndown"},
		{"columns", "name     size\nmoon     3474\nsun   1392700", "```\nname     size\nmoon     3474\nsun   1392700\n```"},
		{"quoted code", "Run this:\n\n    make all\n    make test", "Run this:\n\n```\n    make all\n    make test\n```"},
		{"blank", " \n\n ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := text.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(tt.in)})
			require.NoError(t, err)
			assert.Equal(t, tt.want, doc.Markdown)
		})
	}
}

func TestLinks(t *testing.T) {
	doc, err := text.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(
		"See https://example.org/a_b, (http://example.org/c) and http://example.org/d_(e). Again http://example.org/c but not https:// or httpd.")})
	require.NoError(t, err)
	urls := []string{}
	for _, l := range doc.Links {
		urls = append(urls, l.URL)
	}
	assert.Equal(t, []string{"https://example.org/a_b", "http://example.org/c", "http://example.org/d_(e)"}, urls)
}

func TestMediaTypes(t *testing.T) {
	var r extract.Registry
	for _, pattern := range text.MediaTypes() {
		r.Register(pattern, text.Extractor{})
	}
	_, _, err := r.Find(&extract.Source{MediaType: "text/x-anything"})
	assert.NoError(t, err)
}

func FuzzExtract(f *testing.F) {
	f.Add("text/plain", "/a.txt", []byte("a\n\n- b\n  1. c\n\n    d"))
	f.Add("text/x-log", "/a.go", []byte("\x1b[1m```\n{ }"))
	f.Add("", "", []byte("x   y\nz | w\n http://["))
	f.Fuzz(func(t *testing.T, mediaType, path string, body []byte) {
		doc, err := text.Extractor{}.Extract(t.Context(), &extract.Source{URL: &url.URL{Path: path}, MediaType: mediaType, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	body := []byte(strings.Repeat("A line of words that says little, and another one.\nAnd more.\n\n- item\n- item\n\n", 1000))
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := (text.Extractor{}).Extract(b.Context(), &extract.Source{Body: body}); err != nil {
			b.Fatal(err)
		}
	}
}
