package browser

import (
	"context"
	"time"
)

// A Renderer does not show its browser, whose process and folder may not be left behind,
// nor its limits of time, which would take a test minutes.

// Process is a browser that runs.
type Process struct{ p *process }

// Running is the browser of a renderer, nil if there is none.
func (r *Renderer) Running() *Process {
	r.pool.mu.Lock()
	defer r.pool.mu.Unlock()
	if r.pool.current == nil {
		return nil
	}
	return &Process{r.pool.current}
}

// Pid is the number of the process and of its group.
func (b *Process) Pid() int { return b.p.cmd.Process.Pid }

// Dir is the folder of the browser.
func (b *Process) Dir() string { return b.p.dir }

// Kill ends it as the system may.
func (b *Process) Kill() error { return b.p.cmd.Process.Kill() }

// Ended is closed when the process is gone and its folder removed.
func (b *Process) Ended() <-chan struct{} { return b.p.ended }

// Alive reports whether it answers.
func (b *Process) Alive() bool { return b.p.alive() }

// Context is that for commands to it.
func (b *Process) Context() context.Context { return b.p.ctx }

// Pages is how many pages it has opened.
func (b *Process) Pages() int { return b.p.pages }

// SetTimeout changes the time that a page has.
func (r *Renderer) SetTimeout(d time.Duration) { r.opts.Timeout = d }

// WithPatience returns options with the times that the default wait has for requests
// that bring nothing, and at most.
func (o Options) WithPatience(patience, longest time.Duration) Options {
	o.maxStall, o.longestWait = patience, longest
	return o
}

// WithMaxPages returns options with the number of pages after which another browser starts.
func (o Options) WithMaxPages(n int) Options {
	o.maxPages = n
	return o
}

// Path is the browser's binary, or the address of a remote one.
func (r *Renderer) Path() string { return r.pool.path }

// Sandboxed reports whether the browser runs in its sandbox.
func (r *Renderer) Sandboxed() bool { return r.Running().p.sandboxed }

// Sweep removes the folders that killed processes have left.
func Sweep() { sweep() }
