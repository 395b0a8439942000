package meta_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestDatesOfSomethingElse has pages that state dates, none of which is that of
// the page.
func TestDatesOfSomethingElse(t *testing.T) {
	for name, body := range map[string]string{
		"time of a review":       `<h1>Boots</h1><div class="shop-review"><time class="shop-review__published-date" datetime="2019-08-21">August 21, 2019</time></div>`,
		"class of a review":      `<h1>Boots</h1><p>Of leather.</p><time class="shop-review__published-date">August 21, 2019</time>`,
		"comment":                `<h1>Tides</h1><ol class=comment-list><li>Bo, <time>August 21, 2019</time></ol>`,
		"microdata of a comment": `<h1>Tides</h1><div itemprop=comment itemscope itemtype="https://schema.org/Comment"><b itemprop=datePublished>2019-08-21</b></div>`,
		"microdata of an answer": `<h1>Tides?</h1><div itemscope itemtype="https://schema.org/Answer"><time itemprop=dateCreated datetime=2019-08-21></time></div>`,
		"JSON-LD of a review":    `<h1>Boots</h1><script type="application/ld+json">[{"@type":"Review","datePublished":"2019-08-21"}]</script>`,
		"offer":                  `<h1>Boots</h1><p>Offer valid 3/03/2026</p>`,
		"offer that ends":        `<h1>Boots</h1><p>Sale ends on Sunday, March 3, 2026!</p>`,
		"since":                  `<h1>Rings</h1><p>Since 1 January 2023, all of our rings are made of old gold.</p>`,
		"word glued to it":       `<h1>Rings</h1><p>Since1 January 2023, all of our rings are made of old gold.</p>`,
		"membership":             `<h1>Ada</h1><p>Joined March 5, 2004</p>`,
		"quotation":              `<h1>Tides</h1><blockquote><p>March 5, 2004</p></blockquote>`,
		"related pages":          `<h1>Tides</h1><ul class=related-posts><li>March 5, 2004</ul>`,
		"entries of a list":      `<div><h1>Shore Blog</h1><p class=entry><a href=/1>Tides of the bay</a>, <time>March 5, 2004</time></p><p class=entry><a href=/2>Banks of the bay</a>, <time>March 4, 2004</time></p><p class=entry><a href=/3>Ships in the bay</a>, <time>March 3, 2004</time></p></div>`,
		"cards":                  `<h1>Shore Blog</h1>` + strings.Repeat(`<div class=card><h2><a href=/1>Tides of the bay</a></h2><div><span class=date>March 5, 2004</span></div></div>`, 3),
		"class of an event":      `<h1>Fair</h1><div class=event-date><b>5</b> <i>March</i> 2004</div>`,
		"hours":                  `<h1>Fair</h1><p>March 5, 2004 @ 7:00 pm - 9:00 pm</p>`,
		"hours in Japanese":      `<h1>講座</h1><p>2004年3月5日（水）13：00－16：40</p>`,
		"place":                  `<h1>Fair</h1><p>Date: 5 March 2004<br>Venue: town hall</p>`,
		"row before a place":     `<h1>Fair</h1><table><tr><th>Date<td>5 March 2004<tr><th>Venue<td>Town hall</table>`,
		"column":                 `<h1>Inn</h1><table><tr> <th>Rooms</th> <th>Check-in</th></tr><tr> <td>2</td> <td>5 March 2004</td></tr></table>`,
		"paragraphs with days":   `<h1>Haven</h1><p><b>5 March 2004</b><br>Lamp night</p><p><b>12 March 2004</b><br>Horn night</p>`,
		"closed":                 `<h1>Phare</h1><p>Fermé le 5 mars 2004</p>`,
		"delivery in Arabic":     `<h1>المنارة</h1><p>تاريخ التسليم: ٥ مارس ٢٠٠٤</p>`,
		"row in Japanese":        `<h1>講座</h1><dl><dt>日付<dd>2004年3月5日<dt>会場<dd>市役所</dl>`,
		"heading":                `<h1>Haven</h1><h2>Hochwasser am 5. März 2004</h2>`,
		"weekday and label":      `<h1>Foire</h1><p>Rendez-vous : samedi 5 mars 2004</p>`,
		"label of an event":      `<h1>Feria</h1><p>Fecha del evento: 5 de marzo de 2004</p>`,
		"Japanese":               `<h1>灯台</h1><p>2004年3月5日（金）に点灯式を行います。</p>`,
		"until, in Japanese":     `<h1>灯台</h1><p>2004年3月5日まで</p>`,
		"deadline in Chinese":    `<h1>灯塔</h1><p>报名截止日期：2004年3月5日</p>`,
		"Chinese":                `<h1>灯塔</h1><p>2004年3月5日，洪水淹没了村庄。</p>`,
		"Korean":                 `<h1>등대</h1><p>축제는 2004년 3월 5일에 열린다.</p>`,
		"Arabic":                 `<h1>المنارة</h1><p>يقام الحفل في ٥ مارس ٢٠٠٤ في القاعة.</p>`,
		"Hindi":                  `<h1>मेला</h1><p>मेला 5 मार्च 2004 को लगेगा।</p>`,
		"end of a sentence":      `<h1>Haven</h1><p>This consultation closes at 11:59pm on 5 March 2004.</p>`,
		"end of one, Spanish":    `<h1>Feria</h1><p>Se celebra el 5 de marzo de 2004.</p>`,
		"act":                    `<h1>Tides</h1><p>Amended by the Act of 5 March 2004 (Gazette 12).</p>`,
		"version":                `<h1>Tides</h1><p>Version 2004.03.05 of the tables</p>`,
		"carousel":               `<h1>Tides</h1><ul class="ui-carousel"><li>March 5, 2004</ul>`,
	} {
		assert.True(t, readPage(t, body, "").Published.IsZero(), name)
	}
}

