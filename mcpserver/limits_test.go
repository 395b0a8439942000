package mcpserver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestServerOptionsAreChecked(t *testing.T) {
	client := newClient(t)
	for option, opts := range map[string]mcpserver.Options{
		"Options.MaxBytes":         {Tools: tools.Options{MaxBytes: -1}},
		"Options.MaxTimeout":       {Tools: tools.Options{MaxTimeout: -1}},
		"Options.DefaultMaxTokens": {Tools: tools.Options{DefaultMaxTokens: -1}},
		"Options.Concurrency":      {Concurrency: -1},
		"Options.MaxCalls":         {MaxCalls: -1},
		"Options.CallsPerMinute":   {CallsPerMinute: -1},
		"Options.DrainTimeout":     {DrainTimeout: -1},
		"Options.MarginRatio":      {Tools: tools.Options{MarginRatio: .51}},
		"Options.Search.Timeout":   {Tools: tools.Options{Search: tools.SearchOptions{Timeout: -1}}},
		"Options.Search.Wait":      {Tools: tools.Options{Search: tools.SearchOptions{Wait: -1}}},
		"Options.Search.Scopes":    {Tools: tools.Options{Search: tools.SearchOptions{Base: struct{ knowledge.Base }{}}}},
	} {
		_, err := mcpserver.New(client, opts)
		require.ErrorIs(t, err, webfetch.InvalidInput, option)
		assert.ErrorContains(t, err, option+" is ")
		assert.ErrorIs(t, mcpserver.AddTools(mcp.NewServer(&mcp.Implementation{Name: "a"}, nil), client, opts), webfetch.InvalidInput)
	}
	off := mcpserver.Options{Tools: tools.Options{MaxLength: webfetch.None, MarginRatio: webfetch.None, StoreTTL: webfetch.None, Search: tools.SearchOptions{MaxWait: webfetch.None}}}
	_, err := mcpserver.New(client, off)
	assert.NoError(t, err)
}
