package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestDropInvitations(t *testing.T) {
	more := func(n int) string { return strings.Repeat(" word", n) }
	for name, test := range map[string]struct {
		line string
		kept bool
	}{
		"to a newsletter":  {"<p>Never miss the latest news by signing up to our newsletter today!</p>", false},
		"to a network":     {"<p>Folgen Sie uns auf <a href=/t>Twitter</a></p>", false},
		"in upper case":    {"<p>SÍGUENOS EN NUESTRO CANAL DE TELEGRAM</p>", false},
		"to pay":           {"<p>If you like this, please support our journalism.</p>", false},
		"of a third party": {"<p>Subscribe to the newsletter of the harbour board.</p>", true},
		"without means":    {"<p>Join our family of fishers in the bay.</p>", true},
		"without request":  {"<p>Our newsletter is older than the harbour.</p>", true},
		"in a list":        {"<ul><li>Subscribe to our newsletter</ul>", true},
		"at the bound":     {"<p>Subscribe to our newsletter" + more(maxInvitationWords-4) + "</p>", false},
		"beyond the bound": {"<p>Subscribe to our newsletter" + more(maxInvitationWords-3) + "</p>", true},
		"too short":        {"<p>Subscribe: our newsletter</p>", true},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, "<p>Text before.</p>"+test.line+"<p>Text after.</p>").keepingAll(t, "xxx")
			s.prose = 1
			s.findUnits()
			s.dropInvitations()
			assert.Equal(t, map[bool]string{true: "xxx", false: "x.x"}[test.kept], marked(s.kept))
		})
	}
}

// What a company writes of its own application is content of its page.
func TestInvitationsOfOtherPagesStay(t *testing.T) {
	s := begun(t, "<p>Download our app to see the tides.</p>").keepingAll(t, "x")
	s.prose, s.hints.Schema = 1, features.SchemaProduct|features.SchemaForum
	s.dropInvitations()
	assert.True(t, s.kept[0])
}
