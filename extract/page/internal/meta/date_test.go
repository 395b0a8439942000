package meta_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestSlashes reads numbers between slashes as the language of the page does.
func TestSlashes(t *testing.T) {
	for language, want := range map[string]string{
		"": "2024-05-03", "en": "2024-05-03", "en-US": "2024-05-03", "en_us": "2024-05-03",
		"en-GB": "2024-03-05", "fr": "2024-03-05", "es-419": "2024-03-05", "pt-BR": "2024-03-05",
	} {
		r := readPage(t, `<html lang="`+language+`"><h1>Tides</h1><p>05/03/2024</p>`, "")
		assert.Equal(t, want, r.Published.Format(time.DateOnly), language)
		r = readPage(t, `<html lang="`+language+`"><h1>Tides</h1><p>31/03/2024</p>`, "")
		assert.Equal(t, "2024-03-31", r.Published.Format(time.DateOnly), language)
	}
}

// TestPublishedOrder takes the sources of the date away one by one, from the
// most trusted on.
func TestPublishedOrder(t *testing.T) {
	sources := []struct{ name, html, day string }{
		{"JSON-LD", `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tides","datePublished":"2024-01-01"}</script>`, "2024-01-01"},
		{"OpenGraph", `<meta property="article:published_time" content="2024-01-02">`, "2024-01-02"},
		{"key with other signs", `<meta name=og:published-time content=2024-01-03>`, "2024-01-03"},
		{"microdata in a meta", `<meta itemprop=datePublished content=2024-01-04>`, "2024-01-04"},
		{"Parsely", `<meta name=parsely-pub-date content=2024-01-05>`, "2024-01-05"},
		{"Highwire", `<meta name=citation_publication_date content=2024/01/06>`, "2024-01-06"},
		{"Dublin Core", `<meta name=DC.date.issued content=2024-01-07>`, "2024-01-07"},
		{"plain meta", `<meta name=date content=2024-01-08>`, "2024-01-08"},
		{"microdata", `<span itemprop=datePublished content=2024-01-09>lately</span>`, "2024-01-09"},
	}
	for i, c := range sources {
		var page strings.Builder
		for _, s := range sources[i:] {
			page.WriteString(s.html)
		}
		r := readPage(t, page.String(), "")
		assert.Equal(t, c.day, r.Published.Format(time.DateOnly), c.name)
		assert.Empty(t, r.DateCaveat, c.name)
	}
}

// TestGuessedOrder does so with the sources that don't mark the date as that of the page.
func TestGuessedOrder(t *testing.T) {
	far := strings.Repeat("<p>The tide comes in and goes out again.</p>", 20)
	sources := []struct{ name, html, day, why string }{
		{"time element", `<time datetime=2024-01-02>today</time>`, "2024-01-02", ""},
		{"text near the heading", `<h1>Tides</h1><p>3 January 2024</p>`, "2024-01-03", ""},
		{"change near the heading", `<h1>Tides</h1><p>Last updated on 4 January 2024</p>`, "2024-01-04", "last change"},
		{"time far from the heading", `<h1>Tides</h1>` + far + `<time datetime=2024-01-05>then</time>`, "2024-01-05", ""},
		{"line far from the heading", `<h1>Tides</h1>` + far + `<p>6 January 2024</p>`, "2024-01-06", ""},
		{"last change", `<meta property="article:modified_time" content="2024-01-07">`, "2024-01-07", "last change"},
	}
	for i, c := range sources {
		var page strings.Builder
		for _, s := range sources[i:] {
			page.WriteString(s.html)
		}
		r := readPage(t, page.String(), "")
		assert.Equal(t, c.day, r.Published.Format(time.DateOnly), c.name)
		if i > 0 && i < 5 && c.why == "" {
			continue // for the page has others, far from the heading
		}
		assert.Contains(t, r.DateCaveat, c.why, c.name)
		assert.Equal(t, c.why == "", r.DateCaveat == "", c.name)
	}
}

