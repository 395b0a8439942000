package mcpserver

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// slowClient takes a while to read each notification.
type slowClient struct {
	takes time.Duration
	err   error
	got   []string
	last  float64
}

func (c *slowClient) send(_ context.Context, p *mcp.ProgressNotificationParams) error {
	time.Sleep(c.takes)
	c.got, c.last = append(c.got, p.Message), p.Progress
	return c.err
}

// Telling takes no time, however long the client takes; it misses values in
// between, and is told of every stage and of the end.
func TestProgressDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := &slowClient{takes: 10 * time.Second}
		p := startProgress(t.Context(), "seven", client.send)
		tell, began := p.report(), time.Now()
		tell(webfetch.Progress{Stage: "queue"})
		synctest.Wait()
		for i := range int64(20) {
			tell(webfetch.Progress{Stage: "download", Done: 100 * (i + 1), Total: 2000})
			time.Sleep(progressInterval)
		}
		tell(webfetch.Progress{Stage: "extract"})
		assert.Equal(t, 20*progressInterval, time.Since(began), "nothing but what the work took")
		p.end(true)
		assert.Equal(t, []string{"queue", "download 2000 of 2000", "extract", "done"}, client.got)
		assert.Equal(t, float64(stages), client.last)
		tell(webfetch.Progress{Stage: "compact"}) // late
		synctest.Wait()
		assert.Len(t, client.got, 4, "nothing follows the end")
	})
}

// A client that reads fast is not flooded: one value of a stage in a while.
func TestProgressIsPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := &slowClient{}
		p := startProgress(t.Context(), "seven", client.send)
		for i := range int64(1000) {
			p.observe(webfetch.Progress{Stage: "download", Done: i + 1, Total: 1000})
			time.Sleep(time.Millisecond)
		}
		p.observe(webfetch.Progress{Stage: "queue"}) // progress never goes back
		p.end(false)
		assert.Len(t, client.got, 10)
		assert.Less(t, client.last, float64(stages), "a call that failed is not done")
	})
}

// A client that can't be told costs the call nothing.
func TestProgressToNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := startProgress(t.Context(), "seven", (&slowClient{err: errors.New("gone")}).send)
		for range 10 {
			p.observe(webfetch.Progress{Stage: "queue"})
			p.observe(webfetch.Progress{Stage: "download"})
			synctest.Wait()
		}
		p.end(true)
		var nobody *progress
		assert.Nil(t, nobody.report())
		nobody.end(true)
	})
}
