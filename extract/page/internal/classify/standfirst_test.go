package classify_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// A text of 8 to 60 words between the title of an article and its text is kept.
func TestKeepStandfirst(t *testing.T) {
	const title = "How the tides of the bay work"
	stand := "<p class=dek>Stand " + words(7)
	text := "<p>Text " + words(19)
	for name, test := range map[string]struct {
		body  string // below the title
		score float32
		prose float32
		kept  string
		added string
	}{
		"above the text":        {stand + text, 0.125, 1, "Text the tide comes…", "Stand the tide comes…"},
		"too unlikely":          {stand + text, 0.12, 1, "Text the tide comes…", ""},
		"above a byline":        {stand + "<p>By Ann Lee<p>June 4" + text, 0.125, 1, "Text the tide comes…", "Stand the tide comes…"},
		"a heading":             {"<h2>Stand " + words(7) + "</h2>" + text, 0.125, 1, "Text the tide comes…", "Stand the tide comes…"},
		"far above":             {stand + strings.Repeat("<p>share", 25) + text, 0.125, 1, "Text the tide comes…", ""},
		"no page of prose":      {stand + text, 0.125, 0.4, "Text the tide comes…", ""},
		"short":                 {"<p>Stand " + words(6) + text, 0.125, 1, "Text the tide comes…", ""},
		"at the limit":          {"<p>Stand " + words(59) + text, 0.125, 1, "Text the tide comes…", "Stand the tide comes…"},
		"long":                  {"<p>Stand " + words(60) + text, 0.125, 1, "Text the tide comes…", ""},
		"with a link":           {"<p>Stand " + words(19) + " <a href=/more>more</a>" + text, 0.125, 1, "Text the tide comes…", ""},
		"of an author":          {"<p class=author-bio>Stand " + words(19) + text, 0.125, 1, "Text the tide comes…", ""},
		"with the time":         {"<p>Stand " + words(19) + " <time>June 4</time>" + text, 0.125, 1, "Text the tide comes…", ""},
		"ending in a date":      {"<p>Published by the board of the harbour on 4 June 2024" + text, 0.125, 1, "Text the tide comes…", ""},
		"with a date":           {"<p>The bay of 1933 and 1984 is gone, say those who fished there." + text, 0.125, 1, "Text the tide comes…", "The bay of 1933…"},
		"a credit":              {"<p>© Ann Lee of the agency of the harbour board, says so" + text, 0.125, 1, "Text the tide comes…", ""},
		"what announces a list": {"<p>This text is also there in the following languages:" + text, 0.125, 1, "Text the tide comes…", ""},
		"a caption":             {"<figure><figcaption>Stand " + words(19) + "</figcaption></figure>" + text, 0.125, 1, "Text the tide comes…", ""},
		"above a short text":    {stand + "<p>Text " + words(18), 0.125, 1, "Text the tide comes…", ""},
		"the end of the page":   {stand, 0.125, 1, "", ""},
		"below another line":    {"<p>Tides" + stand + text, 0.125, 1, "Text the tide comes…", ""},
		"below nothing":         {"", 0.125, 1, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			page := state{html: "<h1>" + title + "</h1>" + test.body, hints: features.Hints{Title: title}, prose: test.prose, score: test.score, kept: test.kept}
			run(t, page, "keep standfirst").assertAdds(t, test.added)
		})
	}
}
