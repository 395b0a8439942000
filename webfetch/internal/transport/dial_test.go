package transport_test

import (
	"context"
	"net/netip"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// deaf is a resolver that never answers.
type deaf struct{ asked, left chan struct{} }

func (d deaf) LookupNetIP(ctx context.Context, _, _ string) ([]netip.Addr, error) {
	d.asked <- struct{}{}
	<-ctx.Done()
	d.left <- struct{}{}
	return nil, ctx.Err()
}

func TestCancellingEndsTheLookup(t *testing.T) {
	d := deaf{make(chan struct{}), make(chan struct{})}
	c := transport.New(transport.Config{Policy: &security.Policy{Resolver: d}})
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := c.Do(ctx, &transport.Request{URL: &url.URL{Scheme: "http", Host: "slow.example", Path: "/"}})
		done <- err
	}()
	<-d.asked
	cancel()
	<-d.left
	assert.ErrorIs(t, <-done, context.Canceled)
}