// TestDoubtfulDates warns of dates that may be another's, and of no others.
func TestDoubtfulDates(t *testing.T) {
	far := "<h1>Tides</h1>" + strings.Repeat("<p>The tide comes in and goes out again.</p>", 20)
	for _, c := range []struct{ name, html, address, want, why string }{
		{"near", `<h1>Tides</h1><p>3 January 2024</p><p>text</p><p>9 March 2023</p>`, "", "2024-01-03", ""},
		{"time near", `<h1>Tides</h1><time datetime=2024-01-03>then</time><p>text</p><time datetime=2023-01-03>then</time>`, "", "2024-01-03", ""},
		{"updated", `<h1>Tides</h1><p>Updated 3 January 2024</p>`, "", "2024-01-03", "last change"},
		{"updated time", `<h1>Tides</h1><p>Last updated: <time datetime=2024-01-03>3 January 2024</time></p>`, "", "2024-01-03", "last change"},
		{"time of class updated", `<h1>Tides</h1><time class=updated datetime=2024-01-03>3 January</time>`, "", "2024-01-03", "last change"},
		{"time of both classes", `<h1>Tides</h1><time class="published updated" datetime=2024-01-03>3 January</time>`, "", "2024-01-03", ""},
		{"updated, then published", `<h1>Tides</h1><p>Updated 3 January 2024, first published 2 March 2021</p>`, "", "2021-03-02", ""},
		{"updated over published", `<h1>Tides</h1><p>Updated 3 January 2024</p><p>2 March 2021</p>`, "", "2021-03-02", ""},
		{"one line far away", far + `<p>3 January 2024</p>`, "", "2024-01-03", ""},
		{"the same day twice", far + `<p>3 January 2024</p><p>2024-01-03</p>`, "", "2024-01-03", ""},
		{"two lines far away", far + `<p>3 January 2024</p><p>9 March 2023</p>`, "", "2024-01-03", "several lines"},
		{"two times far away", far + `<time datetime=2024-01-03>then</time><time datetime=2023-03-09>then</time>`, "", "2024-01-03", "far from the heading"},
		{"last edited, far away", far + `<p>Last edited 3 January 2024</p>`, "", "2024-01-03", "last change"},
		{"either order", `<h1>Tides</h1><p>03/04/2024</p>`, "", "2024-03-04", "swapped"},
		{"either order, marked", `<meta name=date content="03/04/2024">`, "", "2024-03-04", "swapped"},
		{"one order", `<h1>Tides</h1><p>03/24/2024</p>`, "", "2024-03-24", ""},
		{"order of the language", `<html lang=en-GB><h1>Tides</h1><p>03/04/2024</p>`, "", "2024-04-03", ""},
		{"order of dots", `<h1>Tides</h1><p>03.04.2024</p>`, "", "2024-04-03", ""},
		{"address over text", `<h1>Tides</h1><p>The race of 3 January 2024</p>`, "https://shore.example/2024/01/05/tides", "2024-01-05", ""},
	} {
		r := readPage(t, c.html, c.address)
		assert.Equal(t, c.want, r.Published.Format(time.DateOnly), c.name)
		assert.Contains(t, r.DateCaveat, c.why, c.name)
		assert.Equal(t, c.why == "", r.DateCaveat == "", c.name)
	}
	r := readPage(t, `<h1>Tides</h1><p>Updated 3 January 2024</p>`, "")
	assert.Equal(t, r.Published, r.Modified)
}

// TestChangesInManyLanguages reads what programs for sites write above the date of the last change.
func TestChangesInManyLanguages(t *testing.T) {
	for _, label := range []string{
		"Sist endret:", "Viimeksi muutettu:", "Poslední úprava:", "Zadnje ažurirano:", "Последна промяна:", "Τελευταία τροποποίηση:", "Son değiştirilme:", "Sửa đổi lần cuối:",
		"แก้ไขครั้งล่าสุด:", "آخرین ویرایش:", "آخر تعديل:", "最后更改:", "마지막 편집:", "Aktualizováno dne", "Diedit terakhir", "Viimati uuendatud",
	} {
		r := readPage(t, "<h1>Tides</h1><p>"+label+" 2024/05/13 10:15</p><p>The tide comes in and goes out again, twice a day.</p>", "")
		assert.Equal(t, "2024-05-13", r.Modified.Format(time.DateOnly), label)
		assert.Contains(t, r.DateCaveat, "last change", label)
	}
}

