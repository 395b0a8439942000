package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// fetch reads a page, or goes on reading one from its snapshot.
func (s *Server) fetch(ctx context.Context, c *call) (*answer, error) {
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
		if p := s.snapshots.Get(ctx, c.principal, key); p != nil {
			return s.showAndStore(ctx, c, args, p)
		}
		c.slot.Release() // what comes may have to wait for a host
	}
	p, err := s.read(ctx, c, args, 0)
	if err != nil {
		return nil, err
	}
	earlier := s.earlier(ctx, c.principal, args.Options.Since)
	if !args.wantsRaw() {
		c.stored = s.keep(ctx, c.principal, p, args.reducesContent())
	}
	p = p.Since(earlier)
	s.snapshots.Put(ctx, c.principal, key, p)
	return s.showAndStore(ctx, c, args, p)
}

// showAndStore is show, with options.ai_search.
func (s *Server) showAndStore(ctx context.Context, c *call, args *fetchArgs, p *webfetch.Packet) (*answer, error) {
	a, err := s.show(ctx, args, p)
	if err != nil {
		return nil, err
	}
	return a, s.ingest(ctx, c, args, p, a)
}

// extract reads a document without cache and knowledge base.
func (s *Server) extract(ctx context.Context, c *call) (*answer, error) {
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
	c.stored = s.keep(ctx, c.principal, p, false)
	unlimited := jsonInteger(0)
	args.MaxLength = &unlimited
	return s.show(ctx, args, p)
}

// decodeFetch decodes and checks the arguments of fetch and extract.
func (s *Server) decodeFetch(c *call) (*fetchArgs, error) {
	args := &fetchArgs{}
	if err := c.decode(args); err != nil {
		return nil, err
	}
	return args, s.checkSource(c, args)
}

// boundFetch limits ctx to the time that fetch has, from the arrival of the call.
func (s *Server) boundFetch(ctx context.Context, c *call, args *fetchArgs) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, c.began.Add(cmp.Or(millis(args.Options.TimeoutMS), s.client.Options().Limits.Timeout)))
}

func (s *Server) checkSource(c *call, args *fetchArgs) error {
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
		if s.refusesHeader(c, name) {
			return invalid(errors.New("options.headers." + modeltext.OneLine(name) + " may not be set"))
		}
	}
	return nil
}

// read is the one library call of fetch and extract. A negative ttl turns the
// cache off. The call has its slot afterwards: storing and showing a page is work.
func (s *Server) read(ctx context.Context, c *call, args *fetchArgs, ttl time.Duration) (*webfetch.Packet, error) {
	if args.RawBytes == "" {
		req := args.request(s.opts)
		req.Partition, req.Work = c.principal, c.slot.acquireFor
		req.Progress = c.progress.report()
		if ttl < 0 {
			req.CacheTTL = ttl
		}
		p, err := s.client.Fetch(s.inSession(ctx, c.principal), req)
		if err != nil {
			return nil, err
		}
		s.sawPacket(ctx, c.principal, p)
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
	if tell := c.progress.report(); tell != nil {
		src.Options.Progress = func(done, total int) {
			tell(webfetch.Progress{Stage: "extract", Done: int64(done), Total: int64(total)})
		}
	}
	opts := args.extractOptions(s.opts)
	opts.Options, opts.Partition = src.Options, c.principal
	return s.client.Extract(ctx, src, opts)
}
