package meta_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestAuthorOrder takes the sources of the authors away one by one, from the
// most trusted on.
func TestAuthorOrder(t *testing.T) {
	sources := []struct{ name, html, author string }{
		{"JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"Tides","author":{"name":"Ada One"}}</script>`, "Ada One"},
		{"meta", `<meta name=author content="Ada Two">`, "Ada Two"},
		{"OpenGraph", `<meta property="article:author" content="Ada Three">`, "Ada Three"},
		{"Parsely", `<meta name=parsely-author content="Ada Four">`, "Ada Four"},
		{"Highwire", `<meta name=citation_author content="Ada Five">`, "Ada Five"},
		{"Dublin Core", `<meta name=DC.Creator content="Ada Six">`, "Ada Six"},
		{"Sailthru", `<meta name=sailthru.author content="Ada Seven">`, "Ada Seven"},
		{"microdata", `<span itemprop=author><b itemprop=name>Ada Eight</b></span>`, "Ada Eight"},
		{"rel", `<a rel=author href=/ada>Ada Nine</a>`, "Ada Nine"},
		{"class", `<p class=byline>Ada Ten</p>`, "Ada Ten"},
		{"text", `<h1>Tides</h1><p>By Ada Eleven</p>`, "Ada Eleven"},
	}
	for i, c := range sources {
		var page strings.Builder
		for _, s := range sources[i:] {
			page.WriteString(s.html)
		}
		assert.Equal(t, []string{c.author}, readPage(t, page.String(), "").Authors, c.name)
	}
}

func TestAuthorBeforeDate(t *testing.T) {
	for byline, want := range map[string]string{
		"Ada Finch":                            "Ada Finch",
		"Ada Finch May 4, 2024":                "Ada Finch",
		"Ada Finch - Updated on Jan. 4th 2024": "Ada Finch",
		"Ada Finch | 4 mai 2024 · 3 min":       "Ada Finch",
		"Ada Finch\n\n\n\n 4.5.2024":           "Ada Finch",
		"ada99":                                "ada99",
		"Ada 4 May":                            "Ada",
		"4 May Ada Finch":                      "Ada Finch",
		"May Finch 2024":                       "May Finch",
		"<b>Ada</b>" + strings.Repeat(" <i></i> ", 200) + "Finch": "Ada Finch",
	} {
		assert.Equal(t, []string{want}, readPage(t, "<h1>Tides</h1><p class=byline>"+byline+"</p>", "").Authors, byline)
	}
}

func TestManyAuthors(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"list of objects", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":[{"name":"Ada Finch"},{"name":"Bo Reed"}]}</script>`, "Ada Finch|Bo Reed"},
		{"list of strings", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":["Ada Finch","Bo Reed"]}</script>`, "Ada Finch|Bo Reed"},
		{"one string", `<meta name=author content="Ada Finch, Bo Reed and Cy Moss">`, "Ada Finch|Bo Reed|Cy Moss"},
		{"semicolons", `<meta name=author content="Ada Finch; Bo Reed">`, "Ada Finch|Bo Reed"},
		{"ampersand", `<meta name=author content="Ada Finch &amp; Bo Reed">`, "Ada Finch|Bo Reed"},
		{"many elements", `<meta name=citation_author content="Ada Finch"><meta name=citation_author content="Bo Reed">`, "Ada Finch|Bo Reed"},
		{"family name first", `<meta name=citation_author content="Finch, Ada"><meta name=citation_author content="van Reed, B. C.">`, "Ada Finch|B. C. van Reed"},
		{"degree of a cited author", `<meta name=citation_author content="Finch, MD">`, "Finch, MD"},
		{"title of a cited author", `<meta name=citation_author content="Ada Finch, Editor">`, "Ada Finch"},
		{"title after the name", `<meta name=author content="Ada Finch, MD">`, "Ada Finch, MD"},
		{"the same twice", `<meta name=author content="Ada Finch"><meta name=author content="Ada Finch">`, "Ada Finch"},
		{"microdata", `<b itemprop=author>Ada Finch</b><b itemprop=author>Bo Reed</b>`, "Ada Finch|Bo Reed"},
		{"label above names", `<h1>Tides</h1><div>Authors</div><div>Ada Finch, Bo Reed</div>`, "Ada Finch|Bo Reed"},
		{"paper in microdata", `<h1>Tides</h1><p>By Ada Finch</p><div itemprop=author itemscope itemtype="https://schema.org/NewsMediaOrganization"><meta itemprop=name content="Morning Harbour"></div>`, "Ada Finch"},
		{"paper in microdata alone", `<h1>Tides</h1><div itemprop=author itemscope itemtype="https://schema.org/Organization"><meta itemprop=name content="Morning Harbour"></div>`, "Morning Harbour"},
		{"list of links", `<div><h1>Tides</h1><ul><li itemprop=author><a href=/a>Ada Maria Rose Finch</a></li><li itemprop=author><a href=/b>Bo Maximilian Reed</a></li><li itemprop=author><a href=/c>Cy Alexander Moss</a></li></ul></div>`, "Ada Maria Rose Finch|Bo Maximilian Reed|Cy Alexander Moss"},
		{"escaped twice", `<meta name=author content="Ren&amp;eacute;e Finch">`, "Renée Finch"},
		{"by", `<meta name=author content="By Ada Finch">`, "Ada Finch"},
		{"von", `<p class=byline>Von Ada Finch</p>`, "Ada Finch"},
		{"for a paper", `<meta name=author content="Ada Finch For The Shore Paper">`, "Ada Finch"},
		{"special for a paper", `<meta name=author content="Ada Finch, Special for SHORE PAPER">`, "Ada Finch"},
		{"group for a cause", `<meta name=author content="Citizens for Tides">`, "Citizens for Tides"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, strings.Join(readPage(t, c.html, "").Authors, "|"))
		})
	}
}

