package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// Pages that never let go end with their time, and the browser serves the next.
func TestPagesThatHoldTheBrowser(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/spin":   text(`<p>content</p><script>for (;;);</script>`),
		"/alerts": text(`<p>content</p><script>for (;;) alert('x')</script>`),
		"/good":   text("good"),
	})
	r := rendererOf(t, browser.Options{})
	_, err := r.Render(at(t, s.URL+"/good")) // the start is not measured
	require.NoError(t, err)
	for _, path := range []string{"/spin", "/alerts"} {
		t.Run(path, func(t *testing.T) {
			r.SetTimeout(2 * time.Second)
			began := time.Now()
			_, err := r.Render(at(t, s.URL+path))
			r.SetTimeout(60 * time.Second)
			assert.Equal(t, webfetch.RenderTimeout, codeOf(t, err))
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.Less(t, time.Since(began), 2*time.Second+slack)
			_, err = r.Render(at(t, s.URL+"/good"))
			require.NoError(t, err)
		})
	}
	assert.Empty(t, contexts(t, r))
}

// warm is a renderer whose browser runs, with a time for each page from then on.
func warm(t *testing.T, opts browser.Options, timeout time.Duration) *browser.Renderer {
	t.Helper()
	r := rendererOf(t, opts)
	_, err := r.Render(at(t, serve(t, map[string]string{"/": "good"}).URL))
	require.NoError(t, err)
	r.SetTimeout(timeout)
	return r
}

// contexts are the browser contexts of pages that are open.
func contexts(t *testing.T, r *browser.Renderer) []cdp.BrowserContextID {
	t.Helper()
	b := r.Running()
	require.NotNil(t, b)
	got, err := chromedp.CallBrowser(b.Context(), target.GetBrowserContexts, cdp.Empty{})
	require.NoError(t, err)
	return got.BrowserContextIDs
}

// A deadline of the caller is the caller's.
func TestTheCallersDeadline(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{"/spin": text(`<p>content</p><script>for (;;);</script>`)})
	_, req := at(t, s.URL+"/spin")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	_, err := shared.Render(ctx, req)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(time.Second, cancel)
	_, err = shared.Render(ctx, req)
	assert.ErrorIs(t, err, context.Canceled)
}

// A page that is still coming when its time ends is read as far as it is.
func TestAPageThatNeverEnds(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "<body><p>content</p>", strings.Repeat(" ", 4096))
		for r.Context().Err() == nil {
			_, _ = fmt.Fprint(w, "<i>more</i>")
			_ = http.NewResponseController(w).Flush()
			time.Sleep(50 * time.Millisecond)
		}
	}})
	r := warm(t, browser.Options{}, 8*time.Second)
	got, err := r.Render(at(t, s.URL+"/"))
	require.NoError(t, err)
	assert.True(t, warned(got, "still loading"))
	assert.Contains(t, string(got.HTML), "content")
}

