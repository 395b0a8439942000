package webfetch_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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
	var joiner sync.WaitGroup
	joiner.Go(func() { // keeps the download alive
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/log"})
		assert.NoError(t, err)
	})
	time.Sleep(10 * time.Millisecond) // so that it joins
	cancel()
	assert.ErrorIs(t, <-done, webfetch.Cancelled)
	for range 10 {
		step <- struct{}{}
	}
	close(step)
	joiner.Wait()
}
