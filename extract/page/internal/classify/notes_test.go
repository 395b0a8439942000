package classify_test

import (
	"strings"
	"testing"
)

// What a mark in kept text leads to is kept, whatever it scores.
func TestKeepNotes(t *testing.T) {
	text := func(mark string) string { return "<main><p>" + words(20) + " " + mark + "</p>" }
	const first, second = "<div><a id=n1>1.</a> <div>Parish roll, 1931</div></div>", "<div><a id=n2>2.</a> <div>A letter</div></div>"
	for name, test := range map[string]struct{ body, added string }{
		"in an element of their own": {text("<a href=#n1>[1]</a><a href=#n2>[2]</a>") + "<div><h3>Sources</h3>" + first + second + "</div>",
			"Sources | 1. | Parish roll, 1931 | 2. | A letter"},
		"between others":       {text("<a href=#n1>1</a><a href=#n2>2</a>") + "<h3>Sources</h3>" + first + second + "<h3>Next</h3><p>Other", "Sources | 1. | Parish roll, 1931 | 2. | A letter"},
		"one alone":            {text("<a href=#n2>*</a>") + "<div><p id=n2>* No boats in winter</p></div>", "* No boats in winter"},
		"a letter":             {text("<sup><a href=#n2>a</a></sup>") + "<div><p id=n2>No boats in winter</p></div>", "No boats in winter"},
		"a word":               {text("<a href=#n2>ab</a>") + "<div><p id=n2>No boats in winter</p></div>", ""},
		"a key of a reference": {text("<a href=#n2>Finch 02</a>") + "<div role=doc-biblioentry id=n2><p>Finch, Tides, 2002</p></div>", "Finch, Tides, 2002"},
		"a key of a section":   {text("<a href=#n2>Finch 02</a>") + "<div id=n2><p>Finch, Tides, 2002</p></div>", ""},
		"a name":               {text("<a href=#n2>3</a>") + "<div><p><a name=n2></a>No boats in winter</p></div>", "No boats in winter"},
		"no such place":        {text("<a href=#n3>3</a>") + "<div><p id=n2>No boats in winter</p></div>", ""},
		"another page":         {text("<a href=/b#n2>3</a>") + "<div><p id=n2>No boats in winter</p></div>", ""},
		"a link alone":         {"<main><p>" + words(20) + " 3</p><p><a href=#n2>3</a></p><div><p id=n2>No boats in winter</p></div>", ""},
		"longer than the text": {text("<a href=#n2>3</a>") + "<div><p id=n2>" + strings.Repeat("word ", 22) + "</p></div>", ""},
		"a number that is one": {text("<a href=#n2>3</a>") + "<div><div><a id=n2 href=#back>3</a><div>No boats in winter</div></div></div>", "3 | No boats in winter"},
		"a link back":          {text("<a href=#n2>3</a>") + "<div id=n2><p><a href=#back>3</a></p><p>No boats in winter</p></div>", "No boats in winter"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, kept: "the tide comes in…"}, "keep notes").assertAdds(t, test.added)
		})
	}
}

// Lists that are marked as references follow the text of an article.
func TestKeepReferences(t *testing.T) {
	for name, test := range map[string]struct{ body, added string }{
		"by class":               {"<h2>Sources</h2><ol class=references><li>Finch 2002<li>Reed 2003</ol>", "Sources | Finch 2002 | Reed 2003"},
		"by role":                {"<div role=doc-bibliography><div>Finch 2002</div></div>", "Finch 2002"},
		"by the end of a class":  {"<section class=c-article-references><div>Finch 2002</div></section>", "Finch 2002"},
		"by ID":                  {"<section id=bibliography><h2>Sources</h2><p>Finch 2002</p></section>", "Sources | Finch 2002"},
		"a table":                {"<table class='docutils citation'><tr><td>[F02]<td>Finch 2002</table>", "[F02] | Finch 2002"},
		"a division a note":      {"<div class=footnote><a href=#a1>1</a><div><p>Finch 2002</p></div></div><div class=footnote><a href=#a2>2</a><div><p>Reed 2003</p></div></div>", "1 | Finch 2002 | 2 | Reed 2003"},
		"preferences":            {"<div id=cookie-preferences><p>We store data</p></div>", ""},
		"a foot of the page":     {"<div class=footnote><p>Follow us</p></div>", ""},
		"of docutils":            {"<aside class='footnote brackets'><span>[1]</span><p>Finch 2002</p></aside>", ""},
		"below a heading":        {"<h3>Sources</h3><p>Finch 2002<p>Reed 2003<h3>Boats</h3><p>One", "Sources | Finch 2002 | Reed 2003"},
		"below a heading of Han": {"<h3>参考文献</h3><p>Finch 2002<p>Reed 2003<h3>Boats</h3><p>One", "参考文献 | Finch 2002 | Reed 2003"},
		"of no such class":       {"<h2>Crews</h2><ol class=refs><li>Finch 2002<li>Reed 2003</ol>", ""},
		"longer than it":         {"<ol class=references><li>" + strings.Repeat("word ", 80) + "</ol>", ""},
		"below another text":     {"<p>Share this</p><ol class=references><li>Finch 2002</ol>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: "<main><p>" + words(70) + "</p>" + test.body + "</main>", kept: "the tide comes in…"}, "keep references").assertAdds(t, test.added)
		})
	}
}
