package diskcache_test

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/diskcache"
)

func open(t *testing.T, dir string, most int64) webfetch.Cache {
	t.Helper()
	c, err := diskcache.Open(diskcache.Options{Dir: dir, MaxBytes: most})
	require.NoError(t, err)
	return c
}

func page(n, size int) []byte {
	return []byte(fmt.Sprintf("%08d", n) + strings.Repeat(fmt.Sprintf("%08d", n), size/8))
}

func get(t *testing.T, c webfetch.Cache, key string) []byte {
	t.Helper()
	e, err := c.Get(t.Context(), key)
	require.NoError(t, err)
	return e
}

// files returns the paths of all files under dir and what they take.
func files(t *testing.T, dir string) (paths []string, bytes int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			paths, bytes = append(paths, path), bytes+info.Size()
		}
		return err
	}))
	return paths, bytes
}

func TestEntriesOutliveTheProgram(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	c := open(t, dir, 0)
	assert.Nil(t, get(t, c, "k"))
	require.NoError(t, c.Put(t.Context(), "k", page(1, 1000), time.Hour))
	require.NoError(t, c.Put(t.Context(), "../../k", page(2, 1000), time.Hour))
	require.NoError(t, c.Put(t.Context(), "", page(3, 0), time.Hour))
	again := open(t, dir, 0)
	assert.Equal(t, page(1, 1000), get(t, again, "k"))
	assert.Equal(t, page(2, 1000), get(t, again, "../../k"), "whatever the key is")
	assert.Equal(t, page(3, 0), get(t, again, ""))
	paths, _ := files(t, filepath.Dir(filepath.Dir(dir)))
	assert.Len(t, paths, 3)
	for _, path := range paths {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
		assert.True(t, strings.HasPrefix(path, dir))
	}
}

func TestEntriesExpire(t *testing.T) {
	c := open(t, t.TempDir(), 0)
	require.NoError(t, c.Put(t.Context(), "k", page(1, 8), time.Millisecond))
	time.Sleep(3 * time.Millisecond)
	assert.Nil(t, get(t, c, "k"))
	require.NoError(t, c.Put(t.Context(), "k", page(1, 8), time.Hour))
	require.NoError(t, c.Put(t.Context(), "k", page(1, 8), 0))
	assert.Nil(t, get(t, c, "k"), "no time to keep it deletes it")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.Get(ctx, "k")
	assert.ErrorIs(t, err, context.Canceled)
}

func TestOptions(t *testing.T) {
	_, err := diskcache.Open(diskcache.Options{})
	require.Error(t, err)
	_, err = diskcache.Open(diskcache.Options{Dir: t.TempDir(), MaxBytes: -1})
	require.Error(t, err)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = diskcache.Open(diskcache.Options{Dir: file})
	require.Error(t, err)
}

// Any byte of a file that is changed, or any part that is missing, makes it none.
func TestDamagedFilesAreNothing(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, 0)
	require.NoError(t, c.Put(t.Context(), "k", page(1, 64), time.Hour))
	paths, size := files(t, dir)
	whole, err := os.ReadFile(paths[0])
	require.NoError(t, err)
	for at := range int(size) {
		damaged := append([]byte{}, whole...)
		damaged[at] ^= 0x40
		require.NoError(t, os.WriteFile(paths[0], damaged, 0o600))
		require.Nil(t, get(t, c, "k"), "byte %d changed", at)
		require.NoError(t, os.WriteFile(paths[0], whole[:at], 0o600))
		require.Nil(t, get(t, c, "k"), "cut to %d bytes", at)
	}
	other := open(t, t.TempDir(), 0)
	require.NoError(t, other.Put(t.Context(), "other", page(1, 64), time.Hour))
	require.NoError(t, os.WriteFile(paths[0], whole, 0o600))
	assert.NotNil(t, get(t, c, "k"))
}

