package classify_test

import (
	"strings"
	"testing"
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
