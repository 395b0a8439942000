package verdict_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/verdict"
)

func TestPhrasesAreReadStrictly(t *testing.T) {
	text, err := os.ReadFile("phrases.txt")
	require.NoError(t, err)
	assert.NoError(t, verdict.CheckPhrases(string(text)))
	swapped := strings.NewReplacer("[loading words]", "[loading verbs]", "[loading verbs]", "[loading words]").Replace(string(text))
	renamed := strings.Replace(string(text), "[login titles]", "[log-in titles]", 1)
	for _, bad := range []string{"", "word\n" + string(text), string(text) + "[nonsense]\n", string(text) + "[login titles]\n", strings.Replace(string(text), "[login titles]", "", 1), swapped, renamed} {
		assert.Error(t, verdict.CheckPhrases(bad), bad[:min(len(bad), 20)])
	}
}
