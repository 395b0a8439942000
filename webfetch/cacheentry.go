package webfetch

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/ttlcache"
)

// cacheEntry is a stored response. Nothing in it may be changed.
type cacheEntry struct {
	entryHead
	body []byte
	url  *url.URL
	sum  *bodySum // of body; nil where the entry was unpacked
}

func newEntry(u *url.URL, body []byte, sum *bodySum, head entryHead) *cacheEntry {
	head.URL = u.String()
	return &cacheEntry{entryHead: head, body: body, url: u, sum: sum}
}

// entryHead is the JSON before the body in a packed entry.
type entryHead struct {
	URL       string
	Status    int
	Header    http.Header
	StoredAt  time.Time // when the response came
	Redirects []string  `json:",omitempty"` // addresses that led to URL
}

// entryCache is a [Cache] of entries.
type entryCache interface {
	Get(ctx context.Context, key string) (*cacheEntry, error)
	Put(ctx context.Context, key string, e *cacheEntry, ttl time.Duration) error
}

// memoryCache is the built-in cache. It never fails; an entry larger than it is not kept.
type memoryCache struct {
	*ttlcache.Cache[*cacheEntry]
}

func (m memoryCache) Get(_ context.Context, key string) (*cacheEntry, error) {
	e, _ := m.Cache.Get(key)
	return e, nil
}

func (m memoryCache) Put(_ context.Context, key string, e *cacheEntry, ttl time.Duration) error {
	size := int64(len(e.body) + len(e.URL))
	for name, values := range e.Header {
		for _, v := range values {
			size += int64(len(name) + len(v))
		}
	}
	m.Cache.Put(key, e, size, ttl)
	return nil
}

// packedCache packs the entries for a [Cache] of bytes. What it can't unpack, as what another
// version has stored, is not there.
type packedCache struct{ Cache }

func (p packedCache) Get(ctx context.Context, key string) (*cacheEntry, error) {
	packed, err := p.Cache.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	return unpackEntry(packed), nil
}

func (p packedCache) Put(ctx context.Context, key string, e *cacheEntry, ttl time.Duration) error {
	packed, err := e.pack()
	if err != nil {
		return err
	}
	return p.Cache.Put(ctx, key, packed, ttl)
}

// entryFormat is the first byte of a packed entry. Another one is of another version.
const entryFormat = 1

func (e *cacheEntry) pack() ([]byte, error) {
	head, err := json.Marshal(e.entryHead)
	if err != nil {
		return nil, err
	}
	packed := make([]byte, 0, 1+binary.MaxVarintLen64+len(head)+len(e.body))
	packed = binary.AppendUvarint(append(packed, entryFormat), uint64(len(head)))
	return append(append(packed, head...), e.body...), nil
}

func unpackEntry(packed []byte) *cacheEntry {
	if len(packed) == 0 || packed[0] != entryFormat {
		return nil
	}
	size, n := binary.Uvarint(packed[1:])
	if n <= 0 || size > uint64(len(packed)-1-n) {
		return nil
	}
	rest := packed[1+n:]
	e := &cacheEntry{body: rest[size:]}
	if json.Unmarshal(rest[:size], &e.entryHead) != nil {
		return nil
	}
	var err error
	if e.url, err = url.Parse(e.URL); err != nil {
		return nil
	}
	return e
}

// httpEntry is an entry as the rules of HTTP caching see it.
func (e *cacheEntry) httpEntry() *httpcache.Entry {
	return &httpcache.Entry{Status: e.Status, Header: e.Header, Requested: e.StoredAt, Received: e.StoredAt}
}

// rules are those of a call: a page that does not say how long it is fresh is for
// as long as the call asks, and none for longer.
func (call *fetchCall) rules() httpcache.Rules {
	return httpcache.Rules{Heuristic: httpcache.Heuristic{Default: call.ttl, Max: call.ttl}, MaxAge: call.ttl}
}

// cacheRequest is the call as the rules of HTTP caching see it. What HEAD brings
// has a key of its own, and is stored like what GET does.
func (call *fetchCall) cacheRequest() *httpcache.Request {
	return &httpcache.Request{Method: http.MethodGet, Header: call.Header}
}

// fresh returns the response of an entry that may be used without asking, else nil.
func (e *cacheEntry) fresh(call *fetchCall) *response {
	if e == nil || !call.rules().Fresh(call.cacheRequest(), e.httpEntry(), time.Now()) {
		return nil
	}
	return e.response(cacheHit)
}

// stale returns what is stored, with a warning that begins with why; nil if there is nothing.
func (e *cacheEntry) stale(why string) *response {
	if e == nil {
		return nil
	}
	resp := e.response(cacheStale)
	resp.warn(warnStale, why+" from "+e.StoredAt.UTC().Format(time.DateTime)+" UTC is shown.")
	return resp
}

func (e *cacheEntry) response(decision string) *response {
	return &response{url: e.url, status: e.Status, header: e.Header, body: e.body, sum: e.sum, stored: e.StoredAt, redirects: e.Redirects, via: "cache", cached: true, decision: decision}
}

// conditions returns the conditional headers that ask the server of an entry, and no server
// of a redirect, whether it is still valid. It returns nil if the call has conditions of its
// own.
func (e *cacheEntry) conditions(call *fetchCall) func(*url.URL) http.Header {
	if e == nil {
		return nil
	}
	conditions := httpcache.Conditions(call.cacheRequest(), e.httpEntry())
	if conditions == nil {
		return nil
	}
	return func(u *url.URL) http.Header {
		if u.String() != e.URL {
			return nil
		}
		return conditions
	}
}

// reconcile decides what answers a call after its server was asked, and whether that
// is to be stored. resp is nil where asking failed with err.
func (e *cacheEntry) reconcile(call *fetchCall, conditional bool, resp *response, err error) (answer *response, store bool) {
	var stored, came *httpcache.Entry
	if e != nil && (err == nil || isOutage(err)) {
		stored = e.httpEntry()
	}
	if resp != nil {
		came = &httpcache.Entry{Status: resp.status, Header: resp.header, Requested: resp.stored, Received: resp.stored}
	}
	settled := httpcache.Settle(call.cacheRequest(), stored, conditional, came, time.Now())
	switch settled.Outcome {
	case httpcache.Stale:
		return e.stale("The page could not be loaded again; a copy"), false
	case httpcache.Revalidated:
		kept := e.response(string(settled.Outcome))
		kept.header, kept.stored = settled.Response.Header, resp.stored
		kept.url, kept.redirects, kept.retries, kept.robots, kept.warnings = resp.url, resp.redirects, resp.retries, resp.robots, resp.warnings
		return kept, true
	}
	return resp, settled.Store
}

// isOutage reports failures of a server, not of a policy or of the caller.
func isOutage(err error) bool {
	var failed *transport.Error
	if !errors.As(err, &failed) {
		return false
	}
	code := Code(failed.Code)
	return code == ConnectionFailed || code == DNSError || code == Timeout
}