func TestManyNodes(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": `<!doctype html><body><ul id=u></ul><script>
		const f = document.createDocumentFragment();
		for (let i = 0; i < 100000; i++) { const li = document.createElement('p'); li.textContent = 'n' + i; f.append(li) }
		u.append(f)</script>`})
	got := render(t, s.URL+"/")
	assert.Equal(t, 100000, strings.Count(string(got.HTML), "<p>"))
	assert.Contains(t, string(got.HTML), "<p>n99999</p>")
}

// A page that takes too much memory ends alone.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/objects": text(`<p>content</p><script>const keep = []; setInterval(() => { for (let i = 0; i < 1e5; i++) keep.push({i, s: 'x' + i, a: [i]}) }, 1)</script>`),
		"/buffers": text(`<p>content</p><script>const keep = []; const t = setInterval(() => { keep.push(new Uint8Array(64 << 20).fill(1)); fetch('/never') }, 50)</script>`),
		"/never":   slowly(time.Hour, ""),
		"/good":    text("good"),
	})
	r := rendererOf(t, browser.Options{PageMemory: 400 << 20})
	for _, path := range []string{"/objects", "/buffers"} {
		ctx, req := at(t, s.URL+path)
		req.Render.Wait = 20 * time.Second
		_, err := r.Render(ctx, req)
		assert.Equal(t, webfetch.RenderFailed, codeOf(t, err), path)
		_, err = r.Render(at(t, s.URL+"/good"))
		require.NoError(t, err)
	}
}

// A page gets no windows, dialogs, permissions, files or workers that outlive it.
func TestWhatPagesDoNotGet(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/{$}": text(`<!doctype html><body><form id=f target=_blank action=/popup></form><a id=a target=_blank href=/popup>x</a><a id=d download href=/file>x</a>
			<script type=module>
			const out = {};
			out.open = String(window.open('/popup'));
			f.submit(); a.click(); d.click();
			alert('hello'); out.confirm = String(confirm('sure?')); out.prompt = String(prompt('name?')); print();
			const ask = (p) => Promise.race([p, new Promise((r) => setTimeout(() => r('nothing'), 500))]).then(String, (e) => 'no');
			for (const name of ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'])
				out[name] = await ask(navigator.permissions.query({name}).then((s) => s.state));
			out.place = await ask(new Promise((y, n) => navigator.geolocation.getCurrentPosition(y, n)));
			out.notice = await ask(Notification.requestPermission());
			out.media = !navigator.mediaDevices ? 'none' : await ask(navigator.mediaDevices.getUserMedia({audio: true}));
			document.body.append(JSON.stringify(out)); document.body.className = 'done';
			</script>`),
		"/popup": text("popup"),
		"/file": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment; filename=evil.txt")
			_, _ = w.Write([]byte("evil"))
		},
	})
	r := rendererOf(t, browser.Options{})
	ctx, req := at(t, s.URL+"/")
	req.Render.Selector = "body.done"
	got, err := r.Render(ctx, req)
	require.NoError(t, err)
	_, out, found := strings.Cut(string(got.HTML), "</script>")
	require.True(t, found)
	assert.Contains(t, out, `"open":"null"`)
	assert.Contains(t, out, `"confirm":"false","prompt":"null"`)
	for _, granted := range []string{`"granted"`, `"prompt":"prompt"`, "MediaStream", "GeolocationPosition]"} {
		assert.NotContains(t, out, granted)
	}
	assert.Equal(t, s.URL+"/", got.URL)
	b := r.Running()
	pages, err := chromedp.CallBrowser(b.Context(), target.GetTargets, target.GetTargetsParams{})
	require.NoError(t, err)
	for _, info := range pages.TargetInfos {
		assert.NotContains(t, info.URL, "popup")
	}
	assert.Empty(t, filesNamed(t, b.Dir(), "evil"))
}

// filesNamed returns the files below dir with that in their names.
func filesNamed(t *testing.T, dir, part string) []string {
	t.Helper()
	var found []string
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() {
			found = append(found, filesNamed(t, dir+"/"+e.Name(), part)...)
		} else if strings.Contains(e.Name(), part) {
			found = append(found, e.Name())
		}
	}
	return found
}

// A service worker, cookies and stores of one page are not there for the next.
func TestPagesKnowNothingOfEachOther(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/{$}": text(`<!doctype html><body><script type=module>
			const seen = [document.cookie, localStorage.x, (await caches.keys()).length, !!navigator.serviceWorker.controller, (await navigator.serviceWorker.getRegistrations()).length];
			document.cookie = 'a=b'; localStorage.x = 'y'; await caches.open('c');
			await navigator.serviceWorker.register('/sw.js');
			await navigator.serviceWorker.ready;
			document.body.append('seen ' + JSON.stringify(seen));
			document.body.className = 'done';</script>`),
		"/sw.js": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte(`addEventListener('install', () => skipWaiting()); addEventListener('activate', (e) => e.waitUntil(clients.claim()));
				addEventListener('fetch', (e) => e.respondWith(new Response('hijacked', {headers: {'Content-Type': 'text/html'}})))`))
		},
	})
	for range 2 {
		ctx, req := at(t, s.URL+"/")
		req.Render.Selector = ".done"
		got, err := shared.Render(ctx, req)
		require.NoError(t, err)
		assert.Contains(t, string(got.HTML), `seen ["",null,0,false,0]`)
		assert.NotContains(t, string(got.HTML), "hijacked")
	}
}

// What a page loads is bounded, and told.
func TestBytesAreBounded(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/{$}":   text(`<!doctype html><body><p>content</p><script>fetch('/large').then((r) => r.text()).then((t) => document.body.append('got ' + t.length), () => document.body.append('cut off'))</script>`),
		"/large": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 3<<20)) },
		"/self":  text(strings.Repeat("x", 3<<20)),
	})
	for limit, starved := range map[int64]bool{4 << 20: false, 2 << 20: true} {
		r := rendererOf(t, browser.Options{MaxTransfer: limit})
		got, err := r.Render(at(t, s.URL+"/"))
		require.NoError(t, err)
		assert.Equal(t, starved, warned(got, "more bytes"))
		assert.Equal(t, starved, strings.Contains(bodyOf(t, got), "</script>cut off"))
		if starved {
			_, err = r.Render(at(t, s.URL+"/self"))
			assert.Equal(t, webfetch.ContentTooLarge, codeOf(t, err))
		}
	}
}

// The protocol tells much of what pages make: that is bounded too.
func TestLoudPages(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/data": "x", "/{$}": `<!doctype html><body><p>content</p><script>
		const big = 'x'.repeat(4 << 20);
		for (let i = 0; i < 5; i++) console.log(big + i);
		for (let i = 0; i < 1000; i++) console.error('noise ' + i);
		alert(big);
		for (let i = 0; i < 50; i++) fetch('/data?' + i);
		new Image().src = 'data:image/png;base64,' + big;
		</script>`})
	got := render(t, s.URL+"/")
	assert.Contains(t, string(got.HTML), "content")
}
