package webfetch_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
)

// TestWorkIsAskedFor holds when a program that bounds the work is asked: when
// the page is there, and for each piece of work apart.
func TestWorkIsAskedFor(t *testing.T) {
	s := newSite(t)
	c := s.client(t)
	for name, test := range map[string]struct {
		change func(*webfetch.Request)
		path   string
		pieces int
		code   webfetch.Code
	}{
		"page":       {nil, "/banks.html", 1, ""},
		"budget too": {func(r *webfetch.Request) { r.Extract.MaxTokens = 50 }, "/banks.html", 2, ""},
		"HEAD":       {func(r *webfetch.Request) { r.Method = http.MethodHead }, "/banks.html", 0, ""},
		"error page": {nil, "/missing", 0, webfetch.HTTPError},
	} {
		t.Run(name, func(t *testing.T) {
			begun, ended := 0, 0
			ctx := steps.WithWork(t.Context(), func(ctx context.Context) (func(), error) {
				_, bounded := ctx.Deadline()
				assert.True(t, bounded, "the deadline of the call counts")
				assert.Equal(t, begun, ended)
				begun++
				return func() { ended++ }, nil
			})
			r := webfetch.Request{URL: s.URL + test.path}
			if test.change != nil {
				test.change(&r)
			}
			_, err := c.Fetch(ctx, r)
			if test.code == "" {
				require.NoError(t, err)
			} else {
				var e *webfetch.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, test.code, e.Code)
			}
			assert.Equal(t, test.pieces, begun)
			assert.Equal(t, begun, ended)
		})
	}
}

func TestWorkRefused(t *testing.T) {
	s := newSite(t)
	cause := errors.New("busy")
	busy := &webfetch.Error{Op: "queue", Code: webfetch.RateLimited, Err: cause}
	ctx := steps.WithWork(t.Context(), func(context.Context) (func(), error) { return nil, busy })
	_, err := s.client(t).Fetch(ctx, webfetch.Request{URL: s.URL + "/banks.html"})
	assert.ErrorIs(t, err, webfetch.RateLimited)
	assert.ErrorIs(t, err, cause)
}

// Nothing more is downloaded while as many pages as may be worked on wait for it.
func TestPagesUnderExtractionCount(t *testing.T) {
	s := newSite(t)
	c := s.client(t, func(o *webfetch.Options) { o.Limits.Concurrency = 1 })
	reached, hold, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		_, err := c.Fetch(steps.WithWork(t.Context(), func(context.Context) (func(), error) {
			close(reached)
			<-hold
			return func() {}, nil
		}), webfetch.Request{URL: s.URL + "/banks.html"})
		done <- err
	}()
	<-reached
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/banks.html?another", Timeout: 100 * time.Millisecond, IgnoreRobots: true})
	assert.ErrorIs(t, err, webfetch.Timeout)
	assert.Equal(t, 1, s.count("/banks.html"))
	close(hold)
	require.NoError(t, <-done)
	_, err = c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/banks.html?another"})
	require.NoError(t, err)
	assert.Equal(t, 2, s.count("/banks.html"))
}
