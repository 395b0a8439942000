package webfetch_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// asked is a policy for addresses that notes what it is asked about, and refuses
// paths with a word.
type asked struct {
	mu     sync.Mutex
	lines  []string
	refuse string
}

func (a *asked) allow(ctx context.Context, u *url.URL) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	line := u.Path
	if from := urlpolicy.RedirectFrom(ctx); from != nil {
		line = from.Path + " > " + line
	}
	a.lines = append(a.lines, line)
	u.Path = "/changed"
	if a.refuse != "" && strings.Contains(line, a.refuse) {
		return errors.New("refused")
	}
	return nil
}

func codeIs(t *testing.T, want webfetch.Code, err error) *webfetch.Error {
	t.Helper()
	var e *webfetch.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, want, e.Code, "%v", err)
	return e
}

func TestThePolicyForAddressesIsAskedAboutEachHop(t *testing.T) {
	s := newSite(t)
	p := new(asked)
	c := s.client(t, func(o *webfetch.Options) { o.Hooks.URLPolicy = p.allow })
	fetch := func(path string) error {
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + path})
		return err
	}
	hops := []string{"/redirect/2", "/redirect/2 > /redirect/1", "/redirect/1 > /article.html"}
	require.NoError(t, fetch("/redirect/2"))
	assert.Subset(t, hops, p.lines)
	assert.Subset(t, p.lines, hops)

	p.lines, p.refuse = nil, "> /article.html"
	e := codeIs(t, webfetch.DomainNotAllowed, fetch("/redirect/2"))
	assert.Equal(t, hops, p.lines, "from the cache too")
	assert.Equal(t, s.URL+"/article.html", e.URL)
	assert.EqualError(t, e.Err, "refused")
	assert.False(t, e.Retryable)
	assert.Equal(t, 1, s.count("/article.html"))

	p.refuse = "/charset"
	codeIs(t, webfetch.DomainNotAllowed, fetch("/charset/latin1"))
	assert.Zero(t, s.count("/charset/latin1"), "nothing is sent")
}

func TestThePolicyForAddressesStopsARedirect(t *testing.T) {
	s := newSite(t)
	p := &asked{refuse: "> /redirect/1"}
	c := s.client(t, func(o *webfetch.Options) { o.Hooks.URLPolicy = p.allow })
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/redirect/2"})
	e := codeIs(t, webfetch.DomainNotAllowed, err)
	assert.Equal(t, s.URL+"/redirect/1", e.URL)
	assert.Equal(t, 1, s.count("/redirect/2"))
	assert.Zero(t, s.count("/redirect/1"))
}

func TestThePolicyForAddressesIsAskedAboutWhatAPageInABrowserLeadsTo(t *testing.T) {
	s := newSite(t)
	p := &asked{refuse: "> /elsewhere"}
	c := s.client(t, func(o *webfetch.Options) {
		o.Hooks.URLPolicy, o.IgnoreRobots = p.allow, true
		o.Renderer = renderer(func(ctx context.Context, r webfetch.Request) (*webfetch.Rendered, error) {
			next, _ := url.Parse(s.URL + "/elsewhere")
			return nil, r.Render.Admit(ctx, next)
		})
	})
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/article.html", Mode: "render"})
	codeIs(t, webfetch.DomainNotAllowed, err)
	assert.Equal(t, []string{"/article.html", "/article.html > /elsewhere"}, p.lines)
}

func TestThePolicyForAddressesFails(t *testing.T) {
	s := newSite(t)
	for name, tt := range map[string]struct {
		policy func(context.Context, *url.URL) error
		code   webfetch.Code
	}{
		"panics": {func(context.Context, *url.URL) error { panic("no") }, webfetch.Internal},
		"waits for the end of the call": {func(ctx context.Context, _ *url.URL) error {
			<-ctx.Done()
			return ctx.Err()
		}, webfetch.Cancelled},
		"asks somebody who does not answer": {func(context.Context, *url.URL) error { return context.DeadlineExceeded }, webfetch.DomainNotAllowed},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.client(t, func(o *webfetch.Options) { o.Hooks.URLPolicy = tt.policy })
			ctx, cancel := context.WithCancel(t.Context())
			if tt.code == webfetch.Cancelled {
				cancel()
			}
			defer cancel()
			_, err := c.Fetch(ctx, webfetch.Request{URL: s.URL + "/article.html"})
			codeIs(t, tt.code, err)
		})
	}
}