// TestNoAuthor has what stands in the place of a name.
func TestNoAuthor(t *testing.T) {
	for _, name := range []string{"admin", "Administrator", "webmaster", "Editor", "Redaktion", "unknown", "null", "https://shore.example/ada", "@ada", "www.shore.example", "123", " ", "Фото: Ада Финч", "Fotos: Ada Finch", "Developed By Ada Finch", "Uppdaterad", "Redação", "(Hallin - Shore)", strings.Repeat("long ", 30)} {
		assert.Empty(t, readPage(t, `<meta name=author content="`+name+`">`, "").Authors, name)
	}
	for _, body := range []string{
		`<h1>Tides</h1><p>By the sea</p>`,
		`<h1>Tides</h1><p>By 2030 all will be well</p>`,
		`<h1>Tides</h1><p>by</p>`,
		`<h1>Tides</h1><p class=byline>Ada Finch said so (twice)</p>`,
		`<h1>Tides</h1><p class=byline>Subscribe to our letter</p>`,
		`<h1>Tides</h1><p class=byline>Feuilleton</p>`,
		`<h1>Tides</h1><p class=byline>Marine</p><meta property="article:section" content="Marine">`,
		`<h1>Tides</h1><meta name=author content=Shoppers><p><a rel="category tag" href=/s>Shoppers</a>`,
		`<h1>Haven</h1><table class="infobox vcard"><tr><th>Born<td>5 March 1950</table>`,
		`<h1>Tides</h1><p>One.</p><ol class=references><li><span class=authors>Ada Finch</span> Flood.</ol>`,
		`<h1>Tides</h1><p>One.</p><div class="kg-card kg-bookmark-card"><span class=kg-bookmark-author>Ada Finch</span></div>`,
		`<h1>Quiz</h1><p>Who wrote it?</p><label>Ada Finch</label><br><label>Bo Reed</label>`,
		`<h1>Menus</h1><h2><span hidden class=WRITER>Tide Styles</span></h2><p>Choose <span hidden=true class=WRITER>Text Box and Shape - </span>Edit.</p>`,
	} {
		assert.Empty(t, readPage(t, body, "").Authors, body)
	}
}

func TestSiteIsAuthorForWantOfAPerson(t *testing.T) {
	const site = `<meta property="og:site_name" content="Shore Paper"><meta name=author content="Shore Paper">`
	assert.Equal(t, []string{"Shore Paper"}, readPage(t, site, "").Authors)
	assert.Equal(t, []string{"Ada Finch"}, readPage(t, site+`<h1>Tides</h1><p class=byline>Ada Finch</p>`, "").Authors)
}

func TestAuthorsAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		b.WriteString(`<meta name=author content="Ada ` + strings.Repeat("x", i+1) + `">`)
	}
	assert.Len(t, readPage(t, b.String(), "").Authors, 20)
}

