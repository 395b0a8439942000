package local_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// openBase opens a base in a folder of the test, whose clock stands still unless
// the options have one.
func openBase(t testing.TB, opts local.Options) *local.Base {
	t.Helper()
	if opts.Path == "" {
		opts.Path = filepath.Join(t.TempDir(), "knowledge.db")
	}
	if opts.Now == nil {
		opts.Now = func() time.Time { return knowledgetest.Day.Add(time.Hour) }
	}
	b, err := local.Open(t.Context(), opts)
	require.NoError(t, err)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func TestConformance(t *testing.T) {
	knowledgetest.Run(t, knowledgetest.Setup{
		Open: func(t *testing.T) knowledge.Base { return openBase(t, local.Options{Schema: knowledgetest.Schema()}) },
	})
}
