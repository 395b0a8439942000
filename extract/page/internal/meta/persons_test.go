package meta_test

import (
	"strings"
	"testing"
	"time"

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
		"comments at the end": `<h1>Tides</h1><p>` + strings.Repeat("The flood comes in over the flats. ", 20) + `</p><section class=post-comments><b class=author>Ada Finch</b> <time datetime=2015-05-03>3 May</time><p>Fine!</p></section>`,
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

// TestLinesOfAuthors has bylines as sites write them that state nothing in their head.
func TestLinesOfAuthors(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks.</p>", 20)
	for name, c := range map[string]struct{ line, authors string }{
		"beside the comments":     {`<div class="meta with-comments">By <a rel=author href=/a>Ada Finch</a> <a href=#c>3 comments</a></div>`, "Ada Finch"},
		"weekday in Italian":      {`<p><span>Domenica 19 aprile 2020</span> <span class=firma>di Ada Finch</span></p>`, "Ada Finch"},
		"weekday in Dutch":        {`<p>zondag 19 april 2020 door Ada Finch</p>`, "Ada Finch"},
		"weekday in Polish":       {`<p>niedziela 19 kwietnia 2020 | Clara Finch</p>`, "Clara Finch"},
		"today in German":         {`<div class=author>Heute 9:44 <b>Ada Finch</b></div>`, "Ada Finch"},
		"today in Czech":          {`<div class=article-author-social><span>Dnes 9:44</span><div>Ada Finch</div></div>`, "Ada Finch"},
		"label behind a date":     {`<div><span>Publish Date:Sat, 28 Nov 2020 01:34 PM</span><span>Author: <b>Ada Finch</b></span></div>`, "Ada Finch"},
		"label in German":         {`<p>Stand 28.11.2020 Autor: Ada Finch</p>`, "Ada Finch"},
		"paper behind a link":     {`<div class=author-byline>By <span><a href=/person/a>Ada M. Finch</a></span> <span><a href=/>Shore News</a></span></div>`, "Ada M. Finch"},
		"town behind an element":  {`<p>By <b>Ada Finch</b> Hallin</p>`, "Ada Finch"},
		"collected by":            {`<span class=auteur><span><a href=/>Shore-Ouest</a></span> <span class=su-author>Recueilli par Clara FINCH.</span></span>`, "Clara FINCH"},
		"a role below each":       {`<div class=entry-byline><div class=byline-author><a href=/a>Clara Finch</a><p>Senior Tides Reporter, Shore Post</p></div> and <div class=byline-author><a href=/b>Maria Reed</a><p>Tides Reporter, Shore Post</p></div></div>`, "Clara Finch, Maria Reed"},
		"an address behind each":  {`<div class=byline>By <a href=/a rel=author>Ada Finch</a> | <a href=mailto:ada@shore.example>ada@shore.example</a> | Shore News Group, <a href=/b rel=author>Bo Reed</a> | <a href=mailto:bo@shore.example>bo@shore.example</a> | Shore News Group</div>`, "Ada Finch, Bo Reed"},
		"an element with an ID":   {`<p id=post-author>Ada Finch</p>`, "Ada Finch"},
		"illustrations in German": {`<p class=author>Ada Finch Illustration von Bo Reed</p>`, "Ada Finch"},
	} {
		assert.Equal(t, c.authors, strings.Join(readPage(t, `<h1>Tides of the bay</h1>`+c.line+prose, "").Authors, ", "), name)
	}
	r := readPage(t, `<title>Tides of the bay | Shore Post</title>`+strings.Repeat(`<p><a href=/x>Boats</a></p>`, 12)+`<h2>Tides of the bay</h2><p>01.11.2023<br>von <b>Ada Finch</b></p>`+prose, "")
	assert.Equal(t, []string{"Ada Finch"}, r.Authors, "below the heading that the title begins with")
	assert.Equal(t, "2023-11-01", r.Published.Format(time.DateOnly))
	assert.Empty(t, readPage(t, `<h1>Tides of the bay</h1><p>Design by: <a href=/>Ada Finch</a></p>`+prose, "").Authors)
}
