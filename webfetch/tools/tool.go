package tools

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Tool is a verb of the library as a tool of a language model. It is safe for
// concurrent use.
type Tool struct {
	// Name is the name of the tool for the model, [Options.Names] applied.
	Name, Title, Description string
	// InputSchema and OutputSchema are JSON Schemas of type object. OutputSchema is
	// nil where results have no structured part.
	InputSchema, OutputSchema json.RawMessage
	// ReadOnly claims that a call changes nothing outside of this program, a private
	// store apart. OpenWorld claims that a call may reach out to the internet. Repeating a call
	// changes nothing more.
	ReadOnly, OpenWorld bool
	// MaxResultChars is how long the text of a result may be, in characters, for hosts
	// that cut longer ones. Zero means that nothing is said.
	MaxResultChars int

	set  *Set
	verb verb
}

// verb is a row of the table of tools.
type verb struct {
	name, title, desc string
	arguments         argSpec
	openWorld         bool
	paged             bool // max_length and start_index bound what is shown
	run               func(ctx context.Context, c *call) (*answer, error)
}

// Caller is who calls a tool, and what serves the call. The zero value is a caller without a
// name and without a queue.
type Caller struct {
	// Principal keeps what is stored and cached for one caller from the others. Zero
	// is a principal like any other.
	Principal string
	// Arrived is when the call arrived, from which on its time counts. Zero means now.
	Arrived time.Time
	// Progress is notified of how far the call is, by several goroutines, and not after Call has
	// returned: of the stages of the library, and store and search of the knowledge base, and
	// site of map and crawl, in addresses. It must not block. It may be nil.
	Progress func(webfetch.Progress)
	// RefuseHeader reports that the caller may not set a request header. Nil means that
	// none is refused.
	RefuseHeader func(name string) bool
	// Admit is called before anything else of the call. Its error ends the call; the slot
	// that it returns bounds and orders the work of many calls. Nil means that every call
	// is let in, and that work begins at once.
	Admit func() (Slot, error)
}

// Slot lets the work of one call begin. The call has it while it computes, and gives it
// back while it waits for a host or a service. It is used by one goroutine at a time.
type Slot interface {
	// Acquire waits for the slot unless the call has it already. Its error ends the call.
	Acquire(ctx context.Context) error
	// Release gives the slot back, if the call has it.
	Release()
}

// noSlot is the slot of a call that need not wait.
type noSlot struct{}

func (noSlot) Acquire(context.Context) error { return nil }
func (noSlot) Release()                      {}

// call is one call on its way through a tool.
type call struct {
	Caller
	id        string
	tool      string // the verb
	slot      Slot
	arguments json.RawMessage
	table     argSpec
	// stored reports that the call has added to the stored pages.
	stored bool
	// doubt warns that a part of a reading may not follow what was shown before it; nil if it does.
	doubt *extract.Warning

	// What the message of a failure needs: the address that was asked for,
	// and whether its limits are already the highest there are.
	url                 string
	mostBytes, mostTime bool
}

// Call is [Tool.CallFor] for a caller without a name.
func (t *Tool) Call(ctx context.Context, arguments json.RawMessage) (*Result, error) {
	return t.CallFor(ctx, Caller{}, arguments)
}

// CallFor calls the tool with a JSON object of arguments; nil means {}. It reports failures
// in the result, for the model to read, with IsError set: wrong arguments, a page that can't
// be read, a timeout of the call. It returns an error only if ctx was cancelled before the
// call had its result; then the result is not nil either, and says so.
func (t *Tool) CallFor(ctx context.Context, caller Caller, arguments json.RawMessage) (*Result, error) {
	s := t.set
	c := &call{Caller: caller, id: requestID(), tool: t.verb.name, slot: noSlot{}, arguments: arguments, table: t.verb.arguments}
	if c.Arrived.IsZero() {
		c.Arrived = time.Now()
	}
	outer := ctx
	ctx, cancel := context.WithTimeout(ctx, s.opts.maxTimeout())
	defer cancel()
	ctx, end := steps.Begin(steps.With(ctx, s.client.Options().Hooks.Observer), observe.Step{Kind: "tool", ID: c.id, Name: t.verb.name})
	res, err := s.run(ctx, c, t.verb)
	end(observe.Result{Err: err, Code: stepCode(err)})
	if err != nil {
		res = s.failed(c, err)
	}
	res.Stored = c.stored
	if err != nil && errors.Is(outer.Err(), context.Canceled) {
		return res, context.Cause(outer)
	}
	return res, nil
}

// run does the work of a tool and encodes its answer, both in the slot of the call. A
// panic becomes an INTERNAL error.
func (s *Set) run(ctx context.Context, c *call, v verb) (res *Result, err error) {
	if c.Admit != nil {
		if c.slot, err = c.Admit(); err != nil {
			return nil, err
		}
	}
	defer c.slot.Release()
	defer func() {
		if r := recover(); r != nil {
			s.logStack(ctx, r, debug.Stack(), slog.String("tool", v.name), slog.String("request_id", c.id))
			res, err = nil, &webfetch.Error{Op: "call", Code: webfetch.Internal}
		}
	}()
	a, err := v.run(ctx, c)
	if err != nil {
		s.logInternal(ctx, c, v.name, err)
		return nil, err
	}
	if err := c.slot.Acquire(ctx); err != nil {
		return nil, err
	}
	return s.encode(c, a)
}

// decode checks the arguments against the table of the tool and stores them in v.
func (c *call) decode(v any) error { return decode(c.arguments, c.table, v) }

// work waits for the slot of the call, see package work.
func (c *call) work(ctx context.Context) (done func(), err error) {
	if err := c.slot.Acquire(ctx); err != nil {
		return nil, err
	}
	return c.slot.Release, nil
}

func requestID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func (s *Set) logStack(ctx context.Context, r any, stack []byte, attrs ...slog.Attr) {
	s.log(ctx, "panic", append(attrs, slog.String("panic", fmt.Sprint(r)), slog.String("stack", string(stack)))...)
}

// logInternal logs the cause of an internal error of a call, which its caller
// does not see: of a panic that the library has stopped, its stack too, unless
// the client has a Logger, to which it reports that itself. Other errors are the
// caller's business alone.
func (s *Set) logInternal(ctx context.Context, c *call, tool string, err error) {
	var e *webfetch.Error
	if errors.As(err, &e) && e.Code != webfetch.Internal {
		return
	}
	attrs := []slog.Attr{slog.String("tool", tool), slog.String("request_id", c.id)}
	if stopped := new(panics.Error); s.client.Options().Logger == nil && errors.As(err, &stopped) {
		s.logStack(ctx, stopped.Value, stopped.Stack, attrs...)
		return
	}
	s.log(ctx, "internal error", append(attrs, slog.String("error", err.Error()))...)
}

func (s *Set) log(ctx context.Context, message string, attrs ...slog.Attr) {
	if s.opts.Logger != nil {
		s.opts.Logger.LogAttrs(ctx, slog.LevelError, message, attrs...)
	}
}
