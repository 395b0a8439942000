package webfetch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// response is what answers a call: from the network, a cache or a renderer. Several calls
// may share one, so nothing in it may be changed.
type response struct {
	url        *url.URL
	status     int
	header     http.Header
	body       []byte
	stored     time.Time // when it came from the network
	redirects  []string
	retries    int
	outOfTime  bool // the first caller's deadline or limit ended the retries, or the download
	retryAfter time.Duration
	robots     string // what robots.txt decided
	via        string // see Provenance.Via
	served     string // media type that a renderer was served, whatever it showed of it
	cached     bool   // it came from a cache
	decision   string
	screenshot []byte
	sum        *bodySum
	cut        bool // body is a part, see transport.Response.Cut
	warnings   []extract.Warning
}

// findResponse returns the response to a call: from the cache, from a download under way,
// or from the network.
func (c *Client) findResponse(ctx context.Context, call *fetchCall) (*response, error) {
	if call.Mode == ModeRender {
		return c.render(ctx, call)
	}
	key := cacheKey(call, c.policy)
	for {
		stored, resp := c.lookUp(ctx, call, key)
		if resp == nil && call.CacheOnly {
			if resp = stored.stale("No request was sent; a copy"); resp == nil {
				return nil, &Error{Op: "fetch", URL: transport.RedactURL(call.url), Code: SourceNotFound, Err: errNotCached}
			}
		}
		if resp != nil {
			return resp, nil
		}
		resp, shared, err := c.downloads.Do(ctx, key, call.report, func(ctx context.Context, report func(Progress)) (*response, error) {
			return c.download(ctx, call, key, stored, report)
		})
		if shared && ctx.Err() == nil && resp != nil && resp.outOfTime {
			continue // another caller's deadline or limit, not ours
		}
		if err != nil {
			return nil, err
		}
		return resp, nil
	}
}

// errNotCached is the error of a call that may send no request.
var errNotCached = transport.NewFault("it is not in the cache", "Call again without cache=only to load the page.", errors.New("the cache holds no copy of it"))

// callerLimited reports whether a download under ctx failed because of its caller's
// deadline or limits, not because of the site. It looks at the deadline itself, since a
// timer of the network can fire before the one of ctx.
func callerLimited(ctx context.Context, err error) bool {
	var e *transport.Error
	return hostlimit.Remaining(ctx) <= 0 || ctx.Err() != nil || errors.As(err, &e) && e.OutOfTime
}

// download asks the network, unless another client of a shared cache has done so
// by then. With an error comes a response in which only outOfTime is set.
func (c *Client) download(ctx context.Context, call *fetchCall, key string, stored *cacheEntry, report func(Progress)) (*response, error) {
	if locker, shared := c.opts.Cache.Store.(CacheLocker); shared && call.ttl > 0 {
		unlock, err := locker.Lock(ctx, key)
		if err == nil {
			defer unlock()
			var resp *response
			if stored, resp = c.lookUp(ctx, call, key); resp != nil {
				return resp, nil
			}
		}
	}
	if _, own := c.cache.(memoryCache); own { // another call may have ended since this one looked
		if stored = c.cachedEntry(ctx, call, key); stored.fresh(call) != nil {
			return stored.fresh(call), nil
		}
	}
	return c.request(ctx, call, key, stored, report)
}

