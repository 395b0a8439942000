package transport

import (
	"context"
	"crypto/tls"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

func (rt *hop) observedAttempt(ctx context.Context, slot *hostlimit.Slot) (got *Response, again bool, err error) {
	ctx, end := steps.Begin(ctx, observe.Step{Kind: "attempt", URL: rt.url, Method: rt.method, Try: rt.repeated})
	w := new(stopwatch)
	got, again, err = rt.attempt(httptrace.WithClientTrace(ctx, w.trace()), slot)
	r := observe.Result{Err: err, Code: codeOfStep(ctx, err), Exchange: w.exchange(time.Now())}
	if got != nil {
		r.Status, r.Bytes, r.Exchange.Protocol = got.Status, int64(len(got.Body)), got.protocol
	}
	end(r)
	return got, again, err
}

func codeOfStep(ctx context.Context, err error) string {
	if err == nil {
		return ""
	}
	return kindOf(ctx, err).code
}

// stopwatch takes the times of an attempt. Hooks may be called from several goroutines, and after
// the attempt has ended.
type stopwatch struct {
	mu sync.Mutex
	observe.Exchange
	asked, lookup, handshake, ready, answered time.Time
}

func (w *stopwatch) trace() *httptrace.ClientTrace {
	note := func(f func(now time.Time)) {
		now := time.Now()
		w.mu.Lock()
		defer w.mu.Unlock()
		f(now)
	}
	return &httptrace.ClientTrace{
		GetConn:           func(string) { note(func(now time.Time) { w.asked = now }) },
		DNSStart:          func(httptrace.DNSStartInfo) { note(func(now time.Time) { w.lookup = now }) },
		DNSDone:           func(httptrace.DNSDoneInfo) { note(func(now time.Time) { w.DNS = since(w.lookup, now) }) },
		TLSHandshakeStart: func() { note(func(now time.Time) { w.handshake = now }) },
		TLSHandshakeDone:  func(tls.ConnectionState, error) { note(func(now time.Time) { w.TLS = since(w.handshake, now) }) },
		GotConn: func(i httptrace.GotConnInfo) {
			note(func(now time.Time) {
				w.ready, w.Reused = now, i.Reused
				if peer := i.Conn.RemoteAddr(); peer != nil {
					w.Address = peer.String()
				}
				if !i.Reused {
					w.Connect = max(since(w.asked, now)-w.DNS-w.TLS, 0)
				}
			})
		},
		GotFirstResponseByte: func() { note(func(now time.Time) { w.answered, w.FirstByte = now, since(w.ready, now) }) },
	}
}

func (w *stopwatch) exchange(now time.Time) *observe.Exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	e := w.Exchange
	e.Body = since(w.answered, now)
	return &e
}

// since is the time from one moment to another, 0 if the first never came.
func since(then, now time.Time) time.Duration {
	if then.IsZero() {
		return 0
	}
	return now.Sub(then)
}
