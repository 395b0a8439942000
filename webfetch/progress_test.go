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

type stagePart struct {
	stage       string
	done, total int64
}

func TestProgressOfACall(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	var told []stagePart
	pages := 0
	returned := false
	req := webfetch.Request{URL: s.URL + "/tides.pdf", Progress: func(stage string, done, total int64) {
		assert.False(t, returned, "told after the end")
		told = append(told, stagePart{stage, done, total})
	}}
	req.Extract.Progress = func(done, total int) {
		pages = done
	}
	_, err := c.Fetch(t.Context(), req)
	returned = true
	require.NoError(t, err)
	var stages []string
	for i, p := range told {
		if i == 0 || told[i-1].stage != p.stage {
			stages = append(stages, p.stage)
		} else {
			assert.GreaterOrEqual(t, p.done, told[i-1].done)
		}
	}
	assert.Equal(t, []string{"robots", "queue", "download", "extract"}, stages)
	assert.Equal(t, stagePart{"extract", 1, 1}, told[len(told)-1])
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
		_, err := c.Fetch(ctx, webfetch.Request{URL: s.URL + "/log", Progress: func(stage string, _, _ int64) {
			assert.False(t, returned.Load(), "told after the end")
			if stage == "download" {
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
			var last int64
			_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/", Progress: func(stage string, done, _ int64) {
				if stage == "download" {
					last = done
					once.Do(waiting.Done)
				}
			}})
			assert.NoError(t, err)
			assert.EqualValues(t, len("first half, second half"), last, "the end is told as well")
		})
	}
	waiting.Wait()
	close(release)
	wg.Wait()
	assert.Equal(t, 1, s.count("/"))
}
