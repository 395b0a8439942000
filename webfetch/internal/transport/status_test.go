package transport_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// Statuses by which a proxy in front of a site tells of a fault are tried again.
func TestStatusesThatMayPass(t *testing.T) {
	for status, tries := range map[int]int{
		500: 3, 502: 3, 520: 3, 525: 3, 527: 3, 530: 3, 598: 3, 599: 3, 408: 3, 425: 3,
		501: 1, 505: 1, 507: 1, 511: 1, 519: 1, 531: 1, 400: 1, 403: 1, 404: 1, 451: 1,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, failing(9, status, nil))
				resp, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/")
				require.NoError(t, err)
				assert.Equal(t, status, resp.Status)
				assert.Len(t, w.seen(), tries)
			})
		})
	}
}

// A server that does not like our list of types is asked for any, unless the list is the
// caller's.
func TestNotAcceptable(t *testing.T) {
	for what, tt := range map[string]struct {
		likes func(accept string) bool
		own   string
		want  int
		seen  int
	}{
		"only any":         {func(a string) bool { return a == "*/*" }, "", 200, 2},
		"first type only":  {func(a string) bool { return strings.HasPrefix(a, "text/html") || strings.HasPrefix(a, "*/*") }, "", 200, 2},
		"no parameters":    {func(a string) bool { return !strings.Contains(a, ";") }, "", 200, 2},
		"nothing":          {func(string) bool { return false }, "", 406, 2},
		"the caller's own": {func(a string) bool { return a == "*/*" }, "text/csv", 406, 1},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
					if !tt.likes(r.Header.Get("Accept")) {
						w.WriteHeader(http.StatusNotAcceptable)
					}
				})
				header := http.Header{}
				if tt.own != "" {
					header.Set("Accept", tt.own)
				}
				resp, err := w.client(transport.Config{}).Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), Header: header})
				require.NoError(t, err)
				assert.Equal(t, tt.want, resp.Status)
				assert.Len(t, w.seen(), tt.seen)
			})
		})
	}
}
