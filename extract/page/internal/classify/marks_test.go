package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMarks(t *testing.T) {
	const day = "<tr><th>Day</th><th></th><th>Fare</th></tr>"
	for name, test := range map[string]struct{ body, kept, want string }{
		"empty cells of a kept table stay": {
			"<p>menu</p><table>" + day + "<tr><td></td><td>low</td><td>4</td></tr></table>", "Day | Fare | low | 4",
			"| Day |  | Fare |\n| --- | --- | --- |\n|  | low | 4 |"},
		"blank lines of kept code stay": {
			"<p>menu</p><pre><span>ebb</span>\n<span></span>\n<i> </i>\n<span>flood</span></pre>", "ebb flood",
			"```\nebb\n\n \nflood\n```"},
		"what is left of a layout is no table": {
			"<table><tr><td><h2>Menu</h2><p>Home</p></td><td>x</td></tr><tr><td>ebb</td><td>flood</td></tr></table>", "ebb | flood",
			"ebb flood"},
		"items that are left out count": {
			"<ol><li><h3>Ebb</h3>one</li><li><h3>Slack</h3>two</li><li><h3>Flood</h3>three</li></ol>", "Ebb | one | Flood | three",
			"1. ### Ebb\n   one\n3. ### Flood\n   three"},
		"items that are left out count backwards": {
			"<ol reversed><li><h3>Ebb</h3>one</li><li><h3>Slack</h3>two</li><li><h3>Flood</h3>three</li></ol>", "Ebb | one | Flood | three",
			"3. ### Ebb\n   one\n1. ### Flood\n   three"},
		"hidden items do not count": {
			"<ol><li><h3>Ebb</h3>one</li><li hidden>two</li><li><h3>Flood</h3>three</li></ol>", all,
			"1. ### Ebb\n   one\n2. ### Flood\n   three"},
		"words of a kept text stay whatever is left out beside them": {
			"<div>keep <b>bold</b> and <a href=/a>linked</a><p>drop</p><p>drop</p></div>", "keep bold and linked",
			"keep **bold** and [linked](/a)"},
		"words of a heading stay beside a button": {
			"<h2>Enum <b>Result</b><button>Copy</button></h2><p>keep</p>", "Enum Result | keep",
			"## Enum **Result**\n\nkeep"},
		"pictures in a kept text stay": {
			"<div>keep <img src=a.png alt=boat> this<p>drop</p><p>drop</p></div>", "keep this",
			"keep ![boat](a.png) this"},
		"text beside what is left out goes": {
			"<div><p>keep</p><p>drop</p>loose <b>text</b></div><div><img src=a.png></div>", "keep",
			"keep"},
		"words of what is left out go": {
			"<div>drop <b>bold</b> and <a href=/a>linked</a><p>keep</p></div>", "keep",
			"keep"},
		"pictures of what is left out go": {
			"<div><p>keep</p></div><div><p>drop</p><img src=a.png alt=boat></div>", "keep",
			"keep"},
		"a picture in the header of the page goes": {
			"<header><img src=a.png alt=boat></header><p>keep</p>", "keep",
			"keep"},
		"a picture in the header of an article stays": {
			"<article><header><img src=a.png alt=boat></header><p>keep</p></article>", "keep",
			"![boat](a.png)\n\nkeep"},
		"a picture in an aside amid text stays": {
			"<p>keep</p><aside><img src=a.png alt=boat></aside><p>this</p>", "keep | this",
			"keep\n\n![boat](a.png)\n\nthis"},
		"a figure goes with its caption": {
			"<p>keep</p><figure><img src=a.png alt=boat><figcaption>boat</figcaption></figure><p>this</p>", "keep | this",
			"keep\n\nthis"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.want, run(t, state{html: test.body, kept: test.kept}).markdown)
		})
	}
}
