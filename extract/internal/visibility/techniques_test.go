package visibility_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What Chromium paints is visible, and what it doesn't paint is not: ways to hide a
// word, and ways that look like them. testdata/techniques.txt was checked with
// Chromium 156, by pictures of each page.
func TestTechniques(t *testing.T) {
	raw, err := os.ReadFile("testdata/techniques.txt")
	require.NoError(t, err)
	count := map[string]int{}
	for line := range strings.Lines(string(raw)) {
		want, rest, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		css, body, _ := strings.Cut(rest, "\t")
		if !found || want[0] == '#' {
			continue
		}
		count[want]++
		root, s := parse(t, "<!DOCTYPE html><style>"+css+"</style><body>"+strings.ReplaceAll(body, "SECRET", secret))
		text, _ := shown(root, s)
		assert.Equal(t, want == "shown", strings.Contains(text, secret), "%s %s", css, body)
	}
	assert.GreaterOrEqual(t, count["hidden"], 690)
	assert.GreaterOrEqual(t, count["shown"], 440)
}
