package browser_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// slowly answers after a time.
func slowly(d time.Duration, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(d):
			_, _ = w.Write([]byte(body))
		case <-r.Context().Done():
		}
	}
}

func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(body))
	}
}

// events sends one event after a time, and stays.
func events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	select {
	case <-time.After(700 * time.Millisecond):
		fmt.Fprint(w, "data: content\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case <-r.Context().Done():
	}
}

const (
	chained = `<!doctype html><body><p id=p>wait</p><script type=module>
		const a = await (await fetch('/slow?1')).text();
		const b = await (await fetch('/slow?2')).text();
		p.textContent = 'content ' + a + b;</script>`
	late = `<!doctype html><body><p id=p>wait</p><script>setTimeout(() => { p.textContent = 'content'; p.className = 'ready' }, 700)</script>`
)

// prose is more text than a page has that is still to be made.
var prose = strings.Repeat("This page has its content from the start. ", 20)

// The default wait ends with the last request and change, whatever else goes on
// for ever.
func TestTheDefaultWait(t *testing.T) {
	t.Parallel()
	r := rendererOf(t, browser.Options{Concurrency: 8}.WithPatience(2*time.Second, 3*time.Second))
	for what, tt := range map[string]struct {
		page   string
		most   time.Duration // from 300 ms, that of an empty page
		missed bool
	}{
		"nothing":         {page: `<p>content</p>`, most: 0},
		"chained fetches": {page: chained, most: 900 * time.Millisecond},
		"steps": {page: `<p id=p></p><script>let n = 0;
			const t = setInterval(() => { p.textContent += 'x'; if (++n == 8) { clearInterval(t); p.textContent = 'content' } }, 150)</script>`, most: 1300 * time.Millisecond},
		"an endless poll":     {page: `<p>content</p><script>setInterval(() => fetch('/fast?' + Math.random()), 100)</script>`, most: time.Second},
		"a long poll":         {page: `<p>content</p><script>fetch('/never')</script>`, most: 2 * time.Second},
		"an event source":     {page: `<p>content</p><script>new EventSource('/never')</script>`, most: time.Second},
		"a source of content": {page: `<p id=p>wait</p><script>new EventSource('/events').onmessage = (e) => { p.textContent = e.data }</script>`, most: 1800 * time.Millisecond},
		"a timer":             {page: late, most: 1700 * time.Millisecond},
		"a worker that thinks": {page: `<p id=p>wait</p><script>
			const w = new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage("content"), 700)'])));
			w.onmessage = (e) => { p.textContent = e.data }</script>`, most: 1700 * time.Millisecond},
		"text, and a long silence": {page: `<p>` + prose + `</p><script>setTimeout(() => {}, 5000)</script>`, most: 0},
		"an endless image":         {page: `<p>content</p><img src="/never">`, most: 0},
		"a clock":                  {page: `<p>content</p><i id=i></i><script>setInterval(() => { i.textContent = new Date().toISOString() }, 50)</script>`, most: time.Second},
		"an endless feed":          {page: `<p>content</p><ul id=u></ul><script>setInterval(() => { u.innerHTML += '<li>x' }, 100)</script>`, most: 3 * time.Second, missed: true},
		"a worker that loads":      {page: `<p>content</p><script>new Worker(URL.createObjectURL(new Blob(['fetch("` + "BASE" + `/never")'])))</script>`, most: time.Second},
		"a slow shadow root": {page: `<x-late></x-late><script>
			customElements.define('x-late', class extends HTMLElement { connectedCallback() {
				const root = this.attachShadow({mode: 'open'});
				setTimeout(() => { root.innerHTML = '<p>step</p>'; setTimeout(() => { root.innerHTML = '<p>content</p>' }, 200) }, 200) } })</script>`, most: 700 * time.Millisecond},
		"a frame that is filled": {page: `<iframe srcdoc="<p id=p>wait</p><script>setTimeout(() => { p.textContent = 'step' }, 200); setTimeout(() => { p.textContent = 'content' }, 400)</script>"></iframe>`, most: 700 * time.Millisecond},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := site(t, map[string]http.HandlerFunc{
				"/{$}": text(tt.page), "/slow": slowly(300*time.Millisecond, "x"), "/fast": slowly(10*time.Millisecond, "x"), "/never": slowly(time.Hour, ""),
				"/events": events,
			})
			began := time.Now()
			got, err := r.Render(at(t, s.URL+"/"))
			require.NoError(t, err)
			assert.Contains(t, string(got.HTML), "content")
			assert.Equal(t, tt.missed, warned(got, "still loading"))
			assert.Less(t, time.Since(began), tt.most+slack, "how long")
		})
	}
}

// slack is for a machine that does much else, and the race detector.
const slack = 6 * time.Second

