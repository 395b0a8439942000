package features_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

func measured(t *testing.T, page string) *measure.Page {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	return p
}

func begun(t *testing.T, page string, hints features.Hints, lexicon *features.Lexicon) (*features.Extractor, *measure.Page) {
	t.Helper()
	if lexicon == nil {
		lexicon = new(features.Lexicon)
	}
	p, r := measured(t, page), new(features.Extractor)
	r.Begin(p, hints, lexicon)
	return r, p
}

func words(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }

func TestLinkShareAndWords(t *testing.T) {
	r, p := begun(t, "<main><p>one two <a href=/a>three</a> four</p><nav><a href=/b>five</a></nav></main>", features.Hints{}, nil)
	for i := range p.Elements {
		switch el := &p.Elements[i]; {
		case el.Kinds&measure.P != 0:
			assert.EqualValues(t, 4, r.Words(el))
			assert.InDelta(t, .25, r.LinkShare(el), 1e-6)
		case el.Kinds&measure.Nav != 0:
			assert.EqualValues(t, 1, r.Words(el))
			assert.EqualValues(t, 1, r.LinkShare(el))
		case el.Kinds&measure.Main != 0:
			assert.InDelta(t, .4, r.LinkShare(el), 1e-6)
		}
	}
	empty, p := begun(t, "<div></div>", features.Hints{}, nil)
	for i := range p.Elements {
		assert.Zero(t, empty.LinkShare(&p.Elements[i]), "no words, no share")
	}
}

// Blocks have one signature if tags and classes of the elements around them are the same.
func TestSignatures(t *testing.T) {
	item := "<li class=card><h3>a</h3><p>text</p></li>"
	r, p := begun(t, "<ul>"+item+item+item+"</ul><p class=other>b</p>", features.Hints{}, nil)
	require.Len(t, p.Blocks, 7)
	for _, like := range [][]int{{0, 2, 4}, {1, 3, 5}} {
		for _, i := range like {
			assert.Equal(t, r.SignatureOf(like[0]), r.SignatureOf(i))
			assert.EqualValues(t, 3, r.BlocksLike(i))
		}
	}
	assert.NotEqual(t, r.SignatureOf(0), r.SignatureOf(1))
	assert.EqualValues(t, 1, r.BlocksLike(6))
	assert.Equal(t, 3, r.Signatures())
}

func TestDensestAndTitle(t *testing.T) {
	prose := "<p>" + words(30) + "</p>"
	r, p := begun(t, "<h1>The quay at night</h1><div class=a>"+prose+"</div><div class=b>"+prose+prose+"</div>", features.Hints{Title: "The quay at night"}, nil)
	require.GreaterOrEqual(t, r.Densest(), int32(0))
	assert.Equal(t, "div", p.Elements[r.Densest()].Atom.String())
	assert.EqualValues(t, 60, r.Words(&p.Elements[r.Densest()]))
	assert.EqualValues(t, 0, r.TitleBlock())
	none, _ := begun(t, "<p>short</p>", features.Hints{}, nil)
	assert.EqualValues(t, -1, none.Densest())
	assert.EqualValues(t, -1, none.TitleBlock())
}

// TestPageTypeOdds: what a page says of itself speaks for a type as the lexicon has it.
func TestPageTypeOdds(t *testing.T) {
	const page = "<html class=thread><body class='forum-view' id=board><p>text</p>"
	p := measured(t, page)
	for name, hints := range map[string]features.Hints{
		"address":   {Address: "/forum/topic"},
		"query":     {Query: "showtopic=7"},
		"type":      {Type: "article"},
		"generator": {Generator: "Discuss 3.1"},
		"schema":    {Schema: 1},
		"body":      {},
	} {
		tokens := features.PageTypeTokens(nil, p, &hints)
		odds := map[uint32][features.PageTypeCount]float32{}
		for _, token := range tokens {
			odds[token] = [features.PageTypeCount]float32{features.TypeForum: 2}
		}
		r, _ := begun(t, page, hints, features.NewLexicon(nil, nil, odds))
		assert.Positive(t, r.PageTypeOdds(features.TypeForum), name)
		assert.Zero(t, r.PageTypeOdds(features.TypeArticle), name)
	}
	many := features.PageTypeTokens(nil, p, &features.Hints{Address: strings.Repeat("/ab", 1000)})
	assert.Len(t, many, 64, "the tokens are bounded")
	assert.NotEqual(t, features.PageTypeTokens(nil, p, &features.Hints{Address: "forum"})[0], features.PageTypeTokens(nil, p, &features.Hints{Query: "forum"})[0], "each place has words of its own")
}