// request asks the network, with conditional fields if the cache holds an answer that may
// still be valid, and remembers the answer.
func (c *Client) request(ctx context.Context, call *fetchCall, key string, stored *cacheEntry, report func(Progress)) (*response, error) {
	conditions := stored.conditions(call)
	res, err := c.transport.Do(ctx, &transport.Request{
		Method: call.Method, URL: call.url, Header: call.Header, UserAgent: call.UserAgent,
		MaxBytes: call.MaxBytes, MaxRedirects: call.MaxRedirects, Robots: !call.IgnoreRobots, Whole: call.WholeOnly,
		Conditions: conditions, Progress: func(stage string, done, total int64) { report(Progress{Stage: stage, Done: done, Total: total}) },
	})
	var came *response
	if err == nil {
		came = newResponse(call, res)
	}
	conditional := conditions != nil && came != nil && conditions(came.url) != nil
	resp, store := stored.reconcile(call, conditional, came, err)
	if resp == nil {
		return &response{outOfTime: callerLimited(ctx, err)}, err
	}
	if call.ttl > 0 || c.holds(ctx, key) { // a call without the cache leaves nothing in it, but replaces what is there
		if kept := store && c.store(ctx, call, key, resp); !kept && call.ttl <= 0 && !retryable(resp.status) {
			c.put(ctx, key, newEntry(resp.url, nil, nil, entryHead{}), 0)
		}
	}
	return resp, nil
}

// newResponse is what the network has brought for call.
func newResponse(call *fetchCall, res *transport.Response) *response {
	resp := &response{
		url: res.URL, status: res.Status, header: res.Header, body: res.Body, sum: new(bodySum), stored: time.Now(), via: "http", decision: cacheMiss,
		redirects: res.Redirects, retries: res.Retries, outOfTime: res.OutOfTime, retryAfter: res.RetryAfter, robots: res.Robots, cut: res.Cut,
	}
	switch {
	case res.Cut:
		resp.warn("truncated", "The connection or the data ended before the document did; what came of it is shown.")
	case res.Status == http.StatusPartialContent && call.Header.Get("Range") == "" && !isWhole(res.Header.Get("Content-Range")):
		resp.warn("truncated", "The server sent only a part of the document (status 206), which was not asked for.")
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

// sourceInfo returns what a packet says about its response.
func (resp *response) sourceInfo(call *fetchCall) sourceInfo {
	info := sourceInfo{
		original: call.URL, url: resp.url, status: resp.status, contentType: resp.header.Get("Content-Type"),
		retrieved: resp.stored, warnings: resp.warnings, sum: resp.sum,
		provenance: Provenance{
			Via: resp.via, FinalURL: finalURL(resp.url), Redirects: resp.redirects, Homograph: address.Homograph(resp.url.Hostname()),
			Robots: resp.robots, Directives: resp.header.Values("X-Robots-Tag"),
		},
	}
	if resp.cached {
		info.provenance.Via = "cache"
	}
	return info
}

// finalURL is the address of a response, with the route that a renderer was at.
func finalURL(u *url.URL) string {
	if !address.IsRoute(u.Fragment) {
		return transport.RedactURL(u)
	}
	route := url.URL{Fragment: u.Fragment, RawFragment: u.RawFragment}
	return transport.RedactURL(u) + route.String()
}

func (resp *response) age() time.Duration {
	if !resp.cached {
		return 0
	}
	return time.Since(resp.stored)
}

// cacheKey names the response to a call. Everything that a server may answer by
// is part of it, so that callers with other headers never share an entry, and the
// policy, so that no client gets what it might not have fetched itself from a Cache
// that it shares.
func cacheKey(call *fetchCall, policy string) string {
	key := make([]byte, 0, 512)
	write := func(parts ...string) {
		for _, p := range parts {
			key = strconv.AppendInt(key, int64(len(p)), 10)
			key = append(append(key, ':'), p...)
		}
	}
	write(policy, call.Principal, call.Method, call.url.String(), call.UserAgent, strconv.FormatBool(call.IgnoreRobots),
		strconv.FormatInt(call.MaxBytes, 10), strconv.Itoa(call.MaxRedirects))
	if call.WholeOnly {
		write("whole")
	}
	if len(call.Header) > 0 {
		for _, name := range slices.Sorted(maps.Keys(call.Header)) {
			write(strings.ToLower(name), strconv.Itoa(len(call.Header[name])))
			write(call.Header[name]...)
		}
	}
	return hash(key)
}
