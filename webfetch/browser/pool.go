package browser

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const checkMemoryEvery = 5 // pages between two checks of a browser's memory

// A new browser replaces one that has rendered maxPages or, on Linux, needs more than maxMemory
// bytes.
const (
	maxPages  = 200
	maxMemory = 512 << 20
)

// pool has at most one current browser, which gets new pages. Retired browsers end with their last
// page.
type pool struct {
	opts *Options
	path string
	work sync.WaitGroup

	mu        sync.Mutex
	current   *process
	starting  *starting
	noSandbox bool // a start with the sandbox has failed
	idle      *time.Timer
	closed    bool
}

type starting struct {
	done    chan struct{}
	process *process
	err     error
}

var errClosed = errors.New("the renderer is closed")

// acquire returns a browser for one page and starts it if none is running. A start continues after ctx
// has ended, for the next page.
func (p *pool) acquire(ctx context.Context) (*process, error) {
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, errClosed
		}
		if b := p.current; b != nil && b.alive() && !b.retired {
			b.open++
			b.inUse.Store(true)
			b.pages++
			p.mu.Unlock()
			return b, nil
		}
		p.dropCurrent()
		if p.starting == nil {
			p.starting = &starting{done: make(chan struct{})}
			s := p.starting
			p.work.Go(func() { p.start(s) })
		}
		s := p.starting
		p.mu.Unlock()
		select {
		case <-s.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if s.err != nil {
			return nil, s.err
		}
	}
}

func (p *pool) start(s *starting) {
	began := time.Now()
	s.process, s.err = p.launch()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starting = nil
	switch {
	case s.err == nil && p.closed:
		p.work.Go(s.process.stop)
	case s.err == nil:
		p.current = s.process
		p.opts.Logger.Debug("browser started", slog.String("path", p.path),
			slog.Bool("sandbox", s.process.sandboxed), slog.Duration("took", time.Since(began)))
	}
	close(s.done)
}

// launch starts a browser with its sandbox. If that fails and Options.Sandbox allows it, it starts one
// without.
func (p *pool) launch() (*process, error) {
	p.mu.Lock()
	sandbox := p.opts.Sandbox != "off" && canSandbox() && !p.noSandbox
	p.mu.Unlock()
	if !sandbox && p.opts.Remote == "" && p.opts.Sandbox == "required" {
		return nil, errors.New("the browser has no sandbox for this user")
	}
	if p.opts.Remote != "" {
		return p.opts.connectRemote(p.opts.Remote)
	}
	b, err := p.opts.startProcess(p.path, sandbox)
	if err == nil || !sandbox || p.opts.Sandbox == "required" {
		return b, err
	}
	withSandbox := err
	if b, err = p.opts.startProcess(p.path, false); err != nil {
		return nil, fmt.Errorf("%w; with its sandbox: %w", err, withSandbox)
	}
	p.mu.Lock()
	p.noSandbox = true
	p.mu.Unlock()
	p.opts.Logger.Warn("the browser runs without its sandbox, which this system does not allow", slog.Any("error", withSandbox))
	return b, nil
}

// release gives back a browser that acquire returned.
func (p *pool) release(b *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b.open--
	b.inUse.Store(b.open > 0)
	if b.pages >= p.opts.maxPages || !b.alive() {
		b.retired = true
	}
	switch {
	case b.retired && b == p.current:
		p.dropCurrent()
	case b.retired:
		p.endUnused(b)
	case b.open == 0 && p.opts.IdleTimeout > 0:
		if p.idle != nil {
			p.idle.Stop()
		}
		pages := b.pages
		p.idle = time.AfterFunc(p.opts.IdleTimeout, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if !p.closed && b == p.current && b.open == 0 && b.pages == pages {
				p.dropCurrent()
			}
		})
	}
}

// retireLarge retires a browser above maxMemory. Not every call measures, since that takes milliseconds.
func (p *pool) retireLarge(b *process) {
	p.mu.Lock()
	due := b.pages%checkMemoryEvery == 0 || b.open == 1
	p.mu.Unlock()
	if !due || memory(b.group()) <= maxMemory {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b.retired = true
}

// dropCurrent retires the current browser, and ends it if it has no pages. p.mu is held.
func (p *pool) dropCurrent() {
	b := p.current
	p.current = nil
	if b != nil {
		b.retired = true
		p.endUnused(b)
	}
}

func (p *pool) endUnused(b *process) {
	if b.open == 0 {
		p.opts.Logger.Debug("browser ended", slog.Int("pages", b.pages))
		p.work.Go(b.stop)
	}
}

// close ends the browser and waits for it. No page may be open.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	if p.idle != nil {
		p.idle.Stop()
	}
	if b := p.current; b != nil {
		p.work.Go(b.stop)
	}
	p.mu.Unlock()
	p.work.Wait()
}
