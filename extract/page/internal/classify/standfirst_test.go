package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

func TestKeepStandfirst(t *testing.T) {
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	stand := "<p class=dek>" + words(minStandfirstWords)
	text := "<p>" + words(20)
	for name, test := range map[string]struct {
		body  string // below the title
		prob  float32
		prose float32
		want  bool
	}{
		"above the text":         {stand + text, 0.125, 1, true},
		"too unlikely":           {stand + text, 0.12, 1, false},
		"above a byline":         {stand + "<p>By Ann Lee<p>June 4" + text, 0.125, 1, true},
		"a heading":              {"<h2>" + words(minStandfirstWords) + "</h2>" + text, 0.125, 1, true},
		"far above":              {stand + strings.Repeat("<p>share", maxBylineBlocks) + text, 0.125, 1, false},
		"no page of prose":       {stand + text, 0.125, 0.4, false},
		"short":                  {"<p>" + words(minStandfirstWords-1) + text, 0.125, 1, false},
		"at the limit":           {"<p>" + words(maxStandfirstWords) + text, 0.125, 1, true},
		"long":                   {"<p>" + words(maxStandfirstWords+1) + text, 0.125, 1, false},
		"with a link":            {"<p>" + words(20) + " <a href=/more>more</a>" + text, 0.125, 1, false},
		"of an author":           {"<p class=author-bio>" + words(20) + text, 0.125, 1, false},
		"with the time":          {"<p>" + words(20) + " <time>June 4</time>" + text, 0.125, 1, false},
		"ending in a date":       {"<p>Published by the board of the harbour on 4 June 2024" + text, 0.125, 1, false},
		"with a date":            {"<p>The bay of 1933 and 1984 is gone, say those who fished there." + text, 0.125, 1, true},
		"a credit":               {"<p>© Ann Lee of the agency of the harbour board, says so" + text, 0.125, 1, false},
		"what announces a list":  {"<p>This text is also there in the following languages:" + text, 0.125, 1, false},
		"a caption":              {"<figure><figcaption>" + words(20) + "</figcaption></figure>" + text, 0.125, 1, false},
		"above no text":          {stand + "<p>" + words(19), 0.125, 1, false},
		"the end of the page":    {stand, 0.125, 1, false},
		"below another line":     {"<p>Tides" + stand + text, 0.125, 1, false},
		"below nothing whatever": {"", 0.125, 1, false},
	} {
		hints := features.Hints{PathSegments: -1, Title: "How the tides of the bay work"}
		r := begunAs(t, "<h1>How the tides of the bay work</h1>"+test.body, hints, gbdt.Embedded().Lexicon)
		n := len(r.page.Blocks)
		scores, kept := make([]float32, n), make([]bool, n)
		for i := range scores {
			scores[i] = test.prob
		}
		kept[n-1] = n > 2
		r.prose = test.prose
		r.of(scores, kept).keepStandfirst()
		assert.Equal(t, test.want, n > 1 && kept[1], name)
	}
}