// The authors of books, reviews, answers and comments on a page are not its own.
func TestForeignAuthors(t *testing.T) {
	for _, part := range []string{
		`<div itemscope itemtype="https://schema.org/Book"><span itemprop=author>Bo Reed</span></div>`,
		`<div itemscope itemtype="https://schema.org/Review"><span itemprop=author itemscope itemtype="https://schema.org/Person"><b itemprop=name>Bo Reed</b></span></div>`,
		`<div class=testimonial><p>A fine harbour.</p><p class=author>Bo Reed</p></div>`,
		`<blockquote>A fine harbour.<span class=author>Bo Reed</span></blockquote>`,
		`<ul class=books><li>The Mole <span class=author>Bo Reed</span></ul>`,
		`<ol class=commentlist><li><span class=author>Bo Reed</span></ol>`,
	} {
		assert.Empty(t, readPage(t, "<h1>Tides</h1><p>The moon pulls at the water."+part, "").Authors, part)
		assert.Equal(t, []string{"Ada Finch"}, readPage(t, "<h1>Tides</h1>"+part+"<p class=byline>Ada Finch</p>", "").Authors, part)
	}
	const thread = `<div itemscope itemtype="https://schema.org/Question"><span itemprop=author itemscope itemtype="https://schema.org/Person"><b itemprop=name>Ada Finch</b></span>
		<div itemprop=suggestedAnswer itemscope itemtype="https://schema.org/Answer"><span itemprop=author itemscope itemtype="https://schema.org/Person"><b itemprop=name>Bo Reed</b></span></div></div>`
	assert.Equal(t, []string{"Ada Finch"}, readPage(t, thread, "").Authors)
}

// Cards of the head, links to the pages of authors and labels above a name tell by whom
// a page is.
func TestAuthorsBySigns(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"label of a card", `<meta name="twitter:label1" content="Est. reading time"><meta name="twitter:data1" content="7 minutes"><meta name="twitter:label2" content="Written by"><meta name="twitter:data2" content="Ada (May) Finch">`, "Ada (May) Finch"},
		{"label in another language", `<meta name="twitter:label1" content="Verfasst von"><meta name="twitter:data1" content="Ada Finch">`, "Ada Finch"},
		{"label of something else", `<meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="Ten Euros">`, ""},
		{"account of a staff", `<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="shorestaff">`, ""},
		{"link to an author", `<h1>Tides</h1><div><a href="/blog/authors/ada-finch"><img src=a.png><span>Ada Finch</span></a> 4 min</div><p>High water is at noon.`, "Ada Finch"},
		{"links to two", `<h1>Tides</h1><div>Written by: <ul><li><a href=/authors/ada>Ada Finch</a><li><a href=/authors/bo>Bo Reed</a></ul></div>`, "Ada Finch|Bo Reed"},
		{"byline of two links", `<h1>Tides</h1><p>Written by: <a href=/a>Ada Finch</a> <a href=/b>Bo Reed</a></p>`, "Ada Finch|Bo Reed"},
		{"articles of an author", `<h1>Tides</h1><p><a href="/authors/ada">Articles by Ada</a>`, ""},
		{"link to a category by its rel", `<p><a href="/teemat/ada/" rel="category tag">Ada Finch</a></p><h1>Tides</h1>`, ""},
		{"part of the site", `<meta property="article:section" content="ADA FINCH"><p>Ada Finch</p><h1>Tides</h1>`, ""},
		{"link to a subject", `<h1>Tides</h1><p><a href="/topics/low-water">Low Water</a>`, ""},
		{"list of authors", `<h1>Authors</h1><ul><li><a href=/authors/a>Ada Finch</a><li><a href=/authors/b>Bo Reed</a><li><a href=/authors/c>Cy Moss</a><li><a href=/authors/d>Di Wren</a><li><a href=/authors/e>Ed Lark</a></ul>`, ""},
		{"below a label", `<h1>Tides</h1><h3>Author</h3><p>Ada Finch</p>`, "Ada Finch"},
		{"label above a text", `<h1>Tides</h1><h3>Author</h3><p>is what we look for</p>`, ""},
		{"behind a bar", `<h1>Tides</h1><div><span>News</span> <span>| By </span><span>Ada Finch</span> | <time>April 13, 2020</time></div>`, "Ada Finch"},
		{"behind a dot", `<h1>Tides</h1><p>May 4, 2024 · By Ada Finch · 3 min`, "Ada Finch"},
	} {
		assert.Equal(t, c.want, strings.Join(readPage(t, c.html, "").Authors, "|"), c.name)
	}
}

