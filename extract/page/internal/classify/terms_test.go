package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTermsAreKeptWithTheirDescriptions(t *testing.T) {
	for name, test := range map[string]struct{ body, before, after string }{
		"description kept":         {"<dl><dt>port<dd>where to listen</dl>", ".x", "xx"},
		"description left out":     {"<dl><dt>port<dd>where to listen</dl>", "..", ".."},
		"several terms":            {"<dl><dt>-p<dt>--port<dd>where to listen</dl>", "..x", "xxx"},
		"term of blocks":           {"<dl><dt><p>-p<p>--port</dt><dd>where to listen</dl>", "..x", "xxx"},
		"groups":                   {"<dl><div><dt>-p<dd>where to listen</div><div><dt>-v<dd>say more</div></dl>", ".x..", "xx.."},
		"text behind the list":     {"<dl><dt>port</dl><p>where to listen", ".x", ".x"},
		"list within a definition": {"<dl><dt>port<dd><dl><dt>none<dd>as of the system</dl></dl>", "..x", "xxx"},
	} {
		t.Run(name, func(t *testing.T) {
			s := begun(t, test.body).keeping(t, test.before)
			s.keepTerms()
			assert.Equal(t, test.after, marked(s.kept))
		})
	}
}
