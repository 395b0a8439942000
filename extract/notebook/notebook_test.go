package notebook_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/extract/notebook"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

const harbour = `{
 "cells": [
  {"cell_type": "markdown", "source": ["# Tides of a harbour\n", "\n", "See [the table](table.html)."]},
  {"cell_type": "code", "execution_count": 1, "source": "heights = [1, 2]\nprint(heights)",
   "outputs": [{"output_type": "stream", "name": "stdout", "text": ["[1, 2]\n"]},
    {"output_type": "execute_result", "data": {"text/plain": ["3"], "text/html": "<b>3</b>"}},
    {"output_type": "display_data", "data": {"image/png": "aGVsbG8=", "text/plain": "<Figure size 640x480>"}},
    {"output_type": "error", "ename": "ValueError", "evalue": "no \u001b[31mtide\u001b[0m", "traceback": ["long"]}]},
  {"cell_type": "markdown", "source": "## Results"},
  {"cell_type": "raw", "source": "as it is"}
 ],
 "metadata": {"language_info": {"name": "python"}, "authors": [{"name": "Ada Ek"}]}, "nbformat": 4, "nbformat_minor": 5}`

const old = `{"metadata": {"name": "old"}, "nbformat": 3, "worksheets": [{"cells": [
 {"cell_type": "heading", "level": 2, "source": ["An old one"]},
 {"cell_type": "code", "language": "python", "input": ["x = 1"], "outputs": [{"output_type": "pyout", "text": ["1"]}, {"output_type": "display_data", "png": "aGVsbG8=", "text": ["<Figure>"]}]}]}]}`

func reader() notebook.Extractor {
	return notebook.Extractor{Markdown: markdown.Extractor{HTML: page.Extractor{}}}
}

func TestConformance(t *testing.T) {
	extracttest.Run(t, reader(),
		extracttest.Case{
			Name: "nbformat 4", MediaType: "application/x-ipynb+json", URL: "https://e.org/a/b.ipynb", Body: []byte(harbour), Format: "ipynb", Title: "Tides of a harbour",
			Outline: []string{"Tides of a harbour", "Results"},
			Want:    []string{"[the table](https://e.org/a/table.html)", "```python\nheights = [1, 2]\nprint(heights)\n```", "```text\n[1, 2]\n```", "ValueError: no tide", "as it is"},
			HasNot:  []string{"aGVsbG8", "<b>", "Figure", "\x1b"},
		},
		extracttest.Case{Name: "nbformat 3", MediaType: "application/x-ipynb+json", Body: []byte(old), Format: "ipynb", Title: "An old one", Want: []string{"## An old one", "```python\nx = 1", "```text\n1\n"}, HasNot: []string{"aGVsbG8", "Figure"}},
	)
}

func read(t *testing.T, body string) *extract.Document {
	t.Helper()
	doc, err := reader().Extract(t.Context(), &extract.Source{Body: []byte(body)})
	require.NoError(t, err)
	return doc
}

func TestImagesThatAreLeftOutAreTold(t *testing.T) {
	doc := read(t, harbour)
	require.Len(t, doc.Warnings, 1)
	assert.Equal(t, "1 images of outputs were left out", doc.Warnings[0].Message)
	assert.Equal(t, []string{"Ada Ek"}, doc.Meta.Authors)
}

func TestNoNotebook(t *testing.T) {
	for _, body := range []string{"no JSON", "[1]", "{"} {
		_, err := reader().Extract(t.Context(), &extract.Source{Body: []byte(body)})
		assert.ErrorIs(t, err, extract.ErrMalformed, body)
	}
	assert.Equal(t, extract.VerdictEmpty, read(t, "{}").Verdict.Kind)
}

// A value of another type costs no more than itself.
func TestWrongTypes(t *testing.T) {
	doc := read(t, `{"metadata": {"title": 5}, "cells": [{"cell_type": "code", "source": "a = 1"}]}`)
	assert.Contains(t, doc.Markdown, "a = 1")
}

func TestLongOutputIsClipped(t *testing.T) {
	for length, cut := range map[int]bool{20 << 10: false, 20<<10 + 1: true} {
		text, _ := json.Marshal(strings.Repeat("x", length))
		doc := read(t, fmt.Sprintf(`{"cells":[{"cell_type":"code","source":"a","outputs":[{"output_type":"stream","text":%s}]}]}`, text))
		assert.Equal(t, 20<<10, strings.Count(doc.Markdown, "x")-strings.Count(doc.Markdown, "text"))
		assert.Equal(t, cut, strings.Contains(doc.Markdown, "…"))
	}
}

