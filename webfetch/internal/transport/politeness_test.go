package transport_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// site answers robots.txt with one handler and everything else with "page".
func site(robotsTxt http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			robotsTxt(w, r)
			return
		}
		fmt.Fprint(w, "page")
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// A site may name in its robots.txt what a caller calls itself; who calls itself otherwise stays bound
// by the rules for our own name.
func TestRobotsForTheNameOfACaller(t *testing.T) {
	const mine, theirs, all = "user-agent: tester\ndisallow: /page", "user-agent: other\ndisallow: /page", "user-agent: *\ndisallow: /page\n\nuser-agent: tester\nallow: /"
	for what, tt := range map[string]struct {
		robots, agent, header string
		refused               bool
	}{
		"named":            {theirs, "Other/2.0 (+http://example.com)", "", true},
		"named, by header": {theirs, "", "other", true},
		"not named":        {theirs, "Third/1.0", "", false},
		"our own":          {theirs, "", "", false},
		"ours is bound":    {mine, "Other/2.0", "", true},
		"one of all":       {all, "Mozilla/5.0 (X11)", "", true},
		"ours among all":   {all, "tester/9", "", false},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, site(text(tt.robots)))
				r := &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true, UserAgent: tt.agent}
				if tt.header != "" {
					r.Header = http.Header{"user-agent": {tt.header}}
				}
				_, err := w.client(transport.Config{UserAgent: "Tester/1.0 (+http://example.com)"}).Do(t.Context(), r)
				assert.Equal(t, tt.refused, err != nil, "%v", err)
			})
		})
	}
}

func TestRobots(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	tests := map[string]struct {
		robots http.HandlerFunc
		code   string
		want   string // Response.Robots, or part of the error
		again  bool
	}{
		"allowed":              {text("User-agent: *\nAllow: /p\nDisallow: /\n"), "", `allowed: "Allow: /p" (line 2, group *)`, false},
		"no rule":              {text("User-agent: *\nDisallow: /x\n"), "", "allowed: no rule matches", false},
		"disallowed":           {text("User-agent: *\nDisallow: /\n"), "ROBOTS_BLOCKED", `disallowed: "Disallow: /" (line 2, group *)`, false},
		"own group":            {text("User-agent: *\nDisallow:\nUser-agent: tester\nDisallow: /page\n"), "ROBOTS_BLOCKED", `(line 4, group tester)`, false},
		"missing":              {status(404), "", "allowed: no robots.txt (status 404)", false},
		"forbidden":            {status(403), "", "allowed: no robots.txt (status 403)", false},
		"gone":                 {status(410), "", "allowed: no robots.txt (status 410)", false},
		"too many requests":    {status(429), "ROBOTS_BLOCKED", "unreachable, which means disallowed for now: status 429", true},
		"server error":         {status(500), "ROBOTS_BLOCKED", "unreachable, which means disallowed for now: status 500", true},
		"unavailable":          {status(503), "ROBOTS_BLOCKED", "status 503", true},
		"no answer":            {hang, "ROBOTS_BLOCKED", "no answer within 10 seconds", true},
		"redirect loop":        {redirect("/robots.txt"), "", "allowed: no robots.txt (status 302)", false},
		"redirect to nothing":  {redirect("/missing/robots.txt"), "", "allowed: no rule matches", false},
		"redirect to loopback": {redirect("http://127.0.0.1/"), "ROBOTS_BLOCKED", "special-purpose", true},
		"redirect refused":     {redirect("http://private.example.com/"), "ROBOTS_BLOCKED", "special-purpose", true},
		"cut body": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "99")
			fmt.Fprint(w, "x")
		}, "CONNECTION_FAILED", "before it is complete", true},
		"no length": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, "x")
		}, "DECOMPRESSION_FAILED", "content encoding", true},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, site(tt.robots))
				w.answers = map[string][]netip.Addr{"private.example.com": {netip.MustParseAddr("10.0.0.1")}}
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				c := w.client(transport.Config{UserAgent: "Tester/1.0 (+http://example.com)"})
				resp, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true})
				if tt.code == "" {
					require.NoError(t, err)
					assert.Equal(t, tt.want, resp.Robots)
					return
				}
				require.Error(t, err)
				assert.ErrorContains(t, err, tt.want)
				if tt.code == "ROBOTS_BLOCKED" {
					assert.Equal(t, tt.code, codeOf(t, err))
					assert.Equal(t, tt.again, err.(*transport.Error).Retryable)
				}
				blocked := new(transport.RobotsDecision)
				require.ErrorAs(t, err, &blocked)
				for _, request := range w.seen() {
					assert.NotContains(t, request, "/page")
				}
			})
		})
	}
}

