package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// newRobots judges addresses by a robots.txt and reads Retry-After headers:
//
//	{id, kind: "match", robots | robots_b64, agent, url} -> {id, allowed, rule, line, group, crawl_delay_s}
//	{id, values, now, cap_s} -> {id, delay_s}
//
// delay_s is null where no value can be read.
func newRobots(args []string) (verb, error) {
	if len(args) > 0 {
		return nil, fmt.Errorf("robots: no flags, not %q", args)
	}
	return func(_ context.Context, line []byte) any {
		var in robotsLine
		if err := json.Unmarshal(line, &in); err != nil {
			return failure{ID: in.ID, Error: err.Error()}
		}
		switch {
		case in.Values != nil:
			return in.retryAfter()
		case in.Kind == "match" || in.Kind == "":
			return in.match()
		}
		return failure{ID: in.ID, Error: fmt.Sprintf("robots: kind %q is not match", in.Kind)}
	}, nil
}

type robotsLine struct {
	ID        json.RawMessage `json:"id"`
	Kind      string          `json:"kind"`
	Robots    *string         `json:"robots"`
	RobotsB64 []byte          `json:"robots_b64"`
	Agent     string          `json:"agent"`
	URL       string          `json:"url"`
	Values    []string        `json:"values"`
	Now       time.Time       `json:"now"`
	CapS      float64         `json:"cap_s"`
}

func (in *robotsLine) match() any {
	file := in.RobotsB64
	if in.Robots != nil {
		file = []byte(*in.Robots)
	}
	u, err := url.Parse(in.URL)
	if err != nil {
		return failure{ID: in.ID, Error: err.Error()}
	}
	v := robots.Parse(file, in.Agent).Check(u)
	return struct {
		ID          json.RawMessage `json:"id,omitempty"`
		Allowed     bool            `json:"allowed"`
		Rule        string          `json:"rule,omitempty"`
		Line        int             `json:"line,omitempty"`
		Group       string          `json:"group,omitempty"`
		CrawlDelayS float64         `json:"crawl_delay_s,omitempty"`
	}{in.ID, v.Allowed, v.Rule, v.Line, v.Group, v.CrawlDelay.Seconds()}
}

func (in *robotsLine) retryAfter() any {
	out := struct {
		ID     json.RawMessage `json:"id,omitempty"`
		DelayS *float64        `json:"delay_s"`
	}{ID: in.ID}
	now := in.Now
	if now.IsZero() {
		now = time.Now()
	}
	if delay, found := webfetch.RetryAfter(in.Values, now, time.Duration(in.CapS*float64(time.Second))); found {
		seconds := delay.Seconds()
		out.DelayS = &seconds
	}
	return out
}
