package classify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFillGaps(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		prob float32 // of the block in the middle
		want bool
	}{
		"likely enough":            {"<p>a.<p>b<p>c", 0.25, true},
		"too unlikely":             {"<p>a.<p>b<p>c", 0.24, false},
		"after a colon":            {"<p>a:<p>b<p>c", 0.05, true},
		"unlikely after a colon":   {"<p>a:<p>b<p>c", 0.04, false},
		"heading with a colon":     {"<h2>a:</h2><p>b<p>c", 0.05, false},
		"links":                    {"<p>a:<p><a href=/b>b</a><p>c", 0.4, false},
		"half links":               {"<p>a:<p>b <a href=/b>b</a><p>c", 0.4, true},
		"button":                   {"<p>a:<div><button>b</button></div><p>c", 0.4, false},
		"caption":                  {"<p>a:<figure><figcaption>b</figcaption></figure><p>c", 0.4, false},
		"before another container": {"<p>a:<p>b<div><p>c</div>", 0.4, false},
		"after another container":  {"<div><p>a:</div><p>b<p>c", 0.4, false},
	} {
		r := begun(t, test.body)
		require.Len(t, r.page.Blocks, 3, name)
		kept := []bool{true, false, true}
		r.of([]float32{1, test.prob, 1}, kept).fillGaps()
		assert.Equal(t, []bool{true, test.want, true}, kept, name)
	}
	r := begun(t, "<p>a<p>b<p>c<p>d")
	kept := []bool{true, false, false, true}
	r.of([]float32{1, 1, 1, 1}, kept).fillGaps()
	assert.Equal(t, []bool{true, false, false, true}, kept, "two blocks")
}

// Of links with the same text in one parent all are kept or none.
func TestFillGapsWithLinksLikeOthers(t *testing.T) {
	part := "<h2>One</h2><p>word word</p><p><a href=/1>Visit website</a></p>"
	for name, test := range map[string]struct {
		body       string
		kept, want string // x for each block that is kept
		prob       float32
	}{
		"half are kept":         {part + part + "<h2>Two</h2>", "xx.xxxx", "xxxxxxx", 0.125},
		"fewer are kept":        {part + part + part + "<h2>Two</h2>", "xx.xx.xxxx", "xx.xx.xxxx", 0.125},
		"too unlikely":          {part + part + "<h2>Two</h2>", "xx.xxxx", "xx.xxxx", 0.12},
		"with bold":             {part + "<h2>One</h2><p>word word</p><p><a href=/1><b>Visit website</b></a></p><h2>Two</h2>", "xx.xxxx", "xxxxxxx", 0.125},
		"others in another":     {part + "<h2>Two</h2><div>" + part + "</div>", "xx.xxxx", "xx.xxxx", 0.125},
		"no others":             {part + "<h2>Two</h2>", "xx.x", "xx.x", 0.125},
		"between text left out": {part + part + "<h2>Two</h2>", "xx..xxx", "xx..xxx", 0.125},
	} {
		r := begun(t, test.body)
		require.Len(t, r.page.Blocks, len(test.kept), name)
		scores, kept := make([]float32, len(test.kept)), make([]bool, len(test.kept))
		for i := range kept {
			scores[i], kept[i] = test.prob, test.kept[i] == 'x'
		}
		r.of(scores, kept).fillGaps()
		var got strings.Builder
		for _, k := range kept {
			if k {
				got.WriteString("x")
			} else {
				got.WriteString(".")
			}
		}
		assert.Equal(t, test.want, got.String(), name)
	}
}
