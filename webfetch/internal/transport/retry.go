package transport

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

const (
	excerptBytes  = 64 << 10       // of an error page, after decoding
	drainBytes    = 4 << 10        // of an unwanted body, read to keep its connection
	longestReport = 24 * time.Hour // the longest Retry-After that is reported
	// A request without an answer counts as a failure of the host after this time. After a shorter
	// one only the caller's deadline was short.
	hostTimeout = 10 * time.Second
)

// hop is the state of the requests for one address.
type hop struct {
	header   http.Header
	part     *Response     // the longest part of a body that a try has brought
	retries  int           // tries left after a failure
	repeated int           // tries made after a failure
	wait     time.Duration // before the next try
}

// run sends the request for the address of the call, and repeats it until an answer is not worth
// repeating or no try is left.
func (k *call) run(ctx context.Context) (*Response, error) {
	var got *Response // of the try before, with failure
	var failure error
	for tried := false; ; {
		if k.request.Progress != nil {
			k.request.Progress("queue", 0, 0)
		}
		under, end := steps.Begin(ctx, observe.Step{Kind: "queue", URL: k.url, Try: k.repeated})
		slot, err := k.c.hosts.Admit(under, hostRequest(k.url, k.robots))
		end(observe.Result{Err: err, Code: codeOfStep(ctx, err)})
		if err == nil {
			if tried {
				k.repeated++
			}
			again := false
			if got, again, failure = k.send(ctx, slot); !again {
				return k.orPart(ctx, got, failure)
			}
			k.retries--
			err = hostlimit.Sleep(ctx, k.wait)
			tried = true
		}
		switch {
		case err == nil:
		case !tried || errors.Is(ctx.Err(), context.Canceled):
			return nil, err
		default:
			// What a server said is more useful than that its pace left no time for another request.
			k.late = true
			if limited := new(hostlimit.ThrottledError); got != nil && errors.As(err, &limited) {
				got.RetryAfter = max(got.RetryAfter, limited.After)
			}
			return k.orPart(ctx, got, failure)
		}
	}
}

// orPart prefers the longest part of a body to the failure of the last try, while there is time
// to use it.
func (k *call) orPart(ctx context.Context, got *Response, err error) (*Response, error) {
	if err == nil || k.part == nil || ctx.Err() != nil {
		return got, err
	}
	return k.part, nil
}

