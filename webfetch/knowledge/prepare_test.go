package knowledge_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
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
	p, err := knowledge.Prepare(doc, 0, now)
	require.NoError(t, err)
	assert.Equal(t, knowledge.NameOf("https://example.com/a"), p.Name)
	assert.Regexp(t, `^[0-9a-f]{16}\.md$`, p.Name)
	assert.Equal(t, "p/"+p.Name, p.Key(p.Parts[0]))
	assert.Len(t, p.Parsed.Blocks, 2)
	assert.Equal(t, map[string]string{
		"source_id": "id", "url": "https://example.com/a", "title": "Boats", "retrieved_at": "2026-05-04T03:02:01Z", "tag": " a b ",
		"content_hash": p.ContentHash, "context": "Boats — https://example.com/a — Boats Boats float because of Archimedes.",
	}, p.Fields)
	assert.Len(t, p.Warnings, 3)
	assert.Empty(t, doc.Name)
	doc.Context = strings.Repeat("ä", 1000)
	p, err = knowledge.Prepare(doc, 0, now)
	require.NoError(t, err)
	assert.Len(t, p.Fields["context"], 1000)
	assert.True(t, utf8.ValidString(p.Fields["context"]))
}

func TestPrepareParsesAnew(t *testing.T) {
	other := markdown.Parse("# Other")
	p, err := knowledge.Prepare(knowledge.Document{Scope: scopeOf(t, "p/"), Name: "a", Markdown: "Boats float because of Archimedes.", Parsed: other}, 0, time.Now())
	require.NoError(t, err)
	assert.Equal(t, "Boats float because of Archimedes.", p.Parsed.Markdown)
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
		err := knowledge.CheckQuality(extract.Verdict{Kind: c.verdict}, c.text)
		var quality *knowledge.QualityError
		if c.reason == "" {
			assert.NoError(t, err, c.text)
		} else if assert.ErrorAs(t, err, &quality, c.text) {
			assert.Equal(t, c.reason, quality.Reason)
		}
	}
}

func TestCutIsWhole(t *testing.T) {
	md := "# A\n\n" + strings.Repeat("Sätze über Boote. ", 100) + "\n\n## B\n\n" + strings.Repeat("- item\n", 200) + "\n\n" + strings.Repeat("漢字", 2000)
	doc := markdown.Parse(md)
	for _, limit := range []int{256, 257, 300, 1000, 4096, len(md) - 1, len(md), len(md) + 1, 0} {
		parts, err := knowledge.Cut(doc, "a/b.md", limit)
		require.NoError(t, err)
		at := 0
		for i, p := range parts {
			assert.Equal(t, at, p.Start)
			assert.Greater(t, p.End, p.Start)
			assert.True(t, utf8.ValidString(md[p.Start:p.End]), "limit %d part %d", limit, i)
			if limit > 0 {
				assert.LessOrEqual(t, p.End-p.Start, limit)
			}
			assert.Equal(t, "a/b.md", knowledge.DocumentName(p.Name))
			at = p.End
		}
		assert.Equal(t, len(md), at)
		assert.Equal(t, limit == 0 || limit >= len(md), len(parts) == 1)
	}
}

func TestCutBeforeHeadings(t *testing.T) {
	md := "# A\n\n" + strings.Repeat("word ", 40) + "\n\n# B\n\n" + strings.Repeat("word ", 20) + "\n\nend\n"
	parts, err := knowledge.Cut(markdown.Parse(md), "x.md", 300)
	require.NoError(t, err)
	require.Len(t, parts, 2)
	assert.True(t, strings.HasPrefix(md[parts[1].Start:], "# B"))
	assert.Equal(t, "x.part-002.md", parts[1].Name)
}

func TestCutRefuses(t *testing.T) {
	doc := markdown.Parse(strings.Repeat("x", 256*999))
	parts, err := knowledge.Cut(doc, "x", 256)
	assert.NoError(t, err)
	assert.Len(t, parts, 999)
	_, err = knowledge.Cut(markdown.Parse(strings.Repeat("x", 256*999+1)), "x", 256)
	assert.ErrorIs(t, err, knowledge.ErrDocument)
	_, err = knowledge.Cut(doc, "x", 255)
	assert.ErrorIs(t, err, knowledge.ErrDocument)
}

func TestDocumentName(t *testing.T) {
	for part, want := range map[string]string{"a.part-002.md": "a.md", "a.part-02.md": "a.part-02.md", "a.md": "a.md", ".part-002.md": ".part-002.md", "a.part-0x2.md": "a.part-0x2.md", "a.part-010": "a"} {
		assert.Equal(t, want, knowledge.DocumentName(part), part)
	}
}

// shelf is a knowledge.Reader of one file.
type shelf struct{ knowledge.Stored }

func (s shelf) Read(_ context.Context, scope knowledge.Scope, key string) (*knowledge.Stored, error) {
	if key != s.Key || !scope.Contains(key) {
		return nil, knowledge.ErrNotFound
	}
	return &s.Stored, nil
}

func TestVerifyQuote(t *testing.T) {
	md := "Boats float.\n\nBoats  sink,\ntoo. Ünd das Boot.\n"
	r := shelf{knowledge.Stored{Key: "p/a.md", Markdown: md, Offset: 7}}
	hit := knowledge.Hit{Key: "p/a.md", Span: &knowledge.Span{Start: 14, End: len(md)}}
	for quote, want := range map[string]string{
		"Boats": "Boats", "Boats sink, too.": "Boats  sink,\ntoo.", " float. Boats ": "float.\n\nBoats", "Ünd das": "Ünd das",
	} {
		span, err := knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "p/"), hit, quote)
		require.NoError(t, err, quote)
		assert.Equal(t, want, md[span.Start:span.End])
		assert.Equal(t, 7, span.Offset)
		if quote == "Boats" {
			assert.Equal(t, 14, span.Start, "within the span of the hit first")
		}
	}
	for _, quote := range []string{"boats", "Boats sink too", "Boatssink"} {
		_, err := knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "p/"), hit, quote)
		assert.ErrorIs(t, err, knowledge.ErrUnverified, quote)
	}
	_, err := knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "p/"), hit, " ")
	assert.ErrorIs(t, err, knowledge.ErrQuery)
	_, err = knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "q/"), hit, "Boats")
	assert.True(t, errors.Is(err, knowledge.ErrNotFound))
}
