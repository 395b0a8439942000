package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
)

func TestSuppressConsent(t *testing.T) {
	const page = "<p>the tide tables of the harbour for all of this year and the next</p>"
	for body, want := range map[string]float32{
		page + `<div id=onetrust-banner-sdk><div role=dialog><p>We use cookies</div></div>`: 0,
		page + `<div class="gdpr-prompt overlay"><p>We use cookies</div>`:                   0,
		page + `<div class="overlay"><p>We use cookies</div>`:                               1,
		page + `<section class="privacy"><p>We use cookies</section>`:                       1,
		`<p>Hi</p><div class="consent modal"><p>We use cookies</div>`:                       1, // most of the page
	} {
		got := run(t, state{html: body, score: 1}, "suppress notices")
		assert.Equal(t, want, got.scores["We use cookies"], body)
		delete(got.scores, "We use cookies")
		for name, score := range got.scores {
			assert.Equal(t, float32(1), score, name)
		}
	}
	whole := state{html: page + `<div class="gdpr-prompt overlay"><p>We use cookies</div>`, score: 1, opts: classify.Options{WholePage: true}}
	assert.Equal(t, float32(1), run(t, whole, "suppress notices").scores["We use cookies"])
}

func TestSuppressWhatIsOnEachPageOfASite(t *testing.T) {
	const page = "<p>Tides of the harbour and of the bay</p>"
	for class, want := range map[string]float32{
		"usa-banner": 0, "usa-banner__inner other": 0, "banner usa": 1, "usa": 1,
		"prev-next-area": 0, "post-next-prev": 0, "next": 1, "next slide prev": 1,
	} {
		got := run(t, state{html: page + "<div class='" + class + "'><p>Official website</p></div>", score: 1}, "suppress notices")
		assert.Equal(t, map[string]float32{"Tides of the harbour…": 1, "Official website": want}, got.scores, class)
	}
}
