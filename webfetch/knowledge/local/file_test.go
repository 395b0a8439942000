package local_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// article returns a document of about size bytes whose words are its own.
func article(t testing.TB, name string, size int) knowledge.Document {
	var text strings.Builder
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, "Entry %d of %s tells of harbours and ships. ", i, name)
	}
	return knowledge.Document{Scope: folder(t, "p/"), Name: name, Title: "Notes " + name, Markdown: text.String(), RetrievedAt: knowledgetest.Day}
}

func put(t testing.TB, b *local.Base, doc knowledge.Document) *knowledge.Receipt {
	t.Helper()
	receipt, err := b.Put(t.Context(), doc)
	require.NoError(t, err)
	return receipt
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b?c#d%20", "k.db")
	b := openBase(t, local.Options{Path: path})
	put(t, b, article(t, "a.md", 3000))
	require.NoError(t, b.Close())
	b = openBase(t, local.Options{Path: path})
	answer, err := b.Query(t.Context(), ask(folder(t, "p/"), "harbours"))
	require.NoError(t, err)
	assert.NotEmpty(t, answer.Hits)
	assert.NoError(t, b.Check(t.Context()))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Zero(t, info.Mode().Perm()&0o077, "others can't read it")
}

func TestBadFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage.db")
	require.NoError(t, os.WriteFile(garbage, bytes.Repeat([]byte("not a database "), 1000), 0o600))
	_, err := local.Open(t.Context(), local.Options{Path: garbage})
	assert.ErrorIs(t, err, local.ErrFile)
	content, err := os.ReadFile(garbage)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(content), "not a database"), "it is left alone")

	for name, change := range map[string]string{
		"of another program":  `PRAGMA application_id = 1`,
		"of a newer version":  `PRAGMA user_version = 99`,
		"of an older version": `PRAGMA user_version = 1`,
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		b := openBase(t, local.Options{Path: path})
		require.NoError(t, b.Exec(t.Context(), change))
		require.NoError(t, b.Close())
		_, err := local.Open(t.Context(), local.Options{Path: path})
		assert.ErrorIs(t, err, local.ErrFile, name)
	}
	_, err = local.Open(t.Context(), local.Options{Path: dir})
	assert.Error(t, err, "a folder")
	_, err = local.Open(t.Context(), local.Options{})
	assert.Error(t, err, "no path")
}

func TestAFullDisk(t *testing.T) {
	b := openBase(t, local.Options{MaxBytes: -1})
	put(t, b, article(t, "kept.md", 20_000))
	pages, err := b.Number(t.Context(), `SELECT page_count FROM pragma_page_count`)
	require.NoError(t, err)
	require.NoError(t, b.LimitPages(t.Context(), pages+2))
	_, err = b.Put(t.Context(), article(t, "large.md", 200_000))
	assert.ErrorIs(t, err, knowledge.ErrFull)
	replaced := article(t, "kept.md", 200_000)
	_, err = b.Put(t.Context(), replaced)
	assert.ErrorIs(t, err, knowledge.ErrFull)
	assert.NoError(t, b.Check(t.Context()))
	stored, _, err := b.Read(t.Context(), folder(t, "p/"), "p/kept.md")
	require.NoError(t, err)
	assert.Less(t, len(stored), 30_000, "what was there is there")
	require.NoError(t, b.LimitPages(t.Context(), 1<<30))
	put(t, b, replaced)
}

func TestTheOldestMakeRoom(t *testing.T) {
	b := openBase(t, local.Options{MaxBytes: 1 << 20})
	evicted := 0
	for i := range 10 {
		for _, w := range put(t, b, article(t, fmt.Sprintf("%02d.md", i), 100_000)).Warnings {
			var n int
			_, err := fmt.Sscanf(w.Message, "Documents that were stored longest ago had to make room: %d.", &n)
			require.NoError(t, err)
			evicted += n
		}
	}
	count := func() int {
		n, err := b.Number(t.Context(), `SELECT count(*) FROM files`)
		require.NoError(t, err)
		return n
	}
	assert.Positive(t, evicted)
	left := count()
	assert.Equal(t, 10, left+evicted)
	_, _, err := b.Read(t.Context(), folder(t, "p/"), "p/00.md")
	assert.ErrorIs(t, err, knowledge.ErrNotFound)
	_, _, err = b.Read(t.Context(), folder(t, "p/"), "p/09.md")
	assert.NoError(t, err)
	_, err = b.Put(t.Context(), article(t, "huge.md", 1_000_000))
	assert.ErrorIs(t, err, knowledge.ErrFull)
	assert.Equal(t, left, count(), "a document that can't fit drives nothing out")
	assert.NoError(t, b.Check(t.Context()))
}

// TestDeletedFilesLeaveNothing behind.
func TestDeletedFilesLeaveNothing(t *testing.T) {
	b := openBase(t, local.Options{})
	for i := range 9 {
		put(t, b, article(t, fmt.Sprintf("%d.md", i), 500))
	}
	for i := range 3 {
		_, err := b.Delete(t.Context(), folder(t, "p/"), fmt.Sprintf("%d.md", 3*i))
		require.NoError(t, err)
	}
	require.NoError(t, b.Check(t.Context()))
	_, err := b.Delete(t.Context(), folder(t, "p/"), "/")
	require.NoError(t, err)
	for _, table := range []string{"postings", "files", "pages", "chunks"} {
		n, err := b.Number(t.Context(), `SELECT count(*) FROM `+table)
		require.NoError(t, err)
		assert.Zero(t, n, table)
	}
}
