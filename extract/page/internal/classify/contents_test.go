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

// The first page of a manual is its table of contents: its links lead to the other pages.
func TestIndexesOfManualsAreKept(t *testing.T) {
	list := func(href string) string {
		var b strings.Builder
		for _, name := range []string{"Ebb", "Flood", "Spring", "Neap", "Slack"} {
			b.WriteString("<li><a href=" + href + ">" + name + " tides</a>")
		}
		return "<ul>" + b.String() + "</ul>"
	}
	const links = "Ebb tides | Flood tides | Spring tides | Neap tides | Slack tides"
	for name, test := range map[string]struct {
		body  string
		hints features.Hints
		score float32
		added string
	}{
		"other pages":             {list("ebb.html#a"), manual, 0.125, links},
		"numbered":                {strings.ReplaceAll(list("ebb.html"), "<li>", "<li>1. "), manual, 0.2, "1. Ebb tides | 1. Flood tides | 1. Spring tides | 1. Neap tides | 1. Slack tides"},
		"unlikely":                {list("ebb.html"), manual, 0.12, ""},
		"parts of the page":       {list("#ebb"), manual, 0.2, ""},
		"the page itself too":     {strings.Replace(list("ebb.html"), "ebb.html", "tides.html#x", 1), features.Hints{Generator: "Sphinx", Address: "/manual/tides.html"}, 0.2, ""},
		"the page by its path":    {strings.Replace(list("ebb.html"), "ebb.html", "../manual/spring%20tides.html", 1), features.Hints{Generator: "Sphinx", Address: "/manual/spring tides.html"}, 0.2, ""},
		"the page without query":  {strings.Replace(list("ebb.html"), "ebb.html", "tides.html", 1), features.Hints{Generator: "Sphinx", Address: "/manual/tides.html", Query: "v=2"}, 0.2, ""},
		"pages with its query":    {list("tides.php?page=2"), features.Hints{Generator: "Sphinx", Address: "/manual/tides.php"}, 0.2, links},
		"indexes of chapters":     {list("ebb/index.html"), features.Hints{Generator: "Sphinx", Address: "/manual/index.html"}, 0.2, links},
		"folders by their name":   {list("ebb/manual/"), features.Hints{Generator: "Sphinx", Address: "/manual/"}, 0.2, links},
		"of an unknown address":   {list("./"), manual, 0.2, links},
		"its title too":           {"<h1>Ebb tides</h1>" + list("ebb.html"), features.Hints{Generator: "Sphinx", Title: "Ebb tides"}, 0.2, ""},
		"another site":            {list("https://tides.example/"), manual, 0.2, ""},
		"one by its host alone":   {list("//tides.example/"), manual, 0.2, ""},
		"a menu":                  {"<nav>" + list("ebb.html") + "</nav>", manual, 0.2, ""},
		"a menu by its class":     {"<div class=sidebar>" + list("ebb.html") + "</div>", manual, 0.2, ""},
		"beside much text":        {list("ebb.html") + words(19), manual, 0.2, ""},
		"beside three times that": {list("ebb.html") + words(18), manual, 0.2, links},
		"no documentation":        {list("ebb.html"), features.Hints{}, 0.2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			page := state{html: "<p>" + words(12) + "</p>" + test.body, hints: test.hints, score: test.score, kept: "the tide comes in…"}
			if strings.Contains(test.body, words(18)) {
				page.kept += " | the tide comes in… (2)"
			}
			run(t, page, "keep index").assertAdds(t, test.added)
		})
	}
}
