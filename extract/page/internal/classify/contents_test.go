package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestContentsAreLeftOut(t *testing.T) {
	const (
		four   = "<li><a href=#ebb>Ebb</a><li><a href=#flood>Flood</a><li><a href=#banks>Banks</a><li><a href=#poles>Poles</a>"
		five   = "<ul>" + four + "<li><a href=#depths>Depths</a></ul>"
		listed = "Ebb | Flood | Banks | Poles | Depths"
		marks  = "<ul><li><a href=#a>Ebb</a> water<li><a href=#b>Flood</a> water<li><a href=#c>Banks</a> water<li><a href=#d>Poles</a> there<li><a href=#e>Depths</a> there</ul>"
	)
	text := "<p>" + words(50) + "</p>"
	for name, test := range map[string]struct{ body, kept, dropped string }{
		"contents":                 {five + text, all, listed},
		"left out already":         {five + text, "the tide comes in…", ""},
		"chapter above contents":   {"<h2>2 Mooring</h2><ul class=toc>" + four + "</ul>" + text, "2 Mooring | the tide comes in…", ""},
		"label above contents":     {"<h2>Contents</h2><ul class=toc>" + four + "</ul>" + text, "Contents | the tide comes in…", "Contents"},
		"few links":                {"<ul>" + four + "</ul>" + text, all, ""},
		"links to other pages":     {strings.ReplaceAll(five, "#", "/") + text, all, ""},
		"list at the end":          {text + five, all, ""},
		"the text is left out":     {five + text, listed, ""},
		"with a word on each part": {marks + text, all, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, kept: test.kept}, "drop contents").assertDrops(t, test.dropped)
		})
	}
}

func TestContentsOfManualsAreKept(t *testing.T) {
	const (
		text   = "<h1>Moorings</h1><p>the tide comes in and goes out</p>"
		parts  = "<li><a href=ropes.html>1. Ropes</a><li>2. <a href=knots.html#bend>Knots</a><li><a href=/manual/buoys.html>3. Buoys</a>"
		listed = "1. Ropes | 2. Knots | 3. Buoys"
	)
	manual := features.Hints{Generator: "DocBook XSL Stylesheets", Address: "/manual/moorings.html"}
	for name, test := range map[string]struct {
		body  string
		hints features.Hints
		added string
	}{
		"of a chapter":                    {text + "<div class=toc><p><b>Table of Contents</b></p><ul>" + parts + "</ul></div>", manual, "Table of Contents | " + listed},
		"label above":                     {text + "<h2>Sommaire</h2><ul class=section-toc>" + parts + "</ul>", manual, "Sommaire | " + listed},
		"another heading":                 {text + "<h2>Mooring</h2><ul class=toc>" + parts + "</ul>", manual, listed},
		"before the text":                 {"<div class=toc><ul>" + parts + "</ul></div>" + text, manual, listed},
		"first part is here":              {text + "<ul class=toc><li><a href=moorings.html#anchors>0. Anchors</a>" + parts + "</ul>", manual, "0. Anchors | " + listed},
		"of a sidebar":                    {text + "<div class=toc><ul>" + parts + "<li><a href=moorings.html>4. Moorings</a><li><ul class=toc>" + parts + "</ul></ul></div>", manual, ""},
		"page without a link":             {text + "<ul class=toc>" + parts + "<li>4. Moorings</ul>", manual, ""},
		"parts of the page":               {text + "<ul class=toc><li><a href=#ebb>Ebb</a><li><a href=moorings.html#flood>Flood</a></ul>", manual, ""},
		"folders with an index":           {text + "<ul class=toc><li><a href=ropes/index.html>1. Ropes</a><li><a href=knots/index.html>2. Knots</a></ul>", features.Hints{Generator: "mdBook", Address: "/manual/index.html"}, "1. Ropes | 2. Knots"},
		"sidebar of a page without .html": {text + "<ul class=toc>" + parts + "<li><a href=/manual/moorings.html>4. Moorings</a></ul>", features.Hints{Generator: "mdBook", Address: "/manual/moorings"}, ""},
		"in a menu":                       {text + "<nav class=toc><ul>" + parts + "</ul></nav>", manual, ""},
		"in a menu by class":              {text + "<div class=sidebar><ul class=toc>" + parts + "</ul></div>", manual, ""},
		"with the purpose of each part":   {text + "<dl class=toc><dt><a href=ropes.html>Ropes</a> — lines that hold boats and barges<dt><a href=knots.html>Knots</a>: how to tie two ropes</dl>", manual, "Ropes — lines that… | Knots : how to…"},
		"of Sphinx":                       {"<div class=wy-nav-content>" + text + "<div class=toctree-wrapper><ul>" + parts + "</ul></div></div>", manual, listed},
		"one link":                        {text + "<ul class=toc><li><a href=ropes.html>1. Ropes</a></ul>", manual, ""},
		"a page that is no manual":        {text + "<ul class=toc>" + parts + "</ul>", features.Hints{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, hints: test.hints, kept: "the tide comes in…"}, "keep contents").assertAdds(t, test.added)
		})
	}
}

// On pages of other programs contents are kept below a label that is kept.
func TestLabelledContentsAreKept(t *testing.T) {
	const (
		list  = "<ul class=toc><li><a href=ropes.html>Ropes</a><li><a href=knots.html>Knots</a></ul>"
		label = "<p>Rings in the wall.</p><p>Contents:</p>"
	)
	run(t, state{html: label + list, kept: "Rings in the wall. | Contents:"}, "keep contents").assertAdds(t, "Ropes | Knots")
	run(t, state{html: label + list, kept: "Rings in the wall."}, "keep contents").assertAdds(t, "")
	run(t, state{html: label + "<nav>" + list + "</nav>", kept: "Contents:"}, "keep contents").assertAdds(t, "")
}
