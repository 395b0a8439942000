// Package schedule runs work for many hosts: so much of it in all, so much for one host, hosts
// taking turns. FetchAll and package crawl share it.
// [Queue] decides what is next and knows no goroutines. [Run] reads ahead of the work, begins work,
// and hands each result to its caller. Work that has ended and was not handed over yet counts as
// under way: a slow caller slows the work down.
package schedule

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

// Limits bound the work that is under way.
type Limits struct {
	// Total bounds all of it, PerHost what is for one host. Both are at least 1.
	Total, PerHost int
}

// Place says where an item belongs.
type Place struct {
	// Host is the host of the item. Hosts are served in turn.
	Host string
	// Key names work that may not be under way twice at a time: the second waits
	// for the first to end. Zero is a key like any other.
	Key string
}

// Queue holds items that wait, by host. It is not safe for concurrent use. Make
// one with [NewQueue].
type Queue[T any] struct {
	limits  Limits
	place   func(T) Place
	waiting map[string][]T // by host, never empty
	turns   []string       // hosts of waiting, in the order they are served
	busy    map[string]int // items under way, by host
	keys    map[string]bool
	length  int
	active  int
}

// NewQueue returns an empty queue; place must give one item the same place each time.
func NewQueue[T any](limits Limits, place func(T) Place) *Queue[T] {
	return &Queue[T]{limits: limits, place: place, waiting: map[string][]T{}, busy: map[string]int{}, keys: map[string]bool{}}
}

// Add lets an item wait behind those of its host.
func (q *Queue[T]) Add(item T) {
	host := q.place(item).Host
	if len(q.waiting[host]) == 0 {
		q.turns = append(q.turns, host)
	}
	q.waiting[host] = append(q.waiting[host], item)
	q.length++
}

// Next takes the item that may begin now, of the host whose turn it is, and
// false if none may. Each item taken has to be given to Done at its end.
func (q *Queue[T]) Next() (item T, ok bool) {
	if q.active >= q.limits.Total {
		return item, false
	}
	for range len(q.turns) {
		host := q.turns[0]
		q.turns = q.turns[1:]
		item, ok = q.take(host)
		if len(q.waiting[host]) > 0 {
			q.turns = append(q.turns, host)
		} else {
			delete(q.waiting, host)
		}
		if ok {
			return item, true
		}
	}
	return item, false
}

func (q *Queue[T]) take(host string) (item T, ok bool) {
	if q.busy[host] >= q.limits.PerHost {
		return item, false
	}
	items := q.waiting[host]
	i := slices.IndexFunc(items, func(it T) bool { return !q.keys[q.place(it).Key] })
	if i < 0 {
		return item, false
	}
	item = items[i]
	if i == 0 { // the usual case moves nothing
		var none T
		items[0] = none
		q.waiting[host] = items[1:]
	} else {
		q.waiting[host] = slices.Delete(items, i, i+1)
	}
	q.keys[q.place(item).Key] = true
	q.busy[host]++
	q.length--
	q.active++
	return item, true
}

// Done ends an item that Next took.
func (q *Queue[T]) Done(item T) {
	at := q.place(item)
	delete(q.keys, at.Key)
	if q.busy[at.Host]--; q.busy[at.Host] == 0 {
		delete(q.busy, at.Host)
	}
	q.active--
}

// Len is the number of items that wait.
func (q *Queue[T]) Len() int { return q.length }

// Active is the number of items under way.
func (q *Queue[T]) Active() int { return q.active }

// Job defines what [Run] does with the items of a queue.
type Job[T, R any] struct {
	// Queue holds the items that wait. Run and Each use it in one goroutine.
	Queue *Queue[T]
	// Source is read from a goroutine of its own while fewer than Ahead items wait. Once ctx is done
	// it must end or return. Nil means that there are only the items of Queue.
	Source iter.Seq[T]
	// Ahead is how many items may wait in Queue. It is at least 1 where there is a Source.
	Ahead int
	// Work is called in a goroutine for each item. It ends soon after ctx.
	Work func(ctx context.Context, item T) R
	// Each is given every result, one at a time; false ends the run. It may add
	// to Queue.
	Each func(item T, result R) bool
}

type result[T, R any] struct {
	item T
	made R
}

// Run works through the items until none are left, Each stops, or ctx is done, which ends the
// reading of Source and the work under way, and returns when everything that it began has ended.
// All but the reading and the work happens in the goroutine of its caller. A panic of Source
// becomes a panic of Run.
func Run[T, R any](ctx context.Context, job Job[T, R]) {
	ctx, cancel := context.WithCancel(ctx)
	results := make(chan result[T, R], job.Queue.limits.Total)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	var incoming chan T
	var fault error // what ended the reading; set before incoming is closed
	if job.Source != nil {
		read := make(chan T)
		incoming = read
		running.Go(func() {
			defer close(read)
			defer panics.Catch(&fault)
			for item := range job.Source {
				select {
				case read <- item:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	for incoming != nil || job.Queue.Len() > 0 || job.Queue.Active() > 0 {
		for item, ok := job.Queue.Next(); ok; item, ok = job.Queue.Next() {
			running.Go(func() { results <- result[T, R]{item, job.Work(ctx, item)} })
		}
		source := incoming
		if job.Queue.Len() >= job.Ahead {
			source = nil
		}
		select {
		case item, more := <-source:
			if more {
				job.Queue.Add(item)
				continue
			}
			if incoming = nil; fault != nil {
				panic(fault)
			}
		case done := <-results:
			job.Queue.Done(done.item)
			if !job.Each(done.item, done.made) {
				return
			}
		}
	}
}
