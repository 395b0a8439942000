package security

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"runtime/debug"
	"time"
)

const (
	// attemptDelay is the pause before the next address is tried beside one
	// that has not answered yet (RFC 8305, section 5).
	attemptDelay = 250 * time.Millisecond
	maxAttempts  = 8 // addresses tried for one connection
)

type dialFunc func(context.Context, netip.AddrPort) (net.Conn, error)

type dialResult struct {
	conn  net.Conn
	err   error
	fault *dialPanic
}

// dialPanic carries a panic of Policy.Dial from the goroutine of one attempt to the caller, where dialFirst panics with it.
type dialPanic struct {
	value any
	stack []byte // of the goroutine that panicked
}

func (p *dialPanic) String() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

func try(ctx context.Context, dial dialFunc, ap netip.AddrPort) (a dialResult) {
	defer func() {
		if value := recover(); value != nil {
			a = dialResult{fault: &dialPanic{value, debug.Stack()}}
		}
	}()
	a.conn, a.err = dial(ctx, ap)
	return a
}

// dialFirst returns the first connection made to one of targets, which must not be empty, or the
// first error when all fail. Connections that come too late are closed, also after ctx was done.
func dialFirst(ctx context.Context, dial dialFunc, targets []netip.AddrPort) (net.Conn, error) {
	if len(targets) == 1 {
		return dial(ctx, targets[0])
	}
	targets = targets[:min(len(targets), maxAttempts)]
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan dialResult, len(targets)) // room for all, so that no sender waits
	started, pending := 0, 0
	start := func() {
		ap := targets[started]
		started++
		pending++
		go func() { results <- try(ctx, dial, ap) }()
	}
	start()
	timer := time.NewTimer(attemptDelay)
	defer timer.Stop()
	var first error
	for {
		select {
		case <-ctx.Done():
			go closeLate(results, pending)
			return nil, ctx.Err()
		case <-timer.C:
			if started < len(targets) {
				start()
				timer.Reset(attemptDelay)
			}
		case got := <-results:
			pending--
			if got.fault != nil {
				go closeLate(results, pending)
				panic(got.fault)
			}
			if got.err == nil {
				go closeLate(results, pending)
				return got.conn, nil
			}
			if first == nil {
				first = got.err
			}
			if started < len(targets) && ctx.Err() == nil {
				start()
				timer.Reset(attemptDelay)
			} else if pending == 0 {
				return nil, first
			}
		}
	}
}

func closeLate(results <-chan dialResult, pending int) {
	for range pending {
		if got := <-results; got.conn != nil {
			_ = got.conn.Close()
		}
	}
}
