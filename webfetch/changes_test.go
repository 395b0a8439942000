package webfetch_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// packetOf extracts Markdown as the page of one address.
func packetOf(t testing.TB, markdown string) *webfetch.Packet {
	t.Helper()
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = client.Close() })
	p, err := client.Extract(t.Context(), extract.Source{MediaType: "text/markdown", Body: []byte(markdown), URL: parsed(t, "https://tides.example/")}, webfetch.ExtractOptions{})
	require.NoError(t, err)
	return p
}

const tidesBefore = "# Tides\n\nHigh water is at six.\n\n## North\n\nThe pier is dry at noon.\n\nBoats leave at one.\n\n## South\n\nThe beach is open.\n"

func TestNothingChanged(t *testing.T) {
	old, now := packetOf(t, tidesBefore), packetOf(t, tidesBefore)
	old.RetrievedAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, earlier := range map[string]*webfetch.Packet{
		"the packet":     old,
		"its ID":         {SourceID: old.SourceID, RetrievedAt: old.RetrievedAt},
		"its hash":       {Hashes: old.Hashes, RetrievedAt: old.RetrievedAt},
		"in other terms": {SourceID: "0123456789abcdef", Hashes: old.Hashes, RetrievedAt: old.RetrievedAt},
	} {
		p := now.Since(earlier)
		require.NotNil(t, p.Changes, name)
		assert.True(t, p.Changes.Unchanged, name)
		assert.Equal(t, "Unchanged since 2026-03-01T12:00:00Z, content hash "+now.Hashes.ContentHash+".", p.Content, name)
		assert.Equal(t, now.SourceID, p.SourceID, name)
		assert.Equal(t, now.Hashes, p.Hashes, name)
		assert.Empty(t, p.KeyBlocks, name)
	}
	assert.Contains(t, now.Content, "High water", "the packet itself stays")
	assert.Same(t, now, now.Since(nil))
}

func TestChangedBlocks(t *testing.T) {
	old := packetOf(t, tidesBefore)
	for name, c := range map[string]struct {
		markdown string
		content  string
		want     webfetch.Changes
	}{
		"a paragraph changed": {
			strings.Replace(tidesBefore, "at one", "at two", 1), "## North\n\nBoats leave at two.",
			webfetch.Changes{Added: 1, Removed: 1, Kept: 6, RemovedText: []string{"Boats leave at one."}},
		},
		"a section added": {
			tidesBefore + "\n## East\n\nClosed.\n", "## East\n\nClosed.", webfetch.Changes{Added: 2, Kept: 7},
		},
		"before the first heading": {
			"A storm warning.\n\n" + tidesBefore, "A storm warning.", webfetch.Changes{Added: 1, Kept: 7},
		},
		"two in one section": {
			strings.Replace(tidesBefore, "The beach is open.", "The beach is shut.\n\nUntil May.", 1), "## South\n\nThe beach is shut.\n\nUntil May.",
			webfetch.Changes{Added: 2, Removed: 1, Kept: 6, RemovedText: []string{"The beach is open."}},
		},
		"removed": {
			strings.Replace(tidesBefore, "Boats leave at one.\n\n", "", 1), "Nothing was added since read: 1 blocks were removed, 6 stayed.",
			webfetch.Changes{Removed: 1, Kept: 6, RemovedText: []string{"Boats leave at one."}},
		},
		"moved": {
			strings.Replace(strings.Replace(tidesBefore, "Boats leave at one.\n\n", "", 1), "The beach is open.", "The beach is open.\n\nBoats leave at one.", 1),
			"Nothing was added since read: 0 blocks were removed, 7 stayed.",
			webfetch.Changes{Kept: 7},
		},
	} {
		now := packetOf(t, c.markdown)
		p := now.Since(old)
		c.want.SourceID, c.want.ContentHash, c.want.Since = old.SourceID, old.Hashes.ContentHash, old.RetrievedAt
		assert.Equal(t, &c.want, p.Changes, name)
		assert.Equal(t, strings.Replace(c.content, "since read", "since "+old.RetrievedAt.Format(time.RFC3339), 1), p.Content, name)
		assert.Equal(t, now.SourceID, p.SourceID, name)
		assert.Equal(t, now.Hashes, p.Hashes, "it can be compared with in its turn: "+name)
	}
}

// What is not known can't be compared with: all is shown, and that is told.
func TestEarlierContentIsNotKnown(t *testing.T) {
	old, now := packetOf(t, tidesBefore), packetOf(t, tidesBefore+"\nMore.\n")
	shortened := *old
	shortened.Content = "Tides"
	for name, earlier := range map[string]*webfetch.Packet{
		"an ID": {SourceID: old.SourceID}, "a hash": {Hashes: old.Hashes}, "nothing": {}, "a part": &shortened,
	} {
		p := now.Since(earlier)
		assert.Nil(t, p.Changes, name)
		assert.Equal(t, now.Content, p.Content, name)
		require.Len(t, p.Warnings, len(now.Warnings)+1, name)
		assert.Equal(t, "no_earlier_content", p.Warnings[len(p.Warnings)-1].Type, name)
	}
	assert.Empty(t, now.Warnings)
}

// Whatever changed, the counts add up, and what is new is in the content.
func TestChangesAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	page := func() (markdown string, n int) {
		n = 1 + random.IntN(40)
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "Paragraph %d.\n\n", random.IntN(30))
		}
		return b.String(), n
	}
	for range 200 {
		a, before := page()
		b, after := page()
		old, now := packetOf(t, a), packetOf(t, b)
		p := now.Since(old)
		if p.Changes.Unchanged {
			continue
		}
		c := p.Changes
		assert.Equal(t, before, c.Removed+c.Kept)
		assert.Equal(t, after, c.Added+c.Kept)
		assert.NotEmpty(t, p.Content)
		if c.Added > 0 {
			assert.Equal(t, c.Added, strings.Count(p.Content, "Paragraph"))
		}
	}
}

func TestFetchTellsChanges(t *testing.T) {
	client, page, asked := cachingOrigin(t, func(n int64, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("ETag", map[bool]string{true: `"v1"`, false: `"v2"`}[n < 3])
		w.Header().Set("Cache-Control", "no-cache")
		if r.Header.Get("If-None-Match") == w.Header().Get("ETag") {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		body := cachedPage
		if n > 2 {
			body = strings.Replace(body, "</p>", "</p><p>Boats leave the northern pier at one, and return by the evening tide.</p>", 1)
		}
		_, _ = w.Write([]byte(body))
	})
	first, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
	require.NoError(t, err)
	second, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
	require.NoError(t, err)
	second = second.Since(first)
	assert.True(t, second.Changes.Unchanged)
	assert.Equal(t, "revalidated", second.Stats.Cache, "nothing was downloaded again")
	third, err := client.Fetch(t.Context(), webfetch.Request{URL: page})
	require.NoError(t, err)
	third = third.Since(first)
	assert.Equal(t, 1, third.Changes.Added)
	assert.Contains(t, third.Content, "Boats leave")
	assert.NotContains(t, third.Content, "High water")
	assert.Equal(t, int64(3), asked.Load())
}
