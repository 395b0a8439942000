package classify_test

import (
	"strings"
	"testing"
)

// Hours, prices and codes below the last text of a page are kept with their heading.
func TestKeepFacts(t *testing.T) {
	const hours = "<table><tr><td>Mon<td>8 to 12<tr><td>Tue<td>9 to 17</table>"
	for name, test := range map[string]struct {
		body  string // below a text
		score float32
		added string
	}{
		"a table below a heading":     {"<h2>Hours</h2>" + hours, 0.13, "Hours | Mon | 8 to 12 | Tue | 9 to 17"},
		"less likely":                 {"<h2>Hours</h2>" + hours, 0.12, ""},
		"a table without a heading":   {hours, 0.13, "Mon | 8 to 12 | Tue | 9 to 17"},
		"in a section":                {"<section><h2>Hours</h2><div>" + hours + "</div></section>", 0.13, "Hours | Mon | 8 to 12 | Tue | 9 to 17"},
		"terms":                       {"<h3>Sizes</h3><dl><dt>Keel<dd>oak<dt>Mast<dd>pine</dl>", 0.13, "Sizes | Keel | oak | Mast | pine"},
		"a list with digits":          {"<h3>Ring</h3><ul><li>Gate 17<li>Ward 23</ul>", 0.13, "Ring | Gate 17 | Ward 23"},
		"a list of words":             {"<h3>Tags</h3><ul><li>boats<li>nets</ul>", 0.13, ""},
		"a likely list of text":       {"<h3>Rules</h3><ul><li>no dogs<li>no fires</ul>", 0.25, "Rules | no dogs | no fires"},
		"a less likely list":          {"<h3>Rules</h3><ul><li>no dogs<li>no fires</ul>", 0.24, ""},
		"a likely list of names":      {"<h3>Tags</h3><ul><li>boats<li>nets</ul>", 0.25, ""},
		"a likely list of links":      {"<h3>More</h3><ul><li><a href=/a>Tides of spring</a><li><a href=/b>Tides of autumn</a></ul>", 0.25, ""},
		"code":                        {"<pre>open 3</pre>", 0.05, "open 3"},
		"code with many signs":        {"<pre>&lt;tr>&lt;td>$1 | &copy; 2&lt;/td>&lt;/tr></pre>", 0.05, "<tr><td>$1 | © 2</td></tr>"},
		"code below its language":     {"<div><div><span>html</span></div><pre>open 3</pre></div>", 0.05, "open 3"},
		"code below a longer line":    {"<div><div><span>this is how it looks</span></div><pre>open 3</pre></div>", 0.05, ""},
		"less likely code":            {"<pre>open 3</pre>", 0.04, ""},
		"text that is set as code":    {"<p style=white-space:pre>open {<p style=white-space:pre>}", 0.05, "open { | }"},
		"a quotation with its author": {"<blockquote class=twitter-tweet><p>Low tide</p>&mdash; Ada (@ada)</blockquote>", 0.05, "Low tide | — Ada (@ada)"},
		"a post of Substack":          {"<div class=tweet><a class=tweet-link-top href=/x><div>Low tide</div></a><a href=/x>3 May</a></div>", 0.05, "Low tide | 3 May"},
		"a preview of Discourse":      {"<aside class=onebox><header><a href=/x>x.example</a></header><article><h3>Low tide</h3><p>Ebb</article></aside>", 0.05, "x.example | Low tide | Ebb"},
		"a quotation of Discourse":    {"<aside class=quote><div class=title>ada:</div><blockquote><p>Low tide</blockquote></aside>", 0.05, "ada: | Low tide"},
		"another aside":               {"<aside class=box><div class=title>ada:</div><blockquote><p>Low tide</blockquote></aside>", 0.05, ""},
		"a quotation with a caption":  {"<figure><blockquote><p>Low tide</p></blockquote><figcaption>Ada</figcaption></figure>", 0.05, "Low tide | Ada"},
		"a film with a caption":       {"<figure><video src=/a.mp4></video><figcaption>Low tide</figcaption></figure>", 0.05, "Low tide"},
		"a quotation without one":     {"<blockquote><p>Low tide</p></blockquote>", 0.05, ""},
		"terms in a figure":           {"<figure><dl><dt>Keel<dd>oak<dt>Mast<dd>pine</dl><figcaption>The boat</figcaption></figure>", 0.13, "Keel | oak | Mast | pine | The boat"},
		"below two headings":          {"<h2>Visit</h2><h3>Hours</h3>" + hours, 0.13, "Visit | Hours | Mon | 8 to 12 | Tue | 9 to 17"},
		"below two of one level":      {"<h2>Local news</h2><h2>Hours</h2>" + hours, 0.13, ""},
		"an address":                  {"<h3>Find us</h3><address>Quay 4<br>Tel. 01234 5566</address>", 0.13, "Find us | Quay 4 Tel. 01234 5566"},
		"an address in a sentence":    {"<h3>Find us</h3><p>Quay 4 " + strings.Repeat("and ", 38) + "556</p>", 0.13, ""},
		"half of the lines":           {"<h3>Ring</h3><ul><li>Gate 17<li>at night</ul>", 0.13, "Ring | Gate 17 | at night"},
		"lines":                       {"<h3>Fares</h3><p>Walkers 4<p>Carts 25", 0.13, "Fares | Walkers 4 | Carts 25"},
		"lines that a text announces": {"<p>These are the fares:</p><p>Walkers 4<p>Carts 25", 0.13, ""},
		"one line":                    {"<h3>Seen</h3><p>Last on 4 June", 0.13, ""},
		"one line with much":          {"<h3>Seen</h3><p>Last on 4 June 1924", 0.13, "Seen | Last on 4 June 1924"},
		"lines without a heading":     {"<p>Seen on 4 June<p>Put right on 5 June", 0.13, ""},
		"lines below a bold one":      {"<p><b>Fares</b><p>Walkers 4<p>Carts 25", 0.13, "Fares | Walkers 4 | Carts 25"},
		"lines below a longer one":    {"<p><b>What it costs those who come over</b> now<p>Walkers 4<p>Carts 25", 0.13, ""},
		"much in the first line":      {"<h3>Sources</h3><p>Holm 1999<p>Berg 2003", 0.13, "Sources | Holm 1999 | Berg 2003"},
		"much in the last line":       {hours + "<p>Tel. 01234 5566", 0.13, "Mon | 8 to 12 | Tue | 9 to 17 | Tel. 01234 5566"},
		"much in a last line of text": {"<p>Put right on 5 June 1924", 0.13, ""},
		"a list in a figure":          {"<figure><ul><li>Cod 40<li>Herring 22</ul><figcaption>Catches</figcaption></figure>", 0.25, "Cod 40 | Herring 22 | Catches"},
		"pictures in a figure":        {"<figure><ul><li><img src=a.jpg>Cod 40<li><img src=b.jpg>Herring 22</ul></figure>", 0.25, ""},
		"terms of links":              {"<h3>More</h3><dl><dt><a href=/a>Keel 1</a><dd><a href=/b>Mast 2</a></dl>", 0.13, ""},
		"links":                       {"<h3>More</h3><ul><li><a href=/a>Tides of 1910</a><li><a href=/b>Tides of 1911</a></ul>", 0.13, ""},
		"mail and telephone":          {"<h3>Ask</h3><p>Post: <a href=mailto:a@b.example>a@b.example</a><p>Bell: <a href=tel:+1>ring twice</a>", 0.13, "Ask | Post: a@b.example | Bell: ring twice"},
		"a button to call":            {"<h3>Ask</h3><p><a href=tel:+155501234>555 01234</a>", 0.13, ""},
		"in a footer":                 {"<footer><h3>Ring</h3><ul><li>Gate 17<li>Ward 23</ul></footer>", 0.13, ""},
		"of a class of related":       {"<div class=related><h3>Ring</h3><ul><li>Gate 17<li>Ward 23</ul></div>", 0.13, ""},
		"far away":                    {"<div><p>One</p><div><p>Two</p><div><p>Three</p><div><p>Four</p><div><h3>Ring</h3>" + hours + "</div></div></div></div></div>", 0.13, ""},
		"at the bound of blocks":      {"<h3>Ring</h3><ul>" + strings.Repeat("<li>Gate 17", 80) + "</ul>", 0.13, joined(append([]string{"Ring"}, numbered("Gate 17", 80)...))},
		"beyond the bound":            {"<h3>Ring</h3><ul>" + strings.Repeat("<li>Gate 17", 81) + "</ul>", 0.13, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: "<main><p>" + words(24) + "</p>" + test.body + "</main>", score: test.score, kept: "the tide comes in…"}, "keep facts").assertAdds(t, test.added)
		})
	}
}