func TestBytesAreBounded(t *testing.T) {
	const most, size = 64 << 10, 4 << 10
	dir := t.TempDir()
	c := open(t, dir, most)
	for i := range 100 {
		require.NoError(t, c.Put(t.Context(), fmt.Sprint(i), page(i, size), time.Hour))
		_, bytes := files(t, dir)
		require.LessOrEqual(t, bytes, int64(most))
	}
	paths, _ := files(t, dir)
	assert.GreaterOrEqual(t, len(paths), 10, "and most of it is used")
	assert.NotNil(t, get(t, c, "99"))
	assert.Nil(t, get(t, c, "0"))
	require.NoError(t, c.Put(t.Context(), "99", page(99, most/4), time.Hour))
	assert.Nil(t, get(t, c, "99"), "too large, and what was there is out of date")
}

// What was used lately is kept.
func TestLeastRecentlyUsedGoesFirst(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, 64<<10)
	for i := range 10 {
		require.NoError(t, c.Put(t.Context(), fmt.Sprint(i), page(i, 4<<10), time.Hour))
	}
	paths, _ := files(t, dir)
	for _, path := range paths {
		hours := time.Now().Add(-2 * time.Hour)
		require.NoError(t, os.Chtimes(path, hours, hours))
	}
	require.NotNil(t, get(t, c, "3"))
	for i := 10; i < 20; i++ {
		require.NoError(t, c.Put(t.Context(), fmt.Sprint(i), page(i, 4<<10), time.Hour))
	}
	assert.NotNil(t, get(t, c, "3"))
}

// Readers beside writers see a whole entry or none, and two caches of a folder are
// as good as one.
func TestManyAtOneTime(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir, 1<<20), open(t, dir, 1<<20)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 50 {
				assert.NoError(t, a.Put(t.Context(), fmt.Sprint(i%5), page(w*1000+i, 8<<10), time.Hour))
			}
		})
		wg.Go(func() {
			for i := range 200 {
				e, err := b.Get(t.Context(), fmt.Sprint(i%5))
				assert.NoError(t, err)
				if e != nil {
					assert.Equal(t, strings.Repeat(string(e[:8]), 1<<10+1), string(e))
				}
			}
		})
	}
	wg.Wait()
}

// crashDir names, in the environment, the folder for a process that is killed.
const crashDir = "WEBFETCH_DISKCACHE_CRASH_DIR"

// A process that is killed in the middle of writing leaves every entry that it has
// acknowledged, and none that is torn.
func TestKilledWriters(t *testing.T) {
	if dir := os.Getenv(crashDir); dir != "" {
		writeUntilKilled(t, dir)
		return
	}
	dir := t.TempDir()
	acknowledged := 0
	for round := range 5 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledWriters$")
		cmd.Env = append(os.Environ(), crashDir+"="+dir)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		last, lines := 0, 20+round*7
		for range lines {
			if _, err := fmt.Fscanln(out, &last); err != nil {
				break
			}
		}
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()
		require.Positive(t, last)
		acknowledged += last
		c := open(t, dir, 1<<30)
		for i := 1; i <= last; i++ {
			require.Equal(t, page(i, 64<<10), get(t, c, fmt.Sprint(i)), "acknowledged before the kill")
		}
	}
	assert.Positive(t, acknowledged)
	paths, _ := files(t, dir)
	hours := time.Now().Add(-2 * time.Hour)
	for _, path := range paths {
		require.NoError(t, os.Chtimes(path, hours, hours))
	}
	open(t, dir, 1<<30)
	paths, _ = files(t, dir)
	for _, path := range paths {
		assert.False(t, strings.HasSuffix(path, ".tmp"), "what was left is deleted")
	}
}

func writeUntilKilled(t *testing.T, dir string) {
	c := open(t, dir, 1<<30)
	for i := 1; ; i++ {
		if err := c.Put(t.Context(), fmt.Sprint(i), page(i, 64<<10), time.Hour); err != nil {
			t.Fatal(err)
		}
		fmt.Println(i)
	}
}

// The code of the package comment stands in the example, which is compiled.
func TestPackageCommentShowsCompiledCode(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "diskcache.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	require.NoError(t, err)
	example, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	lines := 0
	for line := range strings.Lines(file.Doc.Text()) {
		if code, isCode := strings.CutPrefix(line, "\t"); isCode {
			lines++
			assert.Contains(t, string(example), "\t"+code)
		}
	}
	assert.Equal(t, 2, lines)
}