func TestUnreadableDatesAreLeftOut(t *testing.T) {
	r := readPage(t, `<meta property="article:published_time" content="soon"><meta name=date content="2024-13-45"><meta name=pubdate content="2024-03-05">`, "")
	assert.Equal(t, "2024-03-05", r.Published.Format(time.DateOnly))
	assert.Empty(t, r.DateCaveat)
}

func TestModified(t *testing.T) {
	for name, body := range map[string]string{
		"JSON-LD":     `<script type="application/ld+json">{"@type":"Article","headline":"x","dateModified":"2024-03-05"}</script>`,
		"OpenGraph":   `<meta property="article:modified_time" content="2024-03-05">`,
		"updated":     `<meta property="og:updated_time" content="2024-03-05">`,
		"Dublin Core": `<meta name="dcterms.modified" content="2024-03-05">`,
		"HTTP":        `<meta http-equiv="last-modified" content="Tue, 05 Mar 2024 00:00:00 GMT">`,
		"microdata":   `<time itemprop=dateModified datetime=2024-03-05></time>`,
	} {
		r := readPage(t, body, "")
		assert.Equal(t, "2024-03-05", r.Modified.Format(time.DateOnly), name)
	}
	r := readPage(t, `<meta property="article:modified_time" content="2024-03-05">`, "")
	assert.Equal(t, r.Modified, r.Published)
	assert.Contains(t, r.DateCaveat, "last change")
}

func TestDatesInAddresses(t *testing.T) {
	for path, want := range map[string]string{
		"/2024/03/05/tides":      "2024-03-05",
		"/news/2024/3/5/tides":   "2024-03-05",
		"/2024/mar/05/tides":     "2024-03-05",
		"/2024/March/05/tides":   "2024-03-05",
		"/2024/03/05":            "2024-03-05",
		"/blog/2024-03-05-tides": "2024-03-05",
		"/2024/03/tides":         "",
		"/2024/13/05/tides":      "",
		"/2024/02/31/tides":      "",
		"/1024/03/05/tides":      "",
		"/tides/20240305":        "",
		"/":                      "",
	} {
		r := readPage(t, "<p>Tides", "https://shore.example"+path)
		got := ""
		if !r.Published.IsZero() {
			got = r.Published.Format(time.DateOnly)
		}
		assert.Equal(t, want, got, path)
	}
}

