package meta_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// TestTitleOrder takes the sources of the title away one by one, from the most
// trusted on.
func TestTitleOrder(t *testing.T) {
	sources := []struct{ name, html, title string }{
		{"heading that agrees", `<h1>Tides six</h1>`, "Tides six"},
		{"OpenGraph", `<meta property="og:title" content="Tides one">`, "Tides one"},
		{"Twitter", `<meta name="twitter:title" content="Tides two">`, "Tides two"},
		{"Dublin Core", `<meta name="DC.title" content="Tides three">`, "Tides three"},
		{"Highwire", `<meta name="citation_title" content="Tides four">`, "Tides four"},
		{"JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"Tides five"}</script>`, "Tides five"},
		{"title", `<title>Tides seven</title>`, "Tides seven"},
		{"none", ``, ""},
	}
	for i, c := range sources {
		var page strings.Builder
		for _, s := range sources[i:] {
			page.WriteString(s.html)
		}
		assert.Equal(t, c.title, readPage(t, page.String(), "").Title, c.name)
	}
}

func TestTitles(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"site at the end", `<meta property="og:site_name" content="Shore Paper"><title>Tides of the bay - Shore Paper</title>`, "Tides of the bay"},
		{"blog with a word of the post", `<title>The Tides: Tides of the bay</title><meta property="og:title" content="Tides of the bay"><h1>The Tides</h1><h3>Tides of the bay</h3>`, "Tides of the bay"},
		{"site at the start", `<meta property="og:site_name" content="Shore Paper"><title>Shore Paper | Tides of the bay</title>`, "Tides of the bay"},
		{"site in OpenGraph as well", `<meta property="og:site_name" content="Shore Paper"><meta property="og:title" content="Tides of the bay | Shore Paper">`, "Tides of the bay"},
		{"title given for the site", `<meta property="og:site_name" content="How to read the tides of the bay"><title>How to read the tides of the bay | Shore</title>`, "How to read the tides of the bay"},
		{"short end without a known site", `<title>How the tides of the bay work | Shore</title>`, "How the tides of the bay work"},
		{"no site in the title", `<meta property="og:site_name" content="Shore Paper"><title>Tides of the bay</title>`, "Tides of the bay"},
		{"dash and a long end", `<meta property="og:site_name" content="Shore Paper"><title>Low water - what a word can hide</title>`, "Low water - what a word can hide"},
		{"dash within the title", `<meta property="og:site_name" content="Shore Paper"><title>Low water - a history</title>`, "Low water - a history"},
		{"heading that has nothing of the title", `<title>How the tides of the bay work</title><h1>Shore Paper</h1>`, "How the tides of the bay work"},
		{"heading that has some of it", `<title>The tides of the bay, explained</title><h1>Tides</h1>`, "Tides"},
		{"white space", "<title>\n  Tides \n of  the bay </title>", "Tides of the bay"},
		{"entities escaped twice", `<meta property="og:title" content="Tides &amp;amp; bays">`, "Tides & bays"},
		{"blank", `<meta property="og:title" content=" "><title>Tides</title>`, "Tides"},
		{"markup in the heading", `<h1>The <em>tides</em><script>x</script> of <br>the bay</h1>`, "The tides of the bay"},
		{"drawing with a title", `<svg><title>Logo</title></svg><h1>Tides</h1>`, "Tides"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, readPage(t, c.html, "").Title)
		})
	}
}

