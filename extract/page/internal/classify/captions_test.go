package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestDropCaptions(t *testing.T) {
	figure := func(inside string) string { return "<figure><img src=/a.png>" + inside + "</figure>" }
	for name, test := range map[string]struct {
		body    string // below a text
		score   float32
		dropped string
	}{
		"unlikely":               {figure("<figcaption>The quay at noon</figcaption>"), 0.79, "The quay at noon"},
		"likely":                 {figure("<figcaption>The quay at noon</figcaption>"), 0.8, ""},
		"with a credit":          {figure("<figcaption>The quay</figcaption><figcaption>Ann Lee</figcaption>"), 0.5, "The quay | Ann Lee"},
		"numbered":               {figure("<figcaption>Figure 3. The quay at noon</figcaption>"), 0.5, ""},
		"of a class":             {"<div><img src=/a.png><p class=caption>The quay at noon</p></div>", 0.5, "The quay at noon"},
		"of a class, short":      {"<div><p class=caption>The quay there</p></div>", 0.5, ""},
		"in no figcaption":       {figure("<p>" + words(8) + "</p>"), 0.5, "the tide comes in… (2)"},
		"a name below a sign":    {figure("<p>" + words(7) + "</p>"), 0.5, ""},
		"a heading":              {figure("<figcaption><h3>The quay at noon</h3></figcaption>"), 0.5, ""},
		"of a table":             {"<figure><table><tr><td>1<td>2<tr><td>3<td>4</table><figcaption>Depths of the bay</figcaption></figure>", 0.5, ""},
		"of code":                {"<figure><pre>go run .</pre><figcaption>How to begin here</figcaption></figure>", 0.5, ""},
		"of output":              {"<figure><samp>wharf 3<br>ready</samp><figcaption>How to begin here</figcaption></figure>", 0.5, ""},
		"of a quotation":         {"<figure><blockquote>Tides wait</blockquote><figcaption>Ann Lee in spring</figcaption></figure>", 0.5, ""},
		"of a picture and code":  {figure("<pre>go run .</pre><figcaption>How to begin here</figcaption>"), 0.5, ""},
		"of a picture and words": {figure("<blockquote>Tides wait</blockquote><figcaption>Ann Lee in spring</figcaption>"), 0.5, ""},
		"in a list":              {"<ul><li>One <li><span class=caption>The quay at noon</span></ul>", 0.5, ""},
		"half of what is kept":   {figure("<figcaption>" + words(30) + "</figcaption>"), 0.5, "the tide comes in… (2)"},
		"more than half":         {figure("<figcaption>" + words(31) + "</figcaption>"), 0.5, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: "<p>" + words(30) + "</p>" + test.body, prose: 1, score: test.score, kept: all}, "drop captions")
			got.assertDrops(t, test.dropped)
		})
	}
}

// captioned is a text with a picture.
const captioned = "<p>The bay is wide and deep, say those who fish there.</p><figure><figcaption>The quay at noon</figcaption></figure>"

func TestFavorMovesTheScoreOfCaptions(t *testing.T) {
	for favor, dropped := range map[float64]string{0: "The quay at noon", 2: ""} {
		page := state{html: captioned, opts: classify.Options{Recall: favor}, prose: 1, score: 0.5, kept: all}
		assert.Equal(t, dropped, run(t, page, "drop captions").dropped, favor)
	}
}

// Elsewhere than in articles captions are content as the model sees it.
func TestCaptionsOfOtherPagesStay(t *testing.T) {
	for name, test := range map[string]struct {
		prose   float32
		hints   features.Hints
		dropped string
	}{
		"an article":               {1, features.Hints{}, "The quay at noon"},
		"a page of lists":          {0.4, features.Hints{}, ""},
		"a forum":                  {1, forum, ""},
		"a declared article":       {0, features.Hints{Type: "article"}, "The quay at noon"},
		"an article of schema.org": {0, features.Hints{Schema: features.SchemaArticle}, "The quay at noon"},
		"an article on a product":  {0, features.Hints{Type: "article", Schema: features.SchemaProduct}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: captioned, prose: test.prose, hints: test.hints, kept: all}, "drop captions")
			got.assertDrops(t, test.dropped)
		})
	}
}

