package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSuppressWhatIsOnEachPageOfASite(t *testing.T) {
	const page = "<p>Tides of the harbour and of the bay</p>"
	for class, want := range map[string]float32{
		"usa-banner": 0, "usa-banner__inner other": 0, "banner usa": 1, "usa": 1, "govuk-cookie-banner": 0, "cookie-recipes": 1,
		"prev-next-area": 0, "post-next-prev": 0, "t-navbar-menu": 0, "navbar": 1, "next": 1, "next slide prev": 1,
	} {
		got := run(t, state{html: page + "<div class='" + class + "'><p>Official website</p></div>", score: 1}, "suppress parts of the site")
		assert.Equal(t, map[string]float32{"Tides of the harbour…": 1, "Official website": want}, got.scores, class)
	}
}

func TestPartsOfTheSiteHoldNoPage(t *testing.T) {
	got := run(t, state{html: "<div class=navbar-menu-offset><p>Tides of the harbour and of the bay</p></div>", score: 1}, "suppress parts of the site")
	assert.Equal(t, map[string]float32{"Tides of the harbour…": 1}, got.scores)
}

func TestSuppressLinksToThePagesBeforeAndAfter(t *testing.T) {
	for body, want := range map[string]float32{
		"<a rel=next href=b.html>Official website</a>":                 0,
		"<a rel=prev href=b.html>Official</a> website":                 0,
		"<a rel=nofollow href=b.html>Official website</a>":             1,
		"<a rel=next href=b.html>Official</a> website of the harbour?": 1,
	} {
		got := run(t, state{html: "<p>" + body, score: 1}, "suppress parts of the site")
		for _, score := range got.scores {
			assert.Equal(t, want, score, body)
		}
	}
}
