package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDropStraySigns(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"a stop":            {"<p>Text</p><p>.</p><p>Text</p>", "x.x"},
		"a currency":        {"<p>Text</p><div>$</div>", "x."},
		"three signs":       {"<p>Text</p><p>***</p><p>Text</p>", "xxx"},
		"a star":            {"<p>Text</p><p>*</p><p>Text</p>", "xxx"},
		"within a text":     {"<div>of BIA (<p>1</p>,<p>2</p>)</div>", "xxxxx"},
		"in a table":        {"<table><tr><th>Open<th>Shut</tr><tr><td>-<td>7</tr></table>", "xxxx"},
		"a place for text":  {"<p>Text</p><p>Loading...</p>", "x."},
		"and an ellipsis":   {"<p>Text</p><p>Loading…</p>", "x."},
		"loading by itself": {"<p>Text</p><p>Loading</p>", "xx"},
		"loading of ships":  {"<p>Text</p><p>Loading ships...</p>", "xx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body).keepingAll(t, test.want)
			s.findUnits()
			s.dropStraySigns()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}

func TestDropControlsOfHeadings(t *testing.T) {
	for name, test := range map[string]struct{ body, want string }{
		"after the text":     {"<h1>Crate tides <button>Copy item path</button></h1>", "x."},
		"all of the heading": {"<h3><button>How deep is it?</button></h3>", "x"},
		"within a wrapper":   {"<h3><span>Tides</span><div><button>Copy link</button></div></h3>", "x."},
		"outside of one":     {"<h3>Tides</h3><button>Copy link</button>", "xx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body).keepingAll(t, test.want)
			s.dropHeadingControls()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}

func TestDropHeadingsOfContents(t *testing.T) {
	const contents = "<ul class=toc><li><a href=#a>Dawn</a></li><li><a href=#b>Dusk</a></li></ul>"
	for name, test := range map[string]struct{ body, kept, want string }{
		"a heading":        {"<h2>In this article</h2>" + contents + "<p>Text</p>", "x..x", "...x"},
		"a label":          {"<p>Table of contents</p>" + contents + "<p>Text</p>", "x..x", "...x"},
		"contents kept":    {"<h2>In this article</h2>" + contents + "<p>Text</p>", "xxxx", "xxxx"},
		"one link":         {"<h2>Dawn</h2><a href=#top>Up</a><p>Text</p>", "x.x", "x.x"},
		"links elsewhere":  {"<h2>More</h2><ul><li><a href=/a>Dawn</a></li><li><a href=/b>Dusk</a></li></ul>", "x..", "x.."},
		"a long text":      {"<p>The parts of this page are these</p>" + contents, "x..", "x.."},
		"by its words":     {"<h2>Table of Contents</h2><div><a href=#a>Dawn</a></div><div><a href=#b>Dusk</a></div><p>Text</p>", "x..x", "...x"},
		"made by a script": {"<h2>In this article</h2><p>Text</p><p>Text</p>", "xxx", ".xx"},
		"of one word":      {"<h2>Contents</h2><p>Two boots</p><p>Text</p>", "xxx", "xxx"},
		"no contents":      {"<h2>Dawn</h2><ul><li><a href=#a>Dawn</a></li><li><a href=#b>Dusk</a></li></ul><p>Text</p>", "x..x", "x..x"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body).keeping(t, test.kept)
			s.dropContentsHeadings()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}
