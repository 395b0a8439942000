package local_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/local"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestGuard(t *testing.T) {
	h := local.Guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for host, want := range map[string]int{
		"localhost": 200, "localhost:80": 200, "127.0.0.1": 200, "127.8.8.8:80": 200, "[::1]": 200, "[::1]:80": 200,
		"localhost.evil.example": 403, "evil.example:80": 403, "10.0.0.1": 403, "0.0.0.0": 403, "127.0.0.1.evil.example": 403,
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "http://"+host+"/", nil))
		assert.Equal(t, want, w.Code, host)
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://localhost/", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	h.ServeHTTP(w, r)
	assert.Equal(t, 403, w.Code)
}

// Only loopback addresses are listened on, and the end of the context ends it.
func TestServe(t *testing.T) {
	for addr, ok := range map[string]bool{"127.0.0.1:0": true, "localhost:0": true, "0.0.0.0:0": false, ":0": false, "192.168.1.7:0": false, "example.org:0": false} {
		ctx, stop := context.WithCancel(t.Context())
		var out bytes.Buffer
		ended := false
		err := local.Serve(ctx, addr, false, &out, func(opts webfetch.Options) (http.Handler, func(), error) {
			assert.Nil(t, opts.Policy)
			stop()
			return http.NotFoundHandler(), func() { ended = true }, nil
		})
		stop()
		assert.Equal(t, ok, ended, addr)
		if !ok {
			require.ErrorContains(t, err, "give a loopback address", addr)
			continue
		}
		require.NoError(t, err, addr)
		assert.True(t, strings.HasPrefix(out.String(), "http://127.0.0.1:"), out.String())
	}
}
