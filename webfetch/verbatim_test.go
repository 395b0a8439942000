package webfetch_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// countingSummarizer counts how often it is asked.
type countingSummarizer struct{ asked int }

func (s *countingSummarizer) Summarize(context.Context, string, string, int) (string, error) {
	s.asked++
	return "The lamp weighs 420 kilograms.", nil
}

// A packet that is shrunk to a question stays word for word, with a model or
// without; Compact of the same packet has the model answer.
func TestContentIsNeverGenerated(t *testing.T) {
	s := &countingSummarizer{}
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

// nearLamps is an Embedder to whom texts about lamps and illumination mean the same.
type nearLamps struct{ asked *int }

func (e nearLamps) Embed(_ context.Context, texts []string) ([][]float32, error) {
	*e.asked++
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{0.1, 1}
		if strings.Contains(text, "lamp") || strings.Contains(text, "illumination") {
			vectors[i] = []float32{1, 0.1}
		}
	}
	return vectors, nil
}

// The Embedder of a client ranks what Compact takes to a question; a fetch asks no model.
func TestCompactRanksWithTheEmbedder(t *testing.T) {
	asked := 0
	client, err := webfetch.New(webfetch.Options{Embedder: nearLamps{&asked}})
	require.NoError(t, err)
	defer client.Close()
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "In letter %d a keeper wrote of the weather on day %d of the year.\n\n", i, 3*i%365)
		if i == 140 {
			text.WriteString("The illumination of the tower was bought in Paris.\n\n")
		}
	}
	page := text.String()
	src := extract.Source{Body: []byte(page), MediaType: "text/markdown"}
	opts := compact.Options{MaxTokens: 40, SummaryOnly: true, Question: "Which lamp do they have?"}
	_, err = client.Extract(t.Context(), src, webfetch.ExtractOptions{MaxTokens: 100, Question: opts.Question})
	require.NoError(t, err)
	assert.Zero(t, asked)

	whole, err := client.Extract(t.Context(), src, webfetch.ExtractOptions{})
	require.NoError(t, err)
	r, err := client.Compact(t.Context(), whole, opts)
	require.NoError(t, err)
	assert.Contains(t, r.Compacted.Summary, "The illumination of the tower was bought in Paris.")
	assert.Positive(t, asked)

	plain, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer plain.Close()
	r, err = plain.Compact(t.Context(), whole, opts)
	require.NoError(t, err)
	assert.NotContains(t, r.Compacted.Summary, "illumination", "what the words alone don't find")
}
