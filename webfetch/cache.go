package webfetch

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// keptForConfirming is how long a response with a validator (ETag or Last-Modified) is
// stored at least, so that the server can be asked whether it is still valid.
const keptForConfirming = 24 * time.Hour

// entry is a response as a cache holds it. Calls for the same page share one, so it is read-only.
type entry struct {
	httpcache.Entry
	URL       *url.URL                   // after redirects; nil for bytes of the caller without an address
	Redirects []string                   // the addresses before URL
	packet    atomic.Pointer[keptPacket] // that was made of it
	hashing   sync.Once
	sum       string // see rawHash
}

// rawHash returns the hash of Body, which it computes at the first call.
func (e *entry) rawHash() string {
	e.hashing.Do(func() {
		if e.sum == "" {
			e.sum = hash(e.Body)
		}
	})
	return e.sum
}

// rules returns what the rules of HTTP caching judge; nil for nil.
func (e *entry) rules() *httpcache.Entry {
	if e == nil {
		return nil
	}
	return &e.Entry
}

// used returns e as the answer to a call.
func (e *entry) used(decision httpcache.Outcome) *response {
	return &response{entry: e, via: "cache", decision: decision}
}

// stale is used with a warning that begins with why; nil if there is no e.
func (e *entry) stale(why string) *response {
	if e == nil {
		return nil
	}
	answer := e.used(httpcache.Stale)
	answer.warn("stale_copy", why+" from "+e.Received.UTC().Format(time.DateTime)+" UTC is shown.")
	return answer
}

// packedHead stands as a line of JSON before the body in a [Cache] of bytes.
type packedHead struct {
	URL       string
	Status    int
	Header    http.Header
	StoredAt  time.Time
	Redirects []string `json:",omitempty"`
}

func (e *entry) packed() ([]byte, error) {
	head, err := json.Marshal(packedHead{e.URL.String(), e.Status, e.Header, e.Received, e.Redirects})
	return slices.Concat(head, []byte("\n"), e.Body), err
}

// unpacked returns nil for what it can't unpack, as what another version has stored.
func unpacked(packed []byte) *entry {
	line, body, found := bytes.Cut(packed, []byte("\n"))
	var head packedHead
	if !found || json.Unmarshal(line, &head) != nil {
		return nil
	}
	at, err := url.Parse(head.URL)
	if err != nil {
		return nil
	}
	return &entry{Entry: httpcache.Entry{Status: head.Status, Header: head.Header, Body: body, Received: head.StoredAt}, URL: at, Redirects: head.Redirects}
}

// outages are failures of a server, not of a policy or of the caller.
var outages = []Code{ConnectionFailed, DNSError, Timeout}

// reconcile decides what answers the call, nil for nothing, after its server was asked, and whether that is
// to be stored. came is nil where asking failed with err. What HEAD brings is stored like what GET does.
func (call *fetchCall) reconcile(stored *entry, came *response, conditional bool, err error) (answer *response, store bool) {
	if err != nil && !slices.Contains(outages, codeFor(err)) {
		stored = nil
	}
	var received *httpcache.Entry
	if came != nil {
		received = &came.Entry
	}
	settled := httpcache.Settle(call.Header, stored.rules(), conditional, received, time.Now())
	switch settled.Outcome {
	case httpcache.Stale:
		return stored.stale("The page could not be loaded again; a copy"), false
	case httpcache.Revalidated:
		came.entry = &entry{Entry: *settled.Response, URL: came.URL, Redirects: came.Redirects, sum: stored.rawHash()}
		came.via, came.decision, came.cut = "cache", settled.Outcome, false
		// What else was said is of the answer 304, not of the page.
		came.warnings = slices.DeleteFunc(came.warnings, func(w extract.Warning) bool { return w.Type != "robots_unreachable" })
	}
	return came, settled.Store
}

