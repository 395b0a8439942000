package classify_test

import "testing"

func TestTermsAreKeptWithTheirDescriptions(t *testing.T) {
	for name, test := range map[string]struct{ body, kept, added string }{
		"description kept":         {"<dl><dt>port<dd>where to listen</dl>", "where to listen", "port"},
		"description left out":     {"<dl><dt>port<dd>where to listen</dl>", "", ""},
		"several terms":            {"<dl><dt>-p<dt>--port<dd>where to listen</dl>", "where to listen", "-p | --port"},
		"term of blocks":           {"<dl><dt><p>-p<p>--port</dt><dd>where to listen</dl>", "where to listen", "-p | --port"},
		"groups":                   {"<dl><div><dt>-p<dd>where to listen</div><div><dt>-v<dd>say more</div></dl>", "where to listen", "-p"},
		"text behind the list":     {"<dl><dt>port</dl><p>where to listen", "where to listen", ""},
		"list within a definition": {"<dl><dt>port<dd><dl><dt>none<dd>as of the system</dl></dl>", "as of the system", "port | none"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, kept: test.kept}, "keep terms")
			got.assertAdds(t, test.added)
		})
	}
}
