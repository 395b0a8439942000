package layout

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGenerated(t *testing.T) {
	long := strings.Repeat("x", 2*maxGenerated)
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
		`a{content:"` + long + `"}b{content:"y"}`:   {`"` + long[:maxGenerated-1], `"y"`},
		`a{content:` + long + `"x"}b{content:"y"}`:  {`"y"`},
		`a{b:url("c")}d{content:url(e.png) "text"}`: {`url(e.png) "text"`},
	} {
		assert.Equal(t, want, slices.Collect(generated(css)), css)
	}
}

func FuzzGenerated(f *testing.F) {
	f.Add(`a{content:"x;}y" attr(z) 'w';d:"e"}`)
	f.Add("a{content:\"\\")
	f.Fuzz(func(t *testing.T, css string) {
		for value := range generated(css) {
			assert.LessOrEqual(t, len(value), maxBeforeString+maxGenerated)
			assert.True(t, strings.ContainsAny(value, `"'`), "%q", value)
			assert.Contains(t, css, value)
		}
	})
}
