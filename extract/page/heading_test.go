package page_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// The first heading is left out of the content only where the head says the same:
// then the title holds it. Another heading says more than the title does.
func TestHeadingBesideTheTitle(t *testing.T) {
	const prose = "<p>The project raised money and created many jobs in its first year of work along the coast, as the report says.</p>"
	for _, c := range []struct {
		name, head, title string
		kept              bool
	}{
		{"head agrees", `<title>Introduction | Shore</title>`, "Introduction", false},
		{"head says something else", `<title>Page Title</title>`, "Page Title", true},
		{"OpenGraph says something else", `<title>Introduction</title><meta property="og:title" content="Page Title">`, "Introduction", false},
		{"head says nothing", ``, "Introduction", true},
		{"head names no page", `<title>Home</title>`, "Introduction", true},
		{"the site first in the head", `<title>The Shore Business Standard of Hallin - Introduction</title><meta property="og:title" content="Introduction">`, "Introduction", false},
		{"what a paper sells its subscribers", `<title>Introduction</title><script type="application/ld+json">{"@type":"WebPage","isPartOf":{"@type":["CreativeWork","Product"],"name":"Shore"}}</script>`, "Introduction", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := "<!doctype html><html><head>" + c.head + "</head><body><main><article><h1>Introduction</h1>" + strings.Repeat(prose, 4) + "</article></main></body></html>"
			doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "text/html", Body: []byte(body)})
			require.NoError(t, err)
			assert.Equal(t, c.title, doc.Meta.Title)
			assert.Equal(t, c.kept, strings.HasPrefix(doc.Markdown, "# Introduction\n\n"), doc.Markdown)
		})
	}
}

// A drawing that is all of a cell stands for its text, one beside text adorns it.
func TestDrawingsInCells(t *testing.T) {
	const prose = "<p>The hut has room for twelve and is open from May to October, when the warden is there to sell soup and bread.</p>"
	body := "<!doctype html><title>Hut</title><main>" + prose + `<table><tr><th>What</th><th>Lower hut</th><th>Upper hut</th></tr>
<tr><th>Showers</th><td><svg role=img aria-label="Included"><use href="#tick"></use></svg></td><td><span><svg><title>No</title><use href="#x"></use></svg></span></td></tr>
<tr><th>Soup</th><td><svg aria-label="Info"><use href="#i"></use></svg> 4</td><td><svg aria-hidden=true aria-label="Tick"></svg></td></tr>
<tr><th>Beds</th><td><span role=img aria-label="Few"></span></td><td>9</td></tr></table>` + prose + "</main>"
	doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "text/html", Body: []byte(body)})
	require.NoError(t, err)
	assert.Contains(t, doc.Markdown, "| Showers | Included | No |\n| Soup | 4 |  |\n| Beds | Few | 9 |")
}

// A heading may be a drawing with a name, or a span by its role.
func TestHeadingsOtherwise(t *testing.T) {
	const prose = "<p>The project raised money and created many jobs in its first year of work along the coast, as the report says.</p>"
	body := "<!doctype html><title>Shore</title><main>" + prose + prose +
		`<h2><svg role=img aria-label="Boats of oak"><path d=M0/></svg></h2>` + prose + `<h3><a href=/n><svg><title>Nets</title></svg></a></h3>` + prose +
		`<h2><svg aria-hidden=true aria-label=Mark></svg></h2>` + prose + `<span role=heading aria-level=4 style=display:block>Ropes</span>` + prose + "</main>"
	doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "text/html", Body: []byte(body)})
	require.NoError(t, err)
	var headings []string
	for _, h := range doc.Outline {
		headings = append(headings, h.Text)
	}
	assert.Equal(t, []string{"Boats of oak", "Nets", "Ropes"}, headings, doc.Markdown)
}