// At the end of a part of which most is kept, lines with lower scores are kept as facts.
func TestKeepFactsOfContent(t *testing.T) {
	for name, test := range map[string]struct {
		page  string // %s is a text and what follows it
		body  string
		score float32
		added string
	}{
		"main":               {"<main>%s</main>", "<h2>Call</h2><p>Tel. 01234 5566", 0.05, "Call | Tel. 01234 5566"},
		"less likely":        {"<main>%s</main>", "<h2>Call</h2><p>Tel. 01234 5566", 0.04, ""},
		"no main":            {"<div>%s</div>", "<h2>Call</h2><p>Tel. 01234 5566", 0.05, ""},
		"a part of its own":  {"<div><div>%s</div><p>Else</p></div>", "<h2>Call</h2><p>Tel. 01234 5566", 0.13, "Call | Tel. 01234 5566"},
		"a last line of it":  {"<div><div>%s</div><p>Else</p></div>", "<p>Tickets<br>Adults 12<br>Carts 25", 0.13, "Tickets Adults 12 Carts 25"},
		"of the whole body":  {"%s<p>Else</p>", "<p>Tickets<br>Adults 12<br>Carts 25", 0.13, ""},
		"much else":          {"<main>%s<p>" + strings.Repeat("and ", 40) + "</main>", "<h2>Call</h2><p>Tel. 01234 5566</p>", 0.05, ""},
		"prices of plans":    {"<article>%s</article>", "<div><div><h3>One</h3><p>$9 a month</div><div><h3>All</h3><p>$29 a month</div></div>", 0.05, "One | $9 a month | All | $29 a month"},
		"a last line":        {"<main>%s</main>", "<p>Tickets<br>Adults 12<br>Carts 25", 0.05, "Tickets Adults 12 Carts 25"},
		"a last line, links": {"<main>%s</main>", "<p>Posted 4 June 1924 in <a href=/a>Boats</a>", 0.05, ""},
		"a row to its end":   {"<main>%s</main>", "<h2>Boats</h2><div><p>Oster<p>07:40<p>09:40</div>", 0.05, "Boats | Oster | 07:40 | 09:40"},
		"list below a line":  {"<main>%s<p>Glass is old.</p></main>", "<h2>Sources</h2><ol><li>Holm 1999<li>Berg 2003</ol>", 0.05, "Sources | Holm 1999 | Berg 2003"},
		"columns":            {"<main><section>%s</section>", "</section><section><h2>Call</h2><div><div><h3>Shop</h3><p>Quay 4, 1200</div><div><h3>Bell</h3><p>Tel. 01234 5566</div></div></section></main>", 0.05, "Call | Shop | Quay 4, 1200 | Bell | Tel. 01234 5566"},
		"last lines":         {"<main>%s</main>", "<div><p>Quay 4<p>Tel. 01234 5566</div>", 0.05, "Quay 4 | Tel. 01234 5566"},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.ReplaceAll(test.page, "%s", "<p>"+words(70)+"</p>"+test.body)
			run(t, state{html: body, score: test.score, kept: "the tide comes in…"}, "keep facts").assertAdds(t, test.added)
		})
	}
}

