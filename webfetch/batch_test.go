package webfetch_test

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func requests(urls ...string) iter.Seq[webfetch.Request] {
	return func(yield func(webfetch.Request) bool) {
		for _, u := range urls {
			if !yield(webfetch.Request{URL: u}) {
				return
			}
		}
	}
}

func TestFetchAllGivesOneResultForEachRequest(t *testing.T) {
	s := newSite(t)
	c := s.client(t, func(o *webfetch.Options) { o.ConcurrencyPerHost = 4 })
	urls := []string{s.URL + "/article.html", s.URL + "/status/404", "nonsense", s.URL + "/article.html", s.URL + "/docs.html"}
	packets, faults := map[string]int{}, map[webfetch.Code]int{}
	for p, err := range c.FetchAll(t.Context(), requests(urls...)) {
		if err != nil {
			assert.Nil(t, p)
			faults[err.(*webfetch.Error).Code]++
			continue
		}
		packets[p.OriginalURL]++
	}
	assert.Equal(t, map[string]int{urls[0]: 2, urls[4]: 1}, packets)
	assert.Equal(t, map[webfetch.Code]int{webfetch.HTTPError: 1, webfetch.InvalidURL: 1}, faults)
	assert.Equal(t, 1, s.count("/article.html"), "the same URL is downloaded once")
}

func TestFetchAllIsBoundedAndFair(t *testing.T) {
	busy, quick := newSite(t), newSite(t)
	policy := busy.policy(t)
	policy.Allow = append(policy.Allow, quick.policy(t).Allow...)
	c := busy.client(t, func(o *webfetch.Options) { o.Policy, o.Concurrency, o.ConcurrencyPerHost = policy, 4, 2 })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var urls []string
	for i := range 50 {
		urls = append(urls, fmt.Sprintf("%s/slow/%d", busy.URL, i))
	}
	urls = append(urls, quick.URL+"/article.html", quick.URL+"/docs.html")
	arrived := 0
	for p, err := range c.FetchAll(ctx, requests(urls...)) {
		if err == nil {
			assert.Contains(t, p.OriginalURL, quick.URL, "the slow host must not hold the quick one up")
			if arrived++; arrived == 2 {
				break
			}
		}
	}
	assert.Equal(t, 2, arrived)
	started := 0
	for i := range 50 {
		started += busy.count(fmt.Sprintf("/slow/%d", i))
	}
	assert.LessOrEqual(t, started, 2, "at most two at a time to one host")
}

func TestFetchAllEndsWhenTheLoopDoes(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	before := runtime.NumGoroutine()
	var produced atomic.Int32
	endless := func(yield func(webfetch.Request) bool) {
		for yield(webfetch.Request{URL: fmt.Sprintf("%s/echo?%d", s.URL, produced.Add(1))}) {
		}
	}
	for range c.FetchAll(t.Context(), endless) {
		break
	}
	assert.LessOrEqual(t, produced.Load(), int32(300), "it reads only so far ahead")
	s.CloseClientConnections()
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+4 }, 5*time.Second, 5*time.Millisecond)
}

func TestFetchAllOfNothing(t *testing.T) {
	s := newSite(t)
	assert.Empty(t, slices.Collect(packetsOf(s.client(t).FetchAll(t.Context(), requests()))))
}

func packetsOf(all iter.Seq2[*webfetch.Packet, error]) iter.Seq[*webfetch.Packet] {
	return func(yield func(*webfetch.Packet) bool) {
		for p := range all {
			if !yield(p) {
				return
			}
		}
	}
}

func TestFetchAllStopsWithItsContext(t *testing.T) {
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	c := s.client(t)
	results := 0
	time.AfterFunc(20*time.Millisecond, cancel)
	for _, err := range c.FetchAll(ctx, requests(s.URL+"/slow/1", s.URL+"/slow/2", s.URL+"/slow/3")) {
		require.ErrorIs(t, err, &webfetch.Error{Code: webfetch.Cancelled})
		results++
	}
	assert.LessOrEqual(t, results, 3)
}
