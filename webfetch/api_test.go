package webfetch_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAPI compares what each public package shows (go doc -all) with testdata/api, so that a
// change of a name or of a promise is seen in review: go test ./webfetch -run API -update.
func TestAPI(t *testing.T) {
	list, err := exec.Command("go", "list", "-f", `{{if and (ne .Name "main") .GoFiles}}{{.ImportPath}}{{end}}`, "work").Output()
	require.NoError(t, err)
	documented := map[string]bool{}
	var docs sync.WaitGroup
	for _, path := range strings.Fields(string(list)) {
		if strings.Contains(path, "/internal/") || strings.Contains(path, "/train/") {
			continue
		}
		golden := filepath.Join("testdata", "api", strings.ReplaceAll(strings.TrimPrefix(path, module), "/", ".")+".txt")
		documented[golden] = true
		docs.Go(func() {
			got, err := exec.Command("go", "doc", "-all", path).Output()
			assert.NoError(t, err, path)
			if *update {
				assert.NoError(t, os.WriteFile(golden, got, 0o666))
			}
			stored, err := os.ReadFile(golden)
			assert.NoError(t, err)
			assert.True(t, bytes.Equal(stored, got), "%s shows something else than %s: run with -update and read the difference", path, golden)
		})
	}
	docs.Wait()
	stored, err := filepath.Glob("testdata/api/*.txt")
	require.NoError(t, err)
	for _, name := range stored {
		assert.True(t, documented[name], "%s is of no package: remove it", name)
	}
}