// TestDatesOfThePage has dates in parts whose names speak of other works, but
// which are those of the page.
func TestDatesOfThePage(t *testing.T) {
	for name, body := range map[string]string{
		"review that is the page": `<article class=review><h1>Boots</h1><time datetime=2019-08-21></time></article>`,
		"comments allowed":        `<main class="post comments-open"><h1>Tides</h1><p>August 21, 2019</p></main>`,
		"question, then comment": `<h1>Tides?</h1><div itemprop=comment><b itemprop=datePublished>2020-01-31</b></div>
			<time itemprop=dateCreated datetime="2019-08-21 09:34:33Z"></time>`,
		"posts of a thread":   `<h1>Tides?</h1><ul><li>Aug 21, 2019 at 6:36 am <li>Sep 5, 2019 at 8:14 pm</ul>`,
		"appeared, German":    `<h1>Gezeiten</h1><p>Dieser Beitrag erschien am 21. August 2019.</p>`,
		"appeared, French":    `<h1>Marées</h1><p>L’article a paru le 21 août 2019.</p>`,
		"published after it":  `<h1>Tides</h1><p>Published on August 21, 2019</p>`,
		"two links below it":  `<h1>Tides</h1><div><p>August 21, 2019</p><p><a href=/1>Ships in the bay</a></p><p><a href=/2>Banks in the bay</a></p></div>`,
		"column of days":      `<h1>Tides</h1><table><tr><th>No.</th><th>Published</th></tr><tr><td>2</td><td>21 August 2019</td></tr></table>`,
		"dates of a page":     `<h1>Tides</h1><p>By Ada Finch, 21 August 2019</p><p>Updated 22 August 2019</p>`,
		"release by its day":  `<h1>Tides</h1><h2>Pressemitteilung vom 21. August 2019</h2>`,
		"section and day":     `<h1>Tides</h1><h2>Stars (1 / 1) 21.08.2019 13:30 von Ada</h2>`,
		"hour, then a league": `<h1>Tides</h1><p>21.08.2019 10:16 Uhr - 1. Bundesliga - Vereine</p>`,
		"Japanese sentence":   `<h1>灯台</h1><p>2019年8月21日に公開しました。</p>`,
		"Japanese paper":      `<h1>灯台</h1><p>2019年8月21日 北岬新聞</p>`,
		"edition":             `<h1>Licence</h1><p>Version 3, 21 August 2019</p>`,
		"bars":                `<h1>Gezeiten</h1><p>21 | 08 | 2019</p>`,
	} {
		assert.Equal(t, "2019-08-21", readPage(t, body, "").Published.Format(time.DateOnly), name)
	}
}

