package gateway

import (
	"bytes"
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/compact/gateway/httpapi"
)

// FuzzDeltas reads streams: it never yields a piece after it has failed, and text
// is as long as its pieces.
func FuzzDeltas(f *testing.F) {
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"))
	f.Add([]byte("data: {\"error\":{\"message\":\"x\"}}\n\n"))
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}],\"usage\":{\"total_tokens\":1}}\n\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		_ = readDeltas(httpapi.ReadEvents(bytes.NewReader(stream), 1<<16), func(Delta) bool { return true })
	})
}

// FuzzScores holds that there is a score for each text, or an error.
func FuzzScores(f *testing.F) {
	f.Add([]byte(`{"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":0}]}`))
	f.Add([]byte(`[{"index":1,"score":1},{"index":1,"score":0}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if scores, err := readScores(raw, 2); err == nil && len(scores) != 2 {
			t.Fatalf("%d scores", len(scores))
		}
	})
}

// FuzzWholeSentences holds that what is left is a beginning of the text.
func FuzzWholeSentences(f *testing.F) {
	f.Add("Rivers run. Lakes")
	f.Add("東京。大阪")
	f.Fuzz(func(t *testing.T, text string) {
		if got := wholeSentences(text); !strings.Contains(text, got) {
			t.Fatalf("%q of %q", got, text)
		}
	})
}
