package classify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSuppressWhatIsOnEachPageOfASite(t *testing.T) {
	const page = "<p>Tides of the harbour and of the bay</p>"
	for class, want := range map[string]float32{
		"usa-banner": 0, "usa-banner__inner other": 0, "banner usa": 1, "usa": 1, "govuk-cookie-banner": 0, "cookie-recipes": 1,
		"prev-next-area": 0, "post-next-prev": 0, "next": 1, "next slide prev": 1,
	} {
		got := run(t, state{html: page + "<div class='" + class + "'><p>Official website</p></div>", score: 1}, "suppress parts of the site")
		assert.Equal(t, map[string]float32{"Tides of the harbour…": 1, "Official website": want}, got.scores, class)
	}
}