// TestFeaturesOfPage are the same for all blocks of a page.
func TestFeaturesOfPage(t *testing.T) {
	r, p := begun(t, "<p>"+words(30)+"</p><ul><li>a<li>b</ul><pre>code here</pre>", features.Hints{Type: "article", PathSegments: 3}, nil)
	var first features.FeatureVector
	r.BlockFeatures(0, &first)
	shared := 0
	for i := range p.Blocks {
		var v features.FeatureVector
		r.BlockFeatures(i, &v)
		for k := range v {
			if features.IsPageFeature(k) {
				assert.Equal(t, first[k], v[k], "feature %d of block %d", k, i)
				shared++
			}
		}
	}
	assert.Positive(t, shared)
	assert.NotEmpty(t, r.PageFeatures())
}

// TestStackedFeatures are made of the scores of the blocks around.
func TestStackedFeatures(t *testing.T) {
	p10 := "<p>" + words(10) + "</p>"
	r, p := begun(t, "<main>"+strings.Repeat(p10, 4)+"</main><footer>"+strings.Repeat(p10, 2)+"</footer>", features.Hints{}, nil)
	require.Len(t, p.Blocks, 6)
	r.SetFirstScores([]float32{.9, .9, .9, .9, .1, .1})
	at := func(i int) []float32 {
		var v features.FeatureVector
		r.StackedFeatures(i, &v)
		return v[features.FirstScore:]
	}
	first, last := at(0), at(5)
	assert.InDelta(t, .9, first[0], 1e-6, "the own score comes first")
	assert.EqualValues(t, -1, first[1], "nothing before the first block")
	assert.InDelta(t, .1, last[0], 1e-6)
	assert.InDelta(t, .1, last[1], 1e-6, "the score before")
	assert.NotEqual(t, first, last)
	assert.Equal(t, at(1)[4:7], []float32{.9, .9, .1}, "the scores behind")
}

// Blocks without a score get the mean of those like them.
func TestImputeBySignature(t *testing.T) {
	item := "<li class=card>text</li>"
	r, p := begun(t, "<ul>"+strings.Repeat(item, 4)+"</ul><p class=other>b</p>", features.Hints{}, nil)
	require.Len(t, p.Blocks, 5)
	prob := []float32{.2, .6, -1, -1, -1}
	r.ImputeBySignature(prob, 2)
	assert.InDeltaSlice(t, []float32{.2, .6, .4, .4, 0}, prob, 1e-6)
	r.ImputeBySignature(prob, len(prob))
	assert.InDeltaSlice(t, []float32{.2, .6, .4, .4, 0}, prob, 1e-6, "all are scored")
}

// An extractor keeps nothing of the page before, however many signatures that had.
func TestSignaturesOfOnePageAfterTheOther(t *testing.T) {
	var r features.Extractor
	for _, classes := range []int{1, 3, 2 * 4096, 2} {
		var body strings.Builder
		for i := range 2 * classes {
			n := classes - 1 - i%classes // in another order than on the page before
			fmt.Fprintf(&body, "<div class=%c%c><p class=%c>text</div>", 'a'+n%26, 'a'+n/26%26, 'a'+n/676)
		}
		p := measured(t, body.String())
		r.Begin(p, features.Hints{}, new(features.Lexicon))
		require.Equal(t, classes, r.Signatures())
		for i := range classes {
			assert.EqualValues(t, i, r.SignatureOf(i))
			assert.EqualValues(t, i, r.SignatureOf(i+classes))
			assert.EqualValues(t, 2, r.BlocksLike(i))
		}
	}
}
