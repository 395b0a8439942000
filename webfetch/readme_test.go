package webfetch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestREADMEShowsCompiledCode: every Go block of the README stands in a file
// that is compiled and run as an example.
func TestREADMEShowsCompiledCode(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	var code strings.Builder
	names, err := filepath.Glob("../*/*.go")
	require.NoError(t, err)
	embed, err := filepath.Glob("../examples/*/*.go")
	require.NoError(t, err)
	for _, name := range append(names, embed...) {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		code.Write(file)
	}
	parts := strings.Split(string(readme), "```go\n")
	require.Greater(t, len(parts), 1)
	for _, part := range parts[1:] {
		snippet, _, closed := strings.Cut(part, "```")
		require.True(t, closed)
		assert.Contains(t, code.String(), snippet)
	}
}

// TestREADMEBeginsWithBothCommands: they are on the first screen, 50 lines.
func TestREADMEBeginsWithBothCommands(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	lines := strings.Split(string(readme), "\n")
	first := strings.Join(lines[:min(50, len(lines))], "\n")
	for _, want := range []string{"go run ./examples/mcp", "go run ./examples/fetch", "webfetch.New(", `"mcpServers"`} {
		assert.Contains(t, first, want)
	}
}
