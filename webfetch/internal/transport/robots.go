package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

func (k *call) checkRobots(ctx context.Context) error {
	if k.request.Progress != nil {
		k.request.Progress("robots", 0, 0)
	}
	under, end := steps.Begin(ctx, observe.Step{Kind: "robots", URL: k.url})
	decision, err := k.c.robots.check(under, k.url)
	if err != nil {
		end(observe.Result{Err: err, Code: codeOfStep(under, err)})
		return err
	}
	if steps.Observed(ctx) {
		end(observe.Result{Detail: decision.String()})
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
func (c *Client) KnownRobots(u *url.URL) *robots.Rules { return c.robots.known(originOf(u)).rules }

// robotsError returns the error of a page that robots.txt forbids, or that of a host which can't
// be reached.
func robotsError(page *url.URL, decision robotsDecision) *Error {
	cause := new(Error)
	answered := !errors.As(decision.Err, &cause)
	if !answered {
		decision.Err = cause.Err // its code is reported once
	}
	blocked := &robotsRefusal{decision}
	e := &Error{Code: codeRobots, Retryable: decision.Unreachable, OutOfTime: cause.OutOfTime, Err: blocked}
	switch {
	case decision.TooComplex:
		e.Err = &Fault{"its robots.txt has too many rules to judge", otherSource, blocked}
	case decision.Unreachable && !decision.Stale:
		e.Err = &Fault{"its robots.txt can't be read now, and without it no page may be", "Try later, or let the user start the fetch.", blocked}
	}
	failed, err := url.Parse(cause.URL)
	if answered || decision.Stale || cause.Code == codeTimeout || err != nil || failed.Host != page.Host {
		return e
	}
	e.Code, e.Retryable, e.RetryAfter, e.Err = cause.Code, cause.Retryable, cause.RetryAfter, blocked
	fault := new(Fault)
	switch {
	case isUnconnected(cause):
		e.Err = cause.Err // the page would have failed the same way
	case errors.As(cause.Err, &fault):
		e.Err = &Fault{"its robots.txt can't be read: " + fault.reason, fault.hint, blocked}
	}
	return e
}

func isUnconnected(e *Error) bool {
	switch e.Code {
	case codeDNS, codeSSRFBlocked, codeTLS:
		return true
	}
	return isDial(context.Background(), e.Err) || errors.As(e.Err, new(*proxyError))
}

// fetchRobots is the RobotsFetcher: one hop, without robots and redirects.
func (c *Client) fetchRobots(ctx context.Context, u *url.URL) (*RobotsResponse, error) {
	to, err := c.canonical(u)
	if err != nil {
		return nil, newError(ctx, u, err)
	}
	rt := hop{
		c: c, url: to, method: http.MethodGet, retries: min(c.maxRetries, 1), max: robots.MaxBytes + 1, robots: true, whole: true,
		header: c.requestHeader("", http.Header{"Accept": {"text/plain, */*;q=0.5"}}),
	}
	got, err := rt.run(ctx)
	if throttled := new(hostlimit.ThrottledError); errors.As(err, &throttled) {
		return nil, fmt.Errorf("%w: %w", errNotAsked, err) // this caller's limit
	}
	if err != nil {
		return nil, newError(ctx, to, err)
	}
	answer := &RobotsResponse{Status: got.Status, Body: got.Body}
	if got.location != "" {
		if next, err := address.Resolve(to, got.location); err == nil {
			answer.Location = next
		}
	}
	return answer, nil
}
