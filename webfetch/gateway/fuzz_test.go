package gateway_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
)

// answering is a client of an endpoint that answers with whatever is stored in answer.
func answering(t testing.TB, mediaType string) (c *gateway.Client, answer *atomic.Value) {
	answer = new(atomic.Value)
	e := serve(t, func(w http.ResponseWriter, _ request) {
		w.Header().Set("Content-Type", mediaType)
		_, _ = w.Write(answer.Load().([]byte))
	})
	return e.client(t, gateway.Options{Model: "m", RerankModel: "r"}), answer
}

// FuzzDeltas reads streams: an error is the last that is yielded, and leaving the loop
// ends it.
func FuzzDeltas(f *testing.F) {
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"))
	f.Add([]byte("data: {\"error\":{\"message\":\"x\"}}\n\n"))
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}],\"usage\":{\"total_tokens\":1}}\n\n"))
	c, answer := answering(f, "text/event-stream")
	f.Fuzz(func(t *testing.T, stream []byte) {
		answer.Store(stream)
		failed := false
		for _, err := range c.ChatStream(t.Context(), gateway.ChatRequest{}) {
			assert.False(t, failed, "something follows an error")
			failed = err != nil
		}
		for range c.ChatStream(t.Context(), gateway.ChatRequest{}) {
			break
		}
	})
}

// FuzzScores holds that there is a score for each text, or an error.
func FuzzScores(f *testing.F) {
	f.Add([]byte(`{"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":0}]}`))
	f.Add([]byte(`[{"index":1,"score":1},{"index":1,"score":0}]`))
	c, answer := answering(f, "application/json")
	f.Fuzz(func(t *testing.T, raw []byte) {
		answer.Store(raw)
		if scores, err := c.Rerank(t.Context(), "query", []string{"one", "two"}); err == nil && len(scores) != 2 {
			t.Fatalf("%d scores", len(scores))
		}
	})
}

// FuzzCutOffAnswers holds that what is left of an answer that was cut off is a part of it.
func FuzzCutOffAnswers(f *testing.F) {
	f.Add("Rivers run. Lakes")
	f.Add("東京。大阪")
	f.Add("<think>What now?</think>Rivers run. Lakes")
	c, answer := answering(f, "application/json")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		raw, err := json.Marshal(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": text}, "finish_reason": "length"}}})
		assert.NoError(t, err)
		answer.Store(raw)
		if got, err := c.Summarize(t.Context(), "", "", 10); err == nil && (got == "" || !strings.Contains(text, got)) {
			t.Fatalf("%q of %q", got, text)
		}
	})
}
