package local_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// readOnlyFile names the variable with the file that a run of this test binary
// is to open as a user who may not write.
const readOnlyFile = "KNOWLEDGE_TEST_READ_ONLY"

// TestAReadOnlyFolder opens files in a folder that can't be written: the error
// says so, and what is there stays. It runs itself again, as nobody if this
// user may write everywhere.
func TestAReadOnlyFolder(t *testing.T) {
	if path := os.Getenv(readOnlyFile); path != "" {
		if os.Getuid() == 0 {
			require.NoError(t, syscall.Setuid(65534))
		}
		_, err := local.Open(t.Context(), local.Options{Path: path})
		fmt.Println(errors.Is(err, knowledge.ErrReadOnly), err)
		return
	}
	dir := t.TempDir()
	for parent := dir; parent != os.TempDir(); parent = filepath.Dir(parent) {
		require.NoError(t, os.Chmod(parent, 0o755))
	}
	there := filepath.Join(dir, "there.db")
	b := openBase(t, local.Options{Path: there})
	put(t, b, article(t, "a.md", 3000))
	require.NoError(t, b.Close())
	require.NoError(t, os.Chmod(there, 0o444))
	require.NoError(t, os.Chmod(dir, 0o555))
	for _, path := range []string{there, filepath.Join(dir, "new.db"), filepath.Join(dir, "sub", "new.db")} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAReadOnlyFolder$")
		cmd.Env = append(os.Environ(), readOnlyFile+"="+path)
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, string(out))
		assert.Contains(t, string(out), "true knowledge: base is read-only: "+path)
	}
	require.NoError(t, os.Chmod(dir, 0o755))
	require.NoError(t, os.Chmod(there, 0o644))
	b = openBase(t, local.Options{Path: there})
	assert.NoError(t, b.Check(t.Context()))
	_, _, err := b.Read(t.Context(), folder(t, "p/"), "p/a.md")
	assert.NoError(t, err)
}
