package mcpserver

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/exchange"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func (s *Server) addTools(srv *mcp.Server) {
	for _, t := range s.set.Tools() {
		published := &mcp.Tool{
			Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.InputSchema,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: t.ReadOnly, IdempotentHint: true, OpenWorldHint: &t.OpenWorld},
		}
		if t.OutputSchema != nil {
			published.OutputSchema = t.OutputSchema
		}
		if !t.ReadOnly {
			destroys := false
			published.Annotations.DestructiveHint = &destroys
		}
		if t.MaxResultChars > 0 {
			published.Meta = mcp.Meta{"anthropic/maxResultSizeChars": t.MaxResultChars}
		}
		srv.AddTool(published, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res := s.serve(ctx, request{req.Session, req.Extra, req.Params.GetProgressToken(), req.ProtocolVersion()}, func(ctx context.Context, c tools.Caller) *tools.Result {
				// Of a call that was given up the result says so, where one is due all the same.
				res, _ := t.CallFor(ctx, c, req.Params.Arguments)
				return res
			})
			return encode(res, req.ProtocolVersion()), nil
		})
	}
}

type request struct {
	session       *mcp.ServerSession
	extra         *mcp.RequestExtra
	progressToken any
	revision      string
}

func (s *Server) serve(ctx context.Context, req request, call func(context.Context, tools.Caller) *tools.Result) *tools.Result {
	name, remote := principal(req.extra), req.extra != nil && req.extra.Header != nil
	ctx, cancel := exchange.Bound(ctx)
	defer cancel()
	progress := newProgress(ctx, req.session, req.progressToken)
	leave := func() {}
	defer func() { leave() }()
	res := call(ctx, tools.Caller{
		Principal:    name,
		Progress:     progress.report(),
		Arrived:      time.Now().Add(-httplimits.TurnOf(ctx).Delay()),
		RefuseHeader: func(header string) bool { return s.opts.refusesHeader(header, remote) },
		Admit: func() (tools.Slot, error) {
			if err := s.quota.Allow(name); err != nil {
				return nil, err
			}
			left, err := s.admission.Begin(name)
			if err != nil {
				return nil, err
			}
			leave = left
			return slot{s.admission.Slot(name), httplimits.TurnOf(ctx)}, nil
		},
	})
	progress.end(!res.IsError)
	if res.Stored {
		s.announcer.changedBy(ctx, req.session, name, req.revision, remote)
	}
	return res
}

// encode returns a result as the protocol has it. Clients of older revisions know no links to
// resources.
func encode(res *tools.Result, revision string) *mcp.CallToolResult {
	out := &mcp.CallToolResult{IsError: res.IsError, Content: []mcp.Content{&mcp.TextContent{Text: res.Text}}}
	if res.Structured != nil {
		out.StructuredContent = res.Structured
	}
	if revision < "2025-06-18" {
		return out
	}
	for _, r := range res.Links {
		out.Content = append(out.Content, &mcp.ResourceLink{URI: r.URI, Name: r.Name}) // hosts show a model all of it
	}
	return out
}

// principal returns who sent a message of a session, "" for anybody.
func principal(extra *mcp.RequestExtra) string {
	if extra == nil || extra.TokenInfo == nil {
		return ""
	}
	return extra.TokenInfo.UserID
}

// slot is the slot of one call. The turn of the request that has brought the call ends
// when the slot is first given back: the call waits for others then.
type slot struct {
	tools.Slot
	turn *httplimits.Turn
}

func (s slot) Release() {
	s.turn.End()
	s.Slot.Release()
}
