package meta

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestJSONLDLimits has each bound on what is read, on both sides of it.
func TestJSONLDLimits(t *testing.T) {
	list := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"@type":"Organization","name":"%d"},`, i)
		}
		return "[" + b.String() + "]"
	}
	assert.Len(t, parseJSONLD(list(maxThings), nil), maxThings)
	assert.Len(t, parseJSONLD(list(maxThings+1), nil), maxThings)

	nested := func(n int) string {
		return strings.Repeat("[", n) + `{"@type":"Article","headline":"A"}` + strings.Repeat("]", n)
	}
	require.Len(t, parseJSONLD(nested(maxNesting), nil), 1)
	assert.Empty(t, parseJSONLD(nested(maxNesting+1), nil))

	authors := func(n int) string {
		return `{"@type":"Article","author":[` + strings.Repeat(`"A",`, n) + `]}`
	}
	assert.Len(t, parseJSONLD(authors(maxList), nil)[0].Authors, maxList)
	assert.Len(t, parseJSONLD(authors(maxList+1), nil)[0].Authors, maxList)
}

// TestHugeJSONLD reads what comes after a megabyte that says nothing.
func TestHugeJSONLD(t *testing.T) {
	for name, filler := range map[string]string{
		"long string":     `"` + strings.Repeat("a", 1<<20) + `"`,
		"escapes":         `"` + strings.Repeat(`\"`, 1<<19) + `"`,
		"deep":            strings.Repeat("[", 1<<19) + strings.Repeat("]", 1<<19),
		"many numbers":    "[" + strings.Repeat("1,", 1<<19) + "1]",
		"objects of none": "[" + strings.Repeat("{},", 1<<18) + "{}]",
	} {
		t.Run(name, func(t *testing.T) {
			things := parseJSONLD(`{"@type":"Article","filler":`+filler+`,"headline":"A"}`, nil)
			require.Len(t, things, 1)
			assert.Equal(t, "A", things[0].Headline)
		})
	}
}
