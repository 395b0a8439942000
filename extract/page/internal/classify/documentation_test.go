package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestHolesInDocumentationAreFilled(t *testing.T) {
	text := "<p>" + words(100) + ".</p>"
	some := "<p>" + words(200) + ".</p>"
	for name, test := range map[string]struct {
		hole        string
		score       float32 // of its blocks; the threshold is 0.5
		kept, added string
	}{
		"name of a file":                   {"<p>venv/config.py</p><pre>KEY = 1</pre>", 0.1, "the tide comes in… | the tide comes in… (2)", "venv/config.py | KEY = 1"},
		"at a tenth":                       {"<p>Stability: 1</p>", 0.05, "the tide comes in… | the tide comes in… (2)", "Stability: 1"},
		"below a tenth":                    {"<p>Stability: 1</p>", 0.04, "the tide comes in… | the tide comes in… (2)", ""},
		"link":                             {"<p><a href=/t>Table of contents</a></p>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"menu":                             {"<nav><p>Stability and more</p></nav>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"button":                           {"<button>Copy the page</button>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"shared":                           {"<div class=share-buttons>Share this page with friends</div>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"announcement of code":             {"<p>Example:</p><pre>a { color: red }</pre>", 0.1, "the tide comes in… | a { color: red } | the tide comes in… (2)", "Example:"},
		"what opens what is left out":      {"<details open><summary>Stability index</summary></details>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"copyright":                        {"<p>© The authors</p>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"a sign of copyright in text":      {"<p>The © is a sign</p>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"code of paths":                    {"<pre>mount //ark/share /mnt/share</pre>", 0.1, "the tide comes in… | the tide comes in… (2)", "mount //ark/share /mnt/share"},
		"types that are links":             {"<dl><dt>name of it</dt><dd><a href=/t>string</a></dd></dl>", 0.1, "the tide comes in… | the tide comes in… (2)", "name of it | string"},
		"signature of a function":          {"<dl><dt class=sig>int depth(void)</dt><dd>in metres</dd></dl>", 0.1, "the tide comes in… | the tide comes in… (2)", "int depth(void) | in metres"},
		"most of its section":              {"<section><p>Tide</p><pre>ebb low 2 high 9</pre><p>Flood</p></section>", 0.1, "the tide comes in… | Tide | Flood | the tide comes in… (2)", "ebb low 2 high 9"},
		"a table of links":                 {"<table><tr><th>type<th>name<tr><td><a href=/a>struct</a><td><a href=/b>point</a></table>", 0.1, "the tide comes in… | the tide comes in… (2)", "type | name | struct | point"},
		"terms that are links":             {"<dl><dt><a href=/s>See also</a></dt><dd><a href=/t>shut the sluice</a></dd></dl>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"more links than text":             {"<p>See</p><p><a href=/t>Table of contents</a></p>", 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"the longest":                      {strings.Repeat("<p>line</p>", 60), 0.1, "the tide comes in… | the tide comes in… (2)", lines(60)},
		"too long":                         {strings.Repeat("<p>line</p>", 61), 0.1, "the tide comes in… | the tide comes in… (2)", ""},
		"too much left out around":         {some, 0.1, "the tide comes in… | the tide comes in… (3)", ""},
		"what is left out at the end":      {"<p>Stability: 1</p>", 0.1, "the tide comes in…", ""},
		"what is left out at the start":    {"<p>Stability: 1</p>", 0.1, "the tide comes in… (2)", ""},
		"two holes, of which one is a nav": {"<nav>Menu of it</nav>" + text + "<p>Stability: 1</p>", 0.1, "the tide comes in… | the tide comes in… (2) | the tide comes in… (3)", "Stability: 1"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: "<article>" + text + test.hole + text + "</article>", hints: manual, score: test.score, kept: test.kept}, "fill gaps")
			got.assertAdds(t, test.added)
		})
	}
}

// The end of an element of which most is kept belongs to it.
func TestEndsOfDocumentationAreKept(t *testing.T) {
	const above, kept = "<main><section><p>", "the tide comes in…"
	text := above + words(60) + ".</p>"
	for name, test := range map[string]struct {
		html  string
		score float32
		added string
	}{
		"tips":                      {text + "<ul><li>Test your functions.<li>Share a base class.</ul></section></main><p>Made by hand</p>", 0.125, "Test your functions. | Share a base class."},
		"below a quarter":           {text + "<p>Test your functions.</p></section></main>", 0.12, ""},
		"without a main part":       {"<div><p>" + words(60) + ".</p><p>Test your functions.</p></div>", 0.25, "Test your functions."},
		"below half without one":    {"<div><p>" + words(60) + ".</p><p>Test your functions.</p></div>", 0.24, ""},
		"up to what has links":      {text + "<p>Test your functions.</p><nav><p>Next</p></nav><p>Made by hand</p></section></main>", 0.3, "Test your functions."},
		"of links":                  {text + "<p><a href=/n>The next chapter</a></p></section></main>", 0.3, ""},
		"most of it is left out":    {text + "<p>" + words(70) + "</p></section></main>", 0.3, ""},
		"behind it":                 {text + "</section></main><p>Made by hand</p>", 0.3, ""},
		"too little text is around": {above + words(20) + ".</p><p>Test your functions.</p></section></main>", 0.3, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.html, hints: manual, score: test.score, kept: kept}, "fill gaps").assertAdds(t, test.added)
		})
	}
}

