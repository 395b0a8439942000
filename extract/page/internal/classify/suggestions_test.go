package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

func TestDropSuggestions(t *testing.T) {
	long := strings.Repeat("word ", maxSuggestionWords)
	for name, test := range map[string]struct{ line, want string }{
		"a phrase and a link":    {"<p>Read also: <a href=/b>Tides of spring</a></p>", "x.x"},
		"all of it a link":       {"<p><a href=/b><b>Lea también: Las mareas</b></a></p>", "x.x"},
		"in upper case":          {"<p><strong>LEA TAMBIÉN: <a href=/b>Las mareas</a></strong></p>", "x.x"},
		"another alphabet":       {"<p>Читайте также: <a href=/b>Приливы весной</a></p>", "x.x"},
		"one word and a colon":   {"<p>Mira: <a href=/b>Las mareas</a></p>", "x.x"},
		"one word of a link":     {"<p><a href=/b>Mira: las mareas</a></p>", "x.x"},
		"one word without colon": {"<p><a href=/b>More banks than tides: a list</a></p>", "xxx"},
		"more words":             {"<p>Read also what they said of <a href=/b>the tides</a></p>", "xxx"},
		"no link":                {"<p>Read also the books of Gwen</p>", "xxx"},
		"other words":            {"<p>Tables: <a href=/b>Tides of spring</a></p>", "xxx"},
		"of a list":              {"<ul><li>Read also: <a href=/b>Tides of spring</a></li></ul>", "xxx"},
		"at the bound":           {"<p><a href=/b>Read also " + long[10:] + "</a></p>", "x.x"},
		"beyond the bound":       {"<p><a href=/b>Read also " + long[5:] + "</a></p>", "xxx"},
		"announced":              {"<p>Schon gelesen?</p><p><a href=/b>Ebbe</a></p><p><a href=/c>Flut</a></p>", "x...x"},
		"announced in a list":    {"<h3>Related</h3><ul><li><a href=/b>Ebbe</a></li></ul>", "x..x"},
		"announcing text":        {"<h3>Related</h3><p>Ebbe und Flut</p>", "xxxx"},
		"announcing seven":       {"<h3>Related</h3>" + strings.Repeat("<p><a href=/b>Ebbe</a></p>", 7), "x.......xx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, "<p>Text before.</p>"+test.line+"<p>Text after.</p>")
			require.Len(t, s.kept, len(test.want))
			for i := range s.kept {
				s.kept[i] = true
			}
			s.prose = 1
			s.findUnits()
			s.dropSuggestions()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}

// An article of many short lines is one if it says so.
func TestSuggestionsOfDeclaredArticles(t *testing.T) {
	for name, hints := range map[string]features.Hints{
		"Open Graph": {PathSegments: -1, Type: "article"},
		"schema.org": {PathSegments: -1, Schema: features.SchemaArticle},
	} {
		s := begunAs(t, "<p>Read also: <a href=/b>Tides of spring</a></p>", hints, gbdt.Embedded().Lexicon).keepingAll(t, "x")
		s.dropSuggestions()
		assert.False(t, s.kept[0], name)
	}
}

// Elsewhere than in articles such lines are content.
func TestSuggestionsOfOtherPagesStay(t *testing.T) {
	const body = "<p>Read also: <a href=/b>Tides of spring</a></p>"
	for name, change := range map[string]func(*selection){
		"a page of lists": func(s *selection) { s.prose = 0.4 },
		"a forum":         func(s *selection) { s.hints.Schema = features.SchemaForum },
	} {
		s := begun(t, body)
		s.prose, s.kept[0] = 1, true
		change(s)
		s.dropSuggestions()
		assert.True(t, s.kept[0], name)
	}
}
