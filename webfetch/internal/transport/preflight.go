package transport

import (
	"context"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// Occupy counts work with a response towards Config.Concurrency until release is called, without
// waiting: while responses wait for their extraction, no more are downloaded.
func (c *Client) Occupy(ctx context.Context) (release func()) { return c.hosts.Occupy(ctx) }

// Preflight asks everything that Do asks before it connects, for a caller that transfers the page
// by other means: the policy, robots.txt if robots is set, the pace of the host. It waits for a
// turn and counts as one request under way, to the host and in all, until done is called. It
// returns what robots.txt decided, or an *Error.
func (c *Client) Preflight(ctx context.Context, u *url.URL, userAgent string, robots bool) (decision string, done func(), err error) {
	call, err := c.newCall(ctx, &Request{URL: u, UserAgent: userAgent, Robots: robots})
	if err != nil {
		return "", nil, err
	}
	if robots {
		if err := call.checkRobots(ctx); err != nil {
			return "", nil, call.failed(ctx, err)
		}
		decision = call.decision.String()
	}
	slot, err := c.hosts.Admit(ctx, hostRequest(call.url, false))
	if err != nil {
		return "", nil, call.failed(ctx, err)
	}
	return decision, func() { slot.Done(hostlimit.Unknown) }, nil
}