// TestHeadings chooses between what a page shows and what its head says.
func TestHeadings(t *testing.T) {
	const og = `<meta property="og:title" content="Ten tides you should see this year">`
	for _, c := range []struct{ name, html, want string }{
		{"two words in common", og + `<h1>Tides you should know</h1>`, "Tides you should know"},
		{"one word in common of more", og + `<h1>Tides and their tables</h1>`, "Ten tides you should see this year"},
		{"nothing in common", og + `<h1>Welcome to our harbour</h1>`, "Ten tides you should see this year"},
		{"one word, which agrees", og + `<h1>Tides</h1>`, "Tides"},
		{"heading alone", `<h1>Welcome to our harbour</h1>`, "Welcome to our harbour"},
		{"short title that the heading has nothing of", `<title>Page Title</title><h1>Introduction</h1>`, "Page Title"},
		{"name of the site as title", `<meta property="og:site_name" content="The Tide Book"><title>The Tide Book</title><h1>Reading the tables</h1>`, "Reading the tables"},
		{"short title", `<title>Home</title><h1>Welcome to our harbour</h1>`, "Welcome to our harbour"},
		{"site in the first heading", `<title>Reading the tables - The Tide Book</title><h1>The Tide Book</h1><h1>Reading the tables</h1>`, "Reading the tables"},
		{"site in the only heading", `<title>Reading the tables - The Tide Book</title><h1>The Tide Book</h1>`, "Reading the tables"},
		{"named site in the heading", `<meta property="og:site_name" content="The Tide Book"><title>The Tide Book: tables</title><h1>The Tide Book</h1>`, "The Tide Book: tables"},
		{"second level", `<title>Reading the tables | Tide Book</title><h1>Documentation</h1><h2>Reading the tables</h2>`, "Reading the tables"},
		{"link to itself", `<title>Reading the tables | Tide Book</title><h1>Reading the tables<a href="#x">¶</a></h1>`, "Reading the tables"},
		{"button", `<title>tide.Next in tide</title><h1>tide.Next <button>Copy path</button></h1>`, "tide.Next"},
		{"hidden", `<title>Reading the tables</title><h1 hidden>Reading all tables aloud</h1>`, "Reading the tables"},
		{"name of the paper", `<title>The tables are wrong - The Shore Times</title><meta property=og:title content="The tables are wrong"><h2>The Shore Times</h2>`, "The tables are wrong"},
		{"beyond those looked at", `<title>Reading the tables of the book</title>` + strings.Repeat("<h2>Part</h2>", 10) + `<h1>Reading the tables</h1>`, "Reading the tables of the book"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, readPage(t, c.html, "").Title)
		})
	}
}

// A title that the host of the page spells is its site's, if it is short.
func TestTitleOfTheHost(t *testing.T) {
	for _, c := range []struct{ name, title, host, want string }{
		{"host", "Tide Book", "www.tide-book.example", "Reading the tables"},
		{"host and more", "Tide Book Ltd", "tidebook.example", "Reading the tables"},
		{"more than a name", "Tide Book, all of it", "tidebook.example", "Tide Book, all of it"},
		{"another host", "Tide Book", "shore.example", "Tide Book"},
		{"short label", "Tide Book", "tide.example", "Tide Book"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readPage(t, "<title>"+c.title+"</title><h1>Reading the tables</h1>", "https://"+c.host+"/p")
			assert.Equal(t, c.want, r.Title)
			assert.False(t, r.Headed)
		})
	}
}

func TestHeaded(t *testing.T) {
	assert.True(t, readPage(t, "<title>Reading the tables | Shore</title><h1>Reading the tables</h1>", "").Headed)
	assert.True(t, readPage(t, "<title>How to read the tables</title><h1>Read the tables</h1>", "").Headed)
	assert.False(t, readPage(t, "<title>Page Title</title><h1>Introduction</h1>", "").Headed)
	assert.False(t, readPage(t, "<h1>Introduction</h1>", "").Headed)
	assert.False(t, readPage(t, "<title>Introduction</title>", "").Headed)
}

func TestSiteTitle(t *testing.T) {
	r := readPage(t, "<title> Tides | \n Shore </title><meta property=og:title content=Tides>", "")
	assert.Equal(t, "Tides | Shore", r.SiteTitle)
	long := readPage(t, "<title>"+strings.Repeat("é", 5000)+"</title>", "")
	assert.LessOrEqual(t, len(long.SiteTitle), 1000)
	assert.NotContains(t, long.SiteTitle, "\ufffd")
}

func TestSiteName(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"OpenGraph", `<meta property="og:site_name" content="A"><meta name=application-name content="B">`, "A"},
		{"JSON-LD", `<script type="application/ld+json">[{"@type":"WebSite","name":"A"}]</script><meta name=application-name content="B">`, "A"},
		{"application", `<meta name=application-name content="A"><meta name=apple-mobile-web-app-title content="B">`, "A"},
		{"of a telephone", `<meta name=apple-mobile-web-app-title content="A">`, "A"},
		{"title of the page", `<meta property="og:site_name" content="How to read the tides of the bay"><meta property="og:title" content="How to read the tides of the bay | Shore"><meta name=application-name content="Shore">`, "Shore"},
		{"publisher is no site", `<script type="application/ld+json">{"@type":"Article","headline":"x","publisher":{"name":"A"}}</script>`, ""},
	} {
		assert.Equal(t, c.want, readPage(t, c.html, "").SiteName, c.name)
	}
}

// Titles of nothing but signs are told apart by these, others by their letters and digits.
func TestSameWords(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Shore.Tide", "shore tide", true}, {"Shore", "Tide", false}, {"Tides 1", "Tides 2", false},
		{"★★", "★★", true}, {"★★", "??", false}, {"", "", true},
	} {
		assert.Equal(t, c.same, meta.SameWords(c.a, c.b), "%q and %q", c.a, c.b)
	}
}