// A host that can't be reached is told as such, not as a matter of robots.txt.
func TestRobotsOfUnreachableHost(t *testing.T) {
	tests := map[string]struct {
		url  string
		fail error
		code string
	}{
		"refused": {"http://a.example.com/", errRefused, "CONNECTION_FAILED"},
		"no name": {"http://gone.example.com/", nil, "DNS_ERROR"},
		"private": {"http://private.example.com/", nil, "SSRF_BLOCKED"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, text("ok"))
				w.answers = map[string][]netip.Addr{"private.example.com": {netip.MustParseAddr("10.0.0.1")}}
				w.dial = func(context.Context) error { return tt.fail }
				c := w.client(transport.Config{})
				request := &transport.Request{URL: parse(t, tt.url), Robots: true}
				_, err := c.Do(t.Context(), request)
				assert.Equal(t, tt.code, codeOf(t, err), "%v", err)
				assert.NotContains(t, err.Error(), "robots.txt", "it is the page that can't be reached")
				assert.Equal(t, tt.url, err.(*transport.Error).URL)
				assert.Equal(t, 1, strings.Count(err.Error(), tt.code), "the code is told once")
				if tt.fail != nil { // the failure is not kept
					time.Sleep(time.Millisecond)
					w.dial = nil
					_, err = c.Do(t.Context(), request)
					assert.NoError(t, err)
				}
			})
		})
	}
}

func TestRobotsOnEveryHop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			switch r.Host + r.URL.Path {
			case "a.example.com/":
				http.Redirect(w, r, "http://b.example.com/x", http.StatusFound)
			case "b.example.com/robots.txt":
				fmt.Fprint(w, "User-agent: *\nDisallow: /x")
			}
		})
		c := w.client(transport.Config{})
		_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), Robots: true})
		assert.Equal(t, "ROBOTS_BLOCKED", codeOf(t, err))
		assert.Equal(t, "http://b.example.com/x", err.(*transport.Error).URL)
		assert.Equal(t, []string{"http://a.example.com/"}, err.(*transport.Error).Redirects)
		assert.Equal(t, []string{"GET a.example.com /robots.txt", "GET a.example.com /", "GET b.example.com /robots.txt"}, w.seen())

		resp, err := get(t.Context(), c, "http://a.example.com/") // without robots
		require.NoError(t, err)
		assert.Equal(t, "http://b.example.com/x", resp.URL.String())
	})
}

func TestRobotsGetsNoCallerHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(_ http.ResponseWriter, r *http.Request) {
			assert.Equal(t, r.URL.Path != "/robots.txt", r.Header.Get("Authorization") != "")
		})
		_, err := w.client(transport.Config{}).Do(t.Context(), &transport.Request{
			URL: parse(t, "http://a.example.com/"), Robots: true, Header: http.Header{"Authorization": {"x"}},
		})
		require.NoError(t, err)
		assert.Len(t, w.seen(), 2)
	})
}

