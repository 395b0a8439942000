package mcpserver

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// listResources answers resources/list from the store of the caller, newest first, followed by what
// others have added to the server.
func (s *Server) listResources(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method != "resources/list" {
			return next(ctx, method, req)
		}
		params, given := req.GetParams().(*mcp.ListResourcesParams)
		if given = given && params != nil; !given {
			params = &mcp.ListResourcesParams{}
		}
		before, err := readCursor(params.Cursor)
		if err != nil {
			return nil, err
		}
		page, following := s.set.Resources(principal(req.GetExtra()), "webfetch://packet/{source_id}", before, pageSize)
		res := &mcp.ListResourcesResult{Resources: []*mcp.Resource{}, Cacheable: mcp.Cacheable{CacheScope: "private"}}
		for _, r := range page {
			res.Resources = append(res.Resources, resource(r))
		}
		if following != 0 {
			res.NextCursor = base64.RawURLEncoding.EncodeToString(strconv.AppendUint([]byte("p"), following, 10))
			return res, nil
		}
		for params.Cursor = ""; ; {
			others, err := next(ctx, method, req)
			list, known := others.(*mcp.ListResourcesResult)
			if err != nil || !known {
				return others, err
			}
			res.Resources = append(res.Resources, list.Resources...)
			if params.Cursor = list.NextCursor; params.Cursor == "" || !given {
				return res, nil
			}
		}
	}
}

// readCursor returns the serial number in the store that a cursor, base64 of "p" and the number, is of.
func readCursor(cursor string) (before uint64, err error) {
	if cursor == "" {
		return 0, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if number, is := strings.CutPrefix(string(raw), "p"); err == nil && is {
		before, err = strconv.ParseUint(number, 10, 64)
	}
	if err != nil || before == 0 {
		return 0, invalidParams("invalid cursor")
	}
	return before, nil
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
