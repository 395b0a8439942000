package tools

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// fetch reads a page, or goes on reading one from its snapshot.
func (s *Set) fetch(ctx context.Context, c *call) (*answer, error) {
	args, err := s.decodeFetch(c)
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.boundFetch(ctx, c, args)
	defer cancel()
	key := args.snapshotKey()
	if args.StartIndex > 0 {
		if err := c.slot.Acquire(ctx); err != nil {
			return nil, err
		}
		if p := s.snapshots.Get(ctx, c.Principal, key); p != nil {
			return s.showAndStore(ctx, c, args, p)
		}
		c.slot.Release() // what comes may have to wait for a host
	}
	p, err := s.read(ctx, c, args, 0)
	if err != nil {
		return nil, err
	}
	earlier := s.earlier(ctx, c.Principal, args.Options.Since)
	if !args.wantsRaw() {
		c.stored = s.keep(ctx, c.Principal, p, args.reducesContent())
	}
	p = p.Since(earlier)
	s.snapshots.Put(ctx, c.Principal, key, p)
	return s.showAndStore(ctx, c, args, p)
}

// showAndStore is show, with options.ai_search.
func (s *Set) showAndStore(ctx context.Context, c *call, args *fetchArgs, p *webfetch.Packet) (*answer, error) {
	a, err := s.show(ctx, args, p)
	if err != nil {
		return nil, err
	}
	return a, s.ingest(ctx, c, args, p, a)
}

// extract reads a document without cache and knowledge base.
func (s *Set) extract(ctx context.Context, c *call) (*answer, error) {
	args, err := s.decodeFetch(c)
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.boundFetch(ctx, c, args)
	defer cancel()
	p, err := s.read(ctx, c, args, -1)
	if err != nil {
		return nil, err
	}
	c.stored = s.keep(ctx, c.Principal, p, false)
	unlimited := jsonInteger(0)
	args.MaxLength = &unlimited
	return s.show(ctx, args, p)
}

// Read fetches a page that a person asked for in so many words, as the prompt fetch of an
// MCP server does: robots.txt is not asked, the User-Agent says who asks, and nothing is cut
// off. Policy and rate limit hold. The result is that of [Tool.CallFor].
func (s *Set) Read(ctx context.Context, caller Caller, url string) (*Result, error) {
	t := &Tool{set: s, verb: verb{name: "read", run: func(ctx context.Context, c *call) (*answer, error) {
		c.url = url
		s.Saw(ctx, c.Principal, url)
		p, err := s.client.Fetch(s.inSession(ctx, c.Principal), webfetch.Request{
			URL: url, UserInitiated: true, Partition: c.Principal, Work: c.work, Progress: c.Progress,
		})
		if err != nil {
			return nil, err
		}
		s.sawPacket(ctx, c.Principal, p)
		if err := c.slot.Acquire(ctx); err != nil {
			return nil, err
		}
		c.stored = s.packets.Put(ctx, c.Principal, p.SourceID, p)
		text, err := s.client.View(ctx, p, webfetch.ViewMarkdown)
		return &answer{receipt: &p.Stats, source: p, text: text, put: func(*envelope, string, bool) {}}, err
	}}}
	return t.CallFor(ctx, caller, nil)
}

// keep stores p under its ID, and reports whether that changed the stored pages. A packet
// that was shrunk has the ID of the whole one and does not take its place.
func (s *Set) keep(ctx context.Context, principal string, p *webfetch.Packet, shrunk bool) (changed bool) {
	if shrunk && s.packets.Has(principal, p.SourceID) {
		return false
	}
	return s.packets.Put(ctx, principal, p.SourceID, p)
}

// decodeFetch decodes and checks the arguments of fetch and extract.
func (s *Set) decodeFetch(c *call) (*fetchArgs, error) {
	args := &fetchArgs{}
	if err := c.decode(args); err != nil {
		return nil, err
	}
	return args, s.checkSource(c, args)
}

// boundFetch limits ctx to the time that fetch has, from the arrival of the call.
func (s *Set) boundFetch(ctx context.Context, c *call, args *fetchArgs) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, c.Arrived.Add(cmp.Or(millis(args.Options.TimeoutMS), s.client.Options().Limits.Timeout)))
}

func (s *Set) checkSource(c *call, args *fetchArgs) error {
	if (args.URL == "") == (args.RawBytes == "") {
		return invalid(errors.New("give exactly one of url and raw_bytes"))
	}
	if err := cmp.Or(args.checkContradictions(), args.checkSince()); err != nil {
		return err
	}
	c.url = args.URL
	c.mostBytes = cmp.Or(int64(args.Options.MaxBytes), s.client.Options().Limits.MaxBytes) >= s.opts.maxBytes()
	c.mostTime = cmp.Or(millis(args.Options.TimeoutMS), s.client.Options().Limits.Timeout) >= s.opts.maxTimeout()
	for name := range args.Options.Headers {
		if c.RefuseHeader != nil && c.RefuseHeader(name) {
			return invalid(errors.New("options.headers." + modeltext.OneLine(name) + " may not be set"))
		}
	}
	return nil
}

// read is the one library call of fetch and extract. A negative ttl turns the
// cache off. The call has its slot afterwards: storing and showing a page is work.
func (s *Set) read(ctx context.Context, c *call, args *fetchArgs, ttl time.Duration) (*webfetch.Packet, error) {
	if args.RawBytes == "" {
		req := args.request(s.opts)
		req.Partition, req.Work = c.Principal, c.work
		req.Progress = c.Progress
		if ttl < 0 {
			req.CacheTTL = ttl
		}
		p, err := s.client.Fetch(s.inSession(ctx, c.Principal), req)
		if err != nil {
			return nil, err
		}
		s.sawPacket(ctx, c.Principal, p)
		return p, c.slot.Acquire(ctx)
	}
	if err := c.slot.Acquire(ctx); err != nil {
		return nil, err
	}
	maxBytes := s.opts.maxBytes()
	if asked := int64(args.Options.MaxBytes); asked > 0 {
		maxBytes = min(asked, maxBytes)
	}
	src, err := args.source(maxBytes)
	if err != nil {
		return nil, err
	}
	if tell := c.Progress; tell != nil {
		src.Options.Progress = func(done, total int) {
			tell(webfetch.Progress{Stage: "extract", Done: int64(done), Total: int64(total)})
		}
	}
	opts := args.extractOptions(s.opts)
	opts.Options, opts.Partition = src.Options, c.Principal
	return s.client.Extract(ctx, src, opts)
}
