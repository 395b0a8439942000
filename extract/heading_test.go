package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func TestHeadingText(t *testing.T) {
	for block, want := range map[string]string{
		"# Tides":                "Tides",
		"## Intro to C#":         "Intro to C#",
		"## Intro to C# #":       "Intro to C#",
		"## Intro to C# ###  \n": "Intro to C#",
		"### F# \\#":             "F# \\#",
		"#\tTides\t##":           "Tides",
		"##":                     "",
		"## ##":                  "",
		"Tides\n---":             "Tides",
		"Intro to C#\n===":       "Intro to C#",
		"#5 of 10\n---":          "#5 of 10",
		"":                       "",
	} {
		assert.Equal(t, want, extract.HeadingText(block), "%q", block)
	}
}
