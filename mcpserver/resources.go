package mcpserver

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const (
	scheme   = "webfetch://"
	pageSize = 50
)

// resourceKind is one of the forms in which a stored packet can be read.
type resourceKind struct {
	name, title, desc, mediaType string
}

func resourceKinds() []resourceKind {
	return []resourceKind{
		{"packet", "Packet", "Everything known of a fetched page, as JSON.", "application/json"},
		{"content", "Content", "The whole content of a fetched page.", "text/markdown"},
		{"normalized", "Normalized document", "The bare document of a fetched page, as JSON.", "application/json"},
		{"screenshot", "Screenshot", "A picture of a rendered page, if one was taken.", "image/png"},
	}
}

func (k resourceKind) template() *mcp.ResourceTemplate {
	return &mcp.ResourceTemplate{
		Name:        k.name,
		Title:       k.title,
		Description: k.desc,
		MIMEType:    k.mediaType,
		URITemplate: scheme + k.name + "/{source_id}",
	}
}

func (s *Server) addResources(srv *mcp.Server) {
	for _, k := range resourceKinds() {
		srv.AddResourceTemplate(k.template(), s.readResource)
	}
}

// keep stores p under its ID and tells the clients that the list of resources
// changed. A packet that was shrunk has the ID of the whole one and does not
// take its place.
func (s *Server) keep(principal string, p *webfetch.Packet, shrunk bool) {
	if shrunk && s.packets.get(principal, p.SourceID) != nil {
		return
	}
	if s.packets.put(principal, p.SourceID, p) {
		// The SDK announces a change of its own lists only, and adding what is
		// there already counts as one.
		s.mcp.AddResourceTemplate(resourceKinds()[0].template(), s.readResource)
	}
}

// readResource reads one form of a stored packet of the caller.
func (s *Server) readResource(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	kind, id, _ := strings.Cut(strings.TrimPrefix(uri, scheme), "/")
	p := s.packets.get(principal(req.Extra), id)
	if p == nil {
		return nil, unknownResource(uri)
	}
	content, err := resourceContent(p, kind)
	if err != nil {
		return nil, err
	}
	if content == nil {
		return nil, unknownResource(uri)
	}
	content.URI = uri
	return &mcp.ReadResourceResult{
		Contents:  []*mcp.ResourceContents{content},
		Cacheable: mcp.Cacheable{CacheScope: "private"},
	}, nil
}

// resourceContent returns nil for a form that p doesn't have.
func resourceContent(p *webfetch.Packet, kind string) (*mcp.ResourceContents, error) {
	switch kind {
	case "content":
		return &mcp.ResourceContents{MIMEType: "text/markdown", Text: p.Content}, nil
	case "packet":
		return jsonContent(whole(p))
	case "normalized":
		return jsonContent(p.Normalized())
	case "screenshot":
		if len(p.Screenshot) > 0 {
			return &mcp.ResourceContents{MIMEType: "image/png", Blob: p.Screenshot}, nil
		}
	}
	return nil, nil
}

func jsonContent(v any) (*mcp.ResourceContents, error) {
	raw, err := marshal(v)
	if err != nil {
		return nil, err
	}
	return &mcp.ResourceContents{MIMEType: "application/json", Text: string(raw)}, nil
}

func unknownResource(uri string) error {
	data, err := json.Marshal(map[string]string{"uri": uri})
	if err != nil {
		data = nil
	}
	return &jsonrpc.Error{
		Code:    jsonrpc.CodeInvalidParams,
		Message: "Resource not found: " + clip(oneLine(uri), 200),
		Data:    data,
	}
}

// listResources answers resources/list from the store of the caller, newest
// first, followed by what others have added to the server.
func (s *Server) listResources(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "resources/list" {
			return next(ctx, method, req)
		}
		params, given := req.GetParams().(*mcp.ListResourcesParams)
		if !given || params == nil {
			params = &mcp.ListResourcesParams{}
		}
		before, rest, err := readCursor(params.Cursor)
		if err != nil {
			return nil, err
		}
		if rest != nil {
			return s.listOthers(ctx, next, req, params, *rest)
		}
		page, more := s.packets.newest(principal(req.GetExtra()), before, pageSize)
		res := &mcp.ListResourcesResult{Resources: []*mcp.Resource{}, Cacheable: mcp.Cacheable{CacheScope: "private"}}
		for _, e := range page {
			res.Resources = append(res.Resources, e.resource())
		}
		if more {
			res.NextCursor = writeCursor("p", strconv.FormatUint(page[len(page)-1].serial, 10))
			return res, nil
		}
		return s.appendOthers(ctx, next, req, params, res)
	}
}

