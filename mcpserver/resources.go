package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

const (
	pageSize = 50
	// longestName bounds the name of a resource, in code points.
	longestName = 200
)

// resourceKind is one of the forms in which a stored packet can be read.
type resourceKind struct {
	name, title, desc, mediaType string
	// read returns the form of p, nil if p has none.
	read func(p *webfetch.Packet) (*mcp.ResourceContents, error)
}

func resourceKinds() []resourceKind {
	return []resourceKind{
		{"packet", "Packet", "Everything known of a fetched page, as JSON.", "application/json",
			func(p *webfetch.Packet) (*mcp.ResourceContents, error) { return jsonContents(p) }},
		{"content", "Content", "The whole content of a fetched page.", "text/markdown",
			func(p *webfetch.Packet) (*mcp.ResourceContents, error) {
				return &mcp.ResourceContents{Text: modeltext.Page{Packet: p, Text: p.Content}.String()}, nil
			}},
		{"normalized", "Normalized document", "The bare document of a fetched page, as JSON.", "application/json",
			func(p *webfetch.Packet) (*mcp.ResourceContents, error) { return jsonContents(tools.Normalized(p)) }},
		{"screenshot", "Screenshot", "A picture of a rendered page, if one was taken.", "image/png",
			func(p *webfetch.Packet) (*mcp.ResourceContents, error) {
				if len(p.Screenshot) == 0 {
					return nil, nil
				}
				return &mcp.ResourceContents{Blob: p.Screenshot}, nil
			}},
	}
}

func jsonContents(v any) (*mcp.ResourceContents, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // a host counts characters, and a model reads them
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return &mcp.ResourceContents{Text: strings.TrimSuffix(b.String(), "\n")}, nil
}

func (k resourceKind) template() *mcp.ResourceTemplate {
	return &mcp.ResourceTemplate{
		Name:        k.name,
		Title:       k.title,
		Description: k.desc,
		MIMEType:    k.mediaType,
		URITemplate: tools.Scheme + k.name + "/{source_id}",
	}
}

func (s *Server) addResources(srv *mcp.Server) {
	for _, k := range resourceKinds() {
		srv.AddResourceTemplate(k.template(), s.readResource)
	}
}

// readResource reads one form of a stored packet of the caller.
func (s *Server) readResource(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	name, id, _ := strings.Cut(strings.TrimPrefix(uri, tools.Scheme), "/")
	e := s.set.Stored().Get(ctx, principal(req.Extra), id)
	at := slices.IndexFunc(resourceKinds(), func(k resourceKind) bool { return k.name == name })
	if e == nil || at < 0 {
		return nil, unknownResource(uri)
	}
	p, kind := e.Packet(), resourceKinds()[at]
	if p == nil {
		return nil, unknownResource(uri)
	}
	contents, err := kind.read(p)
	if err != nil {
		return nil, err
	}
	if contents == nil {
		return nil, unknownResource(uri)
	}
	contents.URI, contents.MIMEType = uri, kind.mediaType
	return &mcp.ReadResourceResult{
		Contents: []*mcp.ResourceContents{contents},
		// What an ID names never changes, but it is not kept for ever.
		Cacheable: mcp.Cacheable{CacheScope: "private", TTLMs: int(max(time.Until(e.Expires), 0).Milliseconds())},
	}, nil
}

func unknownResource(uri string) error {
	data, err := json.Marshal(map[string]string{"uri": uri})
	if err != nil {
		data = nil
	}
	return &jsonrpc.Error{
		Code:    jsonrpc.CodeInvalidParams,
		Message: "Resource not found: " + modeltext.Clip(modeltext.OneLine(uri), 200),
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
