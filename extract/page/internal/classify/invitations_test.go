package classify_test

import "testing"

func TestDropInvitations(t *testing.T) {
	for name, test := range map[string]struct {
		line, dropped string
	}{
		"to a newsletter":  {"<p>Never miss the latest news by signing up to our newsletter today!</p>", "Never miss the latest…"},
		"to a network":     {"<p>Folgen Sie uns auf <a href=/t>Twitter</a></p>", "Folgen Sie uns auf Twitter"},
		"in upper case":    {"<p>SÍGUENOS EN NUESTRO CANAL DE TELEGRAM</p>", "SÍGUENOS EN NUESTRO CANAL…"},
		"to pay":           {"<p>If you like this, please support our journalism.</p>", "If you like this,…"},
		"of a third party": {"<p>Subscribe to the newsletter of the harbour board.</p>", ""},
		"without means":    {"<p>Join our family of fishers in the bay.</p>", ""},
		"without request":  {"<p>Our newsletter is older than the harbour.</p>", ""},
		"in a list":        {"<ul><li>Subscribe to our newsletter</ul>", ""},
		"at the bound":     {"<p>Subscribe to our newsletter " + words(36) + "</p>", "Subscribe to our newsletter…"},
		"beyond the bound": {"<p>Subscribe to our newsletter " + words(37) + "</p>", ""},
		"too short":        {"<p>Subscribe: our newsletter</p>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: "<p>Text before.</p>" + test.line + "<p>Text after.</p>", prose: 1, kept: all}, "drop appeals")
			got.assertDrops(t, test.dropped)
		})
	}
}

// What a company writes of its own application is content of its page.
func TestInvitationsOfOtherPagesStay(t *testing.T) {
	const page = "<p>Download our app to see the tides.</p>"
	run(t, state{html: page, prose: 1, hints: forum, kept: all}, "drop appeals").assertDrops(t, "")
	run(t, state{html: page, prose: 1, kept: all}, "drop appeals").assertDrops(t, "Download our app to…")
}