// A caller that has too little time to wait for its turn is told so. It is no
// matter of robots.txt, and no reason to refuse those with more time.
func TestRobotsOfAThrottledCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, site(status(404)))
		c := w.client(transport.Config{Hosts: hostlimit.Config{PerMinute: 6, Burst: 1}})
		c.Hosts().Pause(hostlimit.Request{Host: "a.example.com:80"}, 20*time.Second)
		call := func(patience time.Duration) error {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true})
			return err
		}
		results := make(chan error, 10)
		for range 10 {
			go func() { results <- call(10 * time.Second) }()
		}
		began := time.Now()
		for range 10 {
			err := <-results
			require.Equal(t, "RATE_LIMITED", codeOf(t, err), "%v", err)
			assert.Equal(t, 20*time.Second, err.(*transport.Error).RetryAfter)
			assert.Equal(t, "http://a.example.com/page", err.(*transport.Error).URL)
		}
		assert.Zero(t, time.Since(began))
		assert.NoError(t, call(time.Minute))
		assert.Equal(t, 20*time.Second, time.Since(began))
	})
}

// A host that does not answer is told as such while its robots.txt can't be asked for.
func TestRobotsOfABrokenHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, text("ok"))
		w.dial = func(context.Context) error { return errRefused }
		c := w.client(transport.Config{MaxRetries: -1})
		for i := range 10 {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			_, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true})
			cancel()
			assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
			assert.Equal(t, i >= 5, err.(*transport.Error).RetryAfter > 0, "%v", err)
			time.Sleep(time.Millisecond)
		}
		assert.Len(t, w.dialed, 5)
	})
}

func TestStaleRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answer := text("User-agent: *\nDisallow: /secret\n")
		w := newWorld(t, site(func(w http.ResponseWriter, r *http.Request) { answer(w, r) }))
		c := w.client(transport.Config{})
		_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true})
		require.NoError(t, err)
		answer = status(503)
		time.Sleep(25 * time.Hour)
		resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true})
		require.NoError(t, err)
		assert.True(t, resp.RobotsUnreachable)
		assert.Equal(t, "unreachable, last copy says: allowed: no rule matches", resp.Robots)
		_, err = c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/secret"), Robots: true})
		assert.Equal(t, "ROBOTS_BLOCKED", codeOf(t, err))
		assert.ErrorContains(t, err, `last copy says: disallowed: "Disallow: /secret"`)
	})
}

func TestCrawlDelay(t *testing.T) {
	tests := map[string]struct {
		line string
		gap  time.Duration
	}{
		"honoured":         {"Crawl-delay: 5", 5 * time.Second},
		"fraction":         {"Crawl-delay: 2.5", 2500 * time.Millisecond},
		"capped":           {"Crawl-delay: 86400", 30 * time.Second},
		"below the rate":   {"Crawl-delay: 0.1", time.Second},
		"nonsense":         {"Crawl-delay: soon", time.Second},
		"negative":         {"Crawl-delay: -5", time.Second},
		"of another agent": {"User-agent: other\nCrawl-delay: 20", time.Second},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var times []time.Time
				w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/robots.txt" {
						fmt.Fprint(w, "User-agent: *\nDisallow: /x\n"+tt.line+"\n")
						return
					}
					times = append(times, time.Now())
				})
				c := w.client(transport.Config{Hosts: hostlimit.Config{PerMinute: 60}})
				for range 8 {
					_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), Robots: true})
					require.NoError(t, err)
				}
				assert.Equal(t, tt.gap, times[7].Sub(times[6]))
			})
		})
	}
}

