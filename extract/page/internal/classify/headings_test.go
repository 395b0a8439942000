package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

func TestHeadedKeepsTheHeadingOfKeptText(t *testing.T) {
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	text := "<p>" + words(maxShortLineWords)
	items := "<ul><li>" + words(minTextWords-1) + "<li>" + words(minTextWords-1) + "</ul>"
	for name, test := range map[string]struct {
		body  string
		prob  float32 // of the first block
		kept  []bool  // of the blocks from the second on
		first bool    // whether the first is kept afterwards
	}{
		"text below":                {"<h2>Tides</h2>" + text, 0.06, []bool{true}, true},
		"at a tenth":                {"<h2>Tides</h2>" + text, 0.05, []bool{true}, true},
		"below a tenth":             {"<h2>Tides</h2>" + text, 0.04, []bool{true}, false},
		"linked, at the half":       {"<h2><a href=/t>Tides</a></h2>" + text, 0.25, []bool{true}, true},
		"linked, below the half":    {"<h2><a href=/t>Tides</a></h2>" + text, 0.24, []bool{true}, false},
		"text left out":             {"<h2>Tides</h2>" + text, 0.4, []bool{false}, false},
		"first heading":             {"<h1>Tides</h1>" + text, 0.25, []bool{true}, true},
		"first heading, below half": {"<h1>Tides</h1>" + text, 0.24, []bool{true}, false},
		"no words":                  {"<h2>(</h2>" + text, 0.3, []bool{true}, false},
		"no heading":                {"<p>Tides</p>" + text, 0.3, []bool{true}, false},
		"little text":               {"<h2>Tides</h2><p>" + words(minTextWords), 0.3, []bool{true}, true},
		"less text":                 {"<h2>Tides</h2><p>" + words(minTextWords-1), 0.3, []bool{true}, false},
		"role":                      {"<div role=heading>Tides</div>" + text, 0.3, []bool{true}, true},
		"list of short items":       {"<h2>Pros</h2>" + items, 0.3, []bool{true, true}, true},
		"half a list":               {"<h2>Pros</h2>" + items, 0.3, []bool{true, false}, false},
		"lines between":             {"<h2>Heron</h2><p>£25</p><p>a day</p>" + text, 0.3, []bool{false, false, true}, true},
		"too many between":          {"<h2>Heron</h2><p>£25</p><p>a day</p><p>or two</p>" + text, 0.3, []bool{false, false, false, true}, false},
		"byline between":            {"<h2>Heron</h2><p class=byline>" + words(maxBylineWords) + "</p>" + text, 0.3, []bool{false, true}, true},
		"long byline between":       {"<h2>Heron</h2><p class=byline>" + words(maxBylineWords+1) + "</p>" + text, 0.3, []bool{false, true}, false},
		"time between":              {"<h2>Heron</h2><p>" + words(maxShortLineWords) + "<time>June</time></p>" + text, 0.3, []bool{false, true}, false},
		"in a time between":         {"<h2>Heron</h2><p><time>" + words(maxShortLineWords) + "</time></p>" + text, 0.3, []bool{false, true}, true},
		"long line between":         {"<h2>Heron</h2>" + text + text, 0.3, []bool{false, true}, false},
		"kept heading below":        {"<h2>Birds</h2><h3>Heron</h3>" + text, 0.3, []bool{true, true}, true},
		"question of an accordion":  {"<button class=accordion-toggle>How deep?</button>" + text, 0.3, []bool{true}, true},
		"control of a part":         {"<button>How deep?</button><div role=region style='display:none'>" + text + "</div>", 0.3, []bool{true}, true},
		"summary":                   {"<details open><summary>How deep?</summary>" + text + "</details>", 0.3, []bool{true}, true},
		"control that asks":         {"<button>How deep is it?</button>" + text, 0, []bool{true}, true},
		"control that asks little":  {"<button>Need some help?</button>" + text, 0.3, []bool{true}, false},
		"other button":              {"<button>Add it</button>" + text, 0.3, []bool{true}, false},
		"control that says nothing": {"<button class=accordion-toggle>Click to expand...</button>" + text, 0.3, []bool{true}, false},
		"control of a word":         {"<button class=accordion-toggle>More</button>" + text, 0.3, []bool{true}, false},
		"kept heading of its level": {"<h2>Seen last</h2><h2>Heron</h2>" + text, 0.12, []bool{true, true}, false},
		"such a heading, likelier":  {"<h2>Birds</h2><h2>Heron</h2>" + text, 0.13, []bool{true, true}, true},
		"left-out heading below":    {"<h2>Birds</h2><h1>Heron</h1>" + text, 0.3, []bool{false, true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := begun(t, test.body)
			require.Len(t, r.page.Blocks, 1+len(test.kept))
			prob := make([]float32, 1+len(test.kept))
			prob[0] = test.prob
			kept := append([]bool{false}, test.kept...)
			r.prose = 1
			r.of(prob, kept).keepHeadings()
			assert.Equal(t, test.first, kept[0])
			assert.Equal(t, test.kept, kept[1:])
		})
	}
}