// TestAllOfSeveralAuthors has lines of which only a part is marked.
func TestAllOfSeveralAuthors(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"one linked of two", `<h1>Tides</h1><p class=byline>By <a rel=author href=/a>Ada Finch</a> and Bo Reed</p>`, "Ada Finch|Bo Reed"},
		{"one linked of three", `<h1>Tides</h1><div>Von <a rel=author href=/a>Ada Finch</a>, Bo Reed und Cy Moss</div>`, "Ada Finch|Bo Reed|Cy Moss"},
		{"in an address", `<h1>Tides</h1><address>Words by <a rel=author href=/a>Ada Finch</a> &amp; Bo Reed</address>`, "Ada Finch|Bo Reed"},
		{"microdata of the first", `<h1>Tides</h1><p>Par <span itemprop=author>Ada Finch</span> et <span>Bo Reed</span> le 3 mars 2024</p>`, "Ada Finch|Bo Reed"},
		{"class of the first", `<h1>Tides</h1><p>Por <span class=author>Ada Finch</span> y Bo Reed</p>`, "Ada Finch|Bo Reed"},
		{"both linked", `<h1>Tides</h1><p><a rel=author href=/a>Ada Finch</a>, <a rel=author href=/b>Bo Reed</a></p>`, "Ada Finch|Bo Reed"},
		{"stated is the first of the line", `<meta name=author content="Ada Finch"><h1>Tides</h1><p>By Ada Finch and Bo Reed</p>`, "Ada Finch|Bo Reed"},
		{"stated before another's line", `<meta name=author content="Ada Finch"><h1>Tides</h1><p>By Bo Reed</p>`, "Ada Finch"},
		{"stated before a photographer", `<meta name=author content="Ada Finch"><h1>Tides</h1><p>By Ada Finch, photos by Bo Reed</p>`, "Ada Finch"},
		{"place behind a name", `<h1>Tides</h1><p>By <a rel=author href=/a>Ada Finch</a>, Northern Hallin</p>`, "Ada Finch"},
		{"paper behind a name", `<h1>Tides</h1><p>By <a rel=author href=/a>Ada Finch</a>, Shore Tribune</p>`, "Ada Finch"},
		{"paper below a name", `<h1>Tides</h1><div class=byline><p>By <span>Ada Finch</span></p><p>Northern Shore Wire</p></div>`, "Ada Finch"},
		{"list of names in JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":{"@type":"Person","name":["Ada Finch","Bo Reed"]}}</script>`, "Ada Finch|Bo Reed"},
		{"@list in JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":{"@list":[{"name":"Ada Finch"},{"name":"Bo Reed"}]}}</script>`, "Ada Finch|Bo Reed"},
		{"parts of a name in JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":{"givenName":"Ada","familyName":"Finch"}}</script>`, "Ada Finch"},
		{"introduced in JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":"By Ada Finch and Bo Reed"}</script>`, "Ada Finch|Bo Reed"},
		{"publisher stated as author", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":{"name":"Tide Group"},"publisher":{"@id":"#p"}}</script><script type="application/ld+json">{"@type":"Organization","@id":"#p","name":"Tide Group"}</script>
			<meta property="article:author" content="Ada Finch">`, "Ada Finch"},
		{"family name first", `<meta name=author content="Finch, Ada">`, "Ada Finch"},
		{"role, then another", `<h1>Tides</h1><p class=byline>Ada Finch, Chief Analyst, Shore Group, and Bo Reed, Editor</p>`, "Ada Finch|Bo Reed"},
		{"sign of an agency", `<h1>Tides</h1><p class=byline><a href=/a>Ada Finch</a> / TNN / Updated: Oct 9, 2019</p>`, "Ada Finch"},
		{"Japanese label", `<h1>潮汐</h1><p class=author>著者：山田花子</p>`, "山田花子"},
		{"sentence that says so", `<h1>Tides</h1><p>This post was written by Ada Finch, pilot, Shore Port.</p>`, "Ada Finch"},
	} {
		assert.Equal(t, c.want, strings.Join(readPage(t, c.html, "").Authors, "|"), c.name)
	}
}

// Bylines of news sites: labels, roles, papers and dates beside the names, several authors in elements of their own.
func TestBylinesOfNews(t *testing.T) {
	for html, want := range map[string]string{
		`<p><span class=writer>Words: Ada Finch &amp; Bo Reed</span> | <span>Photos: Cy Moss</span>`:                                                            "Ada Finch, Bo Reed",
		`<p class=byline>By Ada Finch, Tides editor and Bo Reed, Shore reporter`:                                                                                "Ada Finch, Bo Reed",
		`<p class=byline>Ada Finch (Hallin)`:                                                                                                                    "Ada Finch",
		`<p class=byline>By Ada Finch <a href="mailto:a@b.example">Email the author</a>`:                                                                        "Ada Finch",
		`<p>Perspective by Ada Finch`:                                                                                                                           "Ada Finch",
		`<p>Interview by Ada Finch, Photography by Bo Reed`:                                                                                                     "Ada Finch",
		`<p>Posted: May 4, 2024 by Ada Finch`:                                                                                                                   "Ada Finch",
		`<p>Publié le 4 mai 2024 à 10h15 par Ada Finch`:                                                                                                         "Ada Finch",
		`<p>Seen in 2024 by Ada Finch`:                                                                                                                          "",
		`<p class=reporter-name>Ada Finch`:                                                                                                                      "Ada Finch",
		`<div><span><a rel=author href=/a>Ada Finch</a></span><span><a rel=author href=/b>Bo Reed</a></span></div>`:                                             "Ada Finch, Bo Reed",
		`<div><div class=contributor>Ada Finch</div><div class=contributor>Bo Reed</div></div>`:                                                                 "Ada Finch, Bo Reed",
		`<div><div class=contributor>Ada Finch</div><div class=contributor>Tides Institute</div></div>`:                                                         "Ada Finch",
		`<div><p class=author>Ada Finch</p><p>The ferry waits for the tide as it always did</p><p class=author>Bo Reed`:                                         "Ada Finch",
		`<div><h1>Ebb</h1><p class=author>Ada Finch</p><p class=role>Reporter</p><p class=author>Bo Reed</p></div>`:                                             "Ada Finch, Bo Reed",
		`<p class=byline>By <a rel=author href=/a>Ada Finch</a>, PhD, and Prof. Bo Reed Jr.`:                                                                    "Ada Finch, PhD, Prof. Bo Reed Jr.",
		`<p class=byline>Por <a rel=author href=/a>Ada Finch</a> e Bo da Silva`:                                                                                 "Ada Finch, Bo da Silva",
		`<p class=byline>Von Ada Finch, Bo Reed und Cy van der Moss`:                                                                                            "Ada Finch, Bo Reed, Cy van der Moss",
		`<p class=byline>بقلم: <a rel=author href=/a>نورا خليل</a> و أحمد حسن`:                                                                                  "نورا خليل, أحمد حسن",
		`<div class=byline><span>Ada Finch</span><span>Bo Reed</span></div>`:                                                                                    "Ada Finch, Bo Reed",
		`<p class=byline>Text: Ada Finch och Bo Dal. Foto: Cy Moss`:                                                                                             "Ada Finch, Bo Dal",
		`<p class=byline>Par Ada Finch avec Bo Reed`:                                                                                                            "Ada Finch, Bo Reed",
		`<div class=authors><span class=c><b>Ada Finch</b><i class=ltx_author_notes>Shore Institute</i></span><span> </span><span class=c>Bo Reed</span></div>`: "Ada Finch, Bo Reed",
		`<p class=authors>Ada Finch<sup>1</sup> Bo Reed<sup>2</sup><br><sup>1</sup>Shore Institute`:                                                             "Ada Finch, Bo Reed",
		`<p>4月5日 著者：田中花`:                                                                                                                                        "田中花",
		`<p>取材・文／田中花 写真／鈴木実`:                                                                                                                                    "田中花",
		`<p>记者 王小 报道`:                  "王小",
		`<p class=author>记者王小明`:        "王小明",
		`<p>홍길동·김민수 기자`:                "홍길동, 김민수",
		`<p class=byline>저자: 김민수, 이영희`: "김민수, 이영희",
		`<p>홍길동 기자`:                    "홍길동",
		`<p class=author><a rel=author href=/a>Zeige alle Beiträge von Ada Finch</a>`:   "Ada Finch",
		`<p class=author>Alle Artikel von Ada Finch anzeigen`:                           "Ada Finch",
		`<p class=author><a rel=author href=/a>Voir tous les articles de Ada Finch</a>`: "Ada Finch",
		`<p class=author><a rel=author href=/a>Ver todas las entradas de Ada Finch</a>`: "Ada Finch",
	} {
		assert.Equal(t, want, strings.Join(readPage(t, "<title>Tides</title><h1>Tides</h1>"+html, "").Authors, ", "), html)
	}
}

// The work whose headline is the title of the page is the page.
func TestAuthorsOfTheTitledWork(t *testing.T) {
	const list = `<script type="application/ld+json">[{"@type":"ItemList","itemListElement":[{"@type":"NewsArticle","headline":"Nets are mended on Monday","author":{"name":"Cy Moss"}}]},
		{"@type":"NewsArticle","headline":"Tides are late again","author":{"name":"Ada Finch"}}]</script>`
	assert.Equal(t, []string{"Ada Finch"}, readPage(t, "<title>Tides are late again | Shore</title>"+list, "").Authors)
	assert.Equal(t, []string{"Cy Moss"}, readPage(t, "<title>Nets are mended on Monday</title>"+list, "").Authors)
}