// TestDatesOfOtherShapes has dates in attributes of old and new programs for blogs, in addresses, and in digits of other scripts.
func TestDatesOfOtherShapes(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and nobody was surprised by that.</p>", 3)
	for _, c := range []struct{ html, path, want string }{
		{`<time datetime=3h title="Sat Mar 2, 2024 10:00 AM">3h</time>`, "tides", "2024-03-02"},
		{`<time datetime=1709373600>Mar 2</time>`, "tides", "2024-03-02"},
		{`<time datetime=1709373600000>Mar 2</time>`, "tides", "2024-03-02"},
		{`<time datetime=17093>Mar 2</time>`, "tides", ""},
		{`<meta name=date content=1709373600>`, "tides", "2024-03-02"},
		{`<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tides","datePublished":1709373600000}</script>`, "tides", "2024-03-02"},
		{`<p>Last updated <time datetime=2024-03-09>9 March</time> — first published <time datetime=2024-03-02>2 March</time></p>`, "tides", "2024-03-02"},
		{`<ul><li>Received: 1 December 2023</li><li>Accepted: 16 January 2024</li><li>Published: 02 March 2024</li></ul>`, "tides", "2024-03-02"},
		{`<p>When: March 12, 2024, 7 pm. Where: town hall.</p>`, "tides", ""},
		{`<p>Applications close on March 12, 2024.</p>`, "tides", ""},
		{`<p>2 במרץ 2024</p>`, "tides", "2024-03-02"},
		{`<p>The tide is high.</p><p>It ebbs.</p><p>It flows.</p><p>It turns.</p><aside><h3>Latest</h3><ul><li>8 March 2024 Storm ahead</li></ul></aside>`, "tides", ""},
		{`<abbr class=published title=2024-03-02T10:00:00Z>yesterday</abbr>`, "tides", "2024-03-02"},
		{`<abbr title="2024-03-02">the day</abbr>`, "tides", ""},
		{`<p>٢ مارس ٢٠٢٤</p>`, "tides", "2024-03-02"},
		{``, "tides-2024-03-02.html", "2024-03-02"},
		{``, "tides-2024-33-02.html", ""},
		{``, "events/2024-03-02/tides", ""},
		{``, "2099/03/02/tides", ""},
		{`<p>The fair takes place on 2 March 2024.</p>`, "tides", ""},
		{`<p>2 March 2024 – 5 March 2024</p>`, "tides", ""},
		{`<p>Hallin, 2–5 March 2024</p>`, "tides", ""},
		{`<p>Fuar <time datetime=2024-03-02>2 Mart 2024</time> tarihinde açılacak.</p>`, "tides", ""},
		{`<p>Hallin play Oster on <time datetime=2024-03-02>Saturday</time>.</p>`, "tides", ""},
		{`<p>Apply by: 2 March 2024</p>`, "tides", ""},
		{`<em>dal nostro corrispondente Marta Lindqvist</em><time datetime=2024-03-02>02 marzo 2024</time><span>1 minuti di lettura</span>`, "tides", "2024-03-02"},
		{`<p>Posted by ada in News on 2 March 2024.</p>`, "tides", "2024-03-02"},
		{`<p>2 marca 2024 r.</p>`, "tides", "2024-03-02"},
		{`<table><tr><td>02.03.2024<td>Fair<tr><td>05.03.2024<td>Concert</table>`, "tides", ""},
		{`<ul><li>2 March 2024 Fair<li>5 March 2024 Concert</ul>`, "tides", ""},
		{`<ul><li><time datetime=2024-03-02>2 March</time> Fair<li><time datetime=2024-03-05>5 March</time> Concert</ul>`, "tides", ""},
		{`<ul><li>Published: 2 March 2024<li>Updated: 5 March 2024</ul>`, "tides", "2024-03-02"},
		{`<ul><li>Published <time datetime=2024-03-02>2 March</time><li>Updated <time datetime=2024-03-05>5 March</time></ul>`, "tides", "2024-03-02"},
		{`<p>10:15 - 2 March 2024</p>`, "tides", "2024-03-02"},
		{`<p>2 March 2024 – Updated 5 March 2024</p>`, "tides", "2024-03-02"},
		{`<p>Vom 2. März 2024 bis 5. März 2024</p>`, "tides", ""},
		{`<p>Du 2 mars 2024 au 5 mars 2024</p>`, "tides", ""},
		{`<p>Arrival: 2 March 2024</p>`, "tides", ""},
		{`<p>Dato: 2. marts 2024</p>`, "tides", "2024-03-02"},
		{`<p>Offentliggjort: 2. marts 2024</p>`, "tides", "2024-03-02"},
		{`<p>Avaldatud: 02.03.2024</p>`, "tides", "2024-03-02"},
		{`<p>প্রকাশিত: 2024-03-02</p>`, "tides", "2024-03-02"},
		{`<p>Objavljeno: 2. ožujka 2024</p>`, "tides", "2024-03-02"},
		{`<p>Публикувано: 2 март 2024</p>`, "tides", "2024-03-02"},
		{`<p>Zveřejněno: 2. března 2024</p>`, "tides", "2024-03-02"},
		{`<p>Créé : 2 mars 2024</p>`, "tides", "2024-03-02"},
		{`<p>Filed: 2 March 2024</p>`, "tides", "2024-03-02"},
		{`<p>Fact Check | 2 March 2024</p>`, "tides", "2024-03-02"},
		{`<p>This entry was posted on Saturday, March 2nd, 2024 at 12:05 pm and is filed under Tides. You can follow any responses to this entry through the RSS 2.0 feed.</p>`, "tides", "2024-03-02"},
		{`<p>This entry was posted in Tides, Boats and Piers on March 2, 2024 by ada. Bookmark the permalink to come back to it later.</p>`, "tides", "2024-03-02"},
		{`<p>Dieser Beitrag wurde am 2. März 2024 um 12:05 veröffentlicht und unter Gezeiten abgelegt. Du kannst alle Antworten verfolgen.</p>`, "tides", "2024-03-02"},
		{`<p>Cette entrée a été publiée le samedi 2 mars 2024 à 12:05 et est classée sous Marées. Vous pouvez suivre les commentaires.</p>`, "tides", "2024-03-02"},
		{`<p>Esta entrada fue publicada el sábado 2 de marzo de 2024 a las 12:05 y está archivada en Mareas. Puedes seguir las respuestas.</p>`, "tides", "2024-03-02"},
		{`<p>When this entry was posted on March 2nd, 2024 at 12:05 pm nobody knew about the boats, or about the pier and the flood.</p>`, "tides", ""},
		{`<p>Einsendeschluss: 2. März 2024</p>`, "tides", ""},
		{`<p>Fecha límite: 2 de marzo de 2024</p>`, "tides", ""},
		{`<p>開催日：2024年3月2日</p>`, "tides", ""},
		{`<p>公開日：2024年3月2日</p>`, "tides", "2024-03-02"},
		{`<p>更新日：2024年3月5日 公開日：2024年3月2日</p>`, "tides", "2024-03-02"},
		{`<p>By: Ada Finch | Post time: 2024-03-02</p>`, "tides", "2024-03-02"},
		{`<p>Дата: 2 марта 2024</p>`, "tides", "2024-03-02"},
		{`<p>Retrieved 2 March 2024</p>`, "tides", ""},
		{`<table><tr><th>Deadline</th><td>2 March 2024</td></tr></table>`, "tides", ""},
		{`<table><tr><td>Delivery</td><td><time datetime=2024-03-02>2 March</time></td></tr></table>`, "tides", ""},
		{`<table><tr><td><h3>Tides are late</h3></td><td>2 March 2024</td></tr></table>`, "tides", "2024-03-02"},
		{`<dl><dt>Published</dt><dd>2 March 2024</dd><dt>Last updated</dt><dd>5 March 2024</dd></dl>`, "tides", "2024-03-02"},
		{`<p><time datetime=2024-03-02>2 March</time> – <time datetime=2024-03-05>5 March 2024</time></p>`, "tides", ""},
		{`<p>Join us on Saturday 2 March 2024</p>`, "tides", ""},
		{`<p>Posted on Saturday, 2 March 2024</p>`, "tides", "2024-03-02"},
		{`<p>Page reference: HB-2024-03-02</p>`, "tides", ""},
		{`<p>Received 1 December 2023, published 2 March 2024</p>`, "tides", "2024-03-02"},
		{`<script type="application/ld+json">{"@type":"VideoObject","name":"Boats at sea","uploadDate":"2020-01-01"}</script><p>2 March 2024</p>`, "tides", "2024-03-02"},
		{`<script type="application/ld+json">{"@type":"VideoObject","name":"Tides are late","uploadDate":"2024-03-02"}</script>`, "tides", "2024-03-02"},
	} {
		got := ""
		if d := readPage(t, "<title>Tides are late</title><h1>Tides are late</h1>"+c.html+prose, "https://www.gazette.example/news/"+c.path).Published; !d.IsZero() {
			got = d.Format(time.DateOnly)
		}
		assert.Equal(t, c.want, got, c.html+c.path)
	}
}