// Redirects of robots.txt are followed, five of them. Where they lead nowhere there is no file (RFC
// 9309, section 2.3.1.2).
func TestRedirectsOfRobotsTxt(t *testing.T) {
	const longestChain = 5
	chain := func(n int) func(i int) string {
		return func(i int) string {
			if i == n {
				return ""
			}
			return fmt.Sprintf("http://cdn.example.com/%d", i+1)
		}
	}
	for what, tt := range map[string]struct {
		target   func(i int) string // of the redirect number i; "": the file
		allowed  bool
		requests int
	}{
		"none":              {chain(0), false, 1},
		"one":               {chain(1), false, 2},
		"the longest chain": {chain(longestChain), false, longestChain + 1},
		"one over":          {chain(longestChain + 1), true, longestChain + 1},
		"a loop":            {func(i int) string { return fmt.Sprintf("http://cdn.example.com/%d", (i+1)%2) }, true, 3},
		"no target":         {func(int) string { return "-" }, true, 1},
		"not an address":    {func(int) string { return "http://[" }, true, 1},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
					i := 0
					if _, err := fmt.Sscanf(r.URL.Path, "/%d", &i); err != nil && r.URL.Path != "/robots.txt" {
						return // the page
					}
					asked++
					switch to := tt.target(i); to {
					case "":
						fmt.Fprint(w, "user-agent: *\ndisallow: /")
					case "-":
						w.WriteHeader(http.StatusMovedPermanently)
					default:
						w.Header().Set("Location", to)
						w.WriteHeader(http.StatusMovedPermanently)
					}
				})
				c := w.client(transport.Config{Hosts: hostlimit.Config{PerMinute: -1}, Redirect: func(context.Context, *url.URL, *url.URL) error { return errors.New("not asked about robots.txt") }})
				resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true, Header: http.Header{"X-Key": {"k"}}})
				if assert.Equal(t, tt.requests, asked); tt.allowed {
					require.NoError(t, err)
					assert.Equal(t, "allowed: no robots.txt (status 301)", resp.Robots)
				} else {
					assert.Equal(t, "ROBOTS_BLOCKED", codeOf(t, err))
				}
			})
		})
	}
}

// The error of a redirect of robots.txt to where nothing may be sent names that address.
func TestRefusedRedirectsOfRobotsTxtHaveAnAddress(t *testing.T) {
	for _, target := range []string{"http://127.0.0.1/robots.txt", "http://10.1.2.3:22/x?y", "http://b.example.com:25/robots.txt", `/\169.254.169.254/robots.txt`} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					w.Header()["Location"] = []string{target}
					w.WriteHeader(http.StatusFound)
				}
			})
			var last error
			c := w.client(transport.Config{WrapRobots: func(fetch transport.RobotsFetcher) transport.RobotsFetcher {
				return func(ctx context.Context, u *url.URL) (got *transport.RobotsResponse, err error) {
					got, err = fetch(ctx, u)
					last = err
					return got, err
				}
			}})
			_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/page"), Robots: true})
			assert.Equal(t, "ROBOTS_BLOCKED", codeOf(t, err))
			e := new(transport.Error)
			require.ErrorAs(t, last, &e)
			assert.Equal(t, "SSRF_BLOCKED", e.Code)
			assert.Equal(t, strings.Replace(target, `/\`, "http://", 1), e.URL)
		})
	}
}

func TestErrorText(t *testing.T) {
	cause := errors.New("cause")
	e := &transport.Error{Code: "DNS_ERROR", URL: "http://a.example.com/", Err: cause}
	assert.EqualError(t, e, "DNS_ERROR http://a.example.com/: cause")
	assert.ErrorIs(t, e, cause)
	assert.Empty(t, transport.RedactURL(nil))
	assert.Equal(t, "http://a.example.com/?q", transport.RedactURL(parse(t, "http://u:p@a.example.com/?q#f")))
}

// A request that robots.txt refuses to one agent, for which it has no delay, holds nobody up who waits for the delay of another.
func TestARefusedAgentHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				fmt.Fprint(w, "User-agent: *\nCrawl-delay: 20\nDisallow: /x\n\nUser-agent: other\nDisallow: /\n")
			}
		}).client(transport.Config{})
		get := func(agent string) error {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			defer cancel()
			_, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/"), Robots: true, UserAgent: agent})
			return err
		}
		require.NoError(t, get(""))
		assert.Equal(t, "ROBOTS_BLOCKED", codeOf(t, get("other")))
		require.NoError(t, get(""))
		go func() {
			time.Sleep(5 * time.Second)
			assert.Equal(t, "ROBOTS_BLOCKED", codeOf(t, get("other")))
		}()
		began := time.Now()
		require.NoError(t, get(""))
		assert.LessOrEqual(t, time.Since(began), 20*time.Second)
	})
}
