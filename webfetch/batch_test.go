package webfetch_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
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
	c := s.client(t, func(o *webfetch.Options) { o.Limits.ConcurrencyPerHost = 4 })
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

func TestFetchAllTellsWhichRequestAResultBelongsTo(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	urls := []string{s.URL + "/away", s.URL + "/article.html", "nonsense", s.URL + "/away", s.URL + "/article.html"}
	seen := map[int]bool{}
	for p, err := range c.FetchAll(t.Context(), requests(urls...)) {
		if err == nil {
			assert.Equal(t, urls[p.Stats.Index], p.OriginalURL)
			seen[p.Stats.Index] = true
			continue
		}
		var e *webfetch.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, urls[e.Index], e.OriginalURL)
		if e.OriginalURL != "nonsense" {
			assert.Equal(t, "http://169.254.169.254/latest/meta-data/", e.URL, "what failed is told apart")
			assert.Equal(t, []string{s.URL + "/away"}, e.Redirects)
		}
		seen[e.Index] = true
	}
	assert.Len(t, seen, len(urls))
}

// slowBrowser counts the pages that it renders at one time.
type slowBrowser struct{ running, most atomic.Int32 }

func (b *slowBrowser) Render(_ context.Context, req webfetch.Request) (*webfetch.Rendered, error) {
	n := b.running.Add(1)
	defer b.running.Add(-1)
	for most := b.most.Load(); n > most && !b.most.CompareAndSwap(most, n); most = b.most.Load() {
	}
	time.Sleep(time.Second)
	return &webfetch.Rendered{URL: req.URL, Status: http.StatusOK, HTML: []byte(rendered)}, nil
}

func TestRendersAreBounded(t *testing.T) {
	for what, tt := range map[string]struct {
		host string
		most int32
	}{"in all": {"%d.example.com", 3}, "to one host": {"a.example.com", 2}} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &slowBrowser{}
				c := newPipes(t, http.NotFound).client(t, func(o *webfetch.Options) {
					o.Renderer, o.Limits.Concurrency, o.Limits.ConcurrencyPerHost, o.IgnoreRobots = b, 3, 2, true
				})
				var wg sync.WaitGroup
				for i := range 12 {
					wg.Go(func() {
						host := strings.ReplaceAll(tt.host, "%d", fmt.Sprint(i))
						_, err := c.Fetch(t.Context(), webfetch.Request{URL: fmt.Sprintf("http://%s/%d", host, i), Mode: "render", Timeout: time.Hour})
						assert.NoError(t, err)
					})
				}
				wg.Wait()
				assert.Equal(t, tt.most, b.most.Load())
			})
		})
	}
}

func TestFetchAllIsBoundedAndFair(t *testing.T) {
	busy, quick := newSite(t), newSite(t)
	policy := busy.policy(t)
	policy.Allow = append(policy.Allow, quick.policy(t).Allow...)
	c := busy.client(t, func(o *webfetch.Options) { o.Policy, o.Limits.Concurrency, o.Limits.ConcurrencyPerHost = policy, 4, 2 })
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
		require.ErrorIs(t, err, webfetch.Cancelled)
		results++
	}
	assert.LessOrEqual(t, results, 3)
}

// A map of headers may be changed for the next request, though the one before
// has not been sent yet. The race detector tells.
func TestFetchAllLeavesHeadersToTheCaller(t *testing.T) {
	var mu sync.Mutex
	told := map[string]string{}
	s := serving(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		told[r.URL.Path] = r.Header.Get("X-Flavour")
		fmt.Fprint(w, "The water is high.")
	})
	c := s.client(t, func(o *webfetch.Options) { o.IgnoreRobots = true })
	header := http.Header{}
	for _, err := range c.FetchAll(t.Context(), func(yield func(webfetch.Request) bool) {
		for i := range 50 {
			header.Set("X-Flavour", strconv.Itoa(i))
			if !yield(webfetch.Request{URL: s.URL + "/" + strconv.Itoa(i), Header: header}) {
				return
			}
		}
	}) {
		assert.NoError(t, err)
	}
	assert.Len(t, told, 50)
	for path, flavour := range told {
		assert.Equal(t, path, "/"+flavour)
	}
}
