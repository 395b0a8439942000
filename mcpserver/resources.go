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

	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
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
	data, _ := json.Marshal(map[string]string{"uri": uri}) // never fails
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "Resource not found: " + modeltext.OneLine(uri, 200), Data: data}
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

// listResources answers resources/list from the store of the caller, newest first, followed by what
// others have added to the server.
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
		page, following := s.set.Resources(principal(req.GetExtra()), "webfetch://packet/{source_id}", before, pageSize)
		res := &mcp.ListResourcesResult{Resources: []*mcp.Resource{}, Cacheable: mcp.Cacheable{CacheScope: "private"}}
		for _, r := range page {
			res.Resources = append(res.Resources, resource(r))
		}
		if following != 0 {
			res.NextCursor = writeCursor("p", strconv.FormatUint(following, 10))
			return res, nil
		}
		return s.appendOthers(ctx, next, req, params, res)
	}
}

// appendOthers adds the first page of what others have added, where both fit on one page; else the
// next page begins with it.
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

// listOthers returns a page of what others have added, from a cursor of the SDK on.
func (s *Server) listOthers(ctx context.Context, next mcp.MethodHandler, req mcp.Request, params *mcp.ListResourcesParams, cursor string) (mcp.Result, error) {
	params.Cursor = cursor
	res, err := next(ctx, "resources/list", req)
	if list, known := res.(*mcp.ListResourcesResult); known && err == nil && list.NextCursor != "" {
		list.NextCursor = writeCursor("s", list.NextCursor)
	}
	return res, err
}

// writeCursor encodes a cursor: "p" and a serial number in the store, or "s" and a cursor of
// the SDK.
func writeCursor(kind, at string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(kind + at))
}

// readCursor is the inverse of writeCursor: rest is nil for a place in the store.
func readCursor(cursor string) (before uint64, rest *string, err error) {
	if cursor == "" {
		return 0, nil, nil
	}
	bad := invalidParams("invalid cursor")
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

// expiresKey is the key of the metadata of a listed resource that says, in the
// form of RFC 3339, until when it can be read at most.
const expiresKey = "io.github.webfetch-mcp/expires"

func resource(r tools.Resource) *mcp.Resource {
	return &mcp.Resource{
		URI: r.URI, Name: r.Name, Title: r.Name, Description: r.Description, MIMEType: r.MediaType, Size: r.Size,
		Annotations: &mcp.Annotations{LastModified: r.StoredAt.UTC().Format(time.RFC3339)},
		Meta:        mcp.Meta{expiresKey: r.Expires.UTC().Format(time.RFC3339)},
	}
}