// Values of other types than the format has are passed over wherever they stand.
func TestOddNotebooks(t *testing.T) {
	for body, want := range map[string]string{
		`{"Cells":[1,[{"a":[]}],"x",null,{"cell_type":["a"],"source":{"b":1}},{"cell_type":"code","source":["a",2,"b",["c"]],"x":{"y":[1]}}]}`:                     "```\nab\n```",
		`{"cells":{"a":1},"worksheets":[1,{"cells":[{"cell_type":"code","input":"c"}]}]}`:                                                                          "```\nc\n```",
		`{"cells":[{"cell_type":"code","source":"a","outputs":[3,{"output_type":"stream","text":{}},{"data":{"text/plain":["4"]}},{"data":[5]}]}],"metadata":[7]}`: "```\na\n```\n\n```text\n4\n```",
		`{"cells":[{"cell_type":"heading","level":1e999,"source":"h"}]}`:                                                                                           "# h",
	} {
		assert.Equal(t, want, read(t, body).Markdown, body)
	}
	for _, body := range []string{`{"cells":[]} x`, `{"cells":[{"source":"a"`, `{"cells":[}`, `[]`, `3`} {
		_, err := reader().Extract(t.Context(), &extract.Source{Body: []byte(body)})
		assert.ErrorIs(t, err, extract.ErrMalformed, body)
	}
}

// The escapes of terminals are dropped in one go, however many there are.
func TestOutputOfEscapes(t *testing.T) {
	text, _ := json.Marshal(strings.Repeat("\x1b[1;31m", 300_000) + "red" + strings.Repeat("\x1b[0m", 300_000))
	assert.Contains(t, read(t, fmt.Sprintf(`{"cells":[{"cell_type":"code","source":"a","outputs":[{"output_type":"stream","text":%s}]}]}`, text)).Markdown, "```text\nred\n```")
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte(harbour))
	f.Add([]byte(old))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := reader().Extract(t.Context(), &extract.Source{Body: body})
		if err == nil {
			if err := extracttest.Check(doc); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestProgress shows what a terminal shows in the end.
func TestProgress(t *testing.T) {
	for in, want := range map[string]string{
		`a\r\nb`:               "a\nb",
		`10%\r50%\r100%\nnext`: "100%\nnext",
		`10%\r100%\r`:          "100%",
		`\r`:                   "",
	} {
		doc := read(t, `{"cells":[{"cell_type":"code","source":"x","outputs":[{"output_type":"stream","text":"`+in+`"}]}]}`)
		_, got, _ := strings.Cut(doc.Markdown, "```text\n")
		assert.Equal(t, want, strings.TrimSuffix(strings.TrimSuffix(got, "```"), "\n"))
	}
}

// An output whose plain text only names an object is shown by its LaTeX or HTML.
func TestOutputsOfObjects(t *testing.T) {
	const table = `<table><tr><th>Quay</th><th>Boats</th></tr>\n\n<tr><td>Hallin</td><td>12</td></tr></table>`
	for data, want := range map[string]string{
		`"text/html":"` + table + `","text/plain":"<x.Styler at 0x7f>"`: "| Quay | Boats |\n| --- | --- |\n| Hallin | 12 |",
		`"text/html":["<h3>Tides</h3>\n","<p>High in <b>May</b>.</p>"]`: "### Tides\n\nHigh in **May**.",
		`"text/html":"<b>3</b>","text/plain":"3"`:                       "```text\n3\n```",
		`"text/html":"<script>draw()</script>","text/plain":"<Map>"`:    "",
		`"text/plain":"<p class=\"x\">a tag</p>"`:                       "```text\n<p class=\"x\">a tag</p>\n```",
		`"text/plain":"<a>\n<b>","text/html":"no"`:                      "```text\n<a>\n<b>\n```",
		`"text/latex":"$$h^2$$","text/plain":"<Latex object>"`:          "$$h^2$$",
		`"text/latex":"\\begin{align} h \\end{align}"`:                  `$$\begin{align} h \end{align}$$`,
		`"text/latex":"$h^2$","text/plain":"h**2"`:                      "```text\nh**2\n```",
		`"text/latex":"$h^2$","text/plain":"h**2","image/png":"aGk="`:   "$h^2$",
		`"text/html":"<b>Drawn.</b>","image/svg+xml":"<svg/>"`:          "",
	} {
		doc := read(t, `{"cells":[{"cell_type":"code","source":"x","outputs":[{"output_type":"display_data","data":{`+data+`}}]}]}`)
		assert.Equal(t, strings.TrimSpace("```\nx\n```\n\n"+want), doc.Markdown, data)
	}
}
