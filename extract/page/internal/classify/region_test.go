package classify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

const restore = "restore a collapsed page"

// The choice is unsure if less than 60 words are kept of a page of at least 400.
func TestUnsureOfCollapsedPages(t *testing.T) {
	for name, test := range map[string]struct {
		kept, left int // words
		unsure     bool
	}{
		"hardly anything of much": {59, 400, true},
		"enough":                  {60, 400, false},
		"a short page":            {10, 389, false},
		"the shortest of much":    {10, 390, true},
	} {
		page := state{html: "<p>" + words(test.kept) + "</p><p>Left out are " + words(test.left-3) + "</p>", score: 1, kept: "the tide comes in…"}
		assert.Equal(t, test.unsure, run(t, page, restore).unsure, name)
	}
	assert.True(t, run(t, state{html: "<p>" + words(400), score: 1}, restore).unsure, "nothing of much")
	assert.False(t, run(t, state{html: "<p>" + words(10), score: 1}, restore).unsure, "nothing of a page of few words")
}

// Of a collapsed page the part with most of what is likely is kept, but for its menus and
// buttons.
// A page whose main element is short, beside long menus, is what it seems to be.
func TestAShortMainElementIsSure(t *testing.T) {
	menu := "<nav><p>" + words(400) + "</nav>"
	for body, unsure := range map[string]bool{
		"<main><p>Synonym of fill.</main>":                                false,
		"<main><p>Synonym of fill.<p>" + words(59) + "</main>":            false,
		"<main><p>Synonym of fill.<p>" + words(60) + "</main>":            true,
		"<div><p>Synonym of fill.</div>":                                  true,
		"<main><p>" + words(10) + "</main><div><p>Synonym of fill.</div>": true,
	} {
		assert.Equal(t, unsure, run(t, state{html: menu + body, score: 0.1, kept: "Synonym of fill."}, restore).unsure, body)
	}
}

func TestRegionOfACollapsedPage(t *testing.T) {
	page := "<div><p>A teaser</p></div><div id=x><nav>Menu of it</nav><p>Ebb " + words(200) + "</p><p>Flood " + words(200) + "</p><button>Buy</button></div><p>The end</p>"
	got := run(t, state{html: page, score: 0.1, scores: map[string]float32{"Ebb the tide comes…": 0.2, "Flood the tide comes…": 0.2}}, restore)
	got.assertAdds(t, "Ebb the tide comes… | Flood the tide comes…")
}

// The region is kept only if more than half of the likely words of the page are left out. Those
// of blocks that are much less likely than another one don't count, however many they are: news
// of one sentence stands beside hundreds of headlines.
func TestPagesOfLittleContentStayAsTheyAre(t *testing.T) {
	for _, test := range []struct {
		left  int // words
		score float32
		added string
	}{{180, 0.27, "Left out are the… | Menu the tide comes…"}, {160, 0.27, ""}, {400, 0.23, "Left out are the… | Menu the tide comes…"}, {400, 0.22, ""}} {
		page := "<p>Kept are " + words(48) + "</p><p>Left out are " + words(test.left-3) + "</p><p>Menu " + words(399) + "</p>"
		scores := map[string]float32{"Kept are the tide…": 0.9, "Left out are the…": test.score}
		got := run(t, state{html: page, score: 0.1, scores: scores, kept: "Kept are the tide…"}, restore)
		got.assertAdds(t, test.added)
	}
}

// A page of which every block is unlikely is not left with one of them.
func TestUnlikelyPagesAreKeptAsAWhole(t *testing.T) {
	root, p := measuretest.Page(t, "<div class=grid>"+strings.Repeat("<div class=tile><a href=/x>Blue lamp for desks</a> <span>Add to list</span> <span>Compare</span></div>", 60)+"</div>")
	unlikely := gbdt.Ensemble{Bias: -3}
	model := &gbdt.Model{Lexicon: features.NewLexicon(nil, nil, nil), First: unlikely, Second: unlikely}
	var c classify.Classifier
	kept := c.Classify(t.Context(), model, p, features.Hints{PathSegments: -1}, classify.Options{})
	for i, name := range blockNames(root, p) {
		assert.True(t, kept[i], name)
	}
	_, short := measuretest.Page(t, "<p>short</p>")
	c.Classify(t.Context(), gbdt.Embedded(), short, features.Hints{PathSegments: -1}, classify.Options{})
	assert.False(t, c.Unsure)
}

// A page that shows much, and nothing that is likely, is unsure however much of it is kept.
func TestUnlikelyPagesAreUnsure(t *testing.T) {
	for name, test := range map[string]struct {
		words  int
		score  float32
		hints  features.Hints
		unsure bool
	}{
		"likely":         {400, 0.25, features.Hints{}, false},
		"unlikely":       {400, 0.24, features.Hints{}, true},
		"a short page":   {399, 0.24, features.Hints{}, false},
		"a product":      {400, 0.4, product, false},
		"a rare product": {400, 0.39, product, true},
	} {
		page := state{html: "<p>" + words(test.words) + "</p>", hints: test.hints, score: test.score, kept: all}
		assert.Equal(t, test.unsure, run(t, page, restore).unsure, name)
	}
}

// A page is not unsure if all that is kept of it stands in its main element, of
// which fewer than 60 words are left out.
func TestShortMainElements(t *testing.T) {
	menu := "<div>Menu " + words(400) + "</div>"
	for name, test := range map[string]struct {
		body, kept string
		unsure     bool
	}{
		"all of it":       {menu + "<main><p>It fills the table.</p></main>", "It fills the table.", false},
		"little of it":    {menu + "<main><p>It fills the table.</p><p>Left " + words(59) + "</p></main>", "It fills the table.", true},
		"enough of it":    {menu + "<main><p>It fills the table.</p><p>Left " + words(58) + "</p></main>", "It fills the table.", false},
		"and beside it":   {menu + "<main><p>It fills the table.</p></main><p>Share it</p>", "It fills the table. | Share it", true},
		"no such element": {menu + "<div><p>It fills the table.</p></div>", "It fills the table.", true},
	} {
		assert.Equal(t, test.unsure, run(t, state{html: test.body, score: 0.3, kept: test.kept}, restore).unsure, name)
	}
}
