package phrases

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every file of lists/ is read, begins with a comment, names known classes, and has no entry
// twice in a line.
func TestLists(t *testing.T) {
	names, err := fs.Glob(lists, "lists/*.txt")
	require.NoError(t, err)
	known := append(sources(), everyLanguage)
	assert.Len(t, names, len(known))
	for _, name := range names {
		raw, err := lists.ReadFile(name)
		require.NoError(t, err)
		assert.Contains(t, known, strings.TrimSuffix(path.Base(name), ".txt"))
		assert.True(t, strings.HasPrefix(string(raw), "# "), name)
		require.NoError(t, Dictionary{}.Read(string(raw), English), name)
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
}
