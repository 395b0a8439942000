package mcpserver_test

import (
	"context"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// stepLog is an Observer that keeps the steps that have ended.
type stepLog struct {
	mu      sync.Mutex
	steps   []observe.Step
	results []observe.Result
}

func (l *stepLog) Begin(ctx context.Context, step observe.Step) (context.Context, func(observe.Result)) {
	return ctx, func(r observe.Result) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.steps, l.results = append(l.steps, step), append(l.results, r)
	}
}

func TestToolCallsAreObserved(t *testing.T) {
	log := new(stepLog)
	client, err := webfetch.New(webfetch.Options{Policy: loopback(), Hooks: webfetch.Hooks{Observer: log}})
	require.NoError(t, err)
	defer client.Close()
	session := connect(t, must(mcpserver.New(client, mcpserver.Options{})).MCP(), nil)
	for _, arguments := range []map[string]any{
		{"raw_bytes": "PHA+bG93IHdhdGVyPC9wPg==", "content_type": "text/html"},
		{"url": "http://10.0.0.1/"},
	} {
		_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "fetch", Arguments: arguments})
		require.NoError(t, err)
	}
	var calls []observe.Step
	var codes []string
	kinds := map[string]int{}
	for i, step := range log.steps {
		if kinds[step.Kind]++; step.Kind == "tool" {
			calls, codes = append(calls, step), append(codes, log.results[i].Code)
		}
	}
	require.Len(t, calls, 2)
	assert.Equal(t, "fetch", calls[0].Name)
	assert.NotEmpty(t, calls[0].ID)
	assert.Equal(t, []string{"", "SSRF_BLOCKED"}, codes)
	assert.Equal(t, 1, kinds["extract"])
	assert.Equal(t, 1, kinds["fetch"], "told once, not by server and client")
}