func TestCaptionsThatSayAFact(t *testing.T) {
	figure := func(inside string) string { return "<figure><img src=/a.png>" + inside + "</figure>" }
	const fact = "<figcaption>The pier is made of oak.</figcaption>"
	for name, test := range map[string]struct {
		body  string // between two texts
		score float32
		kept  string // of it
	}{
		"a sentence":              {figure(fact), 0.25, "The pier is made… | "},
		"unlikely":                {figure(fact), 0.24, ""},
		"with figures":            {figure("<figcaption>Length of the pier: 31 m</figcaption>"), 0.25, "Length of the pier:… | "},
		"a few words":             {figure("<figcaption>The pier at noon.</figcaption>"), 0.25, ""},
		"numbered":                {figure("<figcaption>Fig. 1 The pier</figcaption>"), 0.25, "Fig. 1 The pier | "},
		"no sentence":             {figure("<figcaption>The pier at noon in June</figcaption>"), 0.25, ""},
		"a credit":                {figure("<figcaption>The pier is made of oak. Photo: Ann Lee.</figcaption>"), 0.25, ""},
		"a credit beside it":      {figure(fact + "<figcaption>Image by Ann Lee</figcaption>"), 0.25, ""},
		"the sign of a copyright": {figure(fact + "<figcaption>© Ann Lee</figcaption>"), 0.25, ""},
		"mostly a link":           {figure("<figcaption><a href=/a>The pier is made</a> of oak.</figcaption>"), 0.25, ""},
		"a link":                  {figure("<figcaption>The pier is made of <a href=/a>oak</a>.</figcaption>"), 0.25, "The pier is made… | "},
		"of a class":              {"<div><img src=/a.png><p class=caption>The pier is made of oak.</p></div>", 0.25, "The pier is made… | "},
		"two pictures":            {figure(fact) + figure(fact), 0.25, "The pier is made… | The pier is made… (2) | "},
	} {
		t.Run(name, func(t *testing.T) {
			page := state{html: "<p>" + words(30) + "</p>" + test.body + "<p>And so on.</p>", prose: 1, score: test.score, kept: "the tide comes in… | And so on."}
			assert.Equal(t, "the tide comes in… | "+test.kept+"And so on.", run(t, page, "keep captions", "drop captions").kept)
		})
	}
}

// A caption that says a fact, or that of a film, may begin or end an article, but not follow what ends before other parts.
func TestCaptionAtEitherEnd(t *testing.T) {
	const text, figure = "<p>The bay is wide and deep, say those who fish there.</p>", "<figure><img src=/a.png><figcaption>The pier is made of oak.</figcaption></figure>"
	for body, want := range map[string]string{
		"<article>" + text + figure + "</article><p>Imprint":                                                 "The bay is wide… | The pier is made…",
		"<main><div>" + text + figure + "</div></main>":                                                      "The bay is wide… | The pier is made…",
		"<nav>Home</nav><article><h1>Pier</h1>" + figure + text + "</article>":                               "The pier is made… | The bay is wide…",
		"<main><figure><iframe src=/a></iframe><figcaption>At noon</figcaption></figure>" + text + "</main>": "At noon | The bay is wide…",
		"<div>" + figure + text + "</div>":                                                                   "The bay is wide…",
		"<div>" + text + figure + "</div><p>Imprint":                                                         "The bay is wide…",
		"<article>" + text + figure + "<p>Imprint</p></article>":                                             "The bay is wide…",
	} {
		got := run(t, state{html: body, prose: 1, score: 0.25, kept: "The bay is wide…"}, "keep captions", "drop captions")
		assert.Equal(t, want, got.kept, body)
	}
}
