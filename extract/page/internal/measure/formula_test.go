package measure_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFormulas measures sentences with formulas, which are parts of one block.
func TestFormulas(t *testing.T) {
	for in, want := range map[string]string{
		"<p>If <math><mi>k</mi><mo>=</mo><mn>2</mn></math>, wait.":                          "If k=2, wait.",
		"<h2>The case <math><msup><mi>k</mi><mn>2</mn></msup></math></h2>":                  "The case k2",
		"<p>So <mjx-container><mjx-mi>k</mjx-mi></mjx-container> is <b>safe</b>":            "So k is safe",
		"<p>Or <math-renderer>$k$</math-renderer> then":                                     "Or $k$ then",
		"<p>a<p><math><mi>k</mi></math><p>b":                                                "a | b", // no block of its own
		"<p>a<div> $$k = 2$$ </div><p>\\[k\\]<p>b":                                          "a | b",
		"<p>$$k$$ and $$m$$<p>\\[k\\], where":                                               `$$k$$ and $$m$$ | \[k\], where`,
		"<p><math><mi>k</mi></math> is a number":                                            "is a number",
		"<p>a <span class=katex-mathml style=display:none><math><mi>k</mi></math></span> b": "a k b",
	} {
		assert.Equal(t, want, blocksOf(t, in), in)
	}
}
