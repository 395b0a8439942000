package mcpserver

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
			published.Annotations.DestructiveHint = new(false)
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
	turn := httplimits.TurnOf(ctx)
	ctx, cancel := exchange.Bound(ctx)
	defer cancel()
	progress := newProgress(ctx, req.session, req.progressToken)
	leave := func() {}
	defer func() { leave() }()
	res := call(ctx, tools.Caller{
		Principal:    name,
		Progress:     progress.report(),
		Arrived:      time.Now().Add(-turn.Delay()),
		RefuseHeader: func(header string) bool { return s.opts.refusesHeader(header, remote) },
		Admit: func() (func(context.Context) (func(), error), error) {
			if err := s.quota.Allow(name); err != nil {
				return nil, err
			}
			left, err := s.admission.Begin(name)
			if err != nil {
				return nil, err
			}
			leave = left
			return func(work context.Context) (func(), error) {
				done, err := s.admission.Work(work, name)
				if err != nil {
					return nil, err
				}
				return func() { turn.End(); done() }, nil // a call that gives back its slot waits for others
			}, nil
		},
	})
	progress.end(!res.IsError)
	switch {
	case !res.Stored:
	case remote && req.revision < noLegacySessions:
		// Without a session, the client has no stream but that of the response.
		s.announcer.notifyAll(name, req.session)
		s.announcer.notify(ctx, req.session, nil)
	default:
		s.announcer.notifyAll(name, nil)
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

// A panic in this module, or in a part that it was given, fails only the call in which it
// happens. The caller learns only that there was an internal error. The text of the panic
// and its stack go to Options.Logger.

// answerPanics answers a request whose handler panics with a protocol error.
// Tools answer for themselves, with their envelope.
func (s *Server) answerPanics(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if s.opts.Logger != nil {
				s.opts.Logger.LogAttrs(ctx, slog.LevelError, "panic", slog.String("method", method), slog.String("panic", fmt.Sprint(r)), slog.String("stack", string(debug.Stack())))
			}
			res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
		}()
		return next(ctx, method, req)
	}
}

// defaultRefusedHeaders are refused over HTTP unless Options say otherwise. With them a principal
// could send credentials to a site in the name of the server, pose as a proxy that reports the
// address of its client, or ask the metadata service of a cloud for credentials. A "*" at the
// end matches any ending.
func defaultRefusedHeaders() []string {
	return []string{
		"Host", "Cookie", "Authorization", "Proxy-*", "Connection", "Upgrade", "Te", "Trailer", "Transfer-Encoding", "Content-Length", "Expect", "Via",
		"Forwarded", "X-Forwarded-*", "X-Forwarded", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "X-Originating-Ip", "X-Remote-*", "True-Client-Ip",
		"Cf-*", "Fastly-*", "X-Envoy-*", "X-Amzn-*", "X-Original-*", "X-Rewrite-*", "X-Http-Method*", "X-Method-Override", "X-Host", "X-Azure-*", "X-Appengine-*",
		"Metadata", "Metadata-*", "X-Metadata-*", "X-Aws-*", "X-Amz-*", "X-Google-*", "X-Identity-*", "X-Goog-*", "X-Ms-*", "X-Serverless-*",
		"Client-Ip", "X-Client-*", "Fly-*", "Akamai-*", "X-Akamai-*", "Incap-*", "X-Sucuri-*", "X-Vercel-*", "X-Nf-*", "X-Arr-*", "Cdn-*", "X-Proxyuser-*",
		"Remote-*", "X-Auth-*", "X-Authenticated-*", "X-Ssl-*", "Ssl-*", "X-Scheme", "X-Url-Scheme", "Front-End-Https", "Cookie2", "Keep-Alive", "Http2-Settings",
		"Signature", "Signature-*",
	}
}

func (o Options) refusesHeader(name string, remote bool) bool {
	refused := o.RefuseHeaders
	if refused == nil && remote {
		refused = defaultRefusedHeaders()
	}
	name = http.CanonicalHeaderKey(strings.TrimSpace(name))
	if slices.ContainsFunc(o.AllowHeaders, func(a string) bool { return http.CanonicalHeaderKey(a) == name }) {
		return false
	}
	name = http.CanonicalHeaderKey(strings.ReplaceAll(name, "_", "-")) // many servers take one for the other
	return slices.ContainsFunc(refused, func(r string) bool {
		if prefix, all := strings.CutSuffix(r, "*"); all {
			return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
		}
		return http.CanonicalHeaderKey(r) == name
	})
}
