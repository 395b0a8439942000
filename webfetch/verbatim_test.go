package webfetch_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// scribe is a Summarizer that counts how often it is asked.
type scribe struct{ asked int }

func (s *scribe) Summarize(context.Context, compact.Prompt) (string, error) {
	s.asked++
	return "The lamp weighs 420 kilograms.", nil
}

// A packet that is shrunk to a question stays word for word, with a model or
// without; Compact of the same packet has the model answer.
func TestContentIsNeverGenerated(t *testing.T) {
	s := &scribe{}
	client, err := webfetch.New(webfetch.Options{Summarizer: s})
	require.NoError(t, err)
	defer client.Close()
	page := strings.Repeat("Keepers wrote letters about the weather, at length and in detail.\n\n", 300) +
		"The lamp of the old lighthouse weighs 420 kilograms.\n\n"
	src := extract.Source{Body: []byte(page), MediaType: "text/markdown"}
	p, err := client.Extract(t.Context(), src, webfetch.ExtractOptions{MaxTokens: 100, Question: "How heavy is the lamp?"})
	require.NoError(t, err)
	assert.Contains(t, p.Content, "The lamp of the old lighthouse weighs 420 kilograms.")
	assert.Zero(t, s.asked)

	whole, err := client.Extract(t.Context(), src, webfetch.ExtractOptions{})
	require.NoError(t, err)
	r, err := client.Compact(t.Context(), whole, compact.Options{MaxTokens: 200, Question: "How heavy is the lamp?"})
	require.NoError(t, err)
	assert.True(t, r.Compacted.Generated)
	assert.Equal(t, 1, s.asked)
}