func (k *call) send(ctx context.Context, slot *hostlimit.Slot) (got *Response, again bool, err error) {
	result := hostlimit.Unknown
	defer func() { slot.Done(result) }()
	began := time.Now()
	under, end := steps.Begin(ctx, observe.Step{Kind: "attempt", URL: k.url, Method: k.method, Try: k.repeated})
	if got, again, err = k.attempt(under, slot); !again {
		result = outcome(ctx, err, time.Since(began))
	}
	r := observe.Result{Err: err, Code: codeOfStep(ctx, err)}
	if got != nil {
		r.Status, r.Bytes = got.Status, int64(len(got.Body))
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

// attempt sends one request. again says that it should be repeated; then the answer has a body only
// if that was short.
func (k *call) attempt(parent context.Context, slot *hostlimit.Slot) (got *Response, again bool, err error) {
	ctx := parent
	if k.robots {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(parent, robotsTimeout, errRobotsTimeout)
		defer cancel()
	}
	header := k.header
	if kept := k.cookies.header(k.url, header["Cookie"]); kept != "" {
		header = maps.Clone(header)
		header["Cookie"] = []string{kept}
	}
	req := (&http.Request{
		Method: k.method, URL: k.url, Host: k.url.Host, Header: header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}).WithContext(httptrace.WithClientTrace(ctx, slot.Trace()))
	resp, err := k.roundTrip(req)
	if err == nil {
		slot.Answered() // a sender of the caller's own may report no first byte
		fields := 0
		for _, values := range resp.Header {
			fields += len(values)
		}
		if fields > maxHeaderFields {
			_ = resp.Body.Close()
			err = errManyHeaders
		}
	}
	if err != nil {
		if ended := context.Cause(ctx); errors.Is(ended, errRobotsTimeout) {
			return nil, false, ended
		}
		return nil, worthRepeating(parent, err) && k.mayRepeat(parent, 0), err
	}
	defer resp.Body.Close()
	if !k.robots {
		k.cookies.take(k.url, resp.Header)
	}
	got = &Response{Status: resp.StatusCode, Header: resp.Header}
	if got.Status >= 400 {
		got.RetryAfter, _ = robots.RetryAfter(got.Header["Retry-After"], time.Now(), longestReport)
	}
	if got.RetryAfter > 0 && (got.Status == http.StatusTooManyRequests || got.Status == http.StatusServiceUnavailable) {
		k.c.hosts.Pause(hostRequest(k.url, k.robots), got.RetryAfter)
	}
	if MayPass(got.Status) && k.mayRepeat(parent, got.RetryAfter) {
		if isShort(resp) && k.method != http.MethodHead {
			got.Body, _ = k.body(resp)
		}
		return got, true, nil
	}
	switch resp.StatusCode {
	case http.StatusMultipleChoices, http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		if got.location = resp.Header.Get("Location"); got.location != "" {
			if isShort(resp) { // so that the connection can be used again
				_, _ = io.CopyN(io.Discard, resp.Body, drainBytes)
			}
			return got, false, nil
		}
	}
	if k.method == http.MethodHead {
		return got, false, nil
	}
	got.Body, err = k.body(resp)
	ended := context.Cause(ctx)
	if err == nil && resp.ContentLength < 0 && resp.StatusCode < 400 {
		err = ended // a server may end a body of unknown length because ctx ended, and with it the connection
	}
	switch {
	case err == nil:
		return got, false, nil
	case errors.Is(err, errTooSlow):
		return nil, false, err
	case ended != nil && parent.Err() == nil:
		return nil, false, ended // robotsTimeout
	}
	if errors.As(err, new(*cutError)) && parent.Err() == nil && !k.request.Whole && len(got.Body) > 0 && (k.part == nil || len(got.Body) > len(k.part.Body)) {
		got.Cut, k.part = true, got
	}
	return nil, worthRepeating(parent, err) && k.mayRepeat(parent, 0), err
}

func worthRepeating(ctx context.Context, err error) bool {
	what := kindOf(ctx, err)
	return what.retryable && (what.code == codeConnection || what.code == codeDNS)
}

func (k *call) body(resp *http.Response) ([]byte, error) {
	limits := bodyLimits{max: cmp.Or(max(min(k.request.MaxBytes, mostBytes), 0), defaultMaxBytes), cut: k.robots, progress: k.request.Progress}
	if resp.StatusCode < 400 {
		return k.c.readBody(resp, limits)
	}
	limits.max, limits.cut = min(limits.max, excerptBytes), true
	body, _ := k.c.readBody(resp, limits)
	return body, nil
}

// MayPass reports the statuses of failures that may have passed at another try: 408, 425,
// 429, 500, 502 to 504, those from 520 to 530, by which a proxy in front of a site says that
// the site failed, and 598 and 599, a timeout behind a proxy.
func MayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout, 598, 599:
		return true
	}
	return status >= 520 && status <= 530
}

// mayRepeat reports whether a try and the time for the wait before it are left: as long as the
// server asked for, else a random time that grows.
func (k *call) mayRepeat(ctx context.Context, after time.Duration) bool {
	k.wait = after
	if after == 0 {
		k.wait = hostlimit.Backoff(k.repeated + 1)
	}
	if k.retries <= 0 || ctx.Err() != nil {
		return false
	}
	k.late = k.wait >= hostlimit.Remaining(ctx)
	return !k.late
}

// outcome returns the evidence of a request about its host, for the breaker. A failure while the
// body is read is no evidence, see [hostlimit.Slot.Answered].
func outcome(ctx context.Context, err error, took time.Duration) hostlimit.Outcome {
	if err == nil {
		return hostlimit.Answered
	}
	what := kindOf(ctx, err)
	if what.code == codeTimeout && took >= hostTimeout && !errors.As(err, new(*proxyError)) {
		return hostlimit.Unanswered
	}
	return what.host
}

func isShort(resp *http.Response) bool {
	return resp.ContentLength >= 0 && resp.ContentLength <= drainBytes
}

func (k *call) roundTrip(req *http.Request) (*http.Response, error) {
	if k.c.sender == nil {
		return k.c.send(req, k.repeated)
	}
	if k.c.proxy != nil {
		req = req.WithContext(context.WithValue(req.Context(), tryKey{}, k.repeated))
	}
	return k.c.sender.RoundTrip(req)
}

func (c *Client) send(req *http.Request, try int) (*http.Response, error) {
	switch x := c.proxy; {
	case x == nil || x.isDirect(req.URL):
		return c.conns.RoundTrip(req)
	case x.absolute != nil && req.URL.Scheme == "http":
		return x.roundTrip(req, try)
	default:
		return x.through.RoundTrip(req)
	}
}

type tryKey struct{}

type wrapped struct{ c *Client }

// RoundTrip checks the address again, which the wrapper may have changed.
func (w wrapped) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := w.c.config.Policy.CheckURL(req.URL); err != nil {
		return nil, err
	}
	try, _ := req.Context().Value(tryKey{}).(int)
	return w.c.send(req, try)
}
