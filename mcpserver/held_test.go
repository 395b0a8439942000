package mcpserver_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// largeBody is the length in bytes from which bodies of requests are worked on in turns.
const largeBody = 256 << 10

// heldType is the media type that heldDocuments reads.
const heldType = "application/x-held"

// heldDocument are the arguments of extract for a document that is held.
var heldDocument = args{"raw_bytes": base64.StdEncoding.EncodeToString([]byte("held")), "content_type": heldType}

// heldDocuments is an extractor of documents that are held, each in the slot of its call,
// until release is closed. It counts how many it has at one time. Those that begin with
// "free" are not held.
type heldDocuments struct {
	begun   chan struct{}
	release chan struct{}

	mu        sync.Mutex
	now, most int
}

func newHeldDocuments() *heldDocuments {
	return &heldDocuments{begun: make(chan struct{}, 100), release: make(chan struct{})}
}

func (h *heldDocuments) extractors() map[string]extract.Extractor {
	return map[string]extract.Extractor{heldType: h}
}

func (h *heldDocuments) Extract(_ context.Context, src *extract.Source) (*extract.Document, error) {
	if strings.HasPrefix(string(src.Body), "free") {
		return &extract.Document{Format: "held", Markdown: "was free"}, nil
	}
	h.mu.Lock()
	h.now++
	h.most = max(h.most, h.now)
	h.mu.Unlock()
	h.begun <- struct{}{}
	<-h.release
	h.mu.Lock()
	h.now--
	h.mu.Unlock()
	return &extract.Document{Format: "held", Markdown: "was held"}, nil
}

// Over HTTP, no more documents from large bodies are read at one time than there are turns,
// and small ones are read meanwhile.
func TestLargeBodiesOverHTTP(t *testing.T) {
	held := newHeldDocuments()
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{Extractors: held.extractors()}})
	require.NoError(t, err)
	defer client.Close()
	h := host.Handler(must(mcpserver.New(client, mcpserver.Options{})), host.Options{})
	send := func(document string) string {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"extract","arguments":{"content_type":"` + heldType + `","raw_bytes":"` +
			base64.StdEncoding.EncodeToString([]byte(document)) + `"}}}`
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Body.String()
	}
	turns := max(runtime.GOMAXPROCS(0)-1, 1)
	var all sync.WaitGroup
	for range turns + 3 {
		all.Go(func() { assert.Contains(t, send(strings.Repeat("x", largeBody)), "was held") })
	}
	for range turns {
		<-held.begun
	}
	for range 5 {
		assert.Contains(t, send("free"), "was free")
	}
	close(held.release)
	all.Wait()
	assert.Equal(t, turns, held.most)
}
