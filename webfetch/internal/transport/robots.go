package transport

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// checkRobots asks robots.txt of the current origin.
func (k *call) checkRobots(ctx context.Context) error {
	if k.request.Progress != nil {
		k.request.Progress("robots", 0, 0)
	}
	verdict, err := k.c.robots.Check(ctx, k.url)
	if err != nil {
		return err
	}
	k.verdict = verdict
	k.c.hosts.SetCrawlDelay(hostPort(k.url), verdict.CrawlDelay)
	if verdict.Allowed {
		return nil
	}
	blocked := &robots.BlockedError{Verdict: verdict}
	// Where the host itself can't be reached, that is what the caller must know.
	cause := new(Error)
	if !verdict.Stale && errors.As(verdict.Err, &cause) && cause.Code != codeTimeout && sameHost(cause.URL, k.url) {
		return &Error{Code: cause.Code, Retryable: cause.Retryable, RetryAfter: cause.RetryAfter, Err: blocked}
	}
	return &Error{Code: codeRobots, Retryable: verdict.Unreachable, Err: blocked}
}

// fetchRobots is the robots.Fetcher: one hop, without robots and redirects.
func (c *Client) fetchRobots(ctx context.Context, u *url.URL) (*robots.Response, error) {
	u, err := c.policy.Canonical(u)
	if err != nil {
		return nil, newError(ctx, u, err)
	}
	x := exchange{
		c: c, url: u, method: http.MethodGet, retries: min(c.maxRetries, 1), max: robots.MaxBytes + 1, cut: true,
		patience: robots.Timeout, robots: true,
		header: requestHeader(c.userAgent, http.Header{"Accept": {"text/plain, */*;q=0.5"}}),
	}
	got, err := x.run(ctx)
	if err != nil {
		return nil, newError(ctx, u, err)
	}
	answer := &robots.Response{Status: got.status, Body: got.body}
	if got.location != "" {
		if ref, err := url.Parse(got.location); err == nil {
			answer.Location = u.ResolveReference(ref)
		}
	}
	return answer, nil
}

func sameHost(raw string, u *url.URL) bool {
	other, err := url.Parse(raw)
	return err == nil && other.Host == u.Host
}
