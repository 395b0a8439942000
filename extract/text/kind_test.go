package text_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
)

func read(t *testing.T, src extract.Source) *extract.Document {
	t.Helper()
	doc, err := text.Extractor{}.Extract(t.Context(), &src)
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

// TestLanguages by the address first, then by the media type.
func TestLanguages(t *testing.T) {
	for _, c := range []struct{ path, mediaType, fence string }{
		{"/a.go", "text/plain", "go"},
		{"/a.GO", "", "go"},
		{"/a.hpp", "", "cpp"},
		{"/a.pyi", "text/plain; charset=utf-8", "python"},
		{"/a.tsx", "", "ts"},
		{"/a.yml", "", "yaml"},
		{"/a.adoc", "text/plain", "asciidoc"},
		{"/a.log", "", ""},
		{"/go.mod", "", ""},
		{"/tides.ics", "text/plain", "calendar"},
		{"/ada.vcf", "text/x-vcard", "vcard"},
		{"/a.rs", "text/css", "rust"},
		{"", "text/css", "css"},
		{"", "text/x-c++", "c++"},
		{"", "Text/JavaScript; charset=utf-8", "javascript"},
		{"", "application/x-sh", "sh"},
		{"", "application/x-httpd-php", "php"},
		{"", "application/toml", "toml"},
		{"", "text/x-we`ird", ""},
	} {
		doc := read(t, extract.Source{URL: &url.URL{Path: c.path}, MediaType: c.mediaType, Body: []byte("one line")})
		assert.Equal(t, "code", doc.Format, "%s %s", c.path, c.mediaType)
		assert.Equal(t, "```"+c.fence+"\none line\n```", doc.Markdown, "%s %s", c.path, c.mediaType)
	}
	assert.Equal(t, "```yaml\none line\n```", read(t, extract.Source{Filename: "hive.yaml", URL: &url.URL{Path: "/a.py"}, Body: []byte("one line")}).Markdown)
	for _, src := range []extract.Source{
		{MediaType: "text/plain"}, {MediaType: ""}, {URL: &url.URL{Path: "/a.txt"}}, {URL: &url.URL{Path: "/README"}}, {MediaType: "text/enriched"},
	} {
		src.Body = []byte("one line")
		assert.Equal(t, "text", read(t, src).Format, src.MediaType)
	}
}

// TestCodeByItsLines tells code and logs from prose.
func TestCodeByItsLines(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		code bool
	}{
		"C":                     {"int main(void)\n{\n\treturn 0;\n}\n", true},
		"Python":                {"import os\n\ndef f(x):\n    return os.path(x)\n", true},
		"SQL":                   {"SELECT a\nFROM b\nWHERE c = 1;\nINSERT INTO d VALUES (1);\n", true},
		"shell":                 {"#!/bin/sh\nset -e\nif x; then y; fi;\n", true},
		"dates and times":       {"2024-03-05 10:00:00 pump on\n2024-03-05 10:00:01 pump off\n2024-03-05 10:00:02 done\n", true},
		"log of a system":       {"Mar  3 10:15:00 gate sshd[8]: a\nMar  3 10:15:04 gate init[1]: b\nMar 13 10:16:00 gate kernel: c\n", true},
		"log of a web server":   {strings.Repeat("[05/03/2024 10:00:00] GET /\n", 3), true},
		"two lines are too few": {"int a;\nint b;\n", false},
		"prose":                 {"The tide turns.\nThe boats wait; they always do.\nNobody sees it.\n", false},
		"prose with an import":  {"import duties are high\nthis year, as they were\nthe year before.\n", false},
		"years":                 {"1984 was hot.\n1985 was not.\n1986 was wet.\n", false},
		"prose with one brace":  {"One.\nTwo.\nThree {\nFour.\n", false},
	} {
		doc := read(t, extract.Source{Body: []byte(c.body)})
		assert.Equal(t, c.code, doc.Format == "code", name)
	}
}

func TestParagraphs(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"lines stay", "one\ntwo\n\nthree", "one\ntwo\n\nthree"},
		{"line ends of Windows and of old Macs", "one\r\n\r\ntwo\r\rthree", "one\n\ntwo\n\nthree"},
		{"blanks at the ends of lines", "one  \ntwo\t\n", "one\ntwo"},
		{"signs of Markdown", "# one\n* two *three*\n> four", "\\# one\n\\* two \\*three\\*\n\\> four"},
		{"form feed parts pages", "one\ftwo", "one\ntwo"},
		{"list after a line is text", "Buy:\n- milk\n- bread", "Buy:\n\\- milk\n\\- bread"},
		{"bullets of typewriters", "* one\n+ two\n– three\n• four", "- one\n- two\n- three\n- four"},
		{"numbers stay", "9. nine\n10. ten", "9. nine\n10. ten"},
		{"long number is none", "20240 . a\n20241 . b", "20240 . a\n20241 . b"},
		{"nested twice", "- a\n  - b\n    - c\n- d", "- a\n    - b\n        - c\n- d"},
		{"list that is indented", "Needs\n\n   * one\n     more\n   * two\n\n\t- three", "Needs\n\n- one more\n- two\n\n- three"},
		{"line of stars", "one\n\n   *   *   *\n\ntwo", "one\n\n\\*   *   \\*\n\ntwo"},
		{"diagram of a packet", "Each message has a header of four octets, which comes first:\n\n    0               1\n    0 1 2 3 4 5 6 7 8 9\n   +-+-+-+-+-+\n   | Type    |\n   +-+-+-+-+-+", "Each message has a header of four octets, which comes first:\n\n```\n    0               1\n    0 1 2 3 4 5 6 7 8 9\n   +-+-+-+-+-+\n   | Type    |\n   +-+-+-+-+-+\n```"},
		{"item over lines", "- a\n  b\n- c", "- a b\n- c"},
		{"frame", "+---+\n| a |\n+---+", "```\n+---+\n| a |\n+---+\n```"},
		{"columns by tabs", "a\tb\nc\td", "```\na\tb\nc\td\n```"},
		{"one line with a gap", "a    b", "a    b"},
		{"byte order mark", "\ufeffone", "one"},
		{"invisible characters", "o\u200bn\u202ee", "one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, read(t, extract.Source{Body: []byte(c.in)}).Markdown)
		})
	}
}

