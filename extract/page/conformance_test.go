package page_test

import (
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

const article = `<!DOCTYPE html><html lang="en"><head><title>Tides of the bay | Shore Paper</title>
<meta property="og:site_name" content="Shore Paper"><meta name="author" content="Ada Finch">
<meta property="article:published_time" content="2024-03-05T08:00:00Z"></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav>
<main><article><h1>Tides of the bay</h1>
<p>Twice a day the bay empties, and what was harbour becomes a plain of mud, ropes and boats that lean on one side.</p>
<h2>Why it happens</h2>
<p>The moon pulls at the water, the water follows, and the narrow mouth of the bay does the rest: it lets the flood in slowly and out more slowly still.</p>
<p>Fishermen know the hours by heart; visitors read them from <a href="/tables">the printed tables</a> at the pier.</p>
</article></main><footer>Copyright Shore Paper. All rights reserved.</footer></body></html>`

func TestConformance(t *testing.T) {
	extracttest.Run(t, page.Extractor{}, extracttest.Case{
		Name: "article", MediaType: "text/html; charset=utf-8", URL: "https://shore.example/news/tides", Body: []byte(article),
		Want:   []string{"Twice a day the bay empties", "the narrow mouth of the bay", "printed tables"},
		HasNot: []string{"All rights reserved"},
		Title:  "Tides of the bay", Format: "html",
	})
}
