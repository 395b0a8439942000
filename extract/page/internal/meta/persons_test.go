package meta_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBylinesFromElsewhere has names of people who didn't write the page.
func TestBylinesFromElsewhere(t *testing.T) {
	for name, body := range map[string]string{
		"testimonial":         `<h1>Boats for hire</h1><div class="guest-testimonials"><p class=author>Ada Finch</p></div>`,
		"statement examined":  `<h1>Is it true?</h1><div class=statement><h4 class=author>Ada Finch</h4></div>`,
		"related article":     `<h1>Tides</h1><div class=related-articles><span class=author-by-line>By <a href=/a>Ada Finch</a></span></div>`,
		"review":              `<h1>Boots</h1><article class=review-card_card__G0c><div class=review-card--author>Ada Finch</div></article>`,
		"rank":                `<h1>Boats for hire</h1><p class=author>Vice President Harbour Service</p>`,
		"head of":             `<h1>Boats for hire</h1><p class=author>Head of Boats</p>`,
		"maker":               `<h1>Boats for hire</h1><p class=author>Pages by Shore®</p>`,
		"answer":              `<h1>Tides?</h1><div itemscope itemtype="https://schema.org/Answer"><b itemprop=author>Ada Finch</b></div>`,
		"answer in a list":    `<h1>Tides?</h1><div itemprop=suggestedAnswer><b itemprop=author>Ada Finch</b></div>`,
		"list of other works": `<h1>Tides</h1><div itemscope itemtype="https://schema.org/ItemList"><article><p class=author>Ada Finch</p></article></div>`,
		"entries of a list":   `<main><h1>Shore Blog</h1>` + strings.Repeat(`<p class=entry><a href=/1>Tides of the bay</a><br><span class=author>Ada Finch</span></p>`, 3) + `</main>`,
		"topic of the day":    `<h1>Tides</h1><p><a href=/news/895671/maria-finch-swims-the-bay-at-eighty>Maria Finch</a></p>` + strings.Repeat("<p>The flood comes in over the flats faster than a person walks.</p>", 20),
		"comments by two":     `<h1>Tides</h1>` + strings.Repeat("<p>The flood comes in over the flats.</p>", 20) + `<p>By Ada Finch</p><p>By Bo Reed</p>`,
	} {
		assert.Empty(t, readPage(t, body, "").Authors, name)
	}
}

// TestPersonBeforeSite prefers a person whom the page shows to the name of a site,
// of its staff or of an account in the head.
func TestPersonBeforeSite(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks.</p>", 20)
	for name, head := range map[string]string{
		"host":         `<meta name=author content="SHORE">`,
		"account":      `<meta name=author content="Shore WP">`,
		"staff":        `<meta name=author content="Web Team">`,
		"begin":        `<meta name=author content="SH">`,
		"organization": `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tides","author":{"@type":"NewsMediaOrganization","name":"SP"}}</script>`,
	} {
		address := "https://www.shore.example/tides"
		if name == "begin" {
			address = "https://sh-online.example/tides"
		}
		for _, body := range []string{`<p class=author>Ada Finch</p>`, `<p>AUTHOR: Ada Finch</p>`, `<p>Posted by <a href=/ada>Ada Finch</a></p>`} {
			assert.Equal(t, []string{"Ada Finch"}, readPage(t, head+"<h1>Tides</h1>"+body+prose, address).Authors, name+body)
		}
		assert.Equal(t, []string{"Ada Finch"}, readPage(t, head+"<h1>Tides</h1>"+prose+"<p><em>Von <span>Ada Finch</span></em></p>", address).Authors, name)
		got := readPage(t, head+"<h1>Tides</h1>"+prose+"<p class=author>Ada Finch</p>", address).Authors
		require.Len(t, got, 1, name)
		assert.NotEqual(t, "Ada Finch", got[0], "%s: a name far from the heading may be anybody's", name)
	}
	assert.Equal(t, []string{"Ada Shore"}, readPage(t, `<meta name=author content="Ada Shore"><h1>Tides</h1><p class=author>Bo Reed</p>`, "https://shore.example/").Authors)
}

// TestNameOfTheHost takes the longest label of a host for the name of its owner.
func TestNameOfTheHost(t *testing.T) {
	const page = `<meta name=author content="Shore"><h1>Tides</h1><p class=author>Ada Finch</p>`
	assert.Equal(t, []string{"Ada Finch"}, readPage(t, strings.Replace(page, "Shore", "SH", 1), "https://www.sh.example/").Authors)
	for address, author := range map[string]string{
		"https://www.shore.example/": "Ada Finch", "https://news.shore.co.example/": "Ada Finch", "https://shore.example/": "Ada Finch",
		"https://tides.example/": "Shore", "https://www.sea.shore.example/": "Ada Finch", "https://localhost/": "Shore", "": "Shore",
	} {
		assert.Equal(t, []string{author}, readPage(t, page, address).Authors, address)
	}
}

// TestDropGuessOfAuthors keeps those that are marked.
func TestDropGuessOfAuthors(t *testing.T) {
	for body, want := range map[string][]string{
		`<h1>Boots</h1><p class=author>Ada Finch</p>`:                     nil,
		`<h1>Boots</h1><p>By Ada Finch</p>`:                               nil,
		`<h1>Boots</h1><a rel=author>Ada Finch</a>`:                       {"Ada Finch"},
		`<h1>Boots</h1><meta name=author content="Ada Finch">`:            {"Ada Finch"},
		`<h1>Boots</h1><p itemprop=author><b itemprop=name>Ada Finch</b>`: {"Ada Finch"},
	} {
		r := readPage(t, body, "")
		r.DropGuess()
		assert.Equal(t, want, r.Authors, body)
	}
}
