package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

func TestSuppressPostBoilerplate(t *testing.T) {
	for name, test := range map[string]struct {
		body  string
		forum bool
		want  []float32
	}{
		"a signature":            {"<p>text</p><div class=signature><p>Always yours</p></div>", true, []float32{1, 0}},
		"by its id":              {"<p>text</p><div id=sig41>Always yours</div>", true, []float32{1, 0}},
		"who liked it":           {"<p>text</p><div class=reactionsBar>Ann and Bob</div>", true, []float32{1, 0}},
		"no forum":               {"<p>text</p><div class=signature>Always yours</div>", false, []float32{1, 1}},
		"another class":          {"<p>text</p><div class=design>Always yours</div>", true, []float32{1, 1}},
		"the body":               {"</body><body class=signature><p>text</p>", true, []float32{1}},
		"a control":              {"<p>text</p><div><a role=button>Click to expand...</a></div>", true, []float32{1, 0}},
		"a link to nothing":      {"<p>Code: <a href=#>Select all</a></p><pre>x = 1</pre>", true, []float32{0, 1}},
		"a link":                 {"<p>See <a href=/a>the files</a></p>", true, []float32{1}},
		"a link to the top":      {"<p>text</p><div><a href=#wrap>Top</a></div>", true, []float32{1, 0}},
		"a link to a post":       {"<p>text</p><div><a href=#p41>#41</a></div>", true, []float32{1, 1}},
		"a link to nothing late": {"<p>All of it is in <a href=#>the files</a></p>", true, []float32{1}},
	} {
		t.Run(name, func(t *testing.T) {
			hints, lexicon := typed(t, 1, 0)
			if test.forum {
				hints.Schema = features.SchemaForum
			}
			s := begunAs(t, test.body, hints, lexicon)
			require.Len(t, s.page.Blocks, len(test.want))
			for i := range s.scores {
				s.scores[i] = 1
			}
			s.suppressPostBoilerplate()
			assert.Equal(t, test.want, s.scores)
		})
	}
}

// A list of posts is no unit: of its posts the controls are left out.
func TestListsOfPostsAreNoUnits(t *testing.T) {
	const list = "<ul>" + "<li><div class=avatar>G</div><p>Four thin coats of varnish</p><p>Reply</p></li>" + "</ul>"
	for name, test := range map[string]struct {
		body  string
		forum bool
		units int
	}{
		"a name at the head": {list, true, 0},
		"no forum":           {list, false, 1},
		"a name at the end":  {"<ul><li>Four thin coats <div class=user>gannet</div></li></ul>", true, 1},
		"a name too deep":    {"<ul><li>" + strings.Repeat("<div>", 8) + "<div class=avatar>G</div></li></ul>", true, 1},
		"no name":            {"<ul><li>Four thin coats of varnish</li></ul>", true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			hints, lexicon := typed(t, 1, 0)
			if test.forum {
				hints.Schema = features.SchemaForum
			}
			s := begunAs(t, test.body, hints, lexicon)
			s.findUnits()
			assert.Len(t, s.units, test.units)
		})
	}
}
