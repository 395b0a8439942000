package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

func TestHolesInDocumentationAreFilled(t *testing.T) {
	text := "<p>" + strings.Repeat("word ", minHoleWords) + ".</p>"
	some := "<p>" + strings.Repeat("word ", minHoleWords*2) + ".</p>"
	for name, test := range map[string]struct {
		hole          string
		score         float32 // of its blocks; the threshold is 0.5
		before, after string
	}{
		"name of a file":                   {"<p>venv/config.py</p><pre>KEY = 1</pre>", 0.1, "x..x", "xxxx"},
		"at a tenth":                       {"<p>Stability: 1</p>", 0.05, "x.x", "xxx"},
		"below a tenth":                    {"<p>Stability: 1</p>", 0.04, "x.x", "x.x"},
		"signature":                        {"<p>(<a href=/t>read</a> <a href=/p>port</a>) to <a href=/b>bytes</a></p>", 0.1, "x.x", "xxx"},
		"link":                             {"<p><a href=/t>Table of contents</a></p>", 0.1, "x.x", "x.x"},
		"menu":                             {"<nav><p>Stability and more</p></nav>", 0.1, "x.x", "x.x"},
		"button":                           {"<button>Copy the page</button>", 0.1, "x.x", "x.x"},
		"shared":                           {"<div class=share-buttons>Share this page with friends</div>", 0.1, "x.x", "x.x"},
		"language of code":                 {"<p>css</p><pre>a { color: red }</pre>", 0.1, "x.xx", "x.xx"},
		"announcement of code":             {"<p>Example:</p><pre>a { color: red }</pre>", 0.1, "x.xx", "xxxx"},
		"what opens what is left out":      {"<details open><summary>Stability index</summary></details>", 0.1, "x.x", "x.x"},
		"copyright":                        {"<p>© The authors</p>", 0.1, "x.x", "x.x"},
		"the longest":                      {strings.Repeat("<p>a line</p>", maxHoleBlocks), 0.1, "x......x", "xxxxxxxx"},
		"too long":                         {strings.Repeat("<p>a line</p>", maxHoleBlocks+1), 0.1, "x.......x", "x.......x"},
		"too much left out around":         {some, 0.1, "x.x", "x.x"},
		"what is left out at the end":      {"<p>Stability: 1</p>", 0.1, "x..", "x.."},
		"what is left out at the start":    {"<p>Stability: 1</p>", 0.1, "..x", "..x"},
		"two holes, of which one is a nav": {"<nav>Menu of it</nav>" + text + "<p>Stability: 1</p>", 0.1, "x.x.x", "x.xxx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, "<article>"+text+test.hole+text+"</article>").keeping(t, test.before)
			for i := range s.scores {
				s.scores[i] = test.score
			}
			s.findUnits()
			s.fillHoles()
			assert.Equal(t, test.after, marked(s.kept))
		})
	}
}

func TestWhatIsDocumentation(t *testing.T) {
	code := strings.Repeat("<p>See <code>open</code>.", minCodeWords)
	words := strings.Repeat("word ", minCodeWords*maxWordsPerCode)
	for name, test := range map[string]struct {
		body  string
		hints features.Hints
		want  bool
	}{
		"names":                {code, features.Hints{}, true},
		"few names":            {strings.Repeat("<p>See <code>open</code>.", minCodeWords-1), features.Hints{}, false},
		"names in much text":   {code + words, features.Hints{}, false},
		"code":                 {strings.Repeat("<pre>a</pre>", minCodeBlocks) + words, features.Hints{}, true},
		"little code":          {strings.Repeat("<pre>a</pre>", minCodeBlocks-1), features.Hints{}, false},
		"generator":            {"<p>word", features.Hints{Generator: "Docutils 0.19: https://docutils.sourceforge.io/"}, true},
		"other generator":      {"<p>word", features.Hints{Generator: "WordPress 6.4"}, false},
		"article about code":   {code, features.Hints{Type: "article"}, false},
		"thread about code":    {code, features.Hints{Schema: features.SchemaForum}, false},
		"product with code":    {code, features.Hints{Schema: features.SchemaProduct}, false},
		"article by generator": {"<p>word", features.Hints{Generator: "MkDocs", Schema: features.SchemaArticle}, false},
	} {
		t.Run(name, func(t *testing.T) {
			test.hints.PathSegments = -1
			s := begunAs(t, test.body, test.hints, gbdt.Embedded().Lexicon)
			assert.Equal(t, test.want, s.documents)
		})
	}
}
