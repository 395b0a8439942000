package classify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestKeepHeadings(t *testing.T) {
	text := "<p>" + words(10)
	items := "<ul><li>" + words(2) + "<li>" + words(2) + "</ul>"
	for name, test := range map[string]struct {
		body        string
		score       float32 // of the first block
		kept, added string
	}{
		"text below":                {"<h2>Tides</h2>" + text, 0.06, "the tide comes in…", "Tides"},
		"at a tenth":                {"<h2>Tides</h2>" + text, 0.05, "the tide comes in…", "Tides"},
		"below a tenth":             {"<h2>Tides</h2>" + text, 0.04, "the tide comes in…", ""},
		"linked, at the half":       {"<h2><a href=/t>Tides</a></h2>" + text, 0.25, "the tide comes in…", "Tides"},
		"linked, below the half":    {"<h2><a href=/t>Tides</a></h2>" + text, 0.24, "the tide comes in…", ""},
		"text left out":             {"<h2>Tides</h2>" + text, 0.4, "", ""},
		"first heading":             {"<h1>Tides</h1>" + text, 0.25, "the tide comes in…", "Tides"},
		"first heading, below half": {"<h1>Tides</h1>" + text, 0.24, "the tide comes in…", ""},
		"no words":                  {"<h2>(</h2>" + text, 0.3, "the tide comes in…", ""},
		"no heading":                {"<p>Tides</p>" + text, 0.3, "the tide comes in…", ""},
		"little text":               {"<h2>Tides</h2><p>" + words(3), 0.3, "the tide comes", "Tides"},
		"less text":                 {"<h2>Tides</h2><p>" + words(2), 0.3, "the tide", ""},
		"role":                      {"<div role=heading>Tides</div>" + text, 0.3, "the tide comes in…", "Tides"},
		"list of short items":       {"<h2>Pros</h2>" + items, 0.3, "the tide | the tide (2)", "Pros"},
		"half a list":               {"<h2>Pros</h2>" + items, 0.3, "the tide", ""},
		"lines between":             {"<h2>Heron</h2><p>£25</p><p>a day</p>" + text, 0.3, "the tide comes in…", "Heron"},
		"too many between":          {"<h2>Heron</h2><p>£25</p><p>a day</p><p>or two</p>" + text, 0.3, "the tide comes in…", ""},
		"time between":              {"<h2>Heron</h2><p>" + words(10) + "<time>June</time></p>" + text, 0.3, "the tide comes in… (2)", ""},
		"long line between":         {"<h2>Heron</h2>" + text + text, 0.3, "the tide comes in… (2)", ""},
		"kept heading below":        {"<h2>Birds</h2><h3>Heron</h3>" + text, 0.3, "Heron | the tide comes in…", "Birds"},
		"question of an accordion":  {"<button class=accordion-toggle>How deep?</button>" + text, 0.3, "the tide comes in…", "How deep?"},
		"control of a part":         {"<button>How deep?</button><div role=region style='display:none'>" + text + "</div>", 0.3, "the tide comes in…", "How deep?"},
		"summary":                   {"<details open><summary>How deep?</summary>" + text + "</details>", 0.3, "the tide comes in…", "How deep?"},
		"other button":              {"<button>Add it</button>" + text, 0.3, "the tide comes in…", ""},
		"control that says nothing": {"<button class=accordion-toggle>Click to expand...</button>" + text, 0.3, "the tide comes in…", ""},
		"control of a word":         {"<button class=accordion-toggle>More</button>" + text, 0.3, "the tide comes in…", ""},
		"kept heading of its level": {"<h2>Seen last</h2><h2>Heron</h2>" + text, 0.12, "Heron | the tide comes in…", ""},
		"such a heading, likelier":  {"<h2>Birds</h2><h2>Heron</h2>" + text, 0.13, "Heron | the tide comes in…", "Birds"},
		"left-out heading below":    {"<h2>Birds</h2><h1>Heron</h1>" + text, 0.3, "the tide comes in…", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, prose: 1, first: test.score, kept: test.kept}, "keep headings")
			got.assertAdds(t, test.added)
		})
	}
}

// The heading of a part is kept with its text, and that of the chapter with it.
func TestHeadingsOfChapters(t *testing.T) {
	got := run(t, state{html: "<h2>Birds</h2><h3>Heron</h3><p>It wades.", prose: 1, score: 0.3, kept: "It wades."}, "keep headings")
	got.assertAdds(t, "")
	got = run(t, state{html: "<table><tr><td colspan=2><h3>Starters</h3><tr><td>Soup<td>4<tr><td colspan=2><h3>Mains</h3><tr><td>Pie<td>11</table>", prose: 1, score: 0.3, kept: "Soup | 4 | Pie | 11"}, "keep headings")
	got.assertAdds(t, "Starters | Mains")
	got = run(t, state{html: "<h2>Birds</h2><h3>Heron</h3><p>It wades alone.", prose: 1, score: 0.3, kept: "It wades alone."}, "keep headings")
	got.assertAdds(t, "Birds | Heron")
}

