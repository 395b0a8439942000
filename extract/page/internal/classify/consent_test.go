package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSuppressConsent(t *testing.T) {
	const page = "<p>the tide tables of the harbour for all of this year and the next</p>"
	for body, want := range map[string]float32{
		page + `<div id=onetrust-banner-sdk><div role=dialog><p>We value your privacy</div></div>`: 0,
		page + `<div class="gdpr-prompt overlay"><p>We use cookies</div>`:                          0,
		page + `<div class="overlay"><p>We use cookies</div>`:                                      1,
		page + `<section class="privacy"><p>Your data stays with you</section>`:                    1,
		`<p>Hi</p><div class="consent modal"><p>all that there is to read is this here</div>`:      1,
	} {
		prob := []float32{1, 1}
		begun(t, body).of(prob, nil).suppressConsent()
		assert.Equal(t, []float32{1, want}, prob, body)
	}
}

func TestSuppressKnownBoilerplate(t *testing.T) {
	const page = "<p>the tide tables of the harbour</p>"
	for body, want := range map[string]float32{
		page + `<div class="navheader"><p>Official websites use .gov</p></div>`:               0,
		page + `<section class="usa-banner"><p>Official websites use .gov</p></section>`:      0,
		page + `<div class="usa-banner__inner other"><p>Official websites use .gov</p></div>`: 0,
		page + `<div class="banner usa"><p>Official websites use .gov</p></div>`:              1,
		page + `<div class="usa"><p>Official websites use .gov</p></div>`:                     1,
	} {
		prob := []float32{1, 1}
		begun(t, body).of(prob, nil).suppressKnownBoilerplate()
		assert.Equal(t, []float32{1, want}, prob, body)
	}
}
