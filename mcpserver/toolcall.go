package mcpserver

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// call is one tool call on its way through the server.
type call struct {
	id        string
	principal string
	// remote reports that the call came over HTTP.
	remote    bool
	links     bool // whether the client's protocol knows resource links
	began     time.Time
	arguments json.RawMessage
	table     argSpec
	progress  *progress
	slot      slot
	// stored reports that the call has added to the list of resources.
	stored bool

	// What the message of a failure needs: the address that was asked for,
	// and whether its limits are already the highest there are.
	url                 string
	mostBytes, mostTime bool
}

// decode checks the arguments against the table of the tool and stores them in v.
func (c *call) decode(v any) error { return decode(c.arguments, c.table, v) }

// handler does the work of a tool. It takes the slot of the call for what needs
// one. Its error is reported in the envelope.
type handler func(ctx context.Context, c *call) (*answer, error)

// tool wraps the handler of t in what all calls share: a deadline that begins here, a
// bound on the calls under way, cancellation when the caller goes away, and the encoding
// of the answer.
func (s *Server) tool(t toolEntry) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c := &call{
			id:        requestID(),
			principal: principal(req.Extra),
			remote:    req.Extra != nil && req.Extra.Header != nil,
			links:     req.ProtocolVersion() >= "2025-06-18",
			began:     time.Now().Add(-httplimits.TurnOf(ctx).Delay()),
			arguments: req.Params.Arguments,
			table:     t.arguments,
		}
		ctx, cancel := s.bound(ctx)
		defer cancel()
		ctx, end := observe.Begin(observe.With(ctx, s.client.Options().Observer), observe.Step{Kind: observe.Tool, ID: c.id, Name: t.tool.Name})
		c.progress = newProgress(ctx, req.Session, req.Params.GetProgressToken())
		res, err := s.run(ctx, c, t)
		c.progress.end(err == nil)
		if c.stored {
			s.announcer.changedBy(ctx, req.Session, c.principal, req.ProtocolVersion(), c.remote)
		}
		end(observe.Result{Err: err, Code: stepCode(err)})
		if err != nil {
			return s.encodeFailure(c, err)
		}
		return res, nil
	}
}

func requestID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// stepCode returns the code that a failed call is reported with.
func stepCode(err error) string {
	if err == nil {
		return ""
	}
	return string(modeltext.Failure{Err: err}.Error().Code)
}

// bound limits ctx to the longest call, and ties it to the HTTP request it
// came by, which the SDK does for the newest protocol revision only, and to the
// end of the server.
func (s *Server) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, end := context.WithTimeout(ctx, s.opts.maxTimeout())
	ctx, cancel := context.WithCancelCause(ctx)
	stop := []func() bool{}
	for _, key := range []any{requestContextKey{}, callDeadlineKey{}} {
		if other, known := ctx.Value(key).(context.Context); known {
			stop = append(stop, context.AfterFunc(other, func() { cancel(context.Cause(other)) }))
		}
	}
	return ctx, func() {
		for _, unhook := range stop {
			unhook()
		}
		cancel(nil)
		end()
	}
}

// run calls the handler of t in a slot and encodes its answer there too. A
// panic becomes an INTERNAL error.
func (s *Server) run(ctx context.Context, c *call, t toolEntry) (res *mcp.CallToolResult, err error) {
	leave, err := s.beginCall(c.principal)
	if err != nil {
		return nil, err
	}
	defer leave()
	c.slot = s.newSlot(ctx, c.principal)
	defer c.slot.Release()
	defer func() {
		if r := recover(); r != nil {
			s.logPanic(ctx, r, slog.String("tool", t.tool.Name), slog.String("request_id", c.id))
			res, err = nil, &webfetch.Error{Op: "call", Code: webfetch.Internal}
		}
	}()
	a, err := t.handle(ctx, c)
	if err != nil {
		s.logInternal(ctx, c, t.tool.Name, err)
		return nil, err
	}
	if err := c.slot.Acquire(ctx); err != nil {
		return nil, err
	}
	return s.encode(c, a)
}

// principal returns who sent a message of a session, "" for anybody.
func principal(extra *mcp.RequestExtra) string {
	if extra == nil {
		return ""
	}
	return principalOf(extra.TokenInfo)
}
