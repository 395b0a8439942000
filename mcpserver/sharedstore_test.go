package mcpserver_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// packetStore is a packetstore.Shared in memory, which fails when it is broken.
type packetStore struct {
	mu     sync.Mutex
	held   map[string][]byte
	ttl    time.Duration
	broken bool
}

func (p *packetStore) Get(_ context.Context, key string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken {
		return nil, errors.New("away")
	}
	return p.held[key], nil
}

func (p *packetStore) Put(_ context.Context, key string, packed []byte, ttl time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken {
		return errors.New("away")
	}
	if p.held == nil {
		p.held = map[string][]byte{}
	}
	p.held[key], p.ttl = packed, ttl
	return nil
}

// tideTable is a page of many words.
func tideTable(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html><body><main><h1>Tides</h1><p>" + strings.Repeat("High water is at six in the morning. ", 60) + "</p></main></body></html>"))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/tides"
}

// What one server returns is read on by another: a source ID by chunk and as a
// resource, a reading by start_index, without another download.
func TestServersSharePackets(t *testing.T) {
	store := &packetStore{}
	here, there := open(t, mcpserver.Options{Tools: tools.Options{Packets: store}}), open(t, mcpserver.Options{Tools: tools.Options{Packets: store}})
	page := tideTable(t)
	first := call(t, here, "fetch", args{"url": page, "max_length": 500})
	require.True(t, first.Success, first.text)
	id := first.Packet.SourceID

	chunks := call(t, there, "chunk", args{"source_id": id})
	assert.True(t, chunks.Success, chunks.text)
	read, err := there.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "webfetch://content/" + id})
	require.NoError(t, err)
	assert.Contains(t, read.Contents[0].Text, "High water")
	rest := call(t, there, "fetch", args{"url": page, "max_length": 500, "start_index": 500})
	assert.True(t, rest.Success, rest.text)
	assert.Equal(t, id, rest.Packet.SourceID)
	assert.LessOrEqual(t, store.ttl, 5*time.Minute)

	alone := call(t, open(t, mcpserver.Options{}), "chunk", args{"source_id": id})
	assert.Equal(t, "SOURCE_NOT_FOUND", alone.Error.Code)
}

// A store that is away leaves each server with its own.
func TestServersWithoutTheSharedStore(t *testing.T) {
	store := &packetStore{broken: true}
	here, there := open(t, mcpserver.Options{Tools: tools.Options{Packets: store}}), open(t, mcpserver.Options{Tools: tools.Options{Packets: store}})
	first := call(t, here, "fetch", args{"url": tideTable(t)})
	require.True(t, first.Success, first.text)
	id := first.Packet.SourceID
	assert.True(t, call(t, here, "chunk", args{"source_id": id}).Success)
	assert.Equal(t, "SOURCE_NOT_FOUND", call(t, there, "chunk", args{"source_id": id}).Error.Code)
	store.broken = false
	again := call(t, here, "fetch", args{"url": tideTable(t)})
	require.NotEmpty(t, store.held)
	for key := range store.held {
		store.held[key] = []byte("\xff\xff") // whatever is there, there is an answer
	}
	assert.Equal(t, "SOURCE_NOT_FOUND", call(t, there, "chunk", args{"source_id": again.Packet.SourceID}).Error.Code)
}

// Principals do not find each other's packets in a store that they share.
func TestSharedPacketsBelongToTheirPrincipal(t *testing.T) {
	store := &packetStore{}
	server := func() string {
		return serveOver(t, newServer(t, mcpserver.Options{Tools: tools.Options{Packets: store}}), host.Options{Auth: &host.Auth{Tokens: tokens(t)}}).URL + "/mcp"
	}
	here, there := server(), server()
	id := call(t, dial(t, here, "token-of-ada-000"), "fetch", args{"url": tideTable(t)}).Packet.SourceID
	assert.True(t, call(t, dial(t, there, "token-of-ada-000"), "chunk", args{"source_id": id}).Success)
	assert.Equal(t, "SOURCE_NOT_FOUND", call(t, dial(t, there, "token-of-ben-000"), "chunk", args{"source_id": id}).Error.Code)
}
