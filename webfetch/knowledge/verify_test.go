package knowledge_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func scopeOf(t testing.TB, folder string) knowledge.Scope {
	t.Helper()
	scope, err := knowledge.FolderScope(folder)
	require.NoError(t, err)
	return scope
}

// shelf is a base with one file.
type shelf struct {
	knowledge.Base
	key, markdown string
}

func (s shelf) Read(_ context.Context, scope knowledge.Scope, key string) (markdown string, offset int, err error) {
	if key != s.key || !scope.Contains(key) {
		return "", 0, knowledge.ErrNotFound
	}
	return s.markdown, 7, nil
}

func TestVerifyQuote(t *testing.T) {
	md := "Boats float.\n\nBoats  sink,\ntoo. Ünd das Boot.\n"
	r := shelf{key: "p/a.md", markdown: md}
	hit := knowledge.Hit{Key: "p/a.md", Span: &extract.Span{Start: 14, End: len(md)}}
	for quote, want := range map[string]string{
		"Boats": "Boats", "Boats sink, too.": "Boats  sink,\ntoo.", " float. Boats ": "float.\n\nBoats", "Ünd das": "Ünd das",
	} {
		span, err := knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "p/"), hit, quote)
		require.NoError(t, err, quote)
		assert.Equal(t, want, md[span.Start:span.End])
		if quote == "Boats" {
			assert.Equal(t, 14, span.Start, "within the span of the hit first")
		}
	}
	for _, quote := range []string{"boats", "Boats sink too", "Boatssink", "Boats.float", "Boats\xff"} {
		_, err := knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "p/"), hit, quote)
		assert.ErrorIs(t, err, knowledge.ErrNotFound, quote)
	}
	_, err := knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "p/"), hit, " ")
	assert.ErrorIs(t, err, knowledge.ErrInvalid)
	_, err = knowledge.VerifyQuote(t.Context(), r, scopeOf(t, "q/"), hit, "Boats")
	assert.ErrorIs(t, err, knowledge.ErrNotFound)
}