// lookUp is find as a step that is observed.
func (c *Client) lookUp(ctx context.Context, call *fetchCall) (stored *entry, usable *response) {
	ctx, end := steps.Begin(ctx, observe.Step{Kind: "cache", URL: call.url})
	decision := httpcache.Miss
	if stored, usable = c.find(ctx, call); usable != nil {
		decision = httpcache.Hit
	}
	end(observe.Result{Detail: string(decision)})
	return stored, usable
}

// find returns what is stored for a call, unless the policy refuses an address of it, and the
// answer that it is, nil where it is not fresh: a page that does not say how long it is fresh is for
// as long as the call asks, and none for longer.
func (c *Client) find(ctx context.Context, call *fetchCall) (stored *entry, usable *response) {
	if call.ttl <= 0 || c.opts.Policy.CheckURL(call.url) != nil {
		return nil, nil // the transport reports the refusal
	}
	if stored = c.stored(ctx, call.key); stored == nil || c.opts.Policy.CheckURL(stored.URL) != nil {
		return nil, nil
	}
	if httpcache.Fresh(call.Header, &stored.Entry, call.ttl, time.Now()) {
		usable = stored.used(httpcache.Hit)
	}
	return stored, usable
}

// stored returns what the cache has under a key, nil for nothing.
func (c *Client) stored(ctx context.Context, key string) *entry {
	if c.entries != nil {
		e, _ := c.entries.Get(key)
		return e
	}
	packed, err := c.opts.Cache.Get(ctx, key)
	if err != nil {
		c.log(ctx, "cache failed", slog.String("error", err.Error()))
		return nil
	}
	return unpacked(packed)
}

// store stores a response if the rules allow it: for as long as it is fresh, and longer if the server
// can be asked whether it is still valid. A call with cache_ttl_s=0 only replaces or removes what is stored.
func (c *Client) store(ctx context.Context, call *fetchCall, resp *response, allowed bool) {
	ttl, keep := call.ttl, time.Duration(0)
	if ttl <= 0 {
		if c.stored(ctx, call.key) == nil {
			return
		}
		ttl = c.opts.Limits.CacheTTL
	}
	if allowed && resp.Status == http.StatusOK && !resp.cut {
		keep = min(httpcache.FreshFor(&resp.Entry, ttl, resp.Received), ttl)
		if ttl > 0 && httpcache.HasValidator(&resp.Entry) {
			keep = max(keep, keptForConfirming)
		}
	}
	switch {
	case keep > 0:
		c.put(ctx, call.key, resp.entry, keep)
	case call.ttl <= 0 && !transport.MayPass(resp.Status):
		c.put(ctx, call.key, &entry{URL: resp.URL}, 0)
	}
}

// put stores an entry, or removes what has the key if ttl is 0 or less.
func (c *Client) put(ctx context.Context, key string, e *entry, ttl time.Duration) {
	if c.entries != nil {
		size := len(e.Body) + len(e.URL.String())
		for name, values := range e.Header {
			for _, v := range values {
				size += len(name) + len(v)
			}
		}
		c.entries.Put(key, e, int64(size), ttl)
		return
	}
	packed, err := e.packed()
	if err == nil {
		err = c.opts.Cache.Put(ctx, key, packed, ttl)
	}
	if err != nil {
		c.log(ctx, "cache failed", slog.String("error", err.Error()))
	}
}

// sharedRobots asks for a robots.txt only where Options.Cache does not hold it, so
// that all clients of one cache ask once. The key includes the user agent, as sites may
// answer each differently, and the policy; and the form of what is stored, since an earlier one held
// a redirect where this one holds the file that it leads to. Failures of a site are not stored.
func (c *Client) sharedRobots(fetch transport.RobotsFetcher) transport.RobotsFetcher {
	return func(ctx context.Context, u *url.URL) (*transport.RobotsResponse, error) {
		key := hash([]byte("robots.txt 2\n" + c.policy + "\n" + c.opts.UserAgent + "\n" + u.String()))
		got := c.stored(ctx, key).storedRobots(u)
		if cache, shared := c.opts.Cache.(locker); got == nil && shared {
			if unlock, err := cache.Lock(ctx, key); err == nil {
				defer unlock()
				got = c.stored(ctx, key).storedRobots(u)
			}
		}
		if got != nil {
			return got, nil
		}
		got, err := fetch(ctx, u)
		if err != nil || got.Status >= http.StatusInternalServerError || got.Status == http.StatusTooManyRequests {
			return got, err
		}
		c.put(ctx, key, &entry{Entry: httpcache.Entry{Status: got.Status, Body: got.Body, Received: time.Now()}, URL: u}, transport.RobotsFresh)
		return got, nil
	}
}

