package webfetch_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocumentsNameTestsThatExist holds the promises and the tables of threats against the
// tests that they appeal to.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	promises, err := os.ReadFile("../SECURITY.md")
	require.NoError(t, err)
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	var tests strings.Builder
	require.NoError(t, filepath.WalkDir("..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := os.ReadFile(name)
		tests.Write(source)
		return err
	}))
	named := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Za-z0-9]+)`").FindAllStringSubmatch(string(promises)+string(readme), -1)
	require.Greater(t, len(named), 60)
	for _, name := range named {
		assert.True(t, strings.Contains(tests.String(), "func "+name[1]+"("), "there is no %s", name[1])
	}
}
