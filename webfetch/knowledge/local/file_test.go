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
		"of another program": `PRAGMA application_id = 1`,
		"of a newer version": `PRAGMA user_version = 99`,
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

func TestAnOlderIndexIsMadeAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.db")
	b := openBase(t, local.Options{Path: path})
	put(t, b, article(t, "a.md", 3000))
	want, err := b.Query(t.Context(), ask(folder(t, "p/"), "harbours ships"))
	require.NoError(t, err)
	require.NoError(t, b.Exec(t.Context(), `UPDATE settings SET value = '0' WHERE name = 'terms'; UPDATE postings SET term = 'x' || term; UPDATE files SET terms = 1`))
	require.NoError(t, b.Close())
	b = openBase(t, local.Options{Path: path})
	assert.NoError(t, b.Check(t.Context()))
	got, err := b.Query(t.Context(), ask(folder(t, "p/"), "harbours ships"))
	require.NoError(t, err)
	got.Hits[0].AgeSeconds = want.Hits[0].AgeSeconds
	assert.Equal(t, want.Hits[0], got.Hits[0])
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	for _, change := range []string{
		`UPDATE folders SET chunks = chunks + 1`,
		`DELETE FROM postings WHERE term = (SELECT min(term) FROM postings)`,
		`UPDATE postings SET data = x'0101' WHERE term = (SELECT min(term) FROM postings)`,
		`INSERT INTO postings VALUES (1, 'x', 99, x'00')`,
		`UPDATE pages SET markdown = markdown || 'x'`,
		`UPDATE chunks SET end = 1000000`,
		`DELETE FROM chunks`,
		`UPDATE files SET parts = 2`,
	} {
		b := openBase(t, local.Options{})
		put(t, b, article(t, "a.md", 3000))
		require.NoError(t, b.Check(t.Context()))
		require.NoError(t, b.Exec(t.Context(), change))
		assert.ErrorIs(t, b.Check(t.Context()), local.ErrFile, change)
	}
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
	for i := range 30 {
		evicted += put(t, b, article(t, fmt.Sprintf("%02d.md", i), 50_000)).Evicted
	}
	stats, err := b.Stats(t.Context(), folder(t, "p/"))
	require.NoError(t, err)
	assert.Positive(t, evicted)
	assert.Equal(t, 30, stats.Documents+evicted)
	_, _, err = b.Read(t.Context(), folder(t, "p/"), "p/00.md")
	assert.ErrorIs(t, err, knowledge.ErrNotFound)
	_, _, err = b.Read(t.Context(), folder(t, "p/"), "p/29.md")
	assert.NoError(t, err)
	_, err = b.Put(t.Context(), article(t, "huge.md", 2_000_000))
	assert.ErrorIs(t, err, knowledge.ErrFull)
	again, err := b.Stats(t.Context(), folder(t, "p/"))
	require.NoError(t, err)
	assert.Equal(t, stats, again, "a document that can't fit drives nothing out")
	assert.NoError(t, b.Check(t.Context()))
}

func TestNetworkDisks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.db")
	_, err := local.OpenOn(t.Context(), local.Options{Path: path}, true)
	assert.ErrorIs(t, err, local.ErrNetworkDisk)
	b, err := local.OpenOn(t.Context(), local.Options{Path: path, AllowNetworkDisk: true}, true)
	require.NoError(t, err)
	defer b.Close()
	put(t, b, article(t, "a.md", 3000))
	n, err := b.Number(t.Context(), `SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'delete'`)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, err = os.Stat(path + "-wal")
	assert.True(t, os.IsNotExist(err))
	answer, err := b.Query(t.Context(), ask(folder(t, "p/"), "harbours"))
	require.NoError(t, err)
	assert.NotEmpty(t, answer.Hits)
}

func TestExportAndImport(t *testing.T) {
	b := openBase(t, local.Options{Schema: knowledgetest.Schema()})
	long := article(t, "sub/long.md", 5000)
	long.MaxFileBytes, long.URL, long.SourceID = 1000, "https://example.com/long", "id"
	long.Metadata = map[string]string{"tag": "naïve <b>"}
	put(t, b, article(t, "a.md", 3000))
	put(t, b, long)
	other := article(t, "a.md", 100)
	other.Scope = folder(t, "q/")
	put(t, b, other)
	id, err := b.Conversation(t.Context(), "w", "t")
	require.NoError(t, err)

	var out, all bytes.Buffer
	require.NoError(t, b.Export(t.Context(), &out, folder(t, "p/"), false))
	assert.Equal(t, 2, strings.Count(out.String(), "\n"))
	assert.NotContains(t, out.String(), `"q/"`)
	require.NoError(t, b.Export(t.Context(), &all, knowledge.Scope{}, true))
	assert.ErrorIs(t, b.Export(t.Context(), &out, knowledge.Scope{}, false), knowledge.ErrScope)

	copied := openBase(t, local.Options{Schema: knowledgetest.Schema()})
	n, err := copied.Import(t.Context(), &all)
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	assert.NoError(t, copied.Check(t.Context()))
	again, err := copied.Conversation(t.Context(), "w", "t")
	require.NoError(t, err)
	assert.Equal(t, id, again)
	for _, prefix := range []string{"p/", "q/"} {
		q := ask(folder(t, prefix), "harbours and ships of entry 3")
		want, err := b.Query(t.Context(), q)
		require.NoError(t, err)
		got, err := copied.Query(t.Context(), q)
		require.NoError(t, err)
		require.NotEmpty(t, want.Hits)
		assert.Equal(t, want.Hits, got.Hits)
	}
	_, err = copied.Import(t.Context(), strings.NewReader("{\"type\":\"document\",\"folder\":\"../\"}\n"))
	assert.ErrorIs(t, err, knowledge.ErrScope)
	assert.ErrorContains(t, err, "line 1")
}

// stuck is a writer that a write waits at until it is released.
type stuck struct{ reached, release chan struct{} }

func (s stuck) Write(p []byte) (int, error) {
	s.reached <- struct{}{}
	<-s.release
	return len(p), nil
}

func TestQueriesDoNotWaitForExports(t *testing.T) {
	b := openBase(t, local.Options{})
	put(t, b, article(t, "a.md", 3000))
	w := stuck{make(chan struct{}, 8), make(chan struct{})}
	exported := make(chan error)
	for range 8 {
		go func() { exported <- b.Export(t.Context(), w, folder(t, "p/"), false) }()
	}
	<-w.reached
	<-w.reached
	answer, err := b.Query(t.Context(), ask(folder(t, "p/"), "harbours"))
	require.NoError(t, err)
	assert.NotEmpty(t, answer.Hits)
	close(w.release)
	for range 8 {
		assert.NoError(t, <-exported)
	}
}
