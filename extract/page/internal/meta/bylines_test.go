package meta_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBylineShapes has bylines as templates of papers, programs for sites and agencies write them, in several languages.
func TestBylineShapes(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and nobody was surprised by that.</p>", 6)
	for _, c := range []struct{ html, want string }{
		// Roles, places, papers and dates beside one name.
		{`<p class=byline>By Marta Lindqvist, Staff writer</p>`, "Marta Lindqvist"},
		{`<p>By MARTA LINDQVIST, Associated Press</p>`, "MARTA LINDQVIST"},
		{`<div class=byline>MARTA LINDQVIST | Reporter</div>`, "MARTA LINDQVIST"},
		{`<div class=byline>Marta Lindqvist for CNN</div>`, "Marta Lindqvist"},
		{`<p>By Marta Lindqvist, Special to the Shore Gazette</p>`, "Marta Lindqvist"},
		{`<p>By Marta Lindqvist in London</p>`, "Marta Lindqvist"},
		{`<p>By <a href=/staff/ml>Marta Lindqvist</a> • Published May 4, 2021 at 6:00 am</p>`, "Marta Lindqvist"},
		{`<p>By Marta Lindqvist May 4, 2021 6:00 am ET</p>`, "Marta Lindqvist"},
		{`<p>By Marta Lindqvist @mlindqvist</p>`, "Marta Lindqvist"},
		{`<span class=author-name>Marta Lindqvist, Contributor</span>`, "Marta Lindqvist"},
		{`<p class=byline>By Marta Lindqvist Of The Shore Gazette</p>`, "Marta Lindqvist"},
		{`<p class=byline>By Marta Lindqvist, Shore Gazette Staff Writer</p>`, "Marta Lindqvist"},
		{`<p>By Marta Lindqvist, senior correspondent, Brussels</p>`, "Marta Lindqvist"},
		{`<p>By DeShawn Okoro</p>`, "DeShawn Okoro"},
		{`<p>By <a rel=author href=/o>DeShawn Okoro</a>, Marta Lindqvist</p>`, "DeShawn Okoro|Marta Lindqvist"},
		{`<p>By <a rel=author href=/o>DeShawn Okoro</a>, Northern Ireland</p>`, "DeShawn Okoro"},
		{`<p>By <a rel=author href=/o>DeShawn Okoro</a>, Austin American-Statesman</p>`, "DeShawn Okoro"},
		{`<dl><dt>Author<span>:</span></dt><dd>DeShawn Okoro &lt;d@shore.example&gt;, Marta Lindqvist &lt;m at shore.example&gt;</dd><dt>Status:</dt><dd>Draft</dd></dl>`, "DeShawn Okoro|Marta Lindqvist"},
		{`<table><tr><th>Authors:</th><td>DeShawn Okoro, Marta Lindqvist and Olu Adeyemi</td></tr></table>`, "DeShawn Okoro|Marta Lindqvist|Olu Adeyemi"},
		{`<meta name=author content="DeShawn Okoro <d@shore.example>, Marta Lindqvist <m@shore.example>">`, "DeShawn Okoro|Marta Lindqvist"},
		{`<p>Autor: Jan Kowalski, PAP</p>`, "Jan Kowalski"},
		{`<p>Oprac. Jan Kowalski</p>`, "Jan Kowalski"},
		{`<p>Von Marta Lindqvist, ARD-Studio Wien</p>`, "Marta Lindqvist"},
		{`<em>dal nostro corrispondente Marta Lindqvist</em><time>02 marzo 2024 alle 08:00</time>`, "Marta Lindqvist"},
		{`<p class=author>Marta Lindqvist<span>(Editor of the desk)</span></p>`, "Marta Lindqvist"},
		{`<meta name=author content="Lindqvist, Marta; Okoro, DeShawn B.">`, "Marta Lindqvist|DeShawn B. Okoro"},
		{`<script type="application/ld+json">{"@type":"Article","author":{"name":"<a href='/a'>Marta Lindqvist</a>"}}</script>`, "Marta Lindqvist"},
		{`<meta name=author content="海岸财经"><p>记者：王小明</p>`, "王小明"},
		{`<meta name=author content="海岸新聞">`, "海岸新聞"},
		{`<p class=byline><a href=/s>Marta Lindqvist</a> et DeShawn Okoro (Bruxelles, correspondant)</p>`, "Marta Lindqvist|DeShawn Okoro"},
		{`<meta name=author content="Okoro, DeShawn">`, "DeShawn Okoro"},
		{`<meta name=citation_author content="Okoro, DeShawn">`, "DeShawn Okoro"},
		{`<meta name=citation_author content="Okoro, LaToya McKenzie">`, "LaToya McKenzie Okoro"},
		{`<p class=byline>By Dr. Marta Lindqvist</p>`, "Dr. Marta Lindqvist"},
		{`<p class=byline>Opinion by Marta O’Neill-Lindqvist</p>`, "Marta O’Neill-Lindqvist"},
		{`<p class=byline>Guest post by Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p class=byline>Story by Marta Lindqvist; photos by Olu Adeyemi</p>`, "Marta Lindqvist"},
		{`<p class=byline>By Marta Lindqvist Posted in News</p>`, "Marta Lindqvist"},
		{`<p class=byline>By <a>Marta Lindqvist</a>, <span>News Editor</span> <time>4 May 2021</time></p>`, "Marta Lindqvist"},
		{`<meta name=author content="Marta Lindqvist, Shore Gazette">`, "Marta Lindqvist"},
		{`<meta name=author content="By Marta Lindqvist, CNN">`, "Marta Lindqvist"},
		{`<meta name=author content="Marta Lindqvist (Reuters)">`, "Marta Lindqvist"},
		{`<meta name=author content="Marta Lindqvist - Shore Gazette">`, "Marta Lindqvist"},
		{`<meta name=author content="Marta Lindqvist - Olu Adeyemi">`, "Marta Lindqvist|Olu Adeyemi"},
		{`<p class=byline><a href=/a><img src=a.png>Marta Lindqvist</a> <a href=/a>Marta Lindqvist</a></p>`, "Marta Lindqvist"},
		{`<meta name=byl content="By MARTA LINDQVIST">`, "MARTA LINDQVIST"},
		{`<meta property="article:author" content="https://www.facebook.com/martal"><p class=byline>By Marta Lindqvist</p>`, "Marta Lindqvist"},

		{`<meta name=author content="OKORO, ADA">`, "ADA OKORO"},
		{`<p>By Marta Lindqvist, PhD, and Olu Adeyemi, MD</p>`, "Marta Lindqvist, PhD|Olu Adeyemi, MD"},
		{`<p class=byline>Marta Lindqvist, RN, FAND, CNN</p>`, "Marta Lindqvist, RN, FAND"},
		{`<p class=author-line>Von Marta Lindqvist, NDR</p>`, "Marta Lindqvist"},
		{`<div>By court reporter <a href="/people/ml/1">Marta Lindqvist</a></div>`, "Marta Lindqvist"},
		{`<div class=by>By <a href=/sites/ml>Marta Lindqvist</a>, Columnist. I write about the sea.</div>`, "Marta Lindqvist"},

		// Several authors.
		{`<p>By Marta Lindqvist and Olu Adeyemi, CNN Business</p>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<p>By Marta Lindqvist in Paris and Olu Adeyemi in London</p>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<p>Marta Lindqvist in Paris and Olu Adeyemi in London</p>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<p class=byline>By Marta Lindqvist, Olu Adeyemi, and Wen Tan | May 4, 2021</p>`, "Marta Lindqvist|Olu Adeyemi|Wen Tan"},
		{`<div class=authors><a href=/a>Marta Lindqvist</a><a href=/b>Olu Adeyemi</a></div>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<div class=authors><a href=/a>Émile Blanc</a><a href=/b>Øyvind Dahl</a></div>`, "Émile Blanc|Øyvind Dahl"},
		{`<div class=authors><a href=/a>Анна Ковалёва</a><a href=/b>Олег Титов</a></div>`, "Анна Ковалёва|Олег Титов"},
		{`<div class=authors><span class=author>A. Hale<span class=ltx_note><sup>†</sup><span><sup>†</sup>Supported by the Board.</span></span></span></div>`, "A. Hale"},
		{`<ul class=author-list><li><a href=#a>Marta Lindqvist</a><sup><a href=#f1>1</a></sup>,</li><li>&amp; <a href=#b>Olu Adeyemi</a><sup>2*</sup></li></ul>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<meta name=author content="Marta Lindqvist|Olu Adeyemi">`, "Marta Lindqvist|Olu Adeyemi"},
		{`<ul class=byline-list><li>Marta Lindqvist</li><li>Olu Adeyemi</li></ul>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<p class=byline><span>By</span> <a href=/a>Marta Lindqvist</a> <span>&amp;</span> <a href=/b>Olu Adeyemi</a></p>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<p class=byline>By <a href=/a>Marta Lindqvist</a>, Staff Writer, and <a href=/b>Olu Adeyemi</a>, Editor</p>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<div class=article-meta><div class=author-card><h3>Marta Lindqvist</h3><p>Tides reporter</p></div><div class=author-card><h3>Olu Adeyemi</h3><p>Data editor</p></div></div>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<script type="application/ld+json">{"@type":["NewsArticle","Article"],"headline":"Tides are late","author":[{"@type":"Person","name":"Marta Lindqvist","jobTitle":"Reporter"},{"@type":"Person","name":"Olu Adeyemi"}]}</script>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<script type="application/ld+json">{"@type":"WebPage","mainEntity":{"@type":"NewsArticle","headline":"Tides are late","author":"Marta Lindqvist, Olu Adeyemi"}}</script>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<script type="application/ld+json">{"@graph":[{"@type":"Article","headline":"Tides are late","author":{"@id":"#ml"}},{"@type":"Person","@id":"#ml","name":"Marta Lindqvist"}]}</script>`, "Marta Lindqvist"},
		{`<span class="vcard author"><span class=fn>Marta Lindqvist</span></span>`, "Marta Lindqvist"},
		{`<div class=c-byline><span class=c-byline__item>By <a href=/a>Marta Lindqvist</a></span> <span class=c-byline__item>May 4, 2021</span></div>`, "Marta Lindqvist"},

		{`<div class=v-byline>By <div><a href=/a>Marta Lindqvist</a></div><span> and </span><div><a href=/b>Olu Adeyemi</a></div></div>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<div class=authors>By <div><a href=/a>Marta Lindqvist</a>,</div> <div><a href=/b>Olu Adeyemi</a></div> <div>and</div> <div>Wen Tan</div></div>`, "Marta Lindqvist|Olu Adeyemi|Wen Tan"},
		{`<div class=blog-author><a href=/a>Marta Lindqvist</a>, Staff Attorney, Tides Program<br>&amp; <a href=/b>Olu Adeyemi</a>, Director of Shores</div>`, "Marta Lindqvist|Olu Adeyemi"},
		{`<div class=meta><time><span>October 17, 2023</span><span>6:01 PM ET</span></time><div>Heard on Shore Radio</div></div><div class=byline>Marta Lindqvist</div>`, "Marta Lindqvist"},
		{`<p>Dr. Marta Lindqvist, PhD and Olu Adeyemi, MPH</p>`, "Dr. Marta Lindqvist, PhD|Olu Adeyemi, MPH"},
		{`<p>By MARTA LINDQVIST and OLU ADEYEMI<br>Shore Gazette Staff Writers</p>`, "MARTA LINDQVIST|OLU ADEYEMI"},
		{`<p>Written by Marta Lindqvist<br>Hallin | Updated: May 4, 2021 10:15 IST</p>`, "Marta Lindqvist"},
		{`<p>Reported by: Marta Lindqvist, Edited by: Olu Adeyemi</p>`, "Marta Lindqvist"},
		{`<p>By Marta Lindqvist The Shore Gazette</p>`, "Marta Lindqvist"},
		{`<span itemprop="author publisher">Marta Lindqvist</span>`, "Marta Lindqvist"},
		{`<header class=content__header--no-promo><p class=byline>By Marta Lindqvist</p></header>`, "Marta Lindqvist"},
		{`<p>Posted by Marta on May 4, 2021</p><div class=author-box><div class=author-name>About Marta Lindqvist</div></div>`, "Marta Lindqvist"},
		{`<p>By logging in you agree to our <a href=/t>Terms of Use</a> and <a href=/p>Privacy Policy</a>, and to the use of cookies as described there.</p>`, ""},
		{`<ul><li><a href=/n/1><h3>Boats are late again</h3><span class=author>Olu Adeyemi</span></a></li></ul><p>By Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<span class=img-author>Olu Adeyemi</span>`, ""},
		{`<p>(Reporting by Marta Lindqvist; Editing by Olu Adeyemi)</p>`, "Marta Lindqvist"},

		{`<div>By <a href=/a>Marta Lindqvist</a>, <a href=/b>Olaf Adeyemi</a> and agencies</div>`, "Marta Lindqvist|Olaf Adeyemi"},
		{`<div>Marta Lindqvist and Jon Finch SHORE TODAY</div>`, "Marta Lindqvist|Jon Finch"},
		{`<div class=byline>By Marta Lindqvist/Jon Finch</div>`, "Marta Lindqvist|Jon Finch"},
		{`<div class=byline>By Marta Lindqvist/Getty Images</div>`, "Marta Lindqvist"},
		{`<div class=byline>Marta Lindqvist + Jon Finch</div>`, "Marta Lindqvist|Jon Finch"},
		{`<div class=byline><ul><li><a>Marta Lindqvist</a><div>Journalist</div></li><li><a>Jon Finch</a><div>Data editor</div></li></ul></div>`, "Marta Lindqvist|Jon Finch"},
		{`<meta name="smartbanner:author" content="Shore Apps">`, ""},
		{`<meta name=author content="Acme Web Design"><p>By Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tides are late","author":{"@type":"Person","name":"mlindqvist2"}}</script><p>By Marta Lindqvist and Jon Finch</p>`, "Marta Lindqvist|Jon Finch"},
		{`<meta name=author content="Lindqvist Sisters"><p>In the harbour</p>`, "Lindqvist Sisters"},
		{`<meta name=author content="Par AFP">`, "AFP"},
		{`<meta name=author content="Von Trapp">`, "Von Trapp"},
		{`<meta name=author content="Por Redação">`, ""},
		{`<meta name=author content="Recueilli par Marta Lindqvist">`, "Marta Lindqvist"},
		{`<meta name=author content="tidewatcher on">`, ""},
		{`<meta name=author content="am">`, ""},
		{`<p class=author>Haber Merkezi</p>`, "Haber Merkezi"},

		{`<span class=authorname-txt><span>Marta Lindqvist</span></span>`, "Marta Lindqvist"},
		{`<div class=author-posts><h4>Recent Posts</h4><p>The banks of the bay for twenty years, first with poles and a boat, later from the air, and what was found there by everybody who went.</p></div>`, ""},

		{`<p>By Marta Lindqvist (Hallin) and Jon Finch (Oster)</p>`, "Marta Lindqvist|Jon Finch"},
		{`<p>By Marta Lindqvist of the Shore Gazette and Jon Finch of the Oster Post</p>`, "Marta Lindqvist|Jon Finch"},
		{`<p>By Marta d'Orsay-Lindqvist</p>`, "Marta d'Orsay-Lindqvist"},
		{`<p>Posted in News by Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Guest blog by Marta Lindqvist</p>`, "Marta Lindqvist"},

		// German, French, Spanish, Portuguese, Italian, Dutch, the languages of the North and the East.
		{`<p>Von Marta Lindqvist und Olaf Krämer, Berlin</p>`, "Marta Lindqvist|Olaf Krämer"},
		{`<p>Von <b>Marta Lindqvist</b>, dpa</p>`, "Marta Lindqvist"},
		{`<p>Ein Gastkommentar von Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Marta Lindqvist, 04.05.2021, 10:15 Uhr</p>`, "Marta Lindqvist"},
		{`<p>Par Marta Lindqvist (avec AFP)</p>`, "Marta Lindqvist"},
		{`<p>Par <a href=/ml>Marta Lindqvist</a> et <a href=/oa>Omar Benali</a>, à Bruxelles</p>`, "Marta Lindqvist|Omar Benali"},
		{`<p>Propos recueillis par Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Por Marta Lindqvist, Ciudad de México</p>`, "Marta Lindqvist"},
		{`<p>Por: Marta Lindqvist | 4 mayo 2021</p>`, "Marta Lindqvist"},
		{`<p>Por Marta Lindqvist y Juan Peña</p>`, "Marta Lindqvist|Juan Peña"},
		{`<p>Por Marta Lindqvist, da Redação</p>`, "Marta Lindqvist"},
		{`<p>Por Marta Lindqvist — São Paulo</p>`, "Marta Lindqvist"},
		{`<p>di Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>A cura di Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Door Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Tekst: Marta Lindqvist Foto: Ola Berg</p>`, "Marta Lindqvist"},
		{`<p>Av: Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Autor: Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Автор: Марта Линдквист</p>`, "Марта Линдквист"},
		{`<p>Марта Линдквист, корреспондент</p>`, ""},
		{`<p>Yazan: Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<div class=yazar>Marta Lindqvist</div>`, "Marta Lindqvist"},
		{`<p>Veröffentlicht am <span>03.02.2022</span> von Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Marta Lindqvist <span>Zuletzt geändert am 06.11.2023</span></p>`, "Marta Lindqvist"},
		{`<p>Texto de Marta Lindqvist e fotos de Rui Costa</p>`, "Marta Lindqvist"},
		{`<p>Pubblicato il 3 febbraio 2024 da Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Opracowanie: Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Penulis: Marta Lindqvist</p>`, "Marta Lindqvist"},
		{`<p>Γράφει η Μαρία Παπαδοπούλου</p>`, "Μαρία Παπαδοπούλου"},
		{`<p>بقلم: ليلى حسن</p>`, "ليلى حسن"},
		{`<p>מאת: יעל כהן</p>`, "יעל כהן"},
		{`<p>लेखक: सीमा शर्मा</p>`, "सीमा शर्मा"},

		// Scripts without spaces.
		{`<p>文/王小明</p>`, "王小明"},
		{`<p>作者：王小明</p>`, "王小明"},
		{`<p>作者 | 王小明</p>`, "王小明"},
		{`<p>来源：岸边报 作者：王小明</p>`, "王小明"},
		{`<p>2021-05-04 10:15 来源：岸边报 记者：王小明</p>`, "王小明"},
		{`<p>文＝山田太郎</p>`, "山田太郎"},
		{`<p>記者王小明／台北報導</p>`, "王小明"},
		{`<p>記者 王小明、李华／台北報導</p>`, "王小明|李华"},
		{`<div class=byline>王小明 北京报道</div>`, "王小明"},
		{`<p>文/山田太郎 編集/佐藤花子</p>`, "山田太郎"},
		{`<div class=reporter><span>김철수 기자</span><span>k@news.example</span></div>`, "김철수"},
		{`<p>撰文：王小明</p>`, "王小明"},
		{`<p>文：山田 太郎</p>`, "山田 太郎"},
		{`<p>Text by 山田太郎</p>`, "山田太郎"},
		{`<p class=byline>山田太郎（編集部）</p>`, "山田太郎"},
		{`<p>執筆：山田太郎、鈴木花子</p>`, "山田太郎|鈴木花子"},
		{`<p>김철수 기자</p>`, "김철수"},
		{`<p>김철수 기자 shore@news.example</p>`, "김철수"},
		{`<p>글·사진 김철수 기자</p>`, "김철수"},
		{`<p>글: 김철수</p>`, "김철수"},

		// Who is not the author.
		{`<p class=byline>By Shore Gazette Staff</p>`, "Shore Gazette Staff"},
		{`<p class=byline>Updated May 4, 2021</p>`, ""},
		{`<p>Photo by Olu Adeyemi</p>`, ""},
		{`<p class=byline>By Marta Lindqvist</p><p class=photo-credit>Olu Adeyemi / Getty Images</p>`, "Marta Lindqvist"},
	} {
		got := strings.Join(readPage(t, "<title>Tides are late</title><h1>Tides are late</h1>"+c.html+prose, "https://www.gazette.example/news/tides").Authors, "|")
		assert.Equal(t, c.want, got, c.html)
	}
}

