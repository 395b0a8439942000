package features

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

const (
	tide  = "The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry."
	poles = "Every spring the society measures the banks again, pole by pole, and writes the depths into a book that nobody but the pilots may borrow."
)

func measured(t testing.TB, body string) *measure.Page {
	t.Helper()
	root, err := html.Parse(strings.NewReader(body))
	require.NoError(t, err)
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	return p
}

// placed returns the features of places of each block of a body.
func placed(t *testing.T, body string, hints Hints, lex *Lexicon) ([][]float32, *measure.Page) {
	t.Helper()
	p := measured(t, body)
	if lex == nil {
		lex = new(Lexicon)
	}
	var r Extractor
	r.Begin(p, hints, lex)
	out := make([][]float32, len(p.Blocks))
	for i := range out {
		var v FeatureVector
		r.BlockFeatures(i, &v)
		out[i] = v[firstPosition:][:positionCount]
	}
	return out, p
}

func TestPlaceOfTitleAndDescription(t *testing.T) {
	body := "<p><a href=/>Mudlark season opens today</a></p><h1>Mudlark season opens today</h1><p>" + tide + "</p><p>" + poles + "</p>"
	got, _ := placed(t, body, Hints{Title: "Mudlark season opens today | Shore", Description: strings.TrimSuffix(tide, ".") + " …"}, nil)
	require.Len(t, got, 4)
	for i, test := range []struct{ title, whole, fromTitle, description, fromDescription float32 }{
		{1, 0.8, -1, 0, -2},
		{1, 0.8, 0, 0, -1},
		{0, 0, 1, 1, 0},
		{0, 0, 2, 0.25, 1},
	} {
		assert.Equal(t, test.title, got[i][pTitle], "title of block %d", i)
		assert.Equal(t, test.whole, got[i][pTitleWhole], "title of block %d", i)
		assert.Equal(t, test.fromTitle, got[i][pFromTitle], "block %d", i)
		assert.Equal(t, test.description, got[i][pDescription], "block %d", i)
		assert.Equal(t, test.fromDescription, got[i][pFromDescription], "block %d", i)
	}
	got, _ = placed(t, body, Hints{}, nil)
	assert.Equal(t, float32(unknown), got[2][pFromTitle])
	assert.Equal(t, float32(unknown), got[2][pFromDescription])
}

func TestPlaceAmongArticlesAndProse(t *testing.T) {
	got, _ := placed(t, "<article><p>"+tide+"</p><div><p>"+poles+"</p></div></article><article><p>"+tide+"</p></article><p>end</p>", Hints{}, nil)
	require.Len(t, got, 4)
	assert.Equal(t, []float32{0, 0, 1, -1}, column(got, pArticle))
	assert.Equal(t, []float32{1, 1, 1, 0}, column(got, pArticles))
	assert.Equal(t, []float32{0, 1, 2, 3}, column(got, pParasBefore))
	assert.Equal(t, []float32{2, 1, 0, 0}, column(got, pParasAfter))
	assert.Equal(t, float32(0), got[2][pProseAfter])
	assert.Equal(t, float32(1), got[3][pProseBefore])
	share := got[0][pArticleShare] + got[2][pArticleShare]
	assert.InDelta(t, 1, share, 1e-6)
	assert.Equal(t, float32(-1), got[3][pArticleShare])
}

func TestPlaceFromTheDensestElement(t *testing.T) {
	got, _ := placed(t, "<div><div><p>"+tide+"</p><p>"+poles+"</p></div><aside><ul><li>one<li>two</ul></aside></div>", Hints{}, nil)
	require.Len(t, got, 4)
	assert.Equal(t, []float32{1, 1, 3, 3}, column(got, pDenseUp))
	assert.Equal(t, []float32{1, 1, 2, 2}, column(got, pDenseDown))
}

func TestPlaceAmongItsLike(t *testing.T) {
	card := "<div class=card><h3>Name</h3><p>some words here</p></div>"
	got, _ := placed(t, "<section>"+card+card+card+"</section><p>alone</p>", Hints{}, nil)
	require.Len(t, got, 7)
	assert.Equal(t, []float32{0, 0, 1, 1, 2, 2, -1}, column(got, pOrdinal))
	assert.Equal(t, []float32{3, 3, 3, 3, 3, 3, 0}, column(got, pOrdinalRun))
	assert.InDelta(t, 1.0/3, got[0][pOrdinalShare], 1e-6)
}

func TestPlaceUnderLabelsAndHeadings(t *testing.T) {
	bad := map[uint32]float32{measure.HashWord("related"): -3}
	got, _ := placed(t, "<h1>Flats</h1><p>text</p><div><h2>Related</h2><h3>Banks</h3><p>text</p></div><h2>Tides</h2><p>text</p>", Hints{}, NewLexicon(nil, bad, nil))
	require.Len(t, got, 7)
	assert.Equal(t, []float32{0, 0, -3, -3, -3, 0, 0}, column(got, pHeadPath))
	assert.Equal(t, []float32{0, 0, -3, -3, -3, 0, 0}, column(got, pLabelMin))
}

func TestEmphasis(t *testing.T) {
	for name, test := range map[string]struct {
		body          string
		italic, small float32
	}{
		"plain":               {"<p>words in a row</p>", 0, 0},
		"all italic":          {"<p><em>words in a row</em></p>", 2, 0},
		"begins with italics": {"<p><i>words</i> in a row</p>", 1, 0},
		"small and italic":    {"<p><small><em>words</em> in a row</small></p>", 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := placed(t, test.body, Hints{}, nil)
			assert.Equal(t, test.italic, got[0][pEmphasis])
			assert.Equal(t, test.small, got[0][pSmall])
		})
	}
}

func TestPlaceOutsideOfLinks(t *testing.T) {
	got, _ := placed(t, "<p>See also: <a href=/b>the banks of spring</a></p>", Hints{}, nil)
	assert.Equal(t, float32(2), got[0][pUnlinked])
}

func column(rows [][]float32, f int) []float32 {
	out := make([]float32, len(rows))
	for i, row := range rows {
		out[i] = row[f]
	}
	return out
}