// appendOthers adds the SDK's own resources to the last page of ours, or a
// cursor to them where they don't fit.
func (s *Server) appendOthers(ctx context.Context, next mcp.MethodHandler, req mcp.Request, params *mcp.ListResourcesParams, res *mcp.ListResourcesResult) (mcp.Result, error) {
	others, err := s.listOthers(ctx, next, req, params, "")
	if err != nil {
		return nil, err
	}
	list, known := others.(*mcp.ListResourcesResult)
	switch {
	case !known || len(list.Resources) == 0:
	case len(res.Resources)+len(list.Resources) > pageSize:
		res.NextCursor = writeCursor("s", "")
	default:
		res.Resources = append(res.Resources, list.Resources...)
		res.NextCursor = list.NextCursor
	}
	return res, nil
}

func (s *Server) listOthers(ctx context.Context, next mcp.MethodHandler, req mcp.Request, params *mcp.ListResourcesParams, cursor string) (mcp.Result, error) {
	params.Cursor = cursor
	res, err := next(ctx, "resources/list", req)
	if list, known := res.(*mcp.ListResourcesResult); known && err == nil && list.NextCursor != "" {
		list.NextCursor = writeCursor("s", list.NextCursor)
	}
	return res, err
}

// writeCursor makes a cursor of ours: "p" and a serial number into the store,
// or "s" and a cursor of the SDK.
func writeCursor(kind, at string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(kind + at))
}

func readCursor(cursor string) (before uint64, rest *string, err error) {
	if cursor == "" {
		return 0, nil, nil
	}
	bad := &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "invalid cursor"}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(raw) == 0 {
		return 0, nil, bad
	}
	at := string(raw[1:])
	switch raw[0] {
	case 's':
		return 0, &at, nil
	case 'p':
		if before, err = strconv.ParseUint(at, 10, 64); err == nil && before > 0 {
			return before, nil, nil
		}
	}
	return 0, nil, bad
}

func (e *stored) resource() *mcp.Resource {
	p := e.packet
	return &mcp.Resource{
		URI:         scheme + "packet/" + e.name,
		Name:        orString(oneLine(p.Metadata.Title), shownURL(p)),
		Title:       clip(oneLine(p.Metadata.Title), longestTitle),
		Description: clip(oneLine(shownURL(p)), longestMessage),
		MIMEType:    "application/json",
		Size:        packetSize(p),
		Annotations: &mcp.Annotations{LastModified: e.at.UTC().Format(time.RFC3339)},
	}
}

// packetSize is the size of a packet's JSON; 0, which is left out, where it
// would cost too much to write it for a list.
func packetSize(p *webfetch.Packet) int64 {
	const costly = 256 << 10
	if len(p.Content) > costly {
		return 0
	}
	raw, err := marshal(whole(p))
	if err != nil {
		return 0
	}
	return int64(len(raw))
}

func contentLink(p *webfetch.Packet) *mcp.ResourceLink {
	size := int64(len(p.Content))
	return &mcp.ResourceLink{
		URI:      scheme + "content/" + p.SourceID,
		Name:     clip(orString(oneLine(p.Metadata.Title), shownURL(p)), longestTitle),
		MIMEType: "text/markdown",
		Size:     &size,
	}
}

// setCacheable says how long lists may be kept. What the store serves is
// private to the caller and may change with every fetch.
func setCacheable(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	switch req.(type) {
	case *mcp.ListResourcesRequest, *mcp.ReadResourceRequest:
		c.TTLMs, c.CacheScope = 0, "private"
	default:
		c.TTLMs, c.CacheScope = int((5 * time.Minute).Milliseconds()), "public"
	}
}
