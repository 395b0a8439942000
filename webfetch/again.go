package webfetch

import (
	"context"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// A page that is asked for again while the cache in memory has a fresh response is extracted and
// scanned once more by the first of these calls. That call keeps its packet beside the response, and
// further calls with the same wishes get a copy of it.

// keptPacket is a packet made of a stored response, with all that it depends on beside the response
// and the options of the client.
type keptPacket struct {
	packet  Packet
	wishes  ExtractOptions // without Progress
	section string         // that the address named
	rules   *robots.Rules  // of the site
	ttl     time.Duration  // of the call
	until   time.Time      // for so long the response is fresh
	size    int64          // in bytes, about
}

// packetSlot holds the packet kept beside a response. Copies of the response share it.
type packetSlot = atomic.Pointer[keptPacket]

// wishes returns the options of a call on which its packet depends. ok is false for a call whose packet is not kept.
func (c *Client) wishes(ctx context.Context, call *fetchCall) (o ExtractOptions, ok bool) {
	o = call.Extract
	o.Progress = nil
	cache := c.opts.Cache == nil && call.ttl > 0 && call.Mode != "render" && call.Header.Get("Cache-Control") == "" && call.Header.Get("Pragma") == ""
	return o, cache && o.MaxTokens == 0 && o.Question == "" && c.opts.Hooks.URLPolicy == nil && c.opts.Hooks.Scanner == nil && !steps.Observed(ctx)
}

// again returns a copy of the packet that an earlier call with the same wishes has kept, nil if there is none. It never waits.
func (c *Client) again(ctx context.Context, call *fetchCall) *Packet {
	o, ok := c.wishes(ctx, call)
	if !ok || ctx.Err() != nil || c.opts.Policy.CheckURL(call.url) != nil {
		return nil
	}
	resp := c.stored(ctx, cacheKey(call, c.policy))
	if resp == nil {
		return nil
	}
	kept := resp.packet.Load()
	if kept == nil || kept.ttl != call.ttl || kept.section != call.section || !time.Now().Before(kept.until) ||
		kept.rules != c.transport.KnownRobots(resp.URL) || !reflect.DeepEqual(kept.wishes, o) {
		return nil
	}
	p := kept.packet
	p.OriginalURL, p.Stats.Age = call.URL, time.Since(resp.StoredAt)
	return &p
}

// keep keeps a packet that was made of a response out of the cache, unless a browser was to read the page.
func (c *Client) keep(ctx context.Context, call *fetchCall, resp *response, p *Packet) {
	o, ok := c.wishes(ctx, call)
	if !ok || resp.decision != cacheHit || p.Provenance.Via != "cache" || reasonToRender(call, p) != "" {
		return
	}
	fresh := min(httpcache.FreshFor(resp.httpEntry(), call.ttl, time.Now()), call.ttl-time.Since(resp.StoredAt))
	kept := &keptPacket{*p, o, call.section, c.transport.KnownRobots(resp.URL), call.ttl, time.Now().Add(fresh), p.size()}
	// Of these lists others have made longer ones.
	kept.packet.Warnings, kept.packet.Provenance.Redirects = slices.Clip(p.Warnings), slices.Clip(p.Provenance.Redirects)
	more := kept.size
	if before := resp.packet.Swap(kept); before != nil {
		more -= before.size
	}
	c.cache.(memoryCache).Grow(cacheKey(call, c.policy), more)
}

// size estimates the bytes that a packet takes beside its body.
func (p *Packet) size() int64 {
	size := 2 * len(p.Content)
	if doc := p.Document; doc != nil {
		const span = 200 // with the text of a link
		size += span * (len(doc.Blocks) + len(doc.Links) + len(doc.LinkSpans) + len(doc.Outline) + len(doc.Trace))
		for _, r := range slices.Concat(doc.Removed, doc.Doubtful) {
			size += span + len(r.Text)
		}
	}
	return int64(size)
}
