package meta

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDateForms has a date in each form that pages use: the point in time, and
// whether the page told a time of day.
func TestDateForms(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		dateOnly       bool
	}{
		{"RFC 3339", "2024-03-05T08:09:10Z", "2024-03-05T08:09:10Z", false},
		{"RFC 3339 with an offset", "2024-03-05T08:09:10-05:00", "2024-03-05T08:09:10-05:00", false},
		{"fractions of a second", "2024-03-05T08:09:10.123456Z", "2024-03-05T08:09:10Z", false},
		{"offset without a colon", "2024-03-05T08:09:10.000+0100", "2024-03-05T08:09:10+01:00", false},
		{"no seconds", "2024-03-05T08:09+01:00", "2024-03-05T08:09:00+01:00", false},
		{"no zone is UTC", "2024-03-05T08:09:10", "2024-03-05T08:09:10Z", false},
		{"no zone and no seconds", "2024-03-05 08:09", "2024-03-05T08:09:00Z", false},
		{"space for the T", "2024-03-05 08:09:10", "2024-03-05T08:09:10Z", false},
		{"space before the offset", "2024-03-05 08:09:10 +0100", "2024-03-05T08:09:10+01:00", false},
		{"basic format", "20240305T080910Z", "2024-03-05T08:09:10Z", false},
		{"basic date", "20240305", "2024-03-05T00:00:00Z", true},
		{"date", "2024-03-05", "2024-03-05T00:00:00Z", true},
		{"slashes", "2024/03/05", "2024-03-05T00:00:00Z", true},
		{"dots", "2024.03.05", "2024-03-05T00:00:00Z", true},
		{"date of mail", "Tue, 05 Mar 2024 08:09:10 +0100", "2024-03-05T08:09:10+01:00", false},
		{"date of HTTP", "Tue, 05 Mar 2024 08:09:10 GMT", "2024-03-05T08:09:10Z", false},
		{"date of Unix", "Tue Mar  5 08:09:10 UTC 2024", "2024-03-05T08:09:10Z", false},
		{"date of JavaScript", "Tue Mar 5 2024 08:09:10 GMT+0100", "2024-03-05T08:09:10+01:00", false},
		{"white space", "  2024-03-05 \n", "2024-03-05T00:00:00Z", true},
		{"English", "March 5th, 2024", "2024-03-05T00:00:00Z", true},
		{"English, day first", "5th of March 2024", "2024-03-05T00:00:00Z", true},
		{"English, cut", "Mar. 5, 2024", "2024-03-05T00:00:00Z", true},
		{"English, capitals", "TUESDAY, MARCH 5, 2024", "2024-03-05T00:00:00Z", true},
		{"time before the date", "8:09 AM EST, March 5, 2024", "2024-03-05T00:00:00Z", true},
		{"time with seconds before the date", "08:09:10 05.03.2024", "2024-03-05T00:00:00Z", true},
		{"time after the date", "March 5, 2024 8:09 AM", "2024-03-05T00:00:00Z", true},
		{"German", "Dienstag, 5. März 2024", "2024-03-05T00:00:00Z", true},
		{"French", "mardi 5 février 2024", "2024-02-05T00:00:00Z", true},
		{"Spanish", "5 de septiembre de 2024", "2024-09-05T00:00:00Z", true},
		{"Portuguese", "5 de março de 2024", "2024-03-05T00:00:00Z", true},
		{"Italian", "5 dicembre 2024", "2024-12-05T00:00:00Z", true},
		{"Dutch", "5 maart 2024", "2024-03-05T00:00:00Z", true},
		{"Polish", "5 października 2024", "2024-10-05T00:00:00Z", true},
		{"Turkish", "5 Ağustos 2024", "2024-08-05T00:00:00Z", true},
		{"Russian", "5 декабря 2024 г.", "2024-12-05T00:00:00Z", true},
		{"Chinese", "2024年3月5日", "2024-03-05T00:00:00Z", true},
		{"American slashes", "12/31/2024", "2024-12-31T00:00:00Z", true},
		{"European slashes", "31/12/2024", "2024-12-31T00:00:00Z", true},
		{"European dots with two digits", "05.03.24", "2024-03-05T00:00:00Z", true},
		{"dots and spaces", "5. 3. 2024", "2024-03-05T00:00:00Z", true},
		{"dashes and a word", "05-Mar-2024", "2024-03-05T00:00:00Z", true},
		{"year before the month", "2024 March 5", "2024-03-05T00:00:00Z", true},
		{"ordinal", "Sunday the 1st of September, 2024", "2024-09-01T00:00:00Z", true},
		{"time between", "Mar 5, 8:09 AM 2024", "2024-03-05T00:00:00Z", true},
		{"numbers before", "12 comments, 3 of them new, 5 March 2024", "2024-03-05T00:00:00Z", true},
		{"dashes, year last", "05-03-2024", "2024-03-05T00:00:00Z", true},
		{"leap day", "2024-02-29", "2024-02-29T00:00:00Z", true},
		{"first year", "1990-01-01", "1990-01-01T00:00:00Z", true},
		{"last year", "2100-12-31", "2100-12-31T00:00:00Z", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, ok := parseDate(c.in, false)
			require.True(t, ok, c.in)
			assert.Equal(t, c.want, d.Format(time.RFC3339))
			assert.Equal(t, c.dateOnly, d.DateOnly)
		})
	}
}