func TestKindsOfBlocks(t *testing.T) {
	doc := read(t, extract.Source{Body: []byte("one\n\n- two\n- three\n\na   b\nc   d\n")})
	var kinds []extract.Kind
	for _, b := range doc.Blocks {
		kinds = append(kinds, b.Kind)
	}
	assert.Equal(t, []extract.Kind{extract.Paragraph, extract.List, extract.Code}, kinds)
	assert.Empty(t, doc.Outline)
}

func TestEmptyAndCancelled(t *testing.T) {
	for _, body := range []string{"", " \n\t\n", "\x00\x01"} {
		assert.Equal(t, extract.VerdictEmpty, read(t, extract.Source{Body: []byte(body)}).Verdict.Kind, "%q", body)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := text.Extractor{}.Extract(ctx, &extract.Source{Body: []byte("x")})
	require.ErrorIs(t, err, context.Canceled)
}

// TestAddresses stand in text, not in code, each once.
func TestAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"see http://a.example.":                     "http://a.example",
		"<https://a.example/b>":                     "https://a.example/b",
		`"https://a.example/b"`:                     "https://a.example/b",
		"(https://a.example/b.)":                    "https://a.example/b",
		"((https://a.example/b)).":                  "https://a.example/b",
		"(see https://a.example/b_(c))":             "https://a.example/b_(c)",
		"https://a.example, https://b.example":      "https://a.example https://b.example",
		"https://a.example https://a.example":       "https://a.example",
		"https:// http: httpd http://":              "",
		"[1] https://a.example/?q=b&c=d#e":          "https://a.example/?q=b&c=d#e",
		"https://a.example/b\nhttps://a.example/c.": "https://a.example/b https://a.example/c",
	} {
		var got []string
		for _, l := range read(t, extract.Source{Body: []byte(in)}).Links {
			got = append(got, l.URL)
		}
		assert.Equal(t, want, strings.Join(got, " "), in)
	}
	assert.Empty(t, read(t, extract.Source{MediaType: "text/css", Body: []byte("a { b: url(https://a.example) }")}).Links)
}

// TestIndentation keeps every blank where it carries meaning, and none of wrapped prose.
func TestIndentation(t *testing.T) {
	const long = "a line of prose that is as long as lines of prose are when they end"
	for name, in := range map[string]string{
		"settings":            "hive:\n  place: garden\n  frames:\n    - wax\n    - foil",
		"entries of settings": "- name: one\n  frames: 10\n- name: two\n  frames: 12",
		"sections":            "[hive]\n\tframes = 10\n[keeper]\n\tname = ada",
		"rules of a build":    "hive: wax\n\tbuild hive",
		"clauses":             "1. Hives\n   1.1 Frames\n       1.1.1 Wax\n2. Keepers",
		"poem":                "The bees\n  come home\n    at night\n  and hum",
		"poem of long lines":  long + "\n  " + long + "\n" + long + "\n  " + long,
		"tree":                "hive\n  frame\n    wax\n  lid",
		"several parts":       "a:\n  b: 1\n\nc:\n  d: 2\n\ne: 3",
	} {
		assert.Equal(t, "```\n"+in+"\n```", read(t, extract.Source{Body: []byte(in)}).Markdown, name)
	}
	for name, c := range map[string]struct{ in, want string }{
		"first line is indented":     {"    " + long + "\n" + long + "\n" + long, long},
		"further lines are":          {long + "\n   " + long + "\n   " + long, long},
		"column on the right":        {"Sum:   3\nTax: 1\n         4", "Sum:   3\nTax: 1\n"},
		"item that is wrapped":       {"- " + long + "\n  and more\n- b", "- " + long + " and more\n- b"},
		"list of lists":              {"- hive\n  - wax\n    - foil\n- lid", "- hive\n    - wax\n        - foil\n- lid"},
		"part of a text is indented": {long + ".\n\nhive:\n  wax: 1\n\nThe end of it.", long + ".\n\n```\nhive:\n  wax: 1\n```\n\nThe end of it."},
	} {
		md := read(t, extract.Source{Body: []byte(c.in)}).Markdown
		assert.True(t, strings.HasPrefix(strings.TrimLeft(md, " "), c.want), "%s: %q", name, md)
		assert.Equal(t, strings.Contains(c.want, "```"), strings.Contains(md, "```"), name)
	}
}
