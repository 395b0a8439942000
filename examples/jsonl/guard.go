package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// guardLine asks whether an address is refused, or fetches a URL through the
// whole client. Kinds ip, url, redirect, rebind, proxy, abuse; robots obeys
// robots.txt, the others do not ask for it; render reads the page with a browser,
// resources of other sites too, and answers with what scripts made of it.
type guardLine struct {
	ID        json.RawMessage   `json:"id"`
	Kind      string            `json:"kind"`
	IP        string            `json:"ip"`
	URL       string            `json:"url"`
	Headers   map[string]string `json:"headers"`
	MaxBytes  int64             `json:"max_bytes"`
	TimeoutMS int64             `json:"timeout_ms"`
}

type guardAnswer struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Blocked bool            `json:"blocked"`
	Reason  string          `json:"reason,omitempty"`
	Code    webfetch.Code   `json:"code,omitempty"`
	Status  int             `json:"status,omitempty"`
	Bytes   int64           `json:"bytes,omitempty"`
	Content string          `json:"content,omitempty"`
}

// newGuard answers {id, kind, ip | url, headers, max_bytes, timeout_ms} with {id, blocked,
// reason, status, bytes, content}. For tests without a network the variable SSRF_DNS names
// the DNS server to ask. SSRF_DIAL names an address that is dialed, after the check, instead
// of every other one; the first line sent to it is the original "IP:port".
func newGuard(set *flags) (verb, func() error, error) {
	policy := trialPolicy(os.Getenv("SSRF_DNS"), os.Getenv("SSRF_DIAL"))
	opts := webfetch.Options{
		Policy: policy, RobotsToken: set.robotsToken,
		Limits: webfetch.Limits{MaxRedirects: 10, Timeout: 20 * time.Second, RatePerHost: webfetch.None, CacheTTL: webfetch.None},
	}
	// It ends with this process. Without one, render answers RENDER_UNAVAILABLE.
	if renderer, err := browser.New(browser.Options{Policy: policy}); err == nil {
		opts.Renderer = renderer
	}
	client, err := webfetch.New(opts)
	return each(func(ctx context.Context, in *guardLine) (any, error) {
		if in.Kind == "ip" {
			return in.checkAddress(policy), nil
		}
		return in.fetch(ctx, client), nil
	}), nil, err
}

// checkAddress answers for an address on port 443. What is not an address in its usual spelling is
// refused.
func (in *guardLine) checkAddress(policy *security.Policy) guardAnswer {
	addr, err := netip.ParseAddr(in.IP)
	if err == nil {
		err = policy.CheckAddr(netip.AddrPortFrom(addr, 443))
	}
	if err != nil {
		return guardAnswer{ID: in.ID, Blocked: true, Reason: err.Error()}
	}
	return guardAnswer{ID: in.ID}
}

func (in *guardLine) fetch(ctx context.Context, client *webfetch.Client) guardAnswer {
	header := make(http.Header, len(in.Headers))
	for name, value := range in.Headers {
		header.Set(name, value)
	}
	req := webfetch.Request{
		URL: in.URL, Header: header, MaxBytes: in.MaxBytes, Timeout: time.Duration(in.TimeoutMS) * time.Millisecond,
		IgnoreRobots: in.Kind != "robots", Mode: "http",
	}
	if in.Kind == "render" {
		req.Mode, req.Render.AllowThirdParty, req.Extract.RawOnly = "render", true, true
	}
	p, err := client.Fetch(ctx, req)
	if err != nil {
		a := guardAnswer{ID: in.ID, Blocked: true, Reason: err.Error()}
		if e := new(webfetch.Error); errors.As(err, &e) {
			a.Code, a.Status = e.Code, e.Status
		}
		return a
	}
	a := guardAnswer{ID: in.ID, Status: p.Status, Bytes: int64(len(p.Raw)), Content: p.Content}
	if in.Kind == "render" {
		a.Content = string(p.Raw)
	}
	return a
}

func trialPolicy(dns, dial string) *security.Policy {
	policy := new(security.Policy)
	if dns != "" {
		policy.Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, dns)
		}}
	}
	if dial != "" {
		policy.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, dial)
			if err != nil {
				return nil, err
			}
			if _, err := fmt.Fprintln(conn, address); err != nil {
				_ = conn.Close()
				return nil, err
			}
			return conn, nil
		}
	}
	return policy
}

type robotsLine struct {
	ID        json.RawMessage `json:"id"`
	Robots    *string         `json:"robots"`
	RobotsB64 []byte          `json:"robots_b64"`
	Agent     string          `json:"agent"`
	URL       string          `json:"url"`
	Values    []string        `json:"values"`
	Now       time.Time       `json:"now"`
	CapS      float64         `json:"cap_s"`
}

// newRobots judges addresses by a robots.txt and reads Retry-After headers:
//
//	{id, kind: "match", robots | robots_b64, agent, url} -> {id, allowed, rule, line, group, crawl_delay_s}
//	{id, values, now, cap_s} -> {id, delay_s}
//
// delay_s is null where no value can be read.
func newRobots(*flags) (verb, func() error, error) {
	type decision struct {
		ID          json.RawMessage `json:"id,omitempty"`
		Allowed     bool            `json:"allowed"`
		Rule        string          `json:"rule,omitempty"`
		Line        int             `json:"line,omitempty"`
		Group       string          `json:"group,omitempty"`
		CrawlDelayS float64         `json:"crawl_delay_s,omitempty"`
	}
	type delay struct {
		ID     json.RawMessage `json:"id,omitempty"`
		DelayS *float64        `json:"delay_s"`
	}
	return each(func(_ context.Context, in *robotsLine) (any, error) {
		if in.Values != nil {
			out := delay{ID: in.ID}
			if in.Now.IsZero() {
				in.Now = time.Now()
			}
			if d, found := robots.RetryAfter(in.Values, in.Now, time.Duration(in.CapS*float64(time.Second))); found {
				out.DelayS = new(d.Seconds())
			}
			return out, nil
		}
		if in.Robots != nil {
			in.RobotsB64 = []byte(*in.Robots)
		}
		u, err := url.Parse(in.URL)
		if err != nil {
			return nil, err
		}
		v := robots.Parse(in.RobotsB64, in.Agent).Check(u)
		return decision{in.ID, v.Allowed, v.Rule, v.Line, v.Group, v.CrawlDelay.Seconds()}, nil
	}), nil, nil
}
