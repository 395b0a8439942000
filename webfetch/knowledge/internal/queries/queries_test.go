package queries_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

func respond(t *testing.T, question string, texts ...string) *knowledge.Answer {
	t.Helper()
	a := &knowledge.Answer{}
	for _, text := range texts {
		a.Hits = append(a.Hits, knowledge.Hit{Text: text, Span: &extract.Span{Start: 10, End: 10 + len(text)}})
	}
	q := &knowledge.Query{Mode: "ai_search", Messages: []knowledge.Message{{Role: "user", Content: question}}}
	require.NoError(t, queries.Respond(t.Context(), q, a, nil))
	for _, c := range a.Citations {
		assert.Equal(t, c.Text, texts[c.Hit][c.Span.Start-10:c.Span.End-10])
	}
	return a
}

func TestSentencesAnswer(t *testing.T) {
	text := "# Harbour\n\nShips come in at night. Dredgers keep the channel at eleven metres.\n\n> The pilot boards at the buoy.\n>\n> Others wait.\n"
	for question, want := range map[string]string{
		"How deep do dredgers keep the channel?":       "Dredgers keep the channel at eleven metres.",
		"Where does the pilot board?":                  "The pilot boards at the buoy.",
		"When do ships come in, and who are the pilot": "Ships come in at night.\n\nThe pilot boards at the buoy.",
		"What is the best recipe for sourdough bread?": "",
		"who are you": "",
	} {
		a := respond(t, question, text, "A second passage on quite another matter.")
		assert.Equal(t, want, a.Response, question)
		assert.Equal(t, want == "", len(a.Warnings) == 1, question)
		assert.False(t, a.Generated)
	}
	none := respond(t, "anything")
	assert.Empty(t, none.Response)
	assert.Empty(t, none.Warnings)
}

func TestQueryBounds(t *testing.T) {
	scope, err := knowledge.FolderScope("p/")
	require.NoError(t, err)
	q := knowledge.Query{Scope: scope, Messages: []knowledge.Message{{Role: "user", Content: strings.Repeat("a", 64<<10)}}}
	assert.NoError(t, queries.Validate(&q), "at the limit")
	q.Messages[0].Content += "a"
	assert.ErrorIs(t, queries.Validate(&q), knowledge.ErrInvalid)
}
