package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestDropSuggestions(t *testing.T) {
	for name, test := range map[string]struct{ line, dropped string }{
		"a phrase and a link":    {"<p>Read also: <a href=/b>Tides of spring</a></p>", "Read also: Tides of spring"},
		"all of it a link":       {"<p><a href=/b><b>Lea también: Las mareas</b></a></p>", "Lea también: Las mareas"},
		"in upper case":          {"<p><strong>LEA TAMBIÉN: <a href=/b>Las mareas</a></strong></p>", "LEA TAMBIÉN: Las mareas"},
		"another alphabet":       {"<p>Читайте также: <a href=/b>Приливы весной</a></p>", "Читайте также: Приливы весной"},
		"one word and a colon":   {"<p>Mira: <a href=/b>Las mareas</a></p>", "Mira: Las mareas"},
		"one word of a link":     {"<p><a href=/b>Mira: las mareas</a></p>", "Mira: las mareas"},
		"one word without colon": {"<p><a href=/b>More banks than tides: a list</a></p>", ""},
		"more words":             {"<p>Read also what they said of <a href=/b>the tides</a></p>", ""},
		"no link":                {"<p>Read also the books of Gwen</p>", ""},
		"other words":            {"<p>Tables: <a href=/b>Tides of spring</a></p>", ""},
		"of a list":              {"<ul><li>Read also: <a href=/b>Tides of spring</a></li></ul>", ""},
		"at the bound":           {"<p><a href=/b>Read also " + words(38) + "</a></p>", "Read also the tide…"},
		"beyond the bound":       {"<p><a href=/b>Read also " + words(39) + "</a></p>", ""},
		"announced":              {"<p>Schon gelesen?</p><p><a href=/b>Ebbe</a></p><p><a href=/c>Flut</a></p>", "Schon gelesen? | Ebbe | Flut"},
		"announced in a list":    {"<h3>Related</h3><ul><li><a href=/b>Ebbe</a></li></ul>", "Related | Ebbe"},
		"announcing text":        {"<h3>Related</h3><p>Ebbe und Flut</p>", ""},
		"announcing seven":       {"<h3>Related</h3>" + strings.Repeat("<p><a href=/b>Ebbe</a></p>", 7), "Related | Ebbe | Ebbe (2) | Ebbe (3) | Ebbe (4) | Ebbe (5) | Ebbe (6)"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: "<p>Text before.</p>" + test.line + "<p>Text after.</p>", prose: 1, kept: all}, "drop appeals")
			got.assertDrops(t, test.dropped)
		})
	}
}

const suggestion = "<p>Read also: <a href=/b>Tides of spring</a></p>"

// An article of many short lines is one if it says so.
func TestSuggestionsOfDeclaredArticles(t *testing.T) {
	for name, hints := range map[string]features.Hints{
		"Open Graph": {Type: "article"},
		"schema.org": {Schema: features.SchemaArticle},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: suggestion, hints: hints, kept: all}, "drop appeals").assertDrops(t, "Read also: Tides of spring")
		})
	}
}

// A heading over links that are left out already goes too; one over text says something.
func TestHeadingsOfSuggestions(t *testing.T) {
	const page = "<p>Text before.</p><h3>Read more</h3><ul><li><a href=/b>Tides of spring</a></ul><p>Text after.</p>"
	run(t, state{html: page, prose: 1, kept: "Text before. | Read more | Text after."}, "drop appeals").assertDrops(t, "Read more")
	const book = "<p>Text before.</p><h3>Read more</h3><p>Tides are told of in many books.</p>"
	run(t, state{html: book, prose: 1, kept: all}, "drop appeals").assertDrops(t, "")
}

// Elsewhere than in articles such lines are content.
func TestSuggestionsOfOtherPagesStay(t *testing.T) {
	for name, page := range map[string]state{
		"a page of lists": {prose: 0.4},
		"a forum":         {prose: 1, hints: forum},
		"documentation":   {prose: 1, hints: features.Hints{Generator: "Sphinx"}},
		"a whole page":    {prose: 1, opts: classify.Options{WholePage: true}},
	} {
		t.Run(name, func(t *testing.T) {
			page.html, page.kept = suggestion, all
			run(t, page, "drop appeals").assertDrops(t, "")
		})
	}
}
