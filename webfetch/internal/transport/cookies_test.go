package transport_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// hop is what one request of a call is answered with.
type hop struct {
	set []string // Set-Cookie
	to  string   // Location; "": the page
}

// TestCookiesOfACall: what a site sets on the way is sent on to it within the call, as a
// browser does, and is gone with the call.
func TestCookiesOfACall(t *testing.T) {
	const a, b = "http://www.shop.example.com/", "http://www.other.example.org/"
	for what, tt := range map[string]struct {
		start string
		own   string // Cookie of the caller
		hops  []hop
		sent  []string // Cookie of each request
	}{
		"a gate that leads back":  {a, "", []hop{{[]string{"seen=1; Path=/"}, a}, {}}, []string{"", "seen=1"}},
		"a chain that counts":     {a, "", []hop{{[]string{"n=1"}, "/x"}, {[]string{"n=2"}, "/y"}, {}}, []string{"", "n=1", "n=2"}},
		"consent of another host": {a, "", []hop{{nil, "http://consent.shop.example.com/"}, {[]string{"ok=yes; Domain=shop.example.com"}, a}, {}}, []string{"", "", "ok=yes"}},
		"host only":               {a, "", []hop{{[]string{"s=1"}, "http://img.shop.example.com/"}, {}}, []string{"", ""}},
		"another site":            {a, "", []hop{{[]string{"s=1"}, b}, {nil, a}, {}}, []string{"", "", "s=1"}},
		"for a whole suffix":      {"http://a.co.uk/", "", []hop{{[]string{"s=1; Domain=co.uk"}, "http://b.co.uk/"}, {}}, []string{"", ""}},
		"for another site":        {a, "", []hop{{[]string{"s=1; Domain=example.org"}, b}, {}}, []string{"", ""}},
		"of another path":         {a, "", []hop{{[]string{"s=1; Path=/cart"}, "/page"}, {nil, "/cart/x"}, {}}, []string{"", "", "s=1"}},
		"secure":                  {a, "", []hop{{[]string{"s=1; Secure"}, "/page"}, {}}, []string{"", ""}},
		"taken back":              {a, "", []hop{{[]string{"s=1"}, "/x"}, {[]string{"s=; Max-Age=0"}, "/y"}, {}}, []string{"", "s=1", ""}},
		"over the caller's":       {a, "s=0; lang=de", []hop{{[]string{"s=1"}, "/x"}, {}}, []string{"s=0; lang=de", "lang=de; s=1"}},
		"values as they came":     {a, "", []hop{{[]string{`a={"k":"v, w"}`, "b=two words ; Path=/", `c="q"`, "d=Größe", "e==x=", "g"}, "/x"}, {}}, []string{"", `a={"k":"v, w"}; b=two words; c="q"; d=Größe; e==x=`}},
		"names as they came":      {a, "", []hop{{[]string{"user[id]=7", "(a)=1", "größe=xl", "two words=2", "=3"}, "/x"}, {}}, []string{"", "user[id]=7; (a)=1; größe=xl; two words=2"}},
		"spaces at equals signs":  {a, "", []hop{{[]string{"s = 1; Path = /x/; Domain= shop.example.com", "t=1;Path= /y"}, "http://img.shop.example.com/x/"}, {}}, []string{"", "s=1"}},
		"too long":                {a, "", []hop{{[]string{"s=" + strings.Repeat("x", 5000), "t=1"}, "/x"}, {}}, []string{"", "t=1"}},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var sent []string
				w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
					h := hop{}
					if len(sent) < len(tt.hops) {
						h = tt.hops[len(sent)]
					}
					sent = append(sent, r.Header.Get("Cookie"))
					w.Header()["Set-Cookie"] = h.set
					if h.to != "" {
						w.Header().Set("Location", h.to)
						w.WriteHeader(http.StatusFound)
					}
				})
				c := w.client(transport.Config{})
				header := http.Header{}
				if tt.own != "" {
					header.Set("Cookie", tt.own)
				}
				_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, tt.start), Header: header})
				require.NoError(t, err)
				assert.Equal(t, tt.sent, sent)
				_, err = get(t.Context(), c, tt.start)
				require.NoError(t, err)
				assert.Empty(t, sent[len(sent)-1], "forgotten after the call")
			})
		})
	}
}

// A loop stays one, whatever cookies it sets.
func TestLoopsWithCookies(t *testing.T) {
	for value, code := range map[string]string{"same": "REDIRECT_LOOP", "": "TOO_MANY_REDIRECTS"} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
				n++
				v := value
				if v == "" {
					v = strings.Repeat("x", n)
				}
				w.Header().Set("Set-Cookie", "s="+v)
				w.Header().Set("Location", "/")
				w.WriteHeader(http.StatusFound)
			})
			_, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/")
			assert.Equal(t, code, codeOf(t, err))
		})
	}
}

// Another try is sent the cookies that came with the failure before it.
func TestCookiesOfAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			if _, err := r.Cookie("pass"); err != nil {
				w.Header().Set("Set-Cookie", "pass=1")
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		resp, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/")
		require.NoError(t, err)
		assert.Equal(t, http.StatusOK, resp.Status)
		assert.Equal(t, 1, resp.Retries)
	})
}
