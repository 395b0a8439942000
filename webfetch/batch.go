package webfetch

import (
	"context"
	"iter"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// lookahead bounds how many requests FetchAll reads ahead of the one it sends,
// so that one host with many pages does not hold the others up.
const lookahead = 256

// FetchAll fetches many pages and yields each result as it arrives, with a nil
// packet and an *[Error] for a failure. At most Options.Concurrency calls are
// under way, at most Options.ConcurrencyPerHost of them to one host, and hosts
// take turns. There is one result for each request, unless ctx ends before all
// are read: Receipt.Index and Error.Index tell which it belongs to, counted from
// 0, and Packet.OriginalURL and Error.OriginalURL its address. Error.URL is the
// address that failed, which after redirects is another.
//
// The same request is downloaded or rendered once, whatever the cache keeps and
// also without one, unless it failed or was answered with a status that may
// pass, such as 503. For that FetchAll holds what was downloaded, in at most
// Options.CacheBytes of memory beside the cache: when that is full, bodies are
// compressed, and only when all are, those used least recently are given up.
//
// reqs is read from a goroutine of its own, 256 requests ahead at most; it must
// end or return once ctx is done. If it panics, so does FetchAll, in the caller's
// goroutine. A Header may be changed once reqs goes on. Ending the loop early, or
// ctx, cancels what is under way; FetchAll returns when all of it has ended.
func (c *Client) FetchAll(ctx context.Context, reqs iter.Seq[Request]) iter.Seq2[*Packet, error] {
	return func(yield func(*Packet, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		b := &batch{
			client: c, shelf: newShelf(c.opts.CacheBytes), queue: map[string][]job{}, busy: map[string]int{}, same: map[string]bool{},
			incoming: make(chan Request), results: make(chan outcome, c.opts.Concurrency),
		}
		defer b.running.Wait()
		defer cancel()
		b.running.Go(func() { b.produce(ctx, reqs) })
		b.run(ctx, yield)
	}
}

// batch is the state of one FetchAll. Only run touches it.
type batch struct {
	client   *Client
	shelf    *shelf
	incoming chan Request
	fault    error // what ended the reading of requests; set before incoming is closed
	results  chan outcome
	running  sync.WaitGroup

	queue   map[string][]job // by host, never empty
	turns   []string         // hosts of queue, in the order they are served
	busy    map[string]int   // calls under way, by host
	same    map[string]bool  // addresses of calls under way
	read    int              // requests read
	waiting int              // requests in queue
	active  int              // calls under way
}

// job is a request and its place among those read.
type job struct {
	Request
	index int
}

// address tells requests apart that may be one download.
func (j job) address() string {
	url, _, _ := strings.Cut(strings.TrimSpace(j.URL), "#")
	return j.Method + " " + url
}

type outcome struct {
	job    job
	packet *Packet
	err    error
}

// produce reads the requests. A panic of reqs is one of FetchAll.
func (b *batch) produce(ctx context.Context, reqs iter.Seq[Request]) {
	defer close(b.incoming)
	defer panics.Catch(&b.fault)
	for r := range reqs {
		r.Header = r.Header.Clone() // the caller may use it again for the next request
		select {
		case b.incoming <- r:
		case <-ctx.Done():
			return
		}
	}
}

func (b *batch) run(ctx context.Context, yield func(*Packet, error) bool) {
	incoming := b.incoming
	for incoming != nil || b.waiting > 0 || b.active > 0 {
		b.start(ctx)
		source := incoming
		if b.waiting >= lookahead {
			source = nil
		}
		select {
		case r, more := <-source:
			if !more {
				if incoming = nil; b.fault != nil {
					panic(b.fault)
				}
				continue
			}
			b.add(r)
		case o := <-b.results:
			b.active--
			delete(b.same, o.job.address())
			host := hostOf(o.job.URL)
			if b.busy[host]--; b.busy[host] == 0 {
				delete(b.busy, host)
			}
			if !yield(o.packet, o.err) {
				return
			}
		}
	}
}

func (b *batch) add(r Request) {
	host := hostOf(r.URL)
	if len(b.queue[host]) == 0 {
		b.turns = append(b.turns, host)
	}
	b.queue[host] = append(b.queue[host], job{r, b.read})
	b.read++
	b.waiting++
}

// start sends waiting requests while there is room, one of each host in turn.
func (b *batch) start(ctx context.Context) {
	for sent := true; sent; {
		sent = false
		for range len(b.turns) {
			host := b.turns[0]
			b.turns = b.turns[1:]
			if b.active < b.client.opts.Concurrency && b.busy[host] < b.client.opts.ConcurrencyPerHost && b.send(ctx, host) {
				sent = true
			}
			if len(b.queue[host]) > 0 {
				b.turns = append(b.turns, host)
			} else {
				delete(b.queue, host)
			}
		}
	}
}

// send sends the first request of a host whose address is not under way: the
// others of the same address wait for what that brings.
func (b *batch) send(ctx context.Context, host string) bool {
	jobs := b.queue[host]
	i := slices.IndexFunc(jobs, func(j job) bool { return !b.same[j.address()] })
	if i < 0 {
		return false
	}
	j := jobs[i]
	b.queue[host] = slices.Delete(jobs, i, i+1)
	b.waiting--
	b.active++
	b.busy[host]++
	b.same[j.address()] = true
	b.running.Go(func() {
		p, err := b.client.fetchOne(ctx, j.Request, b.shelf, j.index)
		b.results <- outcome{job: j, packet: p, err: err}
	})
	return true
}

// hostOf returns the host that a request counts for; what can't be parsed fails
// soon and counts for none.
func hostOf(raw string) string {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}