// Lists below headings are kept in a part of which most is kept, though lines between them are left out.
func TestKeepHeadedLists(t *testing.T) {
	const list = "<ul><li>flour<li>two eggs</ul>"
	for name, test := range map[string]struct {
		body  string
		score float32
		added string
	}{
		"list":                    {"<h3>Ingredients</h3>" + list, 0.13, "Ingredients | flour | two eggs"},
		"less likely":             {"<h3>Ingredients</h3>" + list, 0.12, ""},
		"below a chapter":         {"<h3>Ingredients</h3><h4>Dough</h4>" + list, 0.13, "Ingredients | Dough | flour | two eggs"},
		"below another section":   {"<h3>Method</h3><h3>Ingredients</h3>" + list, 0.13, "Ingredients | flour | two eggs"},
		"terms":                   {"<h3>Times</h3><dl><dt>Rest<dd>an hour</dl>", 0.13, "Times | Rest | an hour"},
		"boxes to tick":           {"<h3>Ingredients</h3><ul><li><label>box</label><div>flour</div><li><label>tick</label><div>two eggs</div></ul>", 0.13, "Ingredients | box | flour | tick | two eggs"},
		"labels alone":            {"<h3>Colour</h3><ul><li><label>red</label><li><label>blue</label></ul>", 0.13, ""},
		"links":                   {"<h3>More</h3><ul><li><a href=/a>Tides of spring</a><li><a href=/b>Tides of autumn</a></ul>", 0.13, ""},
		"without a heading":       {list, 0.13, ""},
		"of a class of related":   {"<div class=related><h3>Ring</h3>" + list + "</div>", 0.13, ""},
		"in a part of other text": {"<h3>Ingredients</h3>" + list + "<p>" + strings.Repeat("and ", 40), 0.13, ""},
	} {
		t.Run(name, func(t *testing.T) {
			body := "<main><p>" + words(70) + "</p><p>4.2 from 57 votes</p>" + test.body + "</main>"
			run(t, state{html: body, score: test.score, kept: "the tide comes in…"}, "keep introduced lists").assertAdds(t, test.added)
		})
	}
}