// A heading that is a link must be likelier on a page of prose.
func TestHeadedByALink(t *testing.T) {
	for _, test := range []struct {
		prose, score float32
		added        string
	}{{0, 0.125, "Heron"}, {0, 0.12, ""}, {1, 0.25, "Heron"}, {1, 0.24, ""}} {
		page := state{html: "<h2><a href=/heron>Heron</a></h2><p>It wades alone.", prose: test.prose, score: test.score, kept: "It wades alone."}
		assert.Equal(t, test.added, run(t, page, "keep headings").added, "%v", test)
	}
}

// Titles of other articles in a row above the text of an article don't head that text.
func TestTeasersAboveTheText(t *testing.T) {
	teaser := func(title string) string { return "<div class=card><h3><a href=/b>" + title + "</a></h3></div>" }
	row := teaser("Tides") + teaser("Banks") + teaser("Poles")
	for name, test := range map[string]struct {
		body, kind, added string
	}{
		"of an article":    {"<div>" + row + "</div><p>The flood comes in.</p>", "article", "Poles"},
		"of another page":  {"<div>" + row + "</div><p>The flood comes in.</p>", "", "Tides | Banks | Poles"},
		"no links":         {"<div>" + strings.ReplaceAll(row, " href=/b", "") + "</div><p>The flood comes in.</p>", "article", "Tides | Banks | Poles"},
		"two are no row":   {"<h3><a href=/b>Tides</a></h3><h3><a href=/c>Banks</a></h3><p>The flood comes in.</p>", "article", "Tides | Banks"},
		"over other ranks": {strings.ReplaceAll("<div>"+row+"</div>", "<div class=card><h3>", "<div class=card><h2>") + "<h3>Depths</h3><p>The flood comes in.</p>", "article", "Poles | Depths"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, hints: features.Hints{Type: test.kind}, score: 0.4, kept: "The flood comes in."}, "keep headings")
			got.assertAdds(t, test.added)
		})
	}
}

// A heading that opens a card is kept with most of the card, however many lines stand
// between the heading and the text.
func TestHeadingOfAKeptCard(t *testing.T) {
	const lines = "<i>8.4</i><p>Track price<p>Buy it<p>$900<p>In stock"
	card := func(name, head, text string) string {
		return "<article><h3>" + name + "</h3>" + head + "<p>" + text + "</article>"
	}
	const five, six = "It wades alone and waits", "It wades alone and waits there"
	long := "Text of " + words(18)
	other := card("Tern", lines, words(20))
	for name, test := range map[string]struct{ body, kept, added string }{
		"most of the card":     {card("Heron", lines, long) + other, "Text of the tide…", "Heron"},
		"a card alone":         {card("Heron", lines, long), "Text of the tide…", ""},
		"little of the card":   {card("Heron", "<p>"+long+"<p>"+long, six) + other, "It wades alone and…", ""},
		"few words":            {card("Heron", "", five) + other, five, "Heron"}, // right below
		"a word":               {card("Heron", "", "wades") + card("Tern", "", "dives"), "wades", ""},
		"two words":            {card("Heron", "", "wades there") + card("Tern", "", "dives there"), "wades there", "Heron"},
		"lines before":         {"<article>" + strings.Repeat("<p>new</p>", 4) + "<h3>Heron</h3>" + lines + "<p>" + long + "</article><article></article>", "Text of the tide…", "Heron"},
		"more lines before":    {"<article>" + strings.Repeat("<p>new</p>", 5) + "<h3>Heron</h3>" + lines + "<p>" + long + "</article><article></article>", "Text of the tide…", ""},
		"few words, far below": {card("Heron", lines, five) + other, five, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, score: 0.06, kept: test.kept}, "keep headings").assertAdds(t, test.added)
		})
	}
}

// The heading of a part that is left out doesn't head the next part.
func TestHeadingAtTheEndOfAPart(t *testing.T) {
	const before, after, button = "<p>it wades alone</p>", "<p>it fishes there</p>", "<button>Add one</button>"
	const both = "it wades alone | it fishes there"
	for name, test := range map[string]struct{ body, kept, added string }{
		"end of a part":       {"<div>" + before + "<h2>Comments</h2>" + button + "</div><div>" + after + "</div>", both, ""},
		"deeper":              {"<div>" + before + "<div><div><h2>Comments</h2>" + button + "</div></div></div><div>" + after + "</div>", both, ""},
		"nothing left out":    {"<div>" + before + "<h2>Comments</h2></div><div>" + after + "</div>", both, "Comments"},
		"no part":             {before + "<h2>Tides</h2>" + button + "<div>" + after + "</div>", both, "Tides"},
		"text in its part":    {"<div>" + before + "<h2>Tides</h2>" + button + after + "</div>", both, "Tides"},
		"begins its part":     {before + "<header><h2>Tides</h2>" + button + "</header><div>" + after + "</div>", both, "Tides"},
		"text before is lost": {"<div>" + before + "<h2>Tides</h2>" + button + "</div><div>" + after + "</div>", "it fishes there", "Tides"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, score: 0.2, kept: test.kept}, "keep headings").assertAdds(t, test.added)
		})
	}
}

