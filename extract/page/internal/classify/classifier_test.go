package classify_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

// classified returns the blocks of a page that are kept with the embedded model.
func classified(t *testing.T, body string, hints features.Hints, opts classify.Options) string {
	t.Helper()
	root, p := measuretest.Page(t, body)
	var c classify.Classifier
	var kept []string
	names := blockNames(root, p)
	for i, k := range c.Classify(t.Context(), gbdt.Embedded(), p, unaddressed(hints), opts) {
		if k {
			kept = append(kept, names[i])
		}
	}
	return joined(kept)
}

const floodPage = "<nav><ul><li><a href=/>Home</a><li><a href=/a>All stories</a></ul></nav><article class=post-content>" +
	"<p>The flood comes in over the flats faster than a person walks, and the guides count the minutes from the moment the last gully runs dry.</p>" +
	"<p>Every spring the society measures the banks again, pole by pole, and writes the depths into a book.</p></article>" +
	"<footer><p>Copyright the society</p></footer>"

func TestClassify(t *testing.T) {
	assert.Equal(t, "The flood comes in… | Every spring the society…", classified(t, floodPage, features.Hints{}, classify.Options{}))
	assert.Equal(t, "Home | All stories | The flood comes in… | Every spring the society… | Copyright the society",
		classified(t, floodPage, features.Hints{}, classify.Options{WholePage: true}))
	assert.Empty(t, classified(t, "", features.Hints{}, classify.Options{Recall: 2, SingleRegion: true}))
}

func TestShortQuotationClosesArticle(t *testing.T) {
	const page = "<nav><a href=/>Home</a> <a href=/boats>Boats</a></nav><main><article><h1>A barn for the lifeboat</h1>" +
		"<p>The lifeboat of the bay has stood in the open since the storm took the roof of its house, and the crew has rubbed salt out of the engine every week, winter and summer.</p>" +
		"<p>On Monday the parish gave the old barn by the slip, whose doors are wide enough, for a rent of one pot of paint a year, payable in blue.</p>" +
		"<blockquote><p>It smells of sheep, but it is dry.</p></blockquote></article></main><footer>All rights with the parish paper</footer>"
	kept := classified(t, page, features.Hints{PathSegments: 1, Title: "A barn for the lifeboat"}, classify.Options{})
	assert.Contains(t, kept, "It smells of sheep,…")
	assert.NotContains(t, kept, "All rights with the…")
}

// Nothing of a page is scored or corrected once nobody waits for the choice.
func TestClassifyEndsWithItsContext(t *testing.T) {
	_, p := measuretest.Page(t, floodPage)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var c classify.Classifier
	assert.NotContains(t, c.Classify(ctx, gbdt.Embedded(), p, features.Hints{PathSegments: -1}, classify.Options{}), true)
}