// TestPersonsAtHeading has names that nothing marks as those of authors but their place, and notes at the end.
func TestPersonsAtHeading(t *testing.T) {
	prose := strings.Repeat("<p>The flood comes in over the flats faster than a person walks, and nobody was surprised by that.</p>", 6)
	for _, c := range []struct{ before, after, want string }{
		{`<p>Marta Lindqvist | Senior Writer | May 4, 2021</p>`, "", "Marta Lindqvist"},
		{`<div><img alt="" src=a.jpg> Marta Lindqvist in <a href=/c>Shores</a> · May 4, 2021</div>`, "", "Marta Lindqvist"},
		{`<div><span>Marta Lindqvist</span> <span>3 hours ago</span></div>`, "", "Marta Lindqvist"},
		{`<div><a href=/people/lindqvist>Marta Lindqvist</a><span>5 min read</span></div>`, "", "Marta Lindqvist"},
		{`<p>Marta Lindqvist<br>Updated: May 4, 2021 5:10 p.m.</p>`, "", "Marta Lindqvist"},
		{`<address><div>Marta Lindqvist Harbour correspondent</div></address>`, "", "Marta Lindqvist"},
		{`<p>Medically reviewed by Jon Berg, MD — By Marta Lindqvist — Updated on May 4, 2021</p>`, "", "Marta Lindqvist"},
		{`<p>Marta Lindqvist, Ngozi Obi, Wen X. Tan</p>`, "", "Marta Lindqvist|Ngozi Obi|Wen X. Tan"},
		{`<p><a href="mailto:ml@gazette.example">Marta Lindqvist</a></p>`, "", "Marta Lindqvist"},
		{`<p>Staff Reporter Marta Lindqvist</p>`, "", "Marta Lindqvist"},
		{`<h3>By bus</h3><p>Line 4, stop Pump.</p>`, "", ""},
		{`<div class=authors><span>Marta Lindqvist</span><span>Madrid - </span><time datetime=2021-05-04>4 May 2021</time></div>`, "", "Marta Lindqvist"},
		{`<p>By MARTA LINDQVIST Associated Press</p>`, "", "MARTA LINDQVIST"},

		{`<p>Hallin Sands | May 4, 2021</p>`, "", ""},
		{`<p>Cape Town</p><p>May 4, 2021</p>`, "", ""},
		{`<p><a href=/tag/marta-lindqvist>Marta Lindqvist</a></p>`, "", ""},
		{`<ul><li><a href=/cartoon>Martin Toons</a></ul>`, "", ""},
		{`<figure><img src=a.jpg><figcaption>Marta Lindqvist</figcaption></figure>`, "", ""},
		{`<p class=caption>Marta Lindqvist / Reuters</p>`, "", ""},
		{`<p>Marta Lindqvist - the face of the town of Hallin</p>`, "", ""},
		{"", `<aside><h3>More</h3><div><h4>The ferry runs late again</h4><span class=byline>By Marta Lindqvist</span></div></aside>`, ""},
		{"", `<p>Marta Lindqvist is a reporter whom the flood caught in Hallin.</p>`, ""},
		{"", `<blockquote><p>The sea takes what it wants.</p><p>— Marta Lindqvist</p></blockquote>`, ""},
	} {
		got := strings.Join(readPage(t, "<title>Tides are late</title><main><h1>Tides are late</h1>"+c.before+prose+c.after+"</main>", "https://www.gazette.example/news/tides").Authors, "|")
		assert.Equal(t, c.want, got, c.before+c.after)
	}
	about := "<title>Marta Lindqvist is elected</title><h1>Marta Lindqvist is elected</h1><p>Marta Lindqvist</p>" + prose
	assert.Empty(t, readPage(t, about, "https://www.gazette.example/news/election").Authors, "the subject")
	many := "<title>Our team</title><h1>Our team</h1><p>Marta Lindqvist</p><p>Anna Holm</p><p>David Berg</p><p>Peter Roy</p>" + prose
	assert.Empty(t, readPage(t, many, "https://www.gazette.example/team").Authors, "a list of persons")
}
