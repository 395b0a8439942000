package classifier

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// around returns a context of a text and where its capital X stands.
func around(in string) (*documentScan, int) {
	return &documentScan{b: []byte(in), scratch: new(scanBuffers)}, strings.IndexByte(in, 'X')
}

func TestQuoted(t *testing.T) {
	for in, want := range map[string]bool{
		`he said "X" then`:   true,
		`he said X then`:     false,
		`"he" said X then`:   false,
		`"he" said "X" then`: true,
		"say “X” now":        true,
		"say “so” X now":     false,
		"say „X“ now":        true,
		"say «X» now":        true,
		"say 「X」 now":        true,
		"say “\n\nX” now":    false, // of another paragraph
		"say “X\n\n” now":    false,
		"“" + strings.Repeat(" ", quoteReach) + "X”": false,
	} {
		c, at := around(in)
		assert.Equal(t, want, c.quoted(at, at+1), "%q", in)
	}
}

func TestCode(t *testing.T) {
	for in, want := range map[string]bool{
		"run `X` now":         true,
		"run `this` X now":    false,
		"| X | cell |":        true,
		"text\n    X":         true,
		"text\n  X":           false,
		"```\nX\n```":         true,
		"```\ncode\n```\nX":   false,
		"```\na\n```\n```\nX": true,
	} {
		c, at := around(in)
		assert.Equal(t, want, c.code(at), "%q", in)
	}
}

func TestReported(t *testing.T) {
	for in, want := range map[string]bool{
		"a phrase such as X":                             true,
		"the attacker wrote: X":                          true,
		"bring a card to the desk: X":                    false,
		"such as " + strings.Repeat("bread, ", 40) + "X": false,
	} {
		c, at := around(in)
		assert.Equal(t, want, c.reported(at), "%q", in)
	}
}
