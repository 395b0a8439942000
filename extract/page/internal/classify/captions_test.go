package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestDropCaptions(t *testing.T) {
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	figure := func(inside string) string { return "<figure><img src=/a.png>" + inside + "</figure>" }
	for name, test := range map[string]struct {
		body  string // below a text
		score float32
		want  string
	}{
		"unlikely":               {figure("<figcaption>The quay at noon</figcaption>"), 0.79, "x."},
		"likely":                 {figure("<figcaption>The quay at noon</figcaption>"), 0.8, "xx"},
		"with a credit":          {figure("<figcaption>The quay</figcaption><figcaption>Ann Lee</figcaption>"), 0.5, "x.."},
		"numbered":               {figure("<figcaption>Figure 3. The quay at noon</figcaption>"), 0.5, "xx"},
		"of a class":             {"<div><img src=/a.png><p class=caption>The quay at noon</p></div>", 0.5, "x."},
		"of a class, short":      {"<div><p class=caption>The quay there</p></div>", 0.5, "xx"},
		"in no figcaption":       {figure("<p>" + words(minFigureWords) + "</p>"), 0.5, "x."},
		"a name below a sign":    {figure("<p>" + words(minFigureWords-1) + "</p>"), 0.5, "xx"},
		"a heading":              {figure("<figcaption><h3>The quay at noon</h3></figcaption>"), 0.5, "xx"},
		"of a table":             {"<figure><table><tr><td>1<td>2<tr><td>3<td>4</table><figcaption>Depths of the bay</figcaption></figure>", 0.5, "xxxxxx"},
		"of code":                {"<figure><pre>go run .</pre><figcaption>How to begin here</figcaption></figure>", 0.5, "xxx"},
		"of a quotation":         {"<figure><blockquote>Tides wait</blockquote><figcaption>Ann Lee in spring</figcaption></figure>", 0.5, "xxx"},
		"in a list":              {"<ul><li>One <li><span class=caption>The quay at noon</span></ul>", 0.5, "xxx"},
		"at the bound of blocks": {figure(strings.Repeat("<figcaption>Quay</figcaption>", maxFigureBlocks)), 0.5, "x" + strings.Repeat(".", maxFigureBlocks)},
		"beyond the bound":       {figure(strings.Repeat("<figcaption>Quay</figcaption>", maxFigureBlocks+1)), 0.5, strings.Repeat("x", maxFigureBlocks+2)},
		"half of what is kept":   {figure("<figcaption>" + words(30) + "</figcaption>"), 0.5, "x."},
		"more than half":         {figure("<figcaption>" + words(31) + "</figcaption>"), 0.5, "xx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, "<p>"+words(30)+"</p>"+test.body).keepingAll(t, test.want)
			for i := range s.scores {
				s.scores[i] = test.score
			}
			s.prose = 1
			s.findUnits()
			s.dropCaptions()
			assert.Equal(t, test.want, marked(s.kept))
		})
	}
}

func TestFavorMovesTheScoreOfCaptions(t *testing.T) {
	for favor, want := range map[extract.Favor]bool{extract.Balanced: false, extract.Recall: true} {
		s := begun(t, "<p>The bay is wide and deep, say those who fish there.</p><figure><figcaption>The quay at noon</figcaption></figure>").keepingAll(t, "xx")
		s.opts.Favor, s.prose, s.scores[1] = favor, 1, 0.5
		s.dropCaptions()
		assert.Equal(t, want, s.kept[1], favor)
	}
}

// Elsewhere than in articles captions are content as the model sees it.
func TestCaptionsOfOtherPagesStay(t *testing.T) {
	for name, test := range map[string]struct {
		prose float32
		hints features.Hints
		kept  bool
	}{
		"an article":               {1, features.Hints{}, false},
		"a page of lists":          {0.4, features.Hints{}, true},
		"a forum":                  {1, features.Hints{Schema: features.SchemaForum}, true},
		"a declared article":       {0, features.Hints{Type: "article"}, false},
		"an article of schema.org": {0, features.Hints{Schema: features.SchemaArticle}, false},
		"an article on a product":  {0, features.Hints{Type: "article", Schema: features.SchemaProduct}, true},
	} {
		s := begun(t, "<p>The bay is wide and deep, say those who fish there.</p><figure><figcaption>The quay at noon</figcaption></figure>").keepingAll(t, "xx")
		s.prose, s.hints = test.prose, test.hints
		s.dropCaptions()
		assert.Equal(t, test.kept, s.kept[1], name)
	}
}
