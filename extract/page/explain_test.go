package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const tracedPage = `<!doctype html><html><head><title>The ferry of the strait</title><meta property="og:type" content="article"></head><body>
<nav><a href=/>Home</a> <a href=/news>All the news</a></nav>
<main><article><h1>The ferry of the strait</h1>
<p>The ferry has crossed the strait every morning since the pier was built, and the men who row it know each of the stones below the keel by name.</p>
<p style="display:none">Not for readers.</p>
<p>Last winter the ice held the boat for nine days, and the mail went over on a sledge that two dogs and the postmistress pulled.</p>
<h2>Fares <a href="#fares" class=permalink>#</a></h2>
<p>A crossing costs as much as a loaf of bread, and nothing for those who help with the oars when the wind comes from the north.</p>
<p>Last winter the ice held the boat for nine days, and the mail went over on a sledge that two dogs and the postmistress pulled.</p>
<p class=box>Sold in the shop by the pier.</p>
</article></main><footer><p>Copyright of the ferry</p></footer></body></html>`

// lines are the entries of a trace as "stage rule kept: text", with the first three words of the text.
func lines(doc *extract.Document) (out []string) {
	for _, d := range doc.Trace {
		words := strings.Fields(d.Text)
		out = append(out, fmt.Sprintf("%s, %s, %v: %s", d.Stage, d.Rule, d.Kept, strings.Join(words[:min(3, len(words))], " ")))
	}
	return out
}

func TestExplain(t *testing.T) {
	doc := read(t, tracedPage, extract.Options{Explain: true, RemoveSelectors: []string{".box"}})
	got := lines(doc)
	for _, want := range []string{
		"selectors, remove selectors, false: Sold in the",
		"visibility, display:none, false: Not for readers.",
		"choice, threshold, false: Home All the",
		"choice, threshold, true: The ferry has",
		"choice, threshold, true: Last winter the",
		"choice, threshold, false: Copyright of the",
		"title, said by the title, false: The ferry of",
		"writer, tool of a heading, false: #",
	} {
		assert.Contains(t, got, want)
	}
	for _, d := range doc.Trace {
		if d.Stage == "choice" {
			assert.NotZero(t, d.Threshold, d.Text)
			assert.True(t, d.Score >= 0 && d.Score <= 1, d.Text)
		}
	}
}

// Each block of a page is in the trace, whatever was asked for, and a trace changes nothing.
func TestExplainChangesNothing(t *testing.T) {
	for name, opts := range map[string]extract.Options{
		"balanced": {}, "whole": {WholePage: true}, "region": {SingleRegion: true}, "recall": {Recall: 2},
		"no tables": {DropTables: true, DropCode: true},
	} {
		t.Run(name, func(t *testing.T) {
			plain := read(t, tracedPage, opts)
			assert.Nil(t, plain.Trace)
			opts.Explain = true
			traced := read(t, tracedPage, opts)
			blocks := 0
			for _, d := range traced.Trace {
				if d.Stage == "choice" {
					blocks++
				}
			}
			assert.Equal(t, 9, blocks)
			traced.Trace = nil
			assert.Equal(t, plain, traced)
		})
	}
}

func TestExplainWithoutText(t *testing.T) {
	assert.Empty(t, read(t, "", extract.Options{Explain: true}).Trace)
}

// What replaces the choice of a page that shows little text is in the trace, too.
func TestExplainFallback(t *testing.T) {
	body := strings.Repeat("The tide tables of the whole coast, hour by hour, with the moon. ", 8)
	doc := read(t, `<html><head><title>Tides</title><script type="application/ld+json">{"@type": "Article", "articleBody": "`+body+`"}</script></head>`+
		`<body><p>The tides of the coast, in words.</p></body></html>`, extract.Options{Explain: true})
	assert.Contains(t, doc.Markdown, "hour by hour")
	got := lines(doc)
	assert.Contains(t, got, "choice, threshold, true: The tides of")
	assert.Equal(t, "fallback, written from its JSON-LD articleBody, false: The tides of", got[len(got)-1])
}
