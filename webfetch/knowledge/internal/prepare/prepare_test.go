package prepare_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
)

func scopeOf(t testing.TB, folder string) knowledge.Scope {
	t.Helper()
	scope, err := knowledge.FolderScope(folder)
	require.NoError(t, err)
	return scope
}

func TestPrepareFillsIn(t *testing.T) {
	now := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	doc := knowledge.Document{
		Scope: scopeOf(t, "p/"), URL: "https://example.com/a", SourceID: "id", Title: "Boats", Markdown: "# Boats\n\nBoats **float** because of Archimedes.\n",
		Metadata: map[string]string{"Tag": " a\nb ", "URL": "x", "bad name": "x", "": "x"},
	}
	p, err := prepare.Document(doc, 0, now)
	require.NoError(t, err)
	assert.Regexp(t, `^[0-9a-f]{16}\.md$`, p.Name)
	assert.Equal(t, "p/"+p.Name, p.Key(p.Parts[0]))
	assert.Equal(t, map[string]string{
		"source_id": "id", "url": "https://example.com/a", "title": "Boats", "retrieved_at": "2026-05-04T03:02:01Z", "tag": " a b ",
		"content_hash": p.ContentHash, "context": "Boats — https://example.com/a — Boats Boats float because of Archimedes.",
	}, p.Fields)
	assert.Len(t, p.Warnings, 3)
	assert.Empty(t, doc.Name)
	doc.Context = strings.Repeat("ä", 1000)
	p, err = prepare.Document(doc, 0, now)
	require.NoError(t, err)
	assert.Len(t, p.Fields["context"], 1000)
	assert.True(t, utf8.ValidString(p.Fields["context"]))
}

func TestCheckQuality(t *testing.T) {
	for _, c := range []struct {
		verdict extract.VerdictKind
		text    string
		reason  string
	}{
		{"", "Words enough to be stored.", ""},
		{extract.VerdictPaywall, "Words enough to be stored.", ""},
		{extract.VerdictLogin, "Words enough to be stored.", "login"},
		{"", " \n", "empty"},
		{"", strings.Repeat("a", 19), "short"},
		{"", strings.Repeat("a", 20), ""},
		{"", strings.Repeat("漢", 20), ""},
		{"", strings.Repeat("a", 20) + strings.Repeat("|", 60), ""},
		{"", strings.Repeat("a", 20) + strings.Repeat("|", 61), "noise"},
	} {
		doc := knowledge.Document{Scope: scopeOf(t, "p/"), Name: "a", Verdict: extract.Verdict{Kind: c.verdict}, Markdown: c.text}
		_, err := prepare.Document(doc, 0, time.Now())
		if c.reason == "" {
			assert.NoError(t, err, c.text)
		} else if assert.ErrorIs(t, err, knowledge.ErrQuality, c.text) {
			assert.ErrorContains(t, err, "("+c.reason+")")
			doc.AnyQuality = true
			_, err := prepare.Document(doc, 0, time.Now())
			assert.NoError(t, err)
		}
	}
}

// parts cuts a document.
func parts(t testing.TB, name, md string, limit int) ([]prepare.Part, error) {
	p, err := prepare.Document(knowledge.Document{Scope: scopeOf(t, "p/"), Name: name, Markdown: md, AnyQuality: true}, limit, time.Now())
	if err != nil {
		return nil, err
	}
	return p.Parts, nil
}

func TestCutIsWhole(t *testing.T) {
	md := "# A\n\n" + strings.Repeat("Sätze über Boote. ", 100) + "\n\n## B\n\n" + strings.Repeat("- item\n", 200) + "\n\n" + strings.Repeat("漢字", 2000)
	for _, limit := range []int{256, 257, 300, 1000, 4096, len(md) - 1, len(md), len(md) + 1, 0} {
		parts, err := parts(t, "a/b.md", md, limit)
		require.NoError(t, err)
		at := 0
		for i, p := range parts {
			assert.Equal(t, at, p.Start)
			assert.Greater(t, p.End, p.Start)
			assert.True(t, utf8.ValidString(md[p.Start:p.End]), "limit %d part %d", limit, i)
			if limit > 0 {
				assert.LessOrEqual(t, p.End-p.Start, limit)
			}
			assert.Equal(t, "a/b.md", prepare.DocumentName(p.Name))
			at = p.End
		}
		assert.Equal(t, len(md), at)
		assert.Equal(t, limit == 0 || limit >= len(md), len(parts) == 1)
	}
}

func TestCutBeforeHeadings(t *testing.T) {
	md := "# A\n\n" + strings.Repeat("word ", 40) + "\n\n# B\n\n" + strings.Repeat("word ", 20) + "\n\nend\n"
	parts, err := parts(t, "x.md", md, 300)
	require.NoError(t, err)
	require.Len(t, parts, 2)
	assert.True(t, strings.HasPrefix(md[parts[1].Start:], "# B"))
	assert.Equal(t, "x.part-002.md", parts[1].Name)
}

func TestCutRefuses(t *testing.T) {
	most := strings.Repeat("x", 256*999)
	all, err := parts(t, "x", most, 256)
	assert.NoError(t, err)
	assert.Len(t, all, 999)
	_, err = parts(t, "x", most+"x", 256)
	assert.ErrorIs(t, err, knowledge.ErrInvalid)
	_, err = parts(t, "x", most, 255)
	assert.ErrorIs(t, err, knowledge.ErrInvalid)
}

func TestDocumentName(t *testing.T) {
	for part, want := range map[string]string{"a.part-002.md": "a.md", "a.part-02.md": "a.part-02.md", "a.md": "a.md", ".part-002.md": ".part-002.md", "a.part-0x2.md": "a.part-0x2.md", "a.part-010": "a"} {
		assert.Equal(t, want, prepare.DocumentName(part), part)
	}
}

func Example() {
	scope, err := knowledge.FolderScope("ai-search/")
	if err != nil {
		panic(err)
	}
	p, err := prepare.Document(knowledge.Document{
		Scope: scope, URL: "https://example.com/harbour", Markdown: "# The harbour\n\nDredgers keep the channel at eleven metres.\n",
	}, 0, time.Date(2025, 5, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Key(p.Parts[0]), p.Fields["retrieved_at"])
	// Output: ai-search/52ad32e9dfab3d6c.md 2025-05-01T00:00:00Z
}
