package phrases_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Every file of lists/ is read, begins with a comment, names known classes, and has no entry
// twice in a line.
func TestLists(t *testing.T) {
	names, err := filepath.Glob("lists/*.txt")
	require.NoError(t, err)
	size := 0
	for _, name := range names {
		raw, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Contains(t, phrases.Text(), string(raw), name)
		size += len(raw)
		assert.True(t, strings.HasPrefix(string(raw), "# "), name)
		require.NoError(t, phrases.Dictionary{}.Read(string(raw), phrases.English), name)
		for line := range strings.Lines(string(raw)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			class, words, _ := strings.Cut(strings.TrimSpace(line), ":")
			seen := map[string]bool{}
			for word := range strings.SplitSeq(words, ",") {
				word = strings.TrimSpace(word)
				assert.NotEmpty(t, word, "%s: %s", name, class)
				assert.False(t, seen[word], "%s: %s: %q is there twice", name, class, word)
				seen[word] = true
			}
		}
	}
	assert.Len(t, phrases.Text(), size)
}
