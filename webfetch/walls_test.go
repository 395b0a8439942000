package webfetch_test

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// TestWallsAreNotClimbed holds that whatever stands between a reader and a page
// is told after one request: nothing is tried again in another guise, nothing
// is rendered, and nothing is read from behind it.
func TestWallsAreNotClimbed(t *testing.T) {
	s := newSite(t)
	b := &browser{html: rendered}
	c := s.client(t, func(o *webfetch.Options) { o.Renderer, o.Limits.MaxRetries = b, 2 })
	for path, want := range map[string]extract.VerdictKind{
		"/wall.html": extract.VerdictBotWall, "/members.html": extract.VerdictLogin, "/consent.html": extract.VerdictConsent, "/paid.html": extract.VerdictPaywall,
	} {
		t.Run(string(want), func(t *testing.T) {
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + path})
			if want == extract.VerdictBotWall {
				assert.ErrorIs(t, err, webfetch.CaptchaDetected)
			} else {
				require.NoError(t, err)
				assert.Equal(t, want, p.Verdict.Kind)
				assert.NotEmpty(t, p.Verdict.Evidence)
				assert.NotContains(t, p.Content, "for those who pay")
			}
			assert.Equal(t, 1, s.count(path))
		})
	}
	assert.Empty(t, b.seen, "no wall is rendered")
}

// TestRefreshIsNotFollowed: only redirects of HTTP are, for they are checked.
func TestRefreshIsNotFollowed(t *testing.T) {
	s := newSite(t)
	p := fetch(t, s.client(t), s.URL+"/refresh")
	assert.Contains(t, p.Content, "has moved to another address")
	assert.Zero(t, s.count("/article.html"))
}

// everywhere resolves every name to loopback.
type everywhere struct{}

func (everywhere) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
}

func TestAHostThatLooksLikeAnotherIsTold(t *testing.T) {
	s := newSite(t)
	policy := s.policy(t)
	policy.Resolver = everywhere{}
	c := s.client(t, func(o *webfetch.Options) { o.Policy = policy })
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	for host, told := range map[string]bool{"harbour.example": false, "hаrbour.example": true} { // the second has a Cyrillic а
		p := fetch(t, c, "http://"+host+":"+port+"/article.html")
		assert.Equal(t, told, p.Provenance.Homograph != "", host)
	}
}