// TestNoDate has texts with numbers that are no date of a page.
func TestNoDate(t *testing.T) {
	for name, in := range map[string]string{
		"year before the web": "1989-12-31",
		"year far ahead":      "2101-01-01",
		"month 13":            "2024-13-05",
		"day that is none":    "2023-02-29",
		"day 0":               "0 March 2024",
		"month alone":         "March 2024",
		"year alone":          "in 2024",
		"seconds since 1970":  "1709626150",
		"milliseconds":        "1709626150000",
		"time of day":         "08:09:10",
		"time and a number":   "8:09 pm, 12 comments",
		"telephone":           "+49 30 1234567",
		"version":             "v1.22.3",
		"price":               "$1,234.56",
		"address of a host":   "192.168.0.1",
		"words":               "yesterday at noon",
		"too short":           "5/3/4",
		"angles":              "Incline 5° / 11° / 12°",
		"sizes":               "about 7h (21 cm) & 11h (30 cm)",
		"counts":              "11 points, 2 comments, 22 minutes ago",
		"spaced short year":   "5 / 11 / 12",
		"words between":       "5 harbours in March and 2024 boats",
		"a month far away":    "11 replies by May Finch, 4 votes, since 2022",
		"four numbers":        "24.03.05.06",
		"year of two digits":  "March 5, 24",
		"nothing":             "",
		"white space":         "          ",
	} {
		_, ok := parseDate(in, false)
		assert.False(t, ok, "%s: %q", name, in)
	}
}

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
		{"JSON-LD of another thing", `<script type="application/ld+json">{"@type":"ImageObject","datePublished":"2024-01-03"}</script>`, "2024-01-03"},
		{"microdata in a meta", `<meta itemprop=datePublished content=2024-01-04>`, "2024-01-04"},
		{"Parsely", `<meta name=parsely-pub-date content=2024-01-05>`, "2024-01-05"},
		{"Highwire", `<meta name=citation_publication_date content=2024/01/06>`, "2024-01-06"},
		{"Dublin Core", `<meta name=DC.date.issued content=2024-01-07>`, "2024-01-07"},
		{"plain meta", `<meta name=date content=2024-01-08>`, "2024-01-08"},
		{"microdata", `<span itemprop=datePublished content=2024-01-09>lately</span>`, "2024-01-09"},
	}
	for i, c := range sources {
		page := ""
		for _, s := range sources[i:] {
			page += s.html
		}
		r := readPage(t, page, "")
		assert.Equal(t, c.day, r.Published.Format(time.DateOnly), c.name)
		assert.Empty(t, r.Doubtful, c.name)
		assert.True(t, r.DateOnly, c.name)
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
		page := ""
		for _, s := range sources[i:] {
			page += s.html
		}
		r := readPage(t, page, "")
		assert.Equal(t, c.day, r.Published.Format(time.DateOnly), c.name)
		if i > 0 && i < 5 && c.why == "" {
			continue // for the page has others, far from the heading
		}
		assert.Contains(t, r.Doubtful, c.why, c.name)
		assert.Equal(t, c.why == "", r.Doubtful == "", c.name)
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
		{"two of the month in the address", far + `<p>3 January 2024</p><p>9 March 2023</p>`, "https://shore.example/2024/01/tides", "2024-01-03", ""},
		{"two times far away", far + `<time datetime=2024-01-03>then</time><time datetime=2023-03-09>then</time>`, "", "2024-01-03", "far from the heading"},
		{"last edited, far away", far + `<p>Last edited 3 January 2024</p>`, "", "2024-01-03", "last change"},
		{"either order", `<h1>Tides</h1><p>03/04/2024</p>`, "", "2024-03-04", "swapped"},
		{"either order, marked", `<meta name=date content="03/04/2024">`, "", "2024-03-04", "swapped"},
		{"one order", `<h1>Tides</h1><p>03/24/2024</p>`, "", "2024-03-24", ""},
		{"order of the language", `<html lang=en-GB><h1>Tides</h1><p>03/04/2024</p>`, "", "2024-04-03", ""},
		{"order of dots", `<h1>Tides</h1><p>03.04.2024</p>`, "", "2024-04-03", ""},
		{"order of the address", `<h1>Tides</h1><p>03/04/2024</p>`, "https://shore.example/2024/april/tides", "2024-04-03", ""},
		{"address over text", `<h1>Tides</h1><p>The race of 3 January 2024</p>`, "https://shore.example/2024/01/05/tides", "2024-01-05", ""},
	} {
		r := readPage(t, c.html, c.address)
		assert.Equal(t, c.want, r.Published.Format(time.DateOnly), c.name)
		assert.Contains(t, r.Doubtful, c.why, c.name)
		assert.Equal(t, c.why == "", r.Doubtful == "", c.name)
	}
	r := readPage(t, `<h1>Tides</h1><p>Updated 3 January 2024</p>`, "")
	assert.Equal(t, r.Published, r.Modified)
}

func TestUnreadableDatesAreLeftOut(t *testing.T) {
	r := readPage(t, `<meta property="article:published_time" content="soon"><meta name=date content="2024-13-45"><meta name=pubdate content="2024-03-05">`, "")
	assert.Equal(t, "2024-03-05", r.Published.Format(time.DateOnly))
	assert.Empty(t, r.Doubtful)
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
	assert.Contains(t, r.Doubtful, "last change")
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