func TestDropEmptyHeadings(t *testing.T) {
	for name, test := range map[string]struct {
		body, kept, dropped string
		score               float32
	}{
		"text left out":              {"<p>Ebb<h2>Flood</h2><p>Slack<h2>Banks</h2><p>Poles", "Ebb | Flood | Banks | Poles", "Flood", 0.5},
		"at the end":                 {"<p>Ebb<h2>Flood</h2><p>Slack", "Ebb | Flood", "Flood", 0.5},
		"a likely heading":           {"<p>Ebb<h2>Flood</h2><p>Slack", "Ebb | Flood", "", 0.6},
		"some of the text":           {"<h2>Ebb</h2><p>Flood<p>Slack", "Ebb | Slack", "", 0.5},
		"nothing in the source":      {"<p>Ebb<h2>Flood</h2><h2>Slack</h2><p>Banks", all, "", 0.5},
		"part of a lower level":      {"<h2>Ebb</h2><p>Flood<h3>Slack</h3><p>Banks", "Ebb | Slack | Banks", "", 0.5},
		"part of a higher level":     {"<h3>Ebb</h3><p>Flood<h2>Slack</h2><p>Banks", "Ebb | Slack | Banks", "Ebb", 0.5},
		"one after the other":        {"<h2>Ebb</h2><p>Flood<h2>Slack</h2><p>Banks", "Ebb | Slack", "Ebb | Slack", 0.5},
		"the chapter of such a part": {"<p>Ebb<h2>Flood</h2><h3>Slack</h3><p>Banks", "Ebb | Flood | Slack", "Flood | Slack", 0.5},
		"a cell of a table":          {"<table><tr><th>Ebb<td><h3>Flood</h3></table><p>Slack", "Ebb | Flood", "", 0.5},
		"no heading":                 {"<p>Ebb<p>Flood<p>Slack", "Ebb | Flood", "", 0.5},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: test.score, kept: test.kept}, "drop empty headings")
			got.assertDrops(t, test.dropped)
		})
	}
}

// A heading between kept text needs no score, nor does one that opens the answer to its question.
func TestHeadingsThatNeedNoScore(t *testing.T) {
	const before, after = "<p>it wades alone</p>", "<p>it fishes there</p>"
	const apart, both = "<div>" + before + "</div>", "it wades alone | it fishes there"
	for name, test := range map[string]struct {
		body        string
		score       float32
		kept, added string
	}{
		"between texts":          {before + "<h2>Tides</h2>" + after, 0, both, "Tides"},
		"over a heading":         {before + "<h2>FAQ</h2><h3>Ebb</h3>" + after, 0, "it wades alone | Ebb | it fishes there", "FAQ"},
		"text above left out":    {before + "<h2>Tides</h2>" + after, 0, "it fishes there", ""},
		"at the start":           {"<h2>Tides</h2>" + after, 0, "it fishes there", ""},
		"a link":                 {apart + "<h2><a href=/t>Tides</a></h2>" + after, 0.051, both, ""},
		"a question that opens":  {apart + "<h3><a href=/t>How deep is it?</a></h3>" + after, 0.051, both, "How deep is it?"},
		"a short question":       {apart + "<h3><a href=/t>How deep then?</a></h3>" + after, 0.051, both, ""},
		"a question without any": {apart + "<h3><a href=/t>How deep is it?</a></h3>" + after, 0.051, "it wades alone", ""},
		"a link to the contents": {apart + "<h2><a href=#toc>Tides</a></h2>" + after, 0.051, both, "Tides"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, prose: 1, score: test.score, kept: test.kept}, "keep headings").assertAdds(t, test.added)
		})
	}
}

// Where headings of one shape are kept a single word below one is text.
func TestHeadingsAlikeOverOneWord(t *testing.T) {
	card := func(name, owner string) string {
		return "<div><h4><a href=/r>" + name + "</a></h4><p>" + owner + "</p></div>"
	}
	page := card("Heron", "Ada") + card("Tern", "Bo") + card("Gannet", "Cy")
	got := run(t, state{html: page, score: 0.051, kept: "Heron | Ada | Bo | Gannet | Cy"}, "keep headings alike")
	got.assertAdds(t, "Tern")
	run(t, state{html: page, score: 0.051, kept: "Ada | Bo | Cy"}, "keep headings alike").assertAdds(t, "")
}

// A comment with a line or two more of its author above it keeps its heading as the others do:
// without it, its text would be that of the one before.
func TestHeadingsAlikeOverShortLines(t *testing.T) {
	comment := func(author, text string, lines int) string {
		return "<div><h3>" + author + " commented</h3>" + strings.Repeat("<div>"+author+"</div>", lines) + "<p>" + text + "</p></div>"
	}
	for lines, added := range map[int]string{4: "bo commented", 5: ""} {
		page := comment("ada", "thanks a lot", lines) + comment("bo", "well done there", lines)
		got := run(t, state{html: page, score: 0.1, kept: "ada commented | thanks a lot | well done there"}, "keep headings alike")
		assert.Equal(t, added, got.added, "%d lines", lines)
	}
}