// TestHeadingInTitle takes the heading that is a part of the title of the page, whatever sign parts them, and not the site's.
func TestHeadingInTitle(t *testing.T) {
	for _, c := range []struct{ name, title, html, host, want string }{
		{"low line", "潮汐如何涨落_自然_海岸日报", `<h1>海岸日报</h1><h2>潮汐如何涨落</h2>`, "coast.example", "潮汐如何涨落"},
		{"bar without spaces", "Tides of the bay|Pilots|Shore", `<h1>Tides of the bay</h1>`, "coast.example", "Tides of the bay"},
		{"section before it", "News - Tides of the bay", `<h1>Tides of the bay</h1>`, "coast.example", "Tides of the bay"},
		{"blog before a post", "Coast Data Blog: How the tides of the bay work", `<h1>Coast Data Blog</h1><h3>How the tides of the bay work</h3>`, "coast.example", "How the tides of the bay work"},
		{"subject before it", "Tides: how the bay works", `<h1>Tides</h1>`, "coast.example", "Tides"},
		{"site behind a long title", "How the tides of the bay work - The Harbour Book", `<h1>The Harbour Book</h1>`, "coast.example", "How the tides of the bay work"},
	} {
		assert.Equal(t, c.want, readPage(t, "<title>"+c.title+"</title>"+c.html, "https://www."+c.host+"/tides").Title, c.name)
	}
}

// TestTitleBesideMore has headings with a second title, a badge or a link in them.
func TestTitleBesideMore(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and nobody was surprised by that, for the moon was new and the wind came from the west.</p>", 3)
	const title = "Tides of the bay are late"
	for _, c := range []struct{ head, html, want string }{
		{title + " | Coast", `<h1>` + title + `<span class=subtitle>Pilots wait for water</span></h1>`, title},
		{title + " | Coast", `<h1>` + title + ` <span>Exclusive</span></h1>`, title},
		{title + " | Coast", `<h1><a href=/x>` + title + `</a> <a href=#c>12 comments</a></h1>`, title},
		{"Tides of the wide bay | Coast", `<h1>Tides of the wide bay are late</h1>`, "Tides of the wide bay are late"},
		{"Tides of the wide bay | Coast", `<h1>Tides of the wide bay <em>are late</em></h1>`, "Tides of the wide bay are late"},
		{"Harbour: " + title + " | Coast", `<h1><small>Harbour</small>` + title + `</h1>`, "Harbour: " + title},
		{title + " | Coast", `<h1>` + title + `<small>Pilots wait for water</small></h1>`, title},
		{"coast!log: Late tides", `<h1>Late tides<div class=when>Posted on Wednesday, January 18</div></h1>`, "Late tides"},
		{"Coast Blog » Late tides", `<h1>Late tides <p>Ada Finch, 3 May 2024</p></h1>`, "Late tides"},
		{title + " | Coast", `<h1><div class=when>3 May 2024</div>` + title + `</h1>`, title},
		{"海辺の日記：古い橋の話", `<h1>古い橋の話<div>2024年5月3日</div></h1>`, "古い橋の話"},
		{"Coast: Late tides, part one", `<h1>Late tides<br>part one</h1>`, "Late tides part one"},
		{title + " : The Coast Gazette", ``, title},
		{"Loading...", `<h1>` + title + `</h1>`, title},
		{"Coast", `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tides of the <em>bay</em> are late"}</script>`, title},
		{"海湾潮汐时间表-新闻频道-海岸报", ``, "海湾潮汐时间表"},
		{"湾の潮の満ち引き｜海岸新聞", ``, "湾の潮の満ち引き"},
		{"湾の潮の満ち引き | 海岸新聞", ``, "湾の潮の満ち引き"},
		{"新型COVID-19疫情", ``, "新型COVID-19疫情"},
		{"Tides&shy;of the bay", `<h1>Tides&shy;of the bay</h1>`, "Tidesof the bay"},
	} {
		page := "<title>" + c.head + "</title><main>" + c.html + prose + "</main>"
		assert.Equal(t, c.want, readPage(t, page, "https://www.coastgazette.example/tides").Title, c.html)
	}
}

// A title of as many parts as fit into a page takes no longer than its length: minutes, if the rest is counted for each part.
func TestTitleOfManyParts(t *testing.T) {
	name := strings.Repeat("潮", 400_000)
	start := time.Now()
	r := readPage(t, `<meta property="og:title" content="`+name+strings.Repeat("-潮", 400_000)+`">`, "")
	assert.Equal(t, name, r.Title)
	assert.Less(t, time.Since(start), 30*time.Second)
}
