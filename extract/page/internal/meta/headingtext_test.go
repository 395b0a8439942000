package meta_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// TestHeadingText has headings made of several elements.
func TestHeadingText(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"time", `<a href=/x><time datetime=2024-03-05>Mar <span>5</span> 2024</time> Walking the flats</a>`, "Walking the flats"},
		{"nothing but a time", `<time>March 5, 2024</time>`, "March 5, 2024"},
		{"span within a word", `The <span>T</span>ides of i<span>Shore</span>`, "The Tides of iShore"},
		{"sign behind an element", `Tides of <em>Hallin</em>, and more`, "Tides of Hallin, and more"},
		{"break within a word", `Brass baro<wbr>meter`, "Brass barometer"},
		{"line break", `Tides<br>of Hallin`, "Tides of Hallin"},
		{"blocks", `<div>Tides</div><div>of Hallin</div>`, "Tides of Hallin"},
		{"kicker", `<div class=topic-label>Spring floods</div> Tides of Hallin`, "Tides of Hallin"},
		{"kicker in a span", `<span class="head__kicker">Spring floods</span><span>Tides of Hallin</span>`, "Tides of Hallin"},
		{"kicker with a sign", `<span class=kicker>Spring floods</span><span>: </span><span>Tides of Hallin</span>`, "Tides of Hallin"},
		{"nothing but a kicker", `<span class=kicker>Spring floods</span>`, "Spring floods"},
		{"link to itself", `Tides<a href="#tides">¶</a>`, "Tides"},
		{"link to itself with a sign of an icon font", "Tides<a class=headerlink href='#tides'>\uf0c1</a>", "Tides"},
		{"number sign behind a space", `Tides <a href="#tides">#</a>`, "Tides"},
		{"number sign of its own", `Tides in C#`, "Tides in C#"},
		{"number sign of its own, and a link", `Tides in C#<a href="#tides">#</a>`, "Tides in C#"},
		{"button", `Tides <button>Copy</button>`, "Tides"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, readPage(t, "<h1>"+c.html+"</h1>", "").Title)
		})
	}
	long := readPage(t, "<h1>"+strings.Repeat("<b>é</b> ", 500)+"</h1>", "").Title
	assert.LessOrEqual(t, len(long), 500)
	assert.True(t, utf8.ValidString(long))
}

// TestTitleOfParts takes the title from the head where that has the signs between
// the parts of the heading, and the heading of the page before that of the site.
func TestTitleOfParts(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"sign between parts", `<title>Spring floods: Tides of Hallin</title><h1><div>Spring floods</div>Tides of Hallin</h1>`, "Spring floods: Tides of Hallin"},
		{"signs of a style sheet", `<title>Shore.Tide.next</title><h1><a href=i.html>Shore</a><span class=sep></span><a href=t.html>Tide</a><span class=sep></span>next</h1>`, "Shore.Tide.next"},
		{"kicker that the head has", `<title>Spring floods in the north: what to do</title><h1><span class=kicker>Spring floods in the north</span><span>How boats are kept</span></h1>`, "How boats are kept"},
		{"part of the title", `<title>Reading the tables | The Shore Book – All of the Tides</title><h1>The Shore Book</h1><h1>Reading the tables</h1>`, "Reading the tables"},
		{"heading of the site alone", `<title>The Shore Book | Reading</title><h1>The Shore Book</h1><h1>Reading the tables</h1>`, "The Shore Book"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, readPage(t, c.html, "").Title)
		})
	}
}
