package classify

import (
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