// TestDropGuess keeps what the page says of itself and what can't mean another.
func TestDropGuess(t *testing.T) {
	for _, c := range []struct{ name, html, address, want string }{
		{"text", `<h1>Boots</h1><p>March 5, 2024</p>`, "", "0001-01-01"},
		{"several times", `<h1>Boots</h1><time datetime=2024-03-05></time><time datetime=2024-03-06></time>`, "", "0001-01-01"},
		{"last change", `<meta property="article:modified_time" content="2024-03-05">`, "", "0001-01-01"},
		{"one time", `<h1>Boots</h1><time datetime=2024-03-05></time>`, "", "2024-03-05"},
		{"address", `<h1>Boots</h1>`, "https://shore.example/2024/03/05/boots", "2024-03-05"},
		{"marked", `<h1>Boots</h1><meta property="article:published_time" content="2024-03-05">`, "", "2024-03-05"},
	} {
		r := readPage(t, c.html, c.address)
		r.DropGuess()
		assert.Equal(t, c.want, r.Published.Format(time.DateOnly), c.name)
	}
}

// TestDayShownBesideUTC takes the day that the page shows for a time in UTC that
// can be on that day somewhere, and no other.
func TestDayShownBesideUTC(t *testing.T) {
	for _, c := range []struct{ said, shown, want string }{
		{"2024-02-29T00:17:00+00:00", "February 28, 2024", "2024-02-28"},
		{"2024-02-28T23:17:00Z", "February 29, 2024", "2024-02-29"},
		{"2024-02-28T08:17:00Z", "February 29, 2024", "2024-02-28"},
		{"2024-02-29T14:17:00Z", "February 28, 2024", "2024-02-29"},
		{"2024-02-29T00:17:00Z", "February 26, 2024", "2024-02-29"},
		{"2024-02-29T00:17:00+01:00", "February 28, 2024", "2024-02-29"},
		{"2024-02-28T23:17:00Z", "Updated February 29, 2024", "2024-02-28"},
		{"2024-02-29", "February 28, 2024", "2024-02-29"},
	} {
		r := readPage(t, `<meta property="article:published_time" content="`+c.said+`"><h1>Tides</h1><p>`+c.shown+`</p>`, "")
		assert.Equal(t, c.want, r.Published.Format(time.DateOnly), c.said+" "+c.shown)
		assert.Empty(t, r.DateCaveat)
	}
}

// TestDatesInProse has dates that a sentence or a word makes those of something else, and dates of pages in lines of
// several words.
func TestDatesInProse(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"past event in a sentence": {`<p>The storm of <time datetime=2021-07-15>15 July 2021</time> took the roof of the boat house.</p>`, ""},
		"delivery":                 {`<p>Delivery <time datetime=2024-03-05>in six days</time>.</p>`, ""},
		"opening":                  {`<p>Opening: 5 March 2024</p>`, ""},
		"beginning of a course":    {`<p>The course begins on <time datetime=2024-03-05>5 March</time>, bring a rope.</p>`, ""},
		"German exhibition":        {`<p>Die Ausstellung wird am <time datetime=2024-03-05>5. März 2024</time> im alten Speicher zu sehen sein.</p>`, ""},
		"French flood":             {`<p>La crue du <time datetime=2021-07-15>15 juillet 2021</time> a emporté le pont et les deux maisons voisines.</p>`, ""},
		"future day":               {`<p>14 February 2097</p>`, ""},
		"future time":              {`<time datetime=2097-02-14>14 February 2097</time>`, ""},
		"future day, then its own": {`<p>14 February 2097</p><p>5 March 2024</p>`, "2024-03-05"},
		"flood, then its own":      {`<p>The storm of <time datetime=2021-07-15>15 July 2021</time> took the roof of the boat house.</p><p>Published <time datetime=2024-03-05>5 March 2024</time></p>`, "2024-03-05"},
		"byline":                   {`<p>By Ada Finch, <time datetime=2024-03-05>5 March 2024</time></p>`, "2024-03-05"},
		"post in words":            {`<p>this post was submitted on <time datetime=2024-03-05>5 March</time></p>`, "2024-03-05"},
		"published in a sentence":  {`<p>This note of the harbour office was first published on <time datetime=2024-03-05>5 March</time> and is free to copy.</p>`, "2024-03-05"},
		"minutes to read":          {`<p>5 March 2024 · 4 min read · 3 comments</p>`, "2024-03-05"},
	} {
		r := readPage(t, "<h1>Tides</h1><p>The moon pulls at the water, and the water comes.</p>"+c.html, "")
		got := ""
		if !r.Published.IsZero() {
			got = r.Published.Format(time.DateOnly)
		}
		assert.Equal(t, c.want, got, name)
	}
	r := readPage(t, `<meta property="article:published_time" content="2097-02-14"><h1>Tides</h1><p>5 March 2024</p>`, "")
	assert.Equal(t, "2024-03-05", r.Published.Format(time.DateOnly), "stated in the future")
}
