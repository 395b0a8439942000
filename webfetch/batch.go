package webfetch

import (
	"context"
	"iter"
	"net/url"
	"strings"
	"sync"
)

// lookahead bounds how many requests FetchAll reads ahead of the one it sends,
// so that one host with many pages does not hold the others up.
const lookahead = 256

// FetchAll fetches many pages and yields each result as it arrives, with a nil
// packet and an *[Error] for a failure. At most Options.Concurrency calls are
// under way, at most Options.ConcurrencyPerHost of them to one host, and hosts
// take turns. The same URL is downloaded once. Packet.OriginalURL and Error.URL
// tell which request a result belongs to; there is one result for each request,
// unless ctx ends before all are read.
//
// reqs is read from a goroutine of its own, 256 requests ahead at most; it must
// end or return once ctx is done. Ending the loop early, or ctx, cancels what
// is under way; FetchAll returns when all of it has ended.
func (c *Client) FetchAll(ctx context.Context, reqs iter.Seq[Request]) iter.Seq2[*Packet, error] {
	return func(yield func(*Packet, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		b := &batch{
			client: c, queue: map[string][]Request{}, busy: map[string]int{},
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
	incoming chan Request
	results  chan outcome
	running  sync.WaitGroup

	queue   map[string][]Request // by host, never empty
	turns   []string             // hosts of queue, in the order they are served
	busy    map[string]int       // calls under way, by host
	waiting int                  // requests in queue
	active  int                  // calls under way
}

type outcome struct {
	host   string
	packet *Packet
	err    error
}

func (b *batch) produce(ctx context.Context, reqs iter.Seq[Request]) {
	defer close(b.incoming)
	for r := range reqs {
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
				incoming = nil
				continue
			}
			b.add(r)
		case o := <-b.results:
			b.active--
			if b.busy[o.host]--; b.busy[o.host] == 0 {
				delete(b.busy, o.host)
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
	b.queue[host] = append(b.queue[host], r)
	b.waiting++
}

// start sends waiting requests while there is room, one of each host in turn.
func (b *batch) start(ctx context.Context) {
	for sent := true; sent; {
		sent = false
		for range len(b.turns) {
			host := b.turns[0]
			b.turns = b.turns[1:]
			if b.active < b.client.opts.Concurrency && b.busy[host] < b.client.opts.ConcurrencyPerHost {
				b.send(ctx, host)
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

func (b *batch) send(ctx context.Context, host string) {
	r := b.queue[host][0]
	b.queue[host] = b.queue[host][1:]
	b.waiting--
	b.active++
	b.busy[host]++
	b.running.Go(func() {
		p, err := b.client.Fetch(ctx, r)
		b.results <- outcome{host: host, packet: p, err: err}
	})
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
