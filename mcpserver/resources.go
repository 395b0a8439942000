package mcpserver

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

const pageSize = 50

func (s *Server) addResources(srv *mcp.Server) {
	for _, t := range s.set.Templates() {
		srv.AddResourceTemplate(&mcp.ResourceTemplate{
			Name: t.Name, Title: strings.ToUpper(t.Name[:1]) + t.Name[1:], Description: t.Description, MIMEType: t.MediaType, URITemplate: t.URI,
		}, s.readResource)
	}
}

func (s *Server) readResource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	r, err := s.set.Open(ctx, principal(req.Extra), uri)
	switch {
	case err != nil:
		return nil, err
	case r == nil:
		return nil, unknownResource(uri)
	}
	contents := &mcp.ResourceContents{URI: uri, MIMEType: r.MediaType}
	if strings.HasPrefix(r.MediaType, "image/") {
		contents.Blob = r.Data
	} else {
		contents.Text = string(r.Data)
	}
	return &mcp.ReadResourceResult{
		Contents: []*mcp.ResourceContents{contents},
		// What an ID names never changes, but it is not kept for ever.
		Cacheable: mcp.Cacheable{CacheScope: "private", TTLMs: int(max(time.Until(r.Expires), 0).Milliseconds())},
	}, nil
}

func unknownResource(uri string) error {
	data, err := json.Marshal(map[string]string{"uri": uri})
	if err != nil {
		data = nil
	}
	return &jsonrpc.Error{
		Code:    jsonrpc.CodeInvalidParams,
		Message: "Resource not found: " + modeltext.OneLine(uri, 200),
		Data:    data,
	}
}

// setCacheable says how long lists may be kept. What the store serves is
// private to the caller and may change with every fetch.
func setCacheable(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	switch req.(type) {
	case *mcp.ListResourcesRequest:
		c.TTLMs, c.CacheScope = 0, "private"
	case *mcp.ReadResourceRequest:
		c.CacheScope = "private" // the handler knows how long it may be kept
	default:
		c.TTLMs, c.CacheScope = int((5 * time.Minute).Milliseconds()), "public"
	}
}
