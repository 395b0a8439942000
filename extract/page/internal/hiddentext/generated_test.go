package hiddentext

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGenerated(t *testing.T) {
	long := strings.Repeat("x", 2*maxGeneratedBytes)
	for css, want := range map[string][]string{
		``:                                          nil,
		`a{content:none}b{content:attr(x)}`:         nil,
		`a{justify-content:center}b{font:"A B"}`:    nil,
		`a{-content:"x"}b{contents:"x"}`:            nil,
		`a[b="content:"]{c:d}`:                      nil,
		`a{content:"x"}`:                            {`"x"`},
		`a{Content : 'x';b:c}`:                      {`'x'`},
		`a{b:c;content:"x;}y" attr(z) "w";d:"e"}`:   {`"x;}y" attr(z) "w"`},
		`a{content:counter(b) ". "}`:                {`counter(b) ". "`},
		`a{/* don't */content:"x"}b{content:'y'}`:   {`"x"`, `'y'`},
		`a{content:"x\"y;"}b{content:"z`:            {`"x\"y;"`, `"z`},
		"a{content:\"x\nb:c}d{content:\"y\"}":       {"\"x\nb:c", `"y"`},
		`content:"x"`:                               {`"x"`},
		`a{content:"` + "\\":                        {`"` + "\\"},
		`a{content:"` + long + `"}b{content:"y"}`:   {`"` + long[:maxGeneratedBytes-1], `"y"`},
		`a{content:` + long + `"x"}b{content:"y"}`:  {`"y"`},
		`a{b:url("c")}d{content:url(e.png) "text"}`: {`url(e.png) "text"`},
	} {
		assert.Equal(t, want, slices.Collect(generatedContent(css)), css)
	}
}

func FuzzGenerated(f *testing.F) {
	f.Add(`a{content:"x;}y" attr(z) 'w';d:"e"}`)
	f.Add("a{content:\"\\")
	f.Fuzz(func(t *testing.T, css string) {
		for value := range generatedContent(css) {
			assert.LessOrEqual(t, len(value), maxPrefixBytes+maxGeneratedBytes)
			assert.True(t, strings.ContainsAny(value, `"'`), "%q", value)
			assert.Contains(t, css, value)
		}
	})
}