// storedRobots returns the stored robots.txt of u, or nil if it is missing or too old.
func (e *entry) storedRobots(u *url.URL) *transport.RobotsResponse {
	if e == nil || e.URL.String() != u.String() || time.Since(e.Received) >= transport.RobotsFresh {
		return nil
	}
	return &transport.RobotsResponse{Status: e.Status, Body: e.Body, ReadAt: e.Received}
}

// A page that is asked for again while the cache in memory has a fresh response is extracted and
// scanned once more by the first of these calls. That call keeps its packet beside the response, and
// further calls with the same wishes get a copy of it.

// keptPacket is a packet made of a stored response, with all that it depends on beside the response
// and the options of the client.
type keptPacket struct {
	packet  Packet
	wishes  ExtractOptions
	section string        // that the address named
	rules   *robots.Rules // of the site
	ttl     time.Duration // of the call
	until   time.Time     // for so long the response is fresh
	size    int64         // in bytes, about
}

// keeps reports whether the packet of a call may be kept: it depends on nothing but what a keptPacket has.
func (c *Client) keeps(ctx context.Context, call *fetchCall) bool {
	o := &call.Extract
	cache := c.entries != nil && call.ttl > 0 && call.Mode != "render" && call.Header.Get("Cache-Control") == "" && call.Header.Get("Pragma") == ""
	return cache && o.MaxTokens == 0 && o.Question == "" && c.opts.Hooks.URLPolicy == nil && c.opts.Hooks.Scanner == nil && !steps.Observed(ctx)
}

// again returns a copy of the packet that an earlier call with the same wishes has kept, nil if there is none. It never waits.
func (c *Client) again(ctx context.Context, call *fetchCall) *Packet {
	if !c.keeps(ctx, call) || ctx.Err() != nil || c.opts.Policy.CheckURL(call.url) != nil {
		return nil
	}
	e := c.stored(ctx, call.key)
	if e == nil {
		return nil
	}
	kept := e.packet.Load()
	if kept == nil || kept.ttl != call.ttl || kept.section != call.section || !time.Now().Before(kept.until) ||
		kept.rules != c.transport.KnownRobots(e.URL) || !reflect.DeepEqual(&kept.wishes, &call.Extract) {
		return nil
	}
	p := kept.packet
	p.OriginalURL, p.Stats.Age = call.URL, time.Since(e.Received)
	return &p
}

// keep keeps a packet that was made of a response out of the cache, unless a browser was to read the page.
func (c *Client) keep(ctx context.Context, call *fetchCall, resp *response, p *Packet) {
	if !c.keeps(ctx, call) || resp.decision != httpcache.Hit || p.Provenance.Via != "cache" || reasonToRender(call, p) != "" {
		return
	}
	fresh := min(httpcache.FreshFor(&resp.Entry, call.ttl, time.Now()), call.ttl-time.Since(resp.Received))
	kept := &keptPacket{*p, call.Extract, call.section, c.transport.KnownRobots(resp.URL), call.ttl, time.Now().Add(fresh), p.size()}
	// Of these lists others have made longer ones.
	kept.packet.Warnings, kept.packet.Provenance.Redirects = slices.Clip(p.Warnings), slices.Clip(p.Provenance.Redirects)
	more := kept.size
	if before := resp.packet.Swap(kept); before != nil {
		more -= before.size
	}
	c.entries.Grow(call.key, more)
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
