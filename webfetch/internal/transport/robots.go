package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// checkRobots asks robots.txt of the current origin.
func (k *call) checkRobots(ctx context.Context) error {
	if k.request.Progress != nil {
		k.request.Progress("robots", 0, 0)
	}
	decision, err := k.askRobots(ctx)
	if err != nil {
		return err
	}
	k.decision = decision
	k.c.hosts.SetCrawlDelay(hostPort(k.url), decision.CrawlDelay)
	if decision.Allowed {
		return nil
	}
	return robotsError(k.url, decision)
}

// KnownRobots returns what the robots.txt of an origin said when it was last read,
// nil if it was not.
func (c *Client) KnownRobots(u *url.URL) *robots.Rules { return c.robots.Known(u) }

// askRobots is the step of asking.
func (k *call) askRobots(ctx context.Context) (decision robots.Decision, err error) {
	ctx, end := observe.Begin(ctx, observe.Step{Kind: observe.Robots, URL: k.url})
	defer func() {
		switch {
		case err != nil:
			end(observe.Result{Err: err, Code: codeOfStep(ctx, err)})
		case observe.Observed(ctx):
			end(observe.Result{Detail: decision.String()})
		}
	}()
	return k.c.robots.Check(ctx, k.url)
}

// robotsError is the error of a page that robots.txt keeps from being read.
// Where the host itself can't be reached, that is what the caller must know.
func robotsError(page *url.URL, decision robots.Decision) *Error {
	cause := new(Error)
	if !errors.As(decision.Err, &cause) {
		return &Error{Code: codeRobots, Retryable: decision.Unreachable, Err: &robots.BlockedError{Decision: decision}}
	}
	decision.Err = cause.Err // its code is reported once
	e := &Error{
		Code: codeRobots, Retryable: decision.Unreachable, OutOfTime: cause.OutOfTime,
		Err: &robots.BlockedError{Decision: decision},
	}
	if decision.Stale || cause.Code == codeTimeout || !sameHost(cause.URL, page) {
		return e
	}
	e.Code, e.Retryable, e.RetryAfter = cause.Code, cause.Retryable, cause.RetryAfter
	if isUnconnected(cause) {
		e.Err = cause.Err // the page would have failed the same way
	}
	return e
}

// isUnconnected reports whether no connection to the host came about, so that
// nothing could be asked of it.
func isUnconnected(e *Error) bool {
	dial := new(net.OpError)
	switch e.Code {
	case codeDNS, codeSSRFBlocked, codeTLS:
		return true
	}
	return errors.As(e.Err, &dial) && dial.Op == "dial"
}

// fetchRobots is the robots.Fetcher: one hop, without robots and redirects.
func (c *Client) fetchRobots(ctx context.Context, u *url.URL) (*robots.Response, error) {
	to, err := c.canonical(u)
	if err != nil {
		return nil, newError(ctx, u, err)
	}
	rt := retrier{
		c: c, url: to, method: http.MethodGet, retries: min(c.maxRetries, 1), max: robots.MaxBytes + 1, cut: true,
		tryTimeout: robots.Timeout, robots: true,
		header: requestHeader(c.userAgent, http.Header{"Accept": {"text/plain, */*;q=0.5"}}),
	}
	got, err := rt.run(ctx)
	if throttled := new(hostlimit.ThrottledError); errors.As(err, &throttled) {
		return nil, fmt.Errorf("%w: %w", robots.ErrNotAsked, err) // this caller's limit
	}
	if err != nil {
		return nil, newError(ctx, to, err)
	}
	answer := &robots.Response{Status: got.status, Body: got.body}
	if got.location != "" {
		if next, err := address.Resolve(to, got.location); err == nil {
			answer.Location = next
		}
	}
	return answer, nil
}

func sameHost(raw string, u *url.URL) bool {
	other, err := url.Parse(raw)
	return err == nil && other.Host == u.Host
}
