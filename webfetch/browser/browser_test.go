package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// shared is the renderer of the tests that need none of their own.
var shared *browser.Renderer

// renderForEver is the variable that makes the test program render an address,
// print the browser's process and folder, and wait.
const renderForEver = "WEBFETCH_TEST_RENDER"

func helper(address string) {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	r, err := browser.New(browser.Options{Policy: loopbackPolicy()})
	if err != nil {
		panic(err)
	}
	if _, err := r.Render(context.Background(), webfetch.Request{URL: u.String()}); err != nil {
		panic(err)
	}
	fmt.Println(r.Running().Pid(), r.Running().Dir())
	select {}
}

// sharedOptions are those of shared.
func sharedOptions() browser.Options {
	return browser.Options{Policy: loopbackPolicy(), Concurrency: 8}
}

func TestMain(m *testing.M) {
	if address := os.Getenv(renderForEver); address != "" {
		helper(address)
	}
	var err error
	if shared, err = browser.New(sharedOptions()); err != nil {
		panic(err) // .ci/prepare installs a browser
	}
	code := m.Run()
	_ = shared.Close()
	os.Exit(code)
}

// loopbackPolicy allows the servers of the tests, on 127.0.0.1.
func loopbackPolicy() *security.Policy {
	return security.AllowLoopback()
}

// serve serves pages by path; "/" is the first.
func serve(t testing.TB, pages map[string]string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	for path, body := range pages {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(body))
		})
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// at is a request for an address, with time that only a broken test needs.
func at(t testing.TB, address string) (context.Context, webfetch.Request) {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx, webfetch.Request{URL: u.String(), MaxBytes: 10 << 20, MaxRedirects: 5}
}

func render(t testing.TB, address string) *webfetch.Rendered {
	t.Helper()
	got, err := shared.Render(at(t, address))
	require.NoError(t, err)
	return got
}

// warned reports whether a page has a warning with a text.
func warned(got *webfetch.Rendered, text string) bool {
	return slices.ContainsFunc(got.Warnings, func(w extract.Warning) bool { return strings.Contains(w.Message, text) })
}

func TestScriptsMakeThePage(t *testing.T) {
	s := serve(t, map[string]string{
		"/{$}": `<!doctype html><title>x</title><div id=app></div><script>
			fetch('/data').then(r => r.text()).then(text => setTimeout(() => {
				document.title = 'Harbour';
				app.innerHTML = '<h1>Levels</h1><p>' + text + '</p>';
			}, 50));</script>`,
		"/data": "low water at noon",
	})
	got := render(t, s.URL+"/")
	assert.Equal(t, http.StatusOK, got.Status)
	assert.Equal(t, s.URL+"/", got.URL)
	assert.Contains(t, string(got.HTML), "<title>Harbour</title>")
	assert.Contains(t, string(got.HTML), "<h1>Levels</h1><p>low water at noon</p>")
	assert.False(t, warned(got, "still loading"))
	assert.Empty(t, got.Redirects)
	assert.Equal(t, "text/html; charset=utf-8", got.Header.Get("Content-Type"))
}

// site serves by handlers.
func site(t testing.TB, handlers map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	for path, h := range handlers {
		mux.HandleFunc(path, h)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}
