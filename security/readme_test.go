package security_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestREADMENamesTestsThatExist holds the table of threats against the tests
// that it appeals to.
func TestREADMENamesTestsThatExist(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	var tests strings.Builder
	for _, pattern := range []string{"*_test.go", "*/*_test.go", "internal/*/*_test.go", "../webfetch/*_test.go", "../webfetch/*/*_test.go", "../webfetch/internal/*/*_test.go", "../examples/*/*_test.go", "../extract/*/*_test.go", "../extract/page/internal/*/*_test.go", "../mcpserver/*_test.go"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			source, err := os.ReadFile(name)
			require.NoError(t, err)
			tests.Write(source)
		}
	}
	named := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Za-z0-9]+)`").FindAllStringSubmatch(string(readme), -1)
	require.NotEmpty(t, named)
	for _, name := range named {
		assert.True(t, strings.Contains(tests.String(), "func "+name[1]+"("), "there is no %s", name[1])
	}
}