// A colon announces facts, too.
func TestKeepAnnouncedFacts(t *testing.T) {
	page := state{html: "<p>The fares in pence:</p><p>Walkers 4<p>Carts 25<h2>Next</h2>", score: 0.13, kept: "The fares in pence:"}
	run(t, page, "keep facts").assertAdds(t, "Walkers 4 | Carts 25")
	page.html = strings.Replace(page.html, ":", ".", 1)
	page.kept = "The fares in pence."
	run(t, page, "keep facts").assertAdds(t, "")
}

// Lines with bold labels are kept alike.
func TestKeepLabelledLines(t *testing.T) {
	for name, test := range map[string]struct {
		body  string
		score float32
		added string
	}{
		"around a kept one": {"<div><div><b>When:</b> Friday</div><div><b>Where:</b> Hall</div><div><b>Price:</b> free</div></div>", 0.25, "When: Friday | Price: free"},
		"less likely":       {"<div><div><b>When:</b> Friday</div><div><b>Where:</b> Hall</div><div><b>Price:</b> free</div></div>", 0.24, ""},
		"in an aside":       {"<aside><p><b>When:</b> Friday</p><p><b>Where:</b> Hall</p></aside>", 0.25, "When: Friday"},
		"of another part":   {"<div><div><b>When:</b> Friday</div></div><div><b>Where:</b> Hall</div>", 0.25, ""},
		"without a label":   {"<div><div>Friday</div><div><b>Where:</b> Hall</div></div>", 0.25, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: "<main>" + test.body + "</main>", score: test.score, kept: "Where: Hall"}, "keep facts").assertAdds(t, test.added)
		})
	}
}

// The lines of columns beside each other are kept alike, with their heading.
func TestKeepColumns(t *testing.T) {
	const days, hours = "<div class=c><p>Mon<p>Tue</div>", "<div class=c><p>9 to 17<p>closed</div>"
	for name, test := range map[string]struct {
		body  string
		score float32
		added string
	}{
		"one line kept":     {"<h2>Hours</h2><div>" + days + hours + "</div>", 0.13, "Hours | Mon | 9 to 17 | closed"},
		"less likely":       {"<h2>Hours</h2><div>" + days + hours + "</div>", 0.12, ""},
		"of other classes":  {"<h2>Hours</h2><div>" + days + "<div class=other><p>9 to 17<p>closed</div></div>", 0.13, ""},
		"a link among them": {"<h2>Hours</h2><div>" + days + "<div class=c><p>9 to 17<p><a href=/a>more</a></div></div>", 0.13, ""},
		"prose among them":  {"<h2>Hours</h2><div>" + days + "<div class=c><p>9 to 17<p>closed since the flood took the door</div></div>", 0.13, ""},
		"headings":          {"<h2>Hours</h2><div>" + days + "<div class=c><h3>Wed</h3><p>closed</div></div>", 0.13, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, score: test.score, kept: "Tue"}, "keep facts").assertAdds(t, test.added)
		})
	}
}

// The options below a question are kept with it.
func TestKeepOptions(t *testing.T) {
	for name, test := range map[string]struct {
		body  string
		score float32
		added string
	}{
		"below a question": {"<fieldset><legend>Which port?</legend><ul><li><label><input type=radio> Oster</label><li><label><input type=radio> Haven</label></ul></fieldset>", 0.13, "Oster | Haven"},
		"less likely":      {"<p>Which port?</p><div><label>Oster</label></div><div><label>Haven</label></div>", 0.12, ""},
		"one alone":        {"<p>Which port?</p><div><label>Oster</label></div>", 0.13, ""},
		"below a sentence": {"<p>Which port.</p><div><label>Oster</label></div><div><label>Haven</label></div>", 0.13, ""},
		"no labels":        {"<p>Which port?</p><div>Oster</div><div>Haven</div>", 0.13, ""},
	} {
		t.Run(name, func(t *testing.T) {
			question := "Which port?"
			if !strings.Contains(test.body, question) {
				question = "Which port."
			}
			run(t, state{html: "<main><p>" + words(70) + "</p>" + test.body + "</main>", score: test.score, kept: "the tide comes in… | " + question}, "keep options").assertAdds(t, test.added)
		})
	}
}

// The rest of a row of siblings with digits is kept with its beginning.
func TestKeepRestOfRow(t *testing.T) {
	page := state{html: "<p>" + words(24) + "</p><div><div class=r>Holm 1999</div><div class=r>Berg 2003</div><div class=r>Roe 2010</div><div class=r>No year</div><div class=r>Ann 2012</div></div>",
		score: 0.25, kept: "the tide comes in… | Holm 1999"}
	run(t, page, "keep facts").assertAdds(t, "Berg 2003 | Roe 2010")
	page.score = 0.24
	run(t, page, "keep facts").assertAdds(t, "")
}
