package htmlmd_test

import (
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden writes testdata/*.in.html, pages of https://example.org/docs/page,
// and compares with *.out.md.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.in.html"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	page := &url.URL{Scheme: "https", Host: "example.org", Path: "/docs/page"}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".in.html"), func(t *testing.T) {
			src, err := os.ReadFile(name)
			require.NoError(t, err)
			doc := parse(t, string(src))
			out := htmlmd.Write(htmlmd.Input{Root: doc, Base: page})
			check(t, out)
			golden := strings.TrimSuffix(name, ".in.html") + ".out.md"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(out.Markdown+"\n"), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), out.Markdown+"\n")
			if !strings.Contains(out.Markdown, "[^1]") && !strings.Contains(out.Markdown, "$") {
				stable(t, out.Markdown)
			}
		})
	}
}