// A heading of a part is kept with its text, and the one of the chapter with it.
func TestHeadedFromTheLastToTheFirst(t *testing.T) {
	r := begun(t, "<h2>Birds</h2><h3>Heron</h3><p>"+strings.Repeat("word ", minTextWords))
	kept := []bool{false, false, true}
	r.prose = 1
	r.of([]float32{0.3, 0.3, 0.9}, kept).keepHeadings()
	assert.Equal(t, []bool{true, true, true}, kept)
}

// A heading that is a link must be likelier on a page of prose.
func TestHeadedByALink(t *testing.T) {
	for _, test := range []struct {
		prosaic, prob float32
		want          bool
	}{{0, 0.5 * float32(quarterThreshold), true}, {0, 0.12, false}, {1, 0.5 * float32(halfThreshold), true}, {1, 0.24, false}} {
		r := begun(t, "<h2><a href=/heron>Heron</a></h2><p>"+strings.Repeat("word ", minTextWords))
		kept := []bool{false, true}
		r.prose = test.prosaic
		r.of([]float32{test.prob, 0.9}, kept).keepHeadings()
		assert.Equal(t, test.want, kept[0], "%v", test)
	}
}

// A heading that is a link stands for itself among kept text of its parent.

// Titles of other articles in a row above the text of an article don't head that text.
func TestTeasersAboveTheText(t *testing.T) {
	row := strings.Repeat("<div class=card><h3><a href=/b>Tides of spring</a></h3></div>", 3)
	for name, test := range map[string]struct {
		body string
		kind string
		want string
	}{
		"of an article":    {"<div>" + row + "</div><p>The flood comes in over the flats.</p>", "article", "..xx"},
		"of another page":  {"<div>" + row + "</div><p>The flood comes in over the flats.</p>", "", "xxxx"},
		"no links":         {"<div>" + strings.ReplaceAll(row, " href=/b", "") + "</div><p>The flood comes in.</p>", "article", "xxxx"},
		"two are no row":   {"<h3><a href=/b>Tides</a></h3><h3><a href=/c>Banks</a></h3><p>The flood comes in.</p>", "article", "xxx"},
		"over other ranks": {strings.ReplaceAll("<div>"+row+"</div>", "<div class=card><h3>", "<div class=card><h2>") + "<h3>Banks</h3><p>The flood comes in.</p>", "article", "..xxx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begunAs(t, test.body, features.Hints{PathSegments: -1, Type: test.kind}, gbdt.Embedded().Lexicon)
			for i := range s.scores {
				s.scores[i] = 0.4
			}
			s.kept[len(s.kept)-1] = true
			s.keepHeadings()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}

func TestHeadedByALinkAmongText(t *testing.T) {
	const words = "<p>three words here</p>"
	for name, test := range map[string]struct {
		body string
		kept []bool // the heading is the second block
		want bool
	}{
		"among text":      {words + "<h2><a href=/heron>Heron</a></h2>" + words, []bool{true, false, true}, true},
		"text above lost": {words + "<h2><a href=/heron>Heron</a></h2>" + words, []bool{false, false, true}, false},
		"in a box":        {words + "<div><h2><a href=/heron>Heron</a></h2></div>" + words, []bool{true, false, true}, false},
		"opens the box":   {words + "<div><h2><a href=/heron>Heron</a></h2>" + words + "</div>", []bool{true, false, true}, false},
	} {
		r := begun(t, test.body)
		r.prose = 1
		r.of([]float32{0.9, 0.06, 0.9}, test.kept).keepHeadings()
		assert.Equal(t, test.want, test.kept[1], name)
	}
}

// A heading that opens a card is kept with most of the card, however many lines stand
// between the heading and the text.
func TestHeadingOfAKeptCard(t *testing.T) {
	lines := "<i>8.4</i><p>Track price<p>Buy it<p>$900<p>In stock"
	card := func(head, text string) string { return "<article><h3>Heron</h3>" + head + "<p>" + text + "</article>" }
	six, long := "one two three four five six", strings.Repeat("word ", 20)
	for name, test := range map[string]struct {
		body string
		want bool
	}{
		"most of the card":     {card(lines, long) + card(lines, long), true},
		"a card alone":         {card(lines, long), false},
		"little of the card":   {card("<p>"+long+"<p>"+long, six) + card(lines, long), false},
		"few words":            {card("", "one two three four five") + card(lines, long), true}, // right below
		"a word":               {card("", "tern") + card("", "tern"), false},
		"two words":            {card("", "tern heron") + card("", "tern heron"), true},
		"lines before":         {"<article>" + strings.Repeat("<p>new</p>", maxLinesBefore) + "<h3>Heron</h3>" + lines + "<p>" + long + "</article><article></article>", true},
		"more lines before":    {"<article>" + strings.Repeat("<p>new</p>", maxLinesBefore+1) + "<h3>Heron</h3>" + lines + "<p>" + long + "</article><article></article>", false},
		"few words, far below": {card(lines, "one two three four five") + card(lines, long), false},
	} {
		r := begun(t, test.body)
		r.findUnits()
		scores, kept, heading := make([]float32, len(r.page.Blocks)), make([]bool, len(r.page.Blocks)), -1
		for i := range kept {
			scores[i] = 0.06
			if heading < 0 && r.isHeading(i) {
				heading = i
			}
		}
		end := int(r.page.Elements[r.parentOf(heading)].End)
		kept[end-1] = true
		r.of(scores, kept).keepHeadings()
		assert.Equal(t, test.want, kept[heading], name)
	}
}

// The heading of a part that is left out doesn't head the next part.
func TestHeadingAtTheEndOfAPart(t *testing.T) {
	const text, button = "<p>three words here</p>", "<button>Add one</button>"
	for name, test := range map[string]struct {
		body string
		kept string // x for each block that is kept; the heading is the second one
		ends bool
	}{
		"end of a part":       {"<div>" + text + "<h2>Comments</h2>" + button + "</div><div>" + text + "</div>", "x..x", true},
		"deeper":              {"<div>" + text + "<div><div><h2>Comments</h2>" + button + "</div></div></div><div>" + text + "</div>", "x..x", true},
		"nothing left out":    {"<div>" + text + "<h2>Comments</h2></div><div>" + text + "</div>", "x.x", false},
		"no part":             {text + "<h2>Tides</h2>" + button + "<div>" + text + "</div>", "x..x", false},
		"text in its part":    {"<div>" + text + "<h2>Tides</h2>" + button + text + "</div>", "x..x", false},
		"begins its part":     {text + "<header><h2>Tides</h2>" + button + "</header><div>" + text + "</div>", "x..x", false},
		"text before is lost": {"<div>" + text + "<h2>Tides</h2>" + button + "</div><div>" + text + "</div>", "...x", false},
	} {
		r := begun(t, test.body)
		require.Len(t, r.page.Blocks, len(test.kept), name)
		scores, kept := make([]float32, len(test.kept)), make([]bool, len(test.kept))
		for i := range kept {
			scores[i], kept[i] = 0.2, test.kept[i] == 'x'
		}
		r.of(scores, kept).keepHeadings()
		assert.Equal(t, !test.ends, kept[1], name)
	}
}

func TestDropEmptyHeadings(t *testing.T) {
	for name, test := range map[string]struct {
		body, kept, want string // x for each block that is kept
		prob             float32
	}{
		"text left out":              {"<p>a<h2>b</h2><p>c<h2>d</h2><p>e", "xx.xx", "x..xx", 0.5},
		"at the end":                 {"<p>a<h2>b</h2><p>c", "xx.", "x..", 0.5},
		"a likely heading":           {"<p>a<h2>b</h2><p>c", "xx.", "xx.", lonelyHeadingScore},
		"some of the text":           {"<h2>a</h2><p>b<p>c", "x.x", "x.x", 0.5},
		"nothing in the source":      {"<p>a<h2>b</h2><h2>c</h2><p>d", "xxxx", "xxxx", 0.5},
		"part of a lower level":      {"<h2>a</h2><p>b<h3>c</h3><p>d", "x.xx", "x.xx", 0.5},
		"part of a higher level":     {"<h3>a</h3><p>b<h2>c</h2><p>d", "x.xx", "..xx", 0.5},
		"one after the other":        {"<h2>a</h2><p>b<h2>c</h2><p>d", "x.x.", "....", 0.5},
		"the chapter of such a part": {"<p>a<h2>b</h2><h3>c</h3><p>d", "xxx.", "x...", 0.5},
		"a cell of a table":          {"<table><tr><th>a<td><h3>b</h3></table><p>c", "xx.", "xx.", 0.5},
		"no heading":                 {"<p>a<p>b<p>c", "xx.", "xx.", 0.5},
	} {
		r := begun(t, test.body)
		r.findUnits()
		require.Len(t, r.page.Blocks, len(test.kept), name)
		prob, kept := make([]float32, len(test.kept)), make([]bool, len(test.kept))
		for i := range kept {
			prob[i], kept[i] = test.prob, test.kept[i] == 'x'
		}
		r.of(prob, kept).dropEmptyHeadings()
		got := make([]byte, len(kept))
		for i, k := range kept {
			got[i] = "x."[map[bool]int{true: 0, false: 1}[k]]
		}
		assert.Equal(t, test.want, string(got), name)
	}
}

// A heading between kept text needs no score, nor does one that opens the answer to its question.
func TestHeadingsThatNeedNoScore(t *testing.T) {
	text := "<p>" + strings.Repeat("word ", minTextWords) + "</p>"
	for name, test := range map[string]struct{ body, kept, want string }{ // x for each block that is kept
		"between texts":          {text + "<h2>Tides</h2>" + text, "x.x", "xxx"},
		"over a heading":         {text + "<h2>FAQ</h2><h3>Ebb</h3>" + text, "x.xx", "xxxx"},
		"text above left out":    {text + "<h2>Tides</h2>" + text, "..x", "..x"},
		"at the start":           {"<h2>Tides</h2>" + text, ".x", ".x"},
		"a link":                 {"<div>" + text + "</div><h2><a href=/t>Tides</a></h2>" + text, "x.x", "x.x"},
		"a question that opens":  {"<div>" + text + "</div><h3><a href=/t>How deep is it?</a></h3>" + text, "x.x", "xxx"},
		"a short question":       {"<div>" + text + "</div><h3><a href=/t>How deep then?</a></h3>" + text, "x.x", "x.x"},
		"a question without any": {"<div>" + text + "</div><h3><a href=/t>How deep is it?</a></h3>" + text, "x..", "x.."},
		"a link to the contents": {"<div>" + text + "</div><h2><a href=#toc>Tides</a></h2>" + text, "x.x", "xxx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body)
			require.Len(t, s.kept, len(test.kept))
			for i := range s.kept {
				s.kept[i], s.scores[i] = test.kept[i] == 'x', 0.051
			}
			for i := range s.scores {
				if s.isHeading(i) && !strings.Contains(test.body, "<a ") {
					s.scores[i] = 0
				}
			}
			s.prose = 1
			s.keepHeadings()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}

// Where headings of one shape are kept a single word below one is text.
func TestHeadingsAlikeOverOneWord(t *testing.T) {
	const card = "<div><h4><a href=/r>Rock Ventures</a></h4><p>Pophouse</p></div>"
	s := begun(t, strings.Repeat(card, 3))
	for i := range s.kept {
		s.scores[i], s.kept[i] = 0.051, i != 2
	}
	s.keepHeadingsAlike()
	assert.Equal(t, "xxxxxx", marked(s.kept))
}

// A comment with a line or two more of its author above it keeps its heading as the others do:
// without it, its text would be that of the one before.
func TestHeadingsAlikeOverShortLines(t *testing.T) {
	comment := func(lines int) string {
		return "<div><h3>ada commented</h3>" + strings.Repeat("<div>ada</div>", lines) + "<p>thanks a lot</p></div>"
	}
	for _, lines := range []int{maxLinesAlike, maxLinesAlike + 1} {
		s := begun(t, comment(lines)+comment(lines))
		for i := range s.scores {
			s.scores[i] = 0.1
		}
		s.kept[0], s.kept[lines+1], s.kept[len(s.kept)-1] = true, true, true
		s.keepHeadingsAlike()
		assert.Equal(t, lines == maxLinesAlike, s.kept[lines+2], lines)
	}
}
