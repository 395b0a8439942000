package webfetch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// response is what answers a call, from the network, a cache, a renderer or the caller. Calls that share
// a download share one, so it is read-only.
type response struct {
	*entry
	via        string            // see Provenance.Via
	decision   httpcache.Outcome // see FetchStats.Cache
	screenshot []byte
	warnings   []extract.Warning
	// See transport.Response.
	retries        int
	robots         string
	retryAfter     time.Duration
	cut, outOfTime bool
}

// findResponse may return a response with an error, which is of no use then.
func (c *Client) findResponse(ctx context.Context, call *fetchCall) (*response, error) {
	if call.Mode == "render" {
		return c.render(ctx, call)
	}
	for {
		stored, resp := c.lookUp(ctx, call)
		if resp == nil && call.CacheOnly {
			if resp = stored.stale("No request was sent; a copy"); resp == nil {
				return nil, &Error{Op: "fetch", URL: transport.RedactURL(call.url), Code: SourceNotFound, Err: errNotCached}
			}
		}
		if resp != nil {
			return resp, nil
		}
		resp, shared, err := c.downloads.Do(ctx, call.key, func(ctx context.Context) (*response, error) {
			return c.download(ctx, call, stored)
		})
		if shared && ctx.Err() == nil && resp != nil && resp.outOfTime {
			continue // another caller's deadline or limit, not ours
		}
		return resp, err
	}
}

var errNotCached = transport.NewFault("it is not in the cache", "Call again without cache=only to load the page.", errors.New("the cache holds no copy of it"))

// download asks the network, unless another call, or another client of a shared cache, has done so
// by then. With an error comes a response in which only outOfTime is set: that the call's deadline or
// limits made it fail, not the site.
func (c *Client) download(ctx context.Context, call *fetchCall, stored *entry) (*response, error) {
	var resp *response
	if c.entries != nil { // another call may have ended since this one looked
		stored, resp = c.find(ctx, call)
	} else if cache, shared := c.opts.Cache.(locker); shared && call.ttl > 0 {
		if unlock, err := cache.Lock(ctx, call.key); err == nil {
			defer unlock()
			stored, resp = c.lookUp(ctx, call)
		}
	}
	if resp != nil {
		return resp, nil
	}
	req := &transport.Request{
		Method: call.Method, URL: call.url, Header: call.Header, UserAgent: call.UserAgent,
		MaxBytes: call.MaxBytes, MaxRedirects: call.MaxRedirects, Robots: !call.IgnoreRobots, Whole: call.WholeOnly,
	}
	if call.Progress != nil {
		req.Progress = call.report
	}
	if stored != nil {
		req.At, req.Conditions = stored.URL, httpcache.Conditions(call.Header, &stored.Entry)
	}
	res, err := c.transport.Do(ctx, req)
	var came *response
	if err == nil {
		came = newResponse(call, res)
	}
	conditional := req.Conditions != nil && came != nil && came.URL.String() == req.At.String()
	resp, store := call.reconcile(stored, came, conditional, err)
	if resp == nil {
		// A timer of the network can fire before the one of ctx, so that its deadline is looked at.
		failed := new(transport.Error)
		late := hostlimit.Remaining(ctx) <= 0 || ctx.Err() != nil || errors.As(err, &failed) && failed.OutOfTime
		return &response{outOfTime: late}, err
	}
	c.store(ctx, call, resp, store)
	return resp, nil
}

func newResponse(call *fetchCall, res *transport.Response) *response {
	e := &entry{
		Entry: httpcache.Entry{Status: res.Status, Header: res.Header, Body: res.Body, Received: time.Now()},
		URL:   res.URL, Redirects: res.Redirects,
	}
	resp := &response{
		entry: e, via: "http", decision: httpcache.Miss,
		retries: res.Retries, robots: res.Robots, retryAfter: res.RetryAfter, cut: res.Cut, outOfTime: res.OutOfTime,
	}
	switch {
	case res.Cut:
		resp.warn("truncated", "The connection or the data ended before the document did; what came of it is shown.")
	case res.Status == http.StatusPartialContent && call.Header.Get("Range") == "" && !isWhole(res.Header.Get("Content-Range")):
		resp.warn("truncated", "The server sent only a part of the document (status 206), which was not asked for.")
	case res.Status >= 300 && res.Status < 400:
		resp.warn("extraction_fallback", fmt.Sprintf("The server answered with status %d and no address to go on to; this may not be the page.", res.Status))
	}
	if res.RobotsUnreachable {
		resp.warn("robots_unreachable", "robots.txt could not be read again; an older copy decided.")
	}
	return resp
}

func (resp *response) warn(kind, message string) {
	resp.warnings = append(resp.warnings, extract.Warning{Type: kind, Message: message})
}

// isWhole reports whether a Content-Range, "bytes 0-99/100", has all bytes of the document.
func isWhole(contentRange string) bool {
	var first, last, length int64
	n, err := fmt.Sscanf(contentRange, "bytes %d-%d/%d", &first, &last, &length)
	return n == 3 && err == nil && first == 0 && last == length-1
}

func (resp *response) stats() FetchStats {
	stats := FetchStats{Retries: resp.retries, Cache: string(resp.decision)}
	if resp.via == "cache" {
		stats.Age = time.Since(resp.Received)
	}
	return stats
}

// cacheKey names the response to a call. Everything that a server may answer by
// is part of it, so that callers with other headers never share an entry, and the
// policy, so that no client gets what it might not have fetched itself from a Cache
// that it shares.
func cacheKey(call *fetchCall, policy string) string {
	key := strconv.AppendInt(make([]byte, 0, 512), call.MaxBytes, 10)
	key = strconv.AppendInt(append(key, ' '), int64(call.MaxRedirects), 10)
	key = strconv.AppendBool(append(key, ' '), call.IgnoreRobots)
	key = strconv.AppendBool(append(key, ' '), call.WholeOnly)
	write := func(parts ...string) {
		for _, p := range parts {
			key = strconv.AppendInt(key, int64(len(p)), 10)
			key = append(append(key, ':'), p...)
		}
	}
	write(policy, call.Principal, call.Method, call.url.String(), call.UserAgent)
	if len(call.Header) > 0 {
		for _, name := range slices.Sorted(maps.Keys(call.Header)) {
			write(strings.ToLower(name), strconv.Itoa(len(call.Header[name])))
			write(call.Header[name]...)
		}
	}
	return hash(key)
}
