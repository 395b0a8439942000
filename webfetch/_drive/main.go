package main

import (
	"bufio"
	"context"
	"encoding/base64"
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
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/polite"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

type in struct {
	ID        string            `json:"id"`
	Kind      string            `json:"kind"`
	IP        string            `json:"ip"`
	URL       string            `json:"url"`
	Headers   map[string]string `json:"headers"`
	MaxBytes  int64             `json:"max_bytes"`
	TimeoutMS int               `json:"timeout_ms"`
	Robots    *string           `json:"robots"`
	RobotsB64 string            `json:"robots_b64"`
	Agent     string            `json:"agent"`
	Values    []string          `json:"values"`
	Now       time.Time         `json:"now"`
	CapS      int               `json:"cap_s"`
}

func main() {
	policy := &security.Policy{}
	if dns := os.Getenv("SSRF_DNS"); dns != "" {
		policy.Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, dns)
		}}
	}
	if hook := os.Getenv("SSRF_DIAL"); hook != "" {
		policy.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := (&net.Dialer{}).DialContext(ctx, network, hook)
			if err == nil {
				_, err = fmt.Fprintf(c, "%s\n", address)
			}
			return c, err
		}
	}
	c := transport.New(transport.Config{Policy: policy, UserAgent: "WebFetchBot/1.0"})
	sc := bufio.NewScanner(os.Stdin)
	sc.Buffer(nil, 1<<30)
	w := json.NewEncoder(os.Stdout)
	for sc.Scan() {
		var r in
		json.Unmarshal(sc.Bytes(), &r)
		out := map[string]any{"id": r.ID}
		switch {
		case r.Values != nil:
			out["delay_s"] = nil
			if d, ok := polite.RetryAfter(r.Values, r.Now, time.Duration(r.CapS)*time.Second); ok {
				out["delay_s"] = d.Seconds()
			}
		case r.Kind == "match":
			body := []byte(r.RobotsB64)
			if r.Robots != nil {
				body = []byte(*r.Robots)
			} else {
				body, _ = base64.StdEncoding.DecodeString(r.RobotsB64)
			}
			u, err := url.Parse(r.URL)
			if err != nil {
				out["error"] = err.Error()
				break
			}
			out["allowed"] = robots.Parse(body, r.Agent).Check(u).Allowed
		case r.Kind == "ip":
			a, err := netip.ParseAddr(r.IP)
			if err == nil {
				err = policy.CheckAddr(netip.AddrPortFrom(a, 443))
			}
			out["blocked"] = err != nil
		default:
			t := 30 * time.Second
			if r.TimeoutMS > 0 {
				t = time.Duration(r.TimeoutMS) * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), t)
			h := http.Header{}
			for k, v := range r.Headers {
				h.Set(k, v)
			}
			u, err := policy.ParseURL(r.URL)
			var resp *transport.Response
			if err == nil {
				resp, err = c.Do(ctx, &transport.Request{URL: u, Header: h, MaxBytes: r.MaxBytes, Robots: r.Kind == "robots"})
			}
			cancel()
			if err == nil && resp.Status >= 400 {
				err = errors.New("status " + fmt.Sprint(resp.Status))
			}
			out["blocked"] = err != nil
			if err != nil {
				out["reason"] = err.Error()
			} else {
				out["status"], out["bytes"], out["content"] = resp.Status, len(resp.Body), string(resp.Body[:min(len(resp.Body), 100)])
			}
		}
		w.Encode(out)
	}
}
