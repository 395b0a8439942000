package webfetch_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestProgressOfACall(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	var told []webfetch.Progress
	pages := 0
	returned := false
	req := webfetch.Request{URL: s.URL + "/tides.pdf", Progress: func(p webfetch.Progress) {
		assert.False(t, returned, "told after the end")
		told = append(told, p)
	}}
	req.Extract.Progress = func(done, total int) {
		pages = done
	}
	_, err := c.Fetch(t.Context(), req)
	returned = true
	require.NoError(t, err)
	var stages []string
	for i, p := range told {
		if i == 0 || told[i-1].Stage != p.Stage {
			stages = append(stages, p.Stage)
		} else {
			assert.GreaterOrEqual(t, p.Done, told[i-1].Done)
		}
	}
	assert.Equal(t, []string{"robots", "queue", "download", "extract"}, stages)
	assert.Equal(t, webfetch.Progress{Stage: "extract", Done: 1, Total: 1}, told[len(told)-1])
	assert.Equal(t, 1, pages)
}

func TestNoProgressAfterACancelledFetch(t *testing.T) {
	step := make(chan struct{})
	s := serving(t, func(w http.ResponseWriter, r *http.Request) {
		for range step {
			fmt.Fprint(w, "one more line\n")
			w.(http.Flusher).Flush()
		}
	})
	c := s.client(t, func(o *webfetch.Options) { o.IgnoreRobots = true })
	ctx, cancel := context.WithCancel(t.Context())
	var returned atomic.Bool
	begun := make(chan struct{}, 1)
	var joiner sync.WaitGroup
	joiner.Go(func() { // keeps the download alive
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/log"})
		assert.NoError(t, err)
	})
	done := make(chan error, 1)
	go func() {
		_, err := c.Fetch(ctx, webfetch.Request{URL: s.URL + "/log", Progress: func(p webfetch.Progress) {
			assert.False(t, returned.Load(), "told after the end")
			if p.Stage == "download" {
				select {
				case begun <- struct{}{}:
				default:
				}
			}
		}})
		returned.Store(true)
		done <- err
	}()
	step <- struct{}{}
	<-begun
	cancel()
	assert.ErrorIs(t, <-done, webfetch.Cancelled)
	for range 10 {
		step <- struct{}{}
	}
	close(step)
	joiner.Wait()
}

func TestJoinersOfADownloadAreToldItsProgress(t *testing.T) {
	release := make(chan struct{})
	s := serving(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "first half, ")
		w.(http.Flusher).Flush()
		<-release
		fmt.Fprint(w, "second half")
	})
	c := s.client(t, func(o *webfetch.Options) { o.IgnoreRobots = true })
	var wg sync.WaitGroup
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Add(1)
		wg.Go(func() {
			var once sync.Once
			var last webfetch.Progress
			_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/", Progress: func(p webfetch.Progress) {
				if p.Stage == "download" {
					last = p
					once.Do(waiting.Done)
				}
			}})
			assert.NoError(t, err)
			assert.EqualValues(t, len("first half, second half"), last.Done, "the end is told as well")
		})
	}
	waiting.Wait()
	close(release)
	wg.Wait()
	assert.Equal(t, 1, s.count("/"))
}
