package classify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestSuppressPostBoilerplate(t *testing.T) {
	const text = "<p>Four coats of varnish</p>"
	for name, test := range map[string]struct {
		body       string
		forum      bool
		suppressed string // "" is nothing
	}{
		"a signature":   {text + "<div class=signature><p>Always yours</p></div>", true, "Always yours"},
		"by its id":     {text + "<div id=sig41>Always yours</div>", true, "Always yours"},
		"who liked it":  {text + "<div class=reactionsBar>Ann and Bob</div>", true, "Ann and Bob"},
		"no forum":      {text + "<div class=signature>Always yours</div>", false, ""},
		"another class": {text + "<div class=design>Always yours</div>", true, ""},
		"the body":      {"</body><body class=signature>" + text, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, hints: ofForum(t, test.forum), lexicon: articleLexicon(t), score: 1}, "suppress post boilerplate")
			for name, score := range got.scores {
				assert.Equal(t, map[bool]float32{true: 0, false: 1}[name == test.suppressed], score, name)
			}
		})
	}
}

// Links that lead nowhere are controls on any page.
func TestSuppressControls(t *testing.T) {
	for name, test := range map[string]struct{ body, suppressed string }{
		"a link to nothing":       {"<p>Code: <a href=#>Select all</a></p><pre>x = 1</pre>", "Code: Select all"},
		"two":                     {"<p>Four coats of varnish</p><div><a href=#>Reply</a> <a href=#>Quote</a></div>", "Reply Quote"},
		"a link to the top":       {"<p>Four coats of varnish</p><div><a href=#wrap>Top</a></div>", "Top"},
		"a link":                  {"<p>See <a href=/a>the files</a></p>", ""},
		"a link to a post":        {"<p>Four coats of varnish</p><div><a href=#p41>#41</a></div>", ""},
		"a link to nothing late":  {"<p>All of it is in <a href=#>the files</a></p>", ""},
		"a link beside more text": {"<p>Four coats <a href=#>here</a></p>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, score: 1}, "suppress controls")
			for name, score := range got.scores {
				assert.Equal(t, map[bool]float32{true: 0, false: 1}[name == test.suppressed], score, name)
			}
		})
	}
}

// A list of posts is no unit: of its posts the controls are left out.
func TestListsOfPostsAreNoUnits(t *testing.T) {
	const post = "<ul><li><div class=avatar>G</div><p>Four thin coats of varnish</p><p>Reply</p></li></ul>"
	for name, test := range map[string]struct {
		body  string
		forum bool
		kept  string
		want  string // what is kept then: all of a unit, if most of it is kept
	}{
		"a name at the head": {post, true, "Four thin coats of varnish", "Four thin coats of varnish"},
		"no forum":           {post, false, "Four thin coats of varnish", "G | Four thin coats of varnish | Reply"},
		"a name at the end":  {"<ul><li>Four thin coats <div class=user>gannet</div></li></ul>", true, "Four thin coats", "Four thin coats | gannet"},
		"a name too deep": {"<ul><li>" + strings.Repeat("<div>", 8) + "<div class=avatar>G</div>" + strings.Repeat("</div>", 8) + "Four thin coats</li></ul>",
			true, "Four thin coats", "G | Four thin coats"},
		"no name": {"<ul><li>Four thin coats of varnish<p>Reply</p></li></ul>", true, "Four thin coats of varnish", "Four thin coats of varnish | Reply"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, state{html: test.body, hints: ofForum(t, test.forum), lexicon: articleLexicon(t), kept: test.kept}, "settle units")
			assert.Equal(t, test.want, got.kept)
		})
	}
}

// ofForum are the hints of a page that articleLexicon takes for an article, unless it declares
// to be one of a forum.
func ofForum(t testing.TB, declared bool) features.Hints {
	pageType, _ := odds(t, 1, 0)
	hints := features.Hints{Type: pageType}
	if declared {
		hints.Schema = features.SchemaForum
	}
	return hints
}

func articleLexicon(t testing.TB) *features.Lexicon {
	_, lexicon := odds(t, 1, 0)
	return lexicon
}