// Elsewhere it does if nothing else is kept below it and all of it reaches most of the threshold.
func TestEndsOfPagesAreKept(t *testing.T) {
	const kept = "the tide comes in…"
	text := "<article><p>" + words(60) + ".</p>"
	for name, test := range map[string]struct {
		html  string
		score float32
		kept  string
		added string
	}{
		"an answer":         {text + "<p>Use a figure of eight.</p></article><p>Made by hand</p>", 0.4, kept, "Use a figure of eight."},
		"a section":         {text + "<h2>Knots</h2><p>Use a figure of eight.</p></article>", 0.4, kept, "Knots | Use a figure of eight."},
		"less likely":       {text + "<p>Use a figure of eight.</p></article>", 0.39, kept, ""},
		"a part of the end": {text + "<p>Use a figure of eight.</p><nav><p>Next</p></nav></article>", 0.4, kept, ""},
		"a link":            {text + "<p><a href=/n>Read more of knots</a></p></article>", 0.4, kept, ""},
		"amid the text":     {text + "<p>Advertisement</p></article><div><p>" + words(60) + "</p></div>", 0.4, kept + " | " + kept + " (2)", ""},
		"of the body":       {strings.TrimPrefix(text, "<article>") + "<p>Use a figure of eight.</p>", 0.4, kept, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.html, score: test.score, kept: test.kept}, "fill gaps").assertAdds(t, test.added)
		})
	}
}

func TestEndsOfDocumentationAreNoMenus(t *testing.T) {
	text := "<div class=contents><p>" + words(60) + ".</p>"
	for name, test := range map[string]struct{ html, added string }{
		"by its class":          {text + "<div class=navfooter><table><tr><td>Prev<td>Home<td>Next</table></div></div>", ""},
		"a footer by its class": {text + "<address class=footer>Generated by hand</address></div>", ""},
		"around the text too":   {"<div class=nav-wrapper>" + text + "<p>Generated by hand</p></div></div>", "Generated by hand"},
		"with the name of one":  {text + "<p>Home and harbour</p></div>", "Home and harbour"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.html, hints: manual, score: 0.3, kept: "the tide comes in…"}, "fill gaps").assertAdds(t, test.added)
		})
	}
}

// Blocks of a list of terms that are kept end a gap in it.
func TestGapsWithinTerms(t *testing.T) {
	html := "<div><p>" + words(60) + ".</p><dl><dt>EBB</dt><dd>low</dd><dt>FLOOD</dt><dd>high</dd></dl></div>"
	run(t, state{html: html, hints: manual, score: 0.1, kept: "the tide comes in… | EBB | FLOOD"}, "fill gaps").assertAdds(t, "low")
}

// What stands at the beginning of the main part of a manual page belongs to it.
func TestStartsOfDocumentationAreKept(t *testing.T) {
	const open, kept = "<main><section>", "the tide comes in…"
	text := "<h2>Tides</h2><p>" + words(60) + ".</p>"
	for name, test := range map[string]struct {
		html  string
		score float32
		added string
	}{
		"facts":                  {open + "<ul><li>Sluice of 1921</ul><p>Warden: Ebb</p>" + text, 0.125, "Sluice of 1921 | Warden: Ebb | Tides"},
		"unlikely":               {open + "<p>Warden: Ebb</p>" + text, 0.12, ""},
		"from what may belong":   {open + "<p>Warden: Ebb</p><nav><p>Up</p></nav><p>Sluice of 1921</p>" + text, 0.2, "Sluice of 1921 | Tides"},
		"links":                  {open + "<p><a href=/p>Previous page</a> <a href=/n>Next page</a></p>" + strings.TrimPrefix(text, "<h2>Tides</h2>"), 0.2, ""},
		"before the main part":   {"<p>Warden: Ebb</p>" + open + text, 0.2, "Tides"},
		"without a main part":    {"<p>Warden: Ebb</p>" + text, 0.2, ""},
		"in one without marks":   {"<div><p>Warden: Ebb</p>" + text + "</div>", 0.25, "Warden: Ebb | Tides"},
		"below half in it":       {"<div><p>Warden: Ebb</p>" + text + "</div>", 0.24, ""},
		"a menu by its class":    {open + "<div class=navheader>Up</div><p>Warden: Ebb</p>" + text, 0.2, "Warden: Ebb | Tides"},
		"main part is the body":  {"<body role=main><p>Warden: Ebb</p>" + text, 0.2, "Warden: Ebb | Tides"},
		"little of it is kept":   {open + "<p>Warden: Ebb</p>" + text + "<p>" + words(70), 0.2, ""},
		"main part of microdata": {"<div itemprop=articleBody><p>Warden: Ebb</p>" + text, 0.2, "Warden: Ebb | Tides"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.html, hints: manual, score: test.score, kept: kept}, "fill gaps").assertAdds(t, test.added)
		})
	}
}

