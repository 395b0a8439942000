package webfetch_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// consentSite says in every way what it wants.
func consentSite(t *testing.T) *site {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: ClaudeBot\nUser-agent: Bytespider\nUser-agent: ChatGPT-User\nDisallow: /said\n\n"+
				"User-agent: *\nContent-Signal: search=yes,ai-train=no\n")
			return
		case "/said":
			w.Header().Add("X-Robots-Tag", "unavailable_after: Thursday, 25-Jun-2099 15:00:00 GMT, noai")
			w.Header().Add("X-Robots-Tag", "webfetch-go: noimageai")
			w.Header().Add("X-Robots-Tag", "otherbot: noai, noimageai")
			w.Header().Set("Tdm-Reservation", "1")
			w.Header().Set("Tdm-Policy", "https://shore.example/terms.json")
			w.Header().Set("Content-Usage", "train-ai=n")
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<meta name="robots" content="noai"><meta name="tdm-reservation" content="1"><main><p>High water at Norwick is at 06:12 and at 18:40 today.</p></main>`)
	}))
	t.Cleanup(server.Close)
	return &site{Server: server}
}

func TestWhatASiteSaysAboutItsUseIsTold(t *testing.T) {
	s := consentSite(t)
	c := s.client(t)
	want := []robots.Signal{
		{Use: "ai-train", Source: "robots.txt Content-Signal, line 9"},
		{Use: "search", Allowed: true, Source: "robots.txt Content-Signal, line 9"},
		{Use: "ai-train", Source: "robots.txt disallows it to Bytespider, CCBot, ClaudeBot and 1 more"},
		{Use: "ai-input", Source: "robots.txt disallows it to ChatGPT-User"},
		{Use: "ai-train", Source: "Content-Usage header"},
		{Use: "tdm", Source: "tdm-reservation header", Policy: "https://shore.example/terms.json"},
		{Use: "ai-train", Source: "X-Robots-Tag noai"},
		{Use: "ai-train-image", Source: "X-Robots-Tag noimageai"},
		{Use: "ai-train", Source: "robots meta element noai"},
		{Use: "tdm", Source: "tdm-reservation meta element"},
	}
	for range 2 { // from the site, then from the cache
		p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/said"})
		require.NoError(t, err)
		assert.Equal(t, want, p.Provenance.Consent)
		assert.Contains(t, p.Content, "Norwick", "told, not acted on")
	}
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/other"})
	require.NoError(t, err)
	assert.Len(t, p.Provenance.Consent, 4)
	plain := newSite(t)
	p, err = plain.client(t).Fetch(t.Context(), webfetch.Request{URL: plain.URL + "/article.html"})
	require.NoError(t, err)
	assert.Nil(t, p.Provenance.Consent)
}

// What a header says to another robot is not said to this one.
func TestDirectivesForAnotherRobotAreNotTold(t *testing.T) {
	for value, told := range map[string]bool{
		"otherbot: noai": false, "Google-Extended: none, noai": false, "noindex, 360spider/1.0: noai": false, "harbourbot: noai": true,
		"noai": true, "max-snippet: 20, noai": true, "unavailable_after: 25 Jun 2099 15:00:00 PST, noai": true, "otherbot: noindex, HarbourBot: noai": true, "*: noai": true,
	} {
		s := serving(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Robots-Tag", value)
			fmt.Fprint(w, "High water is at noon.")
		})
		p, err := s.client(t, func(o *webfetch.Options) { o.UserAgent = "HarbourBot/2.1" }).Fetch(t.Context(), webfetch.Request{URL: s.URL + "/"})
		require.NoError(t, err)
		assert.Equal(t, told, len(p.Provenance.Consent) > 0, value)
	}
}
