package mcpserver_test

import (
	"context"
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func enabled(more args) args {
	search := args{"enabled": true}
	maps.Copy(search, more)
	return args{"ai_search": search}
}

// laterBase does not find what it stores at once.
type laterBase struct {
	knowledge.Base
	asked time.Time
}

func (b *laterBase) Put(context.Context, knowledge.Document) (*knowledge.Receipt, error) {
	return &knowledge.Receipt{Keys: []string{"p/a.md"}}, nil
}

func (b *laterBase) Query(context.Context, knowledge.Query) (*knowledge.Answer, error) {
	b.asked = time.Now()
	return &knowledge.Answer{Hits: []knowledge.Hit{}}, nil
}

// TestWaitForTheIndex is what wait_ms says, within the bound of the operator.
func TestWaitForTheIndex(t *testing.T) {
	for asked, want := range map[any]time.Duration{nil: 2 * time.Second, 500: 500 * time.Millisecond, 0: 0, 60000: 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			base := &laterBase{}
			opts := mcpserver.Options{Tools: tools.Options{Search: tools.SearchOptions{Base: base, Scopes: &knowledge.Resolver{Level: "global"}, Wait: 2 * time.Second, MaxWait: 5 * time.Second}}}
			a, b := mcp.NewInMemoryTransports()
			server, err := newServer(t, opts).MCP().Connect(t.Context(), a, nil)
			require.NoError(t, err)
			session, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil).Connect(t.Context(), b, nil)
			require.NoError(t, err)
			search := args{"query": args{"query": "x"}}
			if asked != nil {
				search["wait_ms"] = asked
			}
			began := time.Now()
			r, err := tryCall(t.Context(), session, "fetch", args{"raw_bytes": "IyBQb3J0CgpUaGUgZmVycnkgbGVhdmVzIGF0IHNldmVuIGluIHRoZSBtb3JuaW5nLgo=", "content_type": "text/markdown", "options": enabled(search)})
			require.NoError(t, err)
			assert.Contains(t, r.text, "finds it once it is indexed")
			assert.Equal(t, want, base.asked.Sub(began))
			require.NoError(t, session.Close())
			require.NoError(t, server.Wait())
		})
	}
}