func lines(n int) string {
	list := "line"
	for k := 2; k <= n; k++ {
		list += fmt.Sprintf(" | line (%d)", k)
	}
	return list
}

func TestWhatIsDocumentation(t *testing.T) {
	const (
		names    = "<p>See <code>open</code> and <code>close</code>, <code>read</code>, <code>write</code>."
		code     = names + "<p>See <code>seek</code>."
		listings = "<pre>open(7)</pre><pre>close(7)</pre>"
	)
	for name, test := range map[string]struct {
		body      string
		hints     features.Hints
		documents bool
	}{
		"names":                {code, features.Hints{}, true},
		"few names":            {names, features.Hints{}, false},
		"names in much text":   {code + "<p>" + words(500), features.Hints{}, false},
		"code":                 {listings + "<p>" + words(500), features.Hints{}, true},
		"little code":          {"<pre>open(7)</pre>", features.Hints{}, false},
		"generator":            {"", features.Hints{Generator: "Docutils 0.19: https://docutils.sourceforge.io/"}, true},
		"generator of books":   {"", features.Hints{Generator: "publican v4.3.2"}, true},
		"other generator":      {"", features.Hints{Generator: "WordPress 6.4"}, false},
		"article about code":   {code, features.Hints{Type: "article"}, false},
		"thread about code":    {code, forum, false},
		"product with code":    {code, product, false},
		"article by generator": {"", features.Hints{Generator: "MkDocs", Schema: features.SchemaArticle}, false},
	} {
		t.Run(name, func(t *testing.T) {
			hole := "<article><p>" + words(100) + ".</p><p>Stability: 1</p><p>" + words(100) + ".</p></article>"
			page := state{html: "<div>" + test.body + "</div>" + hole, hints: test.hints, score: 0.1, kept: "the tide comes in… | the tide comes in… (2)"}
			if strings.Contains(test.body, words(500)) {
				page.kept += " | the tide comes in… (3)"
			}
			got := run(t, page, "fill gaps")
			got.assertAdds(t, map[bool]string{true: "Stability: 1"}[test.documents])
		})
	}
}

func TestCodeOfManualsIsKept(t *testing.T) {
	for name, test := range map[string]struct {
		html  string
		score float32
		added string
	}{
		"last of the page":   {"<pre>ls -ld</pre>", 0.05, "ls -ld"},
		"under a heading":    {"<h3>Synopsis</h3><pre>mark_tag const</pre>", 0.05, "Synopsis | mark_tag const"},
		"hopeless":           {"<pre>ls -ld</pre>", 0.04, ""},
		"in a footer":        {"<footer><pre>ls -ld</pre></footer>", 0.2, ""},
		"behind other lines": {"<p>Next chapter</p><pre>ls -ld</pre>", 0.2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: "<p>How it is called.</p>" + test.html, hints: manual, score: test.score, kept: "How it is called."}, "keep facts")
			got.assertAdds(t, test.added)
		})
	}
}

// Code right below what is kept of documentation is kept, with the headings between.
func TestKeepCode(t *testing.T) {
	const code = "<pre>ls -ld harbour</pre>"
	for name, test := range map[string]struct {
		body        string
		score       float32
		kept, added string
	}{
		"below text":          {"<p>It lists files.</p>" + code, 0.05, "It lists files.", "ls -ld harbour"},
		"unlikely":            {"<p>It lists files.</p>" + code, 0.04, "It lists files.", ""},
		"below a heading":     {"<p>It lists files.</p><h2>Examples</h2><h3>Synopsis</h3>" + code, 0.1, "It lists files.", "Examples | Synopsis | ls -ld harbour"},
		"below text left out": {"<p>It lists files.</p><p>Then: </p>" + code, 0.1, "It lists files.", ""},
		"first of the page":   {code + "<p>It lists files.</p>", 0.1, "It lists files.", ""},
		"kept already":        {"<p>It lists files.</p>" + code, 0.1, all, ""},
		"in a menu":           {"<p>It lists files.</p><nav>" + code + "</nav>", 0.1, "It lists files.", ""},
		"one after the other": {"<p>It lists files.</p>" + code + "<pre>ls -l quay</pre>", 0.1, "It lists files.", "ls -ld harbour | ls -l quay"},
		"a table is no code":  {"<p>It lists files.</p><table><tr><th>Depth<td>4 m</table>", 0.1, "It lists files.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, hints: manual, score: test.score, kept: test.kept}, "keep facts").assertAdds(t, test.added)
		})
	}
}
