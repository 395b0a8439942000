package text_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

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
		{"hunk", "Read it.\n\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n\nIt is long.", "Read it.\n\n```\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n```\n\nIt is long."},
		{"hunk in part", "Read it.\n\n@@ -1,30 +1,30 @@\n a\n\n+c\n\nIt is long.\n\nToo long.", "Read it.\n\n```\n@@ -1,30 +1,30 @@\n a\n\n+c\n```\n\nIt is long.\n\nToo long."},
		{"hunk that is a title", "Read all of it.\n\nRead it now.\n\nRead it.\n\n@@ -1,9 +1,9 @@ a\n-----------------\n  one, as was said\n\n  two", "Read all of it.\n\nRead it now.\n\nRead it.\n\n# @@ -1,9 +1,9 @@ a\n\n```\n  one, as was said\n\n  two\n```"},
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

// Titles are underlined, or stand between two lines.
func TestTitles(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"underlined":              {"Tides\n=====\n\nHigh at nine.\n\nEbb\n---\n\nLow at three.\n\nFlood\n-----\nUp again.", "# Tides\n\nHigh at nine.\n\n## Ebb\n\nLow at three.\n\n## Flood\n\nUp again."},
		"between two lines":       {"=====\nTides\n=====\n\nEbb\n===\n\nLow at three.", "# Tides\n\n## Ebb\n\nLow at three."},
		"two in a row":            {"Tides\n=====\nEbb\n~~~\nLow at three.", "# Tides\n\n## Ebb\n\nLow at three."},
		"numbered":                {"1. The tides\n============\n\n2. The ebb_tide\n===============\n\nLow.", "# 1\\. The tides\n\n# 2\\. The ebb_tide\n\nLow."},
		"wide characters":         {"潮汐\n====\n\n九时。", "# 潮汐\n\n九时。"},
		"too short a line":        {"High at nine.\n---\n\nLow.", "High at nine.\n\\---\n\nLow."},
		"a line across the page":  {"Tides\n" + strings.Repeat("-", 40) + "\n\nLow.", "Tides\n\\" + strings.Repeat("-", 40) + "\n\nLow."},
		"no letter":               {"1979\n====\n\nLow.", "1979\n\\====\n\nLow."},
		"a line alone":            {"Tides.\n\n=====\n\nLow.", "Tides.\n\n\\=====\n\nLow."},
		"another line below":      {"=====\nTides\n-----\n\nLow.", "\\=====\nTides\n\\-----\n\nLow."},
		"fences of code":          {"Run\n```\nmake\n```\n\n```\nmake\n```", "Run\n\\`\\`\\`\nmake\n\\`\\`\\`\n\n\\`\\`\\`\nmake\n\\`\\`\\`"},
		"a comment of code":       {"\"\"\"\nEbb\n\"\"\"\n\nLow.", "\"\"\"\nEbb\n\"\"\"\n\nLow."},
		"an ellipsis":             {"Ebb\n...\nFlood", "Ebb\n...\nFlood"},
		"the head of a table":     {"Tide  Hour  Day\n---------------\nEbb   3     Monday\nFlood 9     Friday", "```\nTide  Hour  Day\n---------------\nEbb   3     Monday\nFlood 9     Friday\n```"},
		"bars of a table":         {"Tide | Hour\n-----------\nEbb | 3", "```\nTide | Hour\n-----------\nEbb | 3\n```"},
		"a title with columns":    {"1.2 ebb    4 June\n----------------\nLow.", "# 1.2 ebb 4 June\n\nLow."},
		"at the bound":            {strings.Repeat("a", 120) + "\n" + strings.Repeat("=", 120), "# " + strings.Repeat("a", 120)},
		"beyond it":               {strings.Repeat("a", 121) + "\n" + strings.Repeat("=", 121), strings.Repeat("a", 121) + "\n\\" + strings.Repeat("=", 121)},
		"styles beyond the sixth": {"a b\n===\n\nc d\n---\n\ne f\n~~~\n\ng h\n^^^\n\ni j\n\"\"\"\n\nk l\n'''\n\nm n\n+++", "# a b\n\n## c d\n\n### e f\n\n#### g h\n\n##### i j\n\n###### k l\n\n###### m n"},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := text.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/plain", Body: []byte(test.text)})
			require.NoError(t, err)
			assert.Equal(t, test.want, doc.Markdown)
		})
	}
}

func TestTitlesAreBounded(t *testing.T) {
	const most = 100_000
	for name, part := range map[string]string{"in one paragraph": "abc\n---\n", "in many": "abc\n---\n\n"} {
		t.Run(name, func(t *testing.T) {
			doc, err := text.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/plain", Body: []byte(strings.Repeat(part, most+10))})
			require.NoError(t, err)
			assert.Len(t, doc.Outline, most)
			assert.Len(t, doc.Blocks, most+1)
		})
	}
}

// TestIndentationIsBounded has lines whose indentations are long and differ halfway.
func TestIndentationIsBounded(t *testing.T) {
	const half = 1_000_000
	start := time.Now()
	blanks, tabs := strings.Repeat(" ", half), strings.Repeat("\t", half)
	read(t, extract.Source{Body: []byte(blanks + blanks + "The harbour\n" + blanks + tabs + "is open.\n")})
	assert.Less(t, time.Since(start), 10*time.Second)
}

// A title at the beginning, or behind one paragraph, is that of the document.
func TestTitleOfText(t *testing.T) {
	for body, want := range map[string]string{
		"Tides\n=====\n\nHigh at nine.":                   "Tides",
		".. _tides:\n\nTides\n=====\n\nHigh at nine.":     "Tides",
		"For you.\n\nFor me.\n\nTides\n=====\n\nAt nine.": "",
		"High at nine.": "",
	} {
		doc, err := text.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/plain", Body: []byte(body)})
		require.NoError(t, err)
		assert.Equal(t, want, doc.Meta.Title, body)
	}
}