// The dates of examples in code are those of no page.
func TestDatesInCode(t *testing.T) {
	far := strings.Repeat("<p>The tide comes in and goes out again.</p>", 20)
	for name, code := range map[string]string{
		"queries": "<pre>tides.filter(day &gt; '2005-01-03')</pre>", "results": "<pre><code>[date(2005, 1, 3)]\n2005-01-03</code></pre>", "log": "<pre>2005-01-03 10:00 high water</pre>",
	} {
		r := readPage(t, "<h1>Tides</h1>"+far+code+far, "")
		assert.True(t, r.Published.IsZero(), "%s: %s", name, r.Published)
	}
}

// Lines with digits far from the heading are read up to 2,000.
func TestLinesFarFromTheHeadingAreBounded(t *testing.T) {
	for lines, found := range map[int]bool{1990: true, 2001: false} {
		r := readPage(t, "<h1>Tides</h1>"+strings.Repeat("<p>buoy 104 20 5</p>", lines)+"<p>3 May 2024", "")
		assert.Equal(t, found, !r.Published.IsZero(), lines)
	}
}

// Days that other parts of a page seem to speak of, and that are its own.
func TestDaysOfThePage(t *testing.T) {
	for _, line := range []string{
		"<p>May 3<sup>rd</sup>, 2024</p>", "<p>3 May 2024</p><p>Where rivers meet the sea, the tide turns twice.</p>",
		"<p>Berlin, 3 May 2024</p><p>The fair opens on 12 June 2024 in Halle.</p>", "<p>2024年5月3日 10:15 来源：人民网 www.people.example</p>",
		"<p>한국경제신문 2024.05.03. 10:15</p>", "<p>2024-05-03T10:15-07:00</p>",
		"<p>3 de mayo de 2024 a las 4:36 p. m.</p>", "<p>п'ятниця, 3 травня 2024 р.</p>", "<p>vendredi 3 mai 2024 à 4:30.</p>", "<p>Παρασκευή 3 Μαΐου 2024 στις 4:44 μ.μ.</p>",
	} {
		r := readPage(t, "<h1>Tides</h1>"+line+"<p>The tide comes in and goes out again, twice a day.</p>", "")
		assert.Equal(t, "2024-05-03", r.Published.Format("2006-01-02"), line)
	}
	for _, line := range []string{
		"<div class=h-event><h2>Regatta</h2><time class=dt-start datetime=2024-05-03>Friday</time></div>", "<div class=vevent><b>Regatta</b><p>3 May 2024</p></div>",
	} {
		r := readPage(t, "<h1>Tides</h1>"+line+"<p>The tide comes in and goes out again, twice a day.</p>", "")
		assert.True(t, r.Published.IsZero(), line)
	}
	for _, line := range []string{
		"<p>Meet us May 3, 2024 at 4 p.m.</p>", "<p>It was on 3 May 2024 in the U.S.</p>", "<p>On 3 May 2024 the treaty was revised.</p>", "<p>Der Vertrag vom 3. Mai 2024 wird noch bearbeitet.</p>",
		"<p>3 May 2024</p><p>Venue: Hall</p>", "<table><tr><td>3 May 2024<tr><td>Where<td>Hall</table>", "<p>3 May 2024, 9:00 - 13:00</p>"} {
		r := readPage(t, "<h1>Tides</h1>"+line+"<p>The tide comes in and goes out again, twice a day.</p>", "")
		assert.True(t, r.Published.IsZero(), line)
	}
}

// TestTimesOfCustomElements reads the moment that a custom element for times has, as GitHub and AMP write them.
func TestTimesOfCustomElements(t *testing.T) {
	for _, element := range []string{
		`<relative-time datetime="2024-03-05T10:00:00Z">2 months ago</relative-time>`,
		`<amp-timeago layout=fixed-height datetime="2024-03-05T10:00:00Z">4 days ago</amp-timeago>`,
		`<local-time datetime="2024-03-05T10:00:00Z">Tuesday</local-time>`,
	} {
		assert.Equal(t, "2024-03-05", readPage(t, `<h1>Tides</h1><div>`+element+`</div>`, "").Published.Format(time.DateOnly), element)
	}
	assert.True(t, readPage(t, `<h1>Tides</h1>Sale ends in <countdown-time datetime="2024-03-05T10:00:00Z">soon</countdown-time>`, "").Published.IsZero())
	assert.True(t, readPage(t, `<h1>Tides</h1><x-event-times datetime="2024-03-05T10:00:00Z">soon</x-event-times>`, "").Published.IsZero())
}
