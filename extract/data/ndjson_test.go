package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const lines = "application/x-ndjson"

func TestLines(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"alike", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n{\"a\":3,\"b\":\"z\"}\n", "3 rows\n\n| a | b |\n| --- | --- |\n| 1 | x |\n| 2 | y |\n| 3 | z |"},
		{"two are no table", "{\"a\":1}\n{\"a\":2}\n", fence("{\"a\": 1}\n{\"a\": 2}")},
		{"blank lines between", "{\"a\":1}\n\n \n{\"a\":2}\n\n{\"a\":3}", "3 rows\n\n| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |"},
		{"line ends of Windows", "[1]\r\n[2]\r\n", fence("[1]\n[2]")},
		{"record separators", "\x1e[1]\n\x1e[2]\n", fence("[1]\n[2]")},
		{"scalars", "1\n\"two\"\nnull\ntrue\n", fence("1\n\"two\"\nnull\ntrue")},
		{"deep", "{\"a\":{\"b\":[1,{\"c\":2}]}}\n{\"a\":{\"b\":[]}}\n", fence("{\"a\": {\"b\": [1, {\"c\": 2}]}}\n{\"a\": {\"b\": []}}")},
		{"of many shapes", "{\"a\":1}\n[2]\n\"x\"\n", fence("{\"a\": 1}\n[2]\n\"x\"")},
		{"escapes", "{\"a\":\"\\u00e9\\n\"}\n{\"a\":\"b\"}\n", fence("{\"a\": \"é\\n\"}\n{\"a\": \"b\"}")},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, lines, c.in)
			assert.Equal(t, "ndjson", doc.Format)
			assert.Equal(t, c.want, doc.Markdown)
			assert.Empty(t, doc.Warnings)
		})
	}
}

// TestBrokenLines are shown apart, with a warning that counts them.
func TestBrokenLines(t *testing.T) {
	for _, c := range []struct {
		name, in string
		bad      []string
	}{
		{"in the middle", "{\"a\":1}\nnot json\n{\"a\":2}\n", []string{"not json"}},
		{"cut off at the end", "{\"a\":1}\n{\"a\":2}\n{\"a\":", []string{`{"a":`}},
		{"with a fence", "{\"a\":1}\n```\n{\"a\":2}\n", []string{"```"}},
		{"as many as good ones", "{\"a\":1}\nx\n{\"a\":2}\ny\n", []string{"x", "y"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, lines, c.in)
			require.Len(t, doc.Warnings, 1)
			assert.Equal(t, "extraction_fallback", doc.Warnings[0].Type)
			assert.Contains(t, doc.Warnings[0].Message, fmt.Sprintf("%d lines", len(c.bad)))
			last := doc.Text(doc.Blocks[len(doc.Blocks)-1])
			for _, b := range c.bad {
				assert.Contains(t, last, "\n"+b+"\n")
			}
			assert.Contains(t, doc.Markdown, `{"a": 2}`)
		})
	}
	doc := read(t, lines, "{\"a\":1}\n"+strings.Repeat("prose\n", 5))
	assert.Equal(t, "json", doc.Format, "most of it is no JSON: text")
	assert.True(t, strings.HasPrefix(doc.Markdown, "```\n{\"a\":1}\nprose\n"))
}

func TestBrokenLinesAreBounded(t *testing.T) {
	doc := read(t, lines, strings.Repeat("[1]\n", 600)+strings.Repeat("x\n", 500))
	assert.Contains(t, doc.Markdown, "500 lines that are not JSON")
	assert.Equal(t, 200, strings.Count(doc.Markdown, "\nx"))
}

func TestManyLinesAreCutIntoBlocks(t *testing.T) {
	doc := read(t, lines, strings.Repeat("[1, \"some words in a line of some length\"]\n", 2000))
	require.Greater(t, len(doc.Blocks), 5)
	for _, b := range doc.Blocks {
		assert.Equal(t, extract.Code, b.Kind)
		assert.LessOrEqual(t, b.End-b.Start, 2*6144)
	}
	assert.Equal(t, 2000, strings.Count(doc.Markdown, "some words"))
}

// TestConcatenated are JSON texts one after another, over lines as they like.
func TestConcatenated(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1}{"b":2}`:                       "```json\n{\"a\": 1}\n{\"b\": 2}\n```",
		"{\n \"a\": 1\n}\n{\n \"b\": [2]\n}\n": "```json\n{\"a\": 1}\n{\"b\": [2]}\n```",
		"[1]\n[2,\n3]":                         "```json\n[1]\n[2, 3]\n```",
		"{\"a\":1}\n{\"a\":\n2}\n{\"a\":3}":    "3 rows\n\n| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |",
	} {
		doc := read(t, "application/json", in)
		assert.Equal(t, want, doc.Markdown, in)
		assert.Equal(t, "ndjson", doc.Format)
		assert.Empty(t, doc.Warnings)
	}
	for _, in := range []string{"1 2 3", "{\"a\":1} and more", "{\n\"a\":1\n}\n{\n\"b\"", "true false", `{"a":1,}{"b":2}`} {
		assert.Equal(t, "```\n"+in+"\n```", read(t, "application/json", in).Markdown, "read as text")
	}
}