func TestWaitUntil(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/{$}":  text(`<!doctype html><body><p>first</p><img src="/slow"><script>addEventListener('load', () => { document.body.append('loaded'); fetch('/slow?late').then(() => document.body.append(' idle')) })</script>`),
		"/slow": slowly(400*time.Millisecond, "x"),
	})
	for kind, want := range map[string]struct{ loaded, idle bool }{
		"domcontentloaded": {false, false}, "load": {true, false}, "networkidle": {true, true},
	} {
		ctx, req := at(t, s.URL+"/")
		req.Render.WaitUntil = kind
		got, err := shared.Render(ctx, req)
		require.NoError(t, err)
		assert.Contains(t, string(got.HTML), "first")
		body := bodyOf(t, got)
		_, after, _ := cutLast(body, "</script>")
		assert.Equal(t, want.loaded, len(after) > 0, "%s: %s", kind, after)
		assert.Equal(t, want.idle, after == "loaded idle", "%s: %s", kind, after)
	}
}

func cutLast(s, sep string) (before, after string, found bool) {
	for i := len(s) - len(sep); i >= 0; i-- {
		if s[i:i+len(sep)] == sep {
			return s[:i], s[i+len(sep):], true
		}
	}
	return s, "", false
}

func TestWaitForASelector(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": late})
	ctx, req := at(t, s.URL+"/")
	req.Render.Selector = "p.ready"
	got, err := shared.Render(ctx, req)
	require.NoError(t, err)
	assert.Contains(t, string(got.HTML), "content")
	assert.False(t, warned(got, "matched the selector"))
	assert.False(t, warned(got, "still loading"))
}

// A selector that never matches is told, and what is there is read.
func TestASelectorThatNeverMatches(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": late})
	r := warm(t, browser.Options{}, 4*time.Second)
	ctx, req := at(t, s.URL+"/")
	req.Render.Selector = ".never"
	got, err := r.Render(ctx, req)
	require.NoError(t, err)
	assert.True(t, warned(got, "matched the selector"))
	assert.Contains(t, string(got.HTML), "content")
}

func TestASelectorThatIsNone(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": late})
	ctx, req := at(t, s.URL+"/")
	req.Render.Selector = "p["
	_, err := shared.Render(ctx, req)
	assert.Equal(t, webfetch.InvalidInput, codeOf(t, err))
}

func TestAnExtraWait(t *testing.T) {
	t.Parallel()
	never, answer := slowly(time.Hour, ""), slowly(700*time.Millisecond, "x")
	s := site(t, map[string]http.HandlerFunc{
		"/{$}": text(`<!doctype html><body><p id=p>wait</p><script>fetch('/part' + location.search).then(() => { p.className = 'ready' })</script>`),
		"/part": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery == "never" {
				never(w, r)
			} else {
				answer(w, r)
			}
		},
	})
	ctx, req := at(t, s.URL+"/?never")
	req.Render.WaitUntil = "load"
	got, err := shared.Render(ctx, req)
	require.NoError(t, err)
	assert.NotContains(t, bodyOf(t, got), `class="ready"`)
	ctx, req = at(t, s.URL+"/")
	req.Render.WaitUntil, req.Render.Wait = "load", 3*time.Second
	got, err = shared.Render(ctx, req)
	require.NoError(t, err)
	assert.Contains(t, bodyOf(t, got), `class="ready"`)
}

// Lists that load their next part when its place comes into view are read to
// their end, or to a bound.
func TestLazyContent(t *testing.T) {
	t.Parallel()
	const list = `<!doctype html><body>%s<ul id=list></ul><div id=end style="height:10px"></div><script>
		let next = 0;
		const more = async () => {
			if (next >= %d) return;
			const part = next; next += 10;
			await fetch('/part?' + part);
			for (let i = part; i < part + 10; i++) list.insertAdjacentHTML('beforeend', '<li style="height:200px">item ' + i + '.</li>');
		};
		%s</script>`
	const observed = `new IntersectionObserver(async (seen) => { if (seen.at(-1).isIntersecting) { await more(); const o = end; o.remove(); list.after(o) } }, {rootMargin: '100px'}).observe(end);
		more().then(() => { const o = new IntersectionObserver(async (seen) => { if (seen[0].isIntersecting) { o.disconnect(); await more(); o.observe(end) } }); o.observe(end) })`
	const scrolled = `more(); addEventListener('scroll', () => { if (scrollY + innerHeight >= document.documentElement.scrollHeight - 50) more() })`
	const inside = `more(); list.style = 'height:100vh;overflow:auto;margin:0'; list.onscroll = () => { if (list.scrollTop + list.clientHeight >= list.scrollHeight - 50) more() }`
	for what, tt := range map[string]struct {
		script string
		all    int
		least  int
	}{
		"an observer":              {observed, 60, 60},
		"events of scrolling":      {scrolled, 60, 60},
		"a part that scrolls":      {inside, 40, 40},
		"a list that has no end":   {scrolled, 1 << 30, 50},
		"a page that fits already": {`more()`, 10, 10},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := site(t, map[string]http.HandlerFunc{"/{$}": text(fmt.Sprintf(list, "", tt.all, tt.script)), "/part": slowly(20*time.Millisecond, "x")})
			got := render(t, s.URL+"/")
			for i := range tt.least {
				require.Contains(t, string(got.HTML), fmt.Sprintf(">item %d.<", i))
			}
		})
	}
}
