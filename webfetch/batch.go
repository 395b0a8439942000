package webfetch

import (
	"cmp"
	"context"
	"iter"
	"net/http"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/schedule"
)

// lookahead bounds how many requests FetchAll reads ahead of the one it sends,
// so that one host with many pages does not hold the others up.
const lookahead = 256

// FetchAll fetches many pages and yields each result as it arrives, with a nil packet and an
// *[Error] for a failure. At most Limits.Concurrency calls are under way, at most
// Limits.ConcurrencyPerHost of them to one host, and hosts take turns. There is one result for
// each request, unless ctx ends before all are read: FetchStats.Index and Error.Index give
// the number of the request, counted from 0, and Packet.OriginalURL and Error.OriginalURL
// its address. Error.URL is the address that failed, which after redirects is another.
//
// Requests for one address are sent one after the other, so that all but the first are
// answered by the cache where it may keep the response.
//
// reqs is read from a goroutine of its own, 256 requests ahead at most; it must end or
// return once ctx is done. If it panics, so does FetchAll, in the caller's goroutine. A
// Header may be changed once reqs goes on. Ending the loop early, or ctx, cancels what is
// under way; FetchAll returns when all of it has ended.
func (c *Client) FetchAll(ctx context.Context, reqs iter.Seq[Request]) iter.Seq2[*Packet, error] {
	return func(yield func(*Packet, error) bool) {
		limits := schedule.Limits{Total: c.opts.Limits.Concurrency, PerHost: c.opts.Limits.ConcurrencyPerHost}
		schedule.Run(ctx, schedule.Job[job, outcome]{
			Queue: schedule.NewQueue(limits, job.place),
			Source: func(yield func(job) bool) {
				next := job{}
				for next.Request = range reqs {
					next.Header = next.Header.Clone()
					if !yield(next) {
						return
					}
					next.index++
				}
			},
			Ahead: lookahead,
			Work: func(ctx context.Context, j job) outcome {
				p, err := c.fetchOne(ctx, j.Request, j.index)
				return outcome{p, err}
			},
			Each: func(_ job, o outcome) bool { return yield(o.packet, o.err) },
		})
	}
}

type job struct {
	Request
	index int // of the request, counted as they are read
}

type outcome struct {
	packet *Packet
	err    error
}

// place lets requests wait for each other that may be one download.
func (j job) place() schedule.Place {
	u, failure := parseURL(j.URL)
	if failure != nil {
		return schedule.Place{Key: j.URL} // it fails soon, and counts for no host
	}
	u.Fragment, u.RawFragment = "", ""
	return schedule.Place{Host: strings.ToLower(u.Host), Key: cmp.Or(j.Method, http.MethodGet) + " " + u.String()}
}

// FetchURLs fetches pages by their addresses with the defaults of a Request, and yields each
// result as it arrives, as [Client.FetchAll] does. The order of the results is not that of urls:
// Packet.OriginalURL and Error.OriginalURL hold the address as it was given. No URLs yield no
// results.
func (c *Client) FetchURLs(ctx context.Context, urls ...string) iter.Seq2[*Packet, error] {
	return c.FetchAll(ctx, func(yield func(Request) bool) {
		for _, url := range urls {
			if !yield(Request{URL: url}) {
				return
			}
		}
	})
}
