package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/packetstore"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
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

	set       *Set
	verb      verb
	arguments argSpec
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
	Progress func(stage string, done, total int64)
	// RefuseHeader reports that the caller may not set a request header. Nil means that
	// none is refused.
	RefuseHeader func(name string) bool
	// Admit is called before anything else of the call. Its error ends the call. Work waits, with
	// begin, for the call to compute, and done is called before it waits for a host or a service,
	// and at the end; an error of begin ends the call too. Nil means that every call is let in, and
	// that work begins at once.
	Admit func() (begin func(context.Context) (done func(), err error), err error)
}

type call struct {
	Caller
	id        string
	tool      string // the verb
	begin     func(context.Context) (done func(), err error)
	done      func()        // gives the slot back in which the call computes; nil if it has none
	working   chan struct{} // has an item while work has the slot
	arguments json.RawMessage
	table     argSpec
	stored    bool // the call has added to the stored pages
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
	c := &call{Caller: caller, id: steps.NewID(), tool: t.verb.name, working: make(chan struct{}, 1), arguments: arguments, table: t.arguments}
	if c.Arrived.IsZero() {
		c.Arrived = time.Now()
	}
	if c.Progress == nil {
		c.Progress = func(string, int64, int64) {}
	}
	outer := ctx
	if s.opts.Seen != nil {
		ctx = urlpolicy.WithSession(ctx, c.Principal)
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.maxTimeout())
	defer cancel()
	ctx, end := steps.Begin(steps.With(ctx, s.client.Options().Hooks.Observer), observe.Step{Kind: "tool", ID: c.id, Name: t.verb.name})
	res, err := s.run(ctx, c, t.verb)
	if err != nil {
		res = s.failed(c, err)
	}
	end(observe.Result{Err: err, Code: string(res.Code)})
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
		if c.begin, err = c.Admit(); err != nil {
			return nil, err
		}
	}
	defer c.release()
	defer func() { s.logInternal(ctx, c, v.name, err) }()
	defer panics.Catch(&err)
	a, err := v.run(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	return s.encode(c, a)
}

func (c *call) decode(v any) error { return decode(c.arguments, c.table, v) }

// acquire waits for a slot to compute in, unless the call has it already. It is for one goroutine at a time.
func (c *call) acquire(ctx context.Context) (err error) {
	if c.begin != nil && c.done == nil {
		c.done, err = c.begin(ctx)
	}
	return err
}

// release gives the slot back, if the call has it.
func (c *call) release() {
	if c.done != nil {
		c.done()
		c.done = nil
	}
}

// work waits for the slot of the call, see steps.WithWork. Of many goroutines, one has it at a time.
func (c *call) work(ctx context.Context) (done func(), err error) {
	select {
	case c.working <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := c.acquire(ctx); err != nil {
		<-c.working
		return nil, err
	}
	return func() { c.release(); <-c.working }, nil
}

// logInternal logs the cause of an internal error of a call, which its caller
// does not see: of a panic its stack too, unless the library has stopped it and
// the client has a Logger, to which it reports that itself. Other errors are the
// caller's business alone.
func (s *Set) logInternal(ctx context.Context, c *call, tool string, err error) {
	var e *webfetch.Error
	if s.opts.Logger == nil || err == nil || errors.As(err, &e) && e.Code != webfetch.Internal {
		return
	}
	message, attrs := "internal error", []slog.Attr{slog.String("tool", tool), slog.String("request_id", c.id)}
	if stopped := new(panics.Error); errors.As(err, &stopped) && (e == nil || s.client.Options().Logger == nil) {
		message, attrs = "panic", append(attrs, slog.String("panic", fmt.Sprint(stopped.Value)), slog.String("stack", string(stopped.Stack)))
	} else {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	s.opts.Logger.LogAttrs(ctx, slog.LevelError, message, attrs...)
}

// Result is the result of a call.
type Result struct {
	// Text is for the model: words of this module at the top, and all that others wrote
	// between two lines with a random mark.
	Text string
	// Structured is the same as a JSON object: success, then packet, normalized, raw,
	// chunks or compacted, or error.
	Structured json.RawMessage
	// IsError claims that the call failed, and Code says why. Zero is for success.
	IsError bool
	Code    webfetch.Code
	// Links lead to what is kept of the page: its content, and a picture of it where one
	// was taken.
	Links []Resource
	// Stored claims that the call has added a page to those of [Set.Resources].
	Stored bool
}

func longTime(d time.Duration) string {
	n, unit := int(d/time.Second), "second"
	switch {
	case d >= 2*time.Hour:
		n, unit = int(d/time.Hour), "hour"
	case d >= 2*time.Minute:
		n, unit = int(d/time.Minute), "minute"
	}
	return modeltext.Count(n, unit, unit+"s")
}

// Set is the tools over one client, with what they keep between calls. Make it with
// [New]. It is safe for concurrent use.
type Set struct {
	client *webfetch.Client
	opts   Options
	tools  func() []*Tool // makes them once
	// packets are the packets that can be read and worked on again, by source
	// ID; snapshots, with their bodies, are the readings that start_index goes on with, by
	// fetchArgs.snapshotKey.
	packets, snapshots *packetstore.Store
	crawls             sync.Map // the keys of those that are under way
}

// New returns the tools over client, which the caller closes after the last call. The
// error is a [*webfetch.Error] with INVALID_INPUT that names the first field which is refused.
func New(client *webfetch.Client, opts Options) (*Set, error) {
	if err := opts.validate(); err != nil {
		return nil, &webfetch.Error{Op: "new", Code: webfetch.InvalidInput, Err: err}
	}
	s := &Set{
		client:    client,
		opts:      opts,
		packets:   packetstore.New(packetstore.Options{TTL: opts.storeTTL(), MaxBytes: storeBytes / 3, Shared: opts.Packets}),
		snapshots: packetstore.New(packetstore.Options{TTL: opts.storeTTL(), MaxBytes: storeBytes / 3 * 2, Bodies: true, Shared: opts.Packets}),
	}
	// Schemas are made on the first use, to start faster.
	s.tools = sync.OnceValue(s.makeTools)
	return s, nil
}

// Tools returns the tools in the order in which a model should see them. The slice may
// not be changed.
func (s *Set) Tools() []*Tool { return s.tools() }

// Find returns the tool with a name, nil if the set has none of it.
func (s *Set) Find(name string) *Tool {
	all := s.tools()
	if i := slices.IndexFunc(all, func(t *Tool) bool { return t.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// Name returns what a model calls one of the tools that [Options].Names lists in this set, "" for a tool that it does not have.
func (s *Set) Name(verb string) string {
	if !isVerb(verb) || !s.offers(verb) {
		return ""
	}
	return s.name(verb)
}
