package browser_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// running is the browser of a renderer.
func running(t *testing.T, r *browser.Renderer) *browser.Process {
	t.Helper()
	b := r.Running()
	require.NotNil(t, b)
	return b
}

// Many pages at once leave nothing behind.
func TestManyPagesLeaveNothing(t *testing.T) {
	s := serve(t, map[string]string{"/": `<body><p id=p></p><script>fetch('/x').then(() => { p.textContent = 'content' })</script>`})
	_ = shared.Close()
	goroutines := runtime.NumGoroutine()
	t.Setenv("TMPDIR", t.TempDir())
	require.NoError(t, os.Chmod(os.Getenv("TMPDIR"), 0o755)) // the browser is another user
	defer func() {
		var err error
		shared, err = browser.New(sharedOptions())
		require.NoError(t, err)
	}()
	r := rendererOf(t, browser.Options{}.WithMaxPages(13))
	groups := map[int]bool{}
	var mu sync.Mutex
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for range manyPages / 4 {
				ctx, req := at(t, s.URL+"/")
				got, err := r.Render(ctx, req)
				if assert.NoError(t, err) {
					assert.Contains(t, string(got.HTML), "content")
				}
				mu.Lock()
				if b := r.Running(); b != nil {
					groups[b.Pid()] = true
				}
				mu.Unlock()
			}
		})
	}
	work.Wait()
	assert.GreaterOrEqual(t, len(groups), manyPages/13, "browsers were not replaced")
	if b := r.Running(); b != nil && b.Alive() {
		assert.Empty(t, contexts(t, r))
	}
	require.NoError(t, r.Close())
	for group := range groups {
		assert.Empty(t, living(group))
	}
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	assert.Empty(t, left)
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	s.CloseClientConnections()
	eventually(t, func() bool { return runtime.NumGoroutine() <= goroutines }, func() string {
		buf := make([]byte, 1<<20)
		return fmt.Sprintf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), goroutines, buf[:runtime.Stack(buf, true)])
	})
}

// manyPages is how many are rendered to see what they leave.
const manyPages = 40

// eventually waits for what other goroutines or processes are about to do.
func eventually(t *testing.T, done func() bool, otherwise func() string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(otherwise())
		}
	}
}

// A browser that is killed costs the pages under way, and the next page gets a
// new one.
func TestABrowserThatIsKilled(t *testing.T) {
	t.Parallel()
	arrived := make(chan bool, 1)
	s := site(t, map[string]http.HandlerFunc{
		"/wait": func(w http.ResponseWriter, r *http.Request) { arrived <- true; <-r.Context().Done() },
		"/good": text("good"),
	})
	r := rendererOf(t, browser.Options{})
	_, err := r.Render(at(t, s.URL+"/good"))
	require.NoError(t, err)
	b := running(t, r)
	failed := make(chan error, 1)
	ctx, req := at(t, s.URL+"/wait")
	go func() {
		_, err := r.Render(ctx, req)
		failed <- err
	}()
	<-arrived
	began := time.Now()
	require.NoError(t, b.Kill())
	assert.Equal(t, webfetch.RenderFailed, codeOf(t, <-failed))
	assert.Less(t, time.Since(began), slack)
	_, err = r.Render(at(t, s.URL+"/good"))
	require.NoError(t, err)
	assert.NotEqual(t, b.Pid(), running(t, r).Pid())
	<-b.Ended()
	assert.Empty(t, living(b.Pid()))
}

// A browser that nobody uses ends, and starts again with the next page.
func TestAnIdleBrowserEnds(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": "good"})
	r := rendererOf(t, browser.Options{IdleTimeout: 50 * time.Millisecond})
	_, err := r.Render(at(t, s.URL+"/"))
	require.NoError(t, err)
	if b := r.Running(); b != nil {
		<-b.Ended()
	}
	_, err = r.Render(at(t, s.URL+"/"))
	require.NoError(t, err)
}

// Close ends pages under way, and nothing can be rendered behind it.
func TestClose(t *testing.T) {
	t.Parallel()
	arrived := make(chan bool, 1)
	s := site(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) { arrived <- true; <-r.Context().Done() }})
	r := rendererOf(t, browser.Options{})
	failed := make(chan error, 1)
	ctx, req := at(t, s.URL+"/")
	go func() {
		_, err := r.Render(ctx, req)
		failed <- err
	}()
	<-arrived
	b := running(t, r)
	require.NoError(t, r.Close())
	assert.Equal(t, webfetch.RenderFailed, codeOf(t, <-failed))
	assert.Empty(t, living(b.Pid()))
	assert.NoDirExists(t, b.Dir())
	_, err := r.Render(ctx, req)
	assert.Equal(t, webfetch.RenderUnavailable, codeOf(t, err))
	require.NoError(t, r.Close())
}

// Pages above Options.Concurrency wait, within their time.
func TestConcurrencyIsBounded(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{"/": slowly(time.Hour, "")})
	r := warm(t, browser.Options{Concurrency: 1}, 2*time.Second)
	var work sync.WaitGroup
	for range 3 {
		work.Go(func() {
			_, err := r.Render(at(t, s.URL+"/"))
			assert.Equal(t, webfetch.RenderTimeout, codeOf(t, err))
		})
	}
	work.Wait()
	assert.LessOrEqual(t, running(t, r).Pages(), 3)
}

func TestABrowserThatDoesNotStart(t *testing.T) {
	t.Parallel()
	for path, says := range map[string]string{"/bin/false": "/bin/false", "/bin/ls": "unrecognized option"} {
		r := rendererOf(t, browser.Options{Path: path})
		ctx, req := at(t, "http://example.com/")
		_, err := r.Render(ctx, req)
		assert.Equal(t, webfetch.RenderUnavailable, codeOf(t, err))
		assert.ErrorContains(t, err, says)
		require.NoError(t, r.Close())
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	_, err := browser.New(browser.Options{Path: "/does/not/exist"})
	assert.ErrorIs(t, err, browser.ErrNotFound)
	for what, opts := range map[string]browser.Options{
		"Concurrency": {Concurrency: -1}, "Timeout": {Timeout: -1}, "Sandbox": {Sandbox: "maybe"},
	} {
		_, err := browser.New(opts)
		assert.ErrorContains(t, err, what)
		assert.False(t, errors.Is(err, browser.ErrNotFound))
	}
}

// The sandbox is on wherever the system lets it be, for root too.
func TestSandbox(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": "good"})
	r := rendererOf(t, browser.Options{Sandbox: "off"})
	_, err := r.Render(at(t, s.URL+"/"))
	require.NoError(t, err)
	assert.False(t, r.Sandboxed())
	r = rendererOf(t, browser.Options{Sandbox: "required"})
	_, err = r.Render(at(t, s.URL+"/"))
	if err != nil { // in a container that allows no namespaces
		assert.Equal(t, webfetch.RenderUnavailable, codeOf(t, err))
		return
	}
	assert.True(t, r.Sandboxed())
}
