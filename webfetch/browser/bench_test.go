package browser_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// application is a page of some hundred elements that its script makes of data.
const application = `<!doctype html><body><div id=app></div><script type=module>
	const data = await (await fetch('/data')).json();
	setTimeout(() => { app.innerHTML = '<h1>Harbours</h1>' + data.map((d) => '<section><h2>' + d + '</h2><p>Text of ' + d + ' in some words.</p></section>').join('') }, 20);
	</script>`

func applicationSite(b *testing.B) string {
	s := site(b, map[string]http.HandlerFunc{
		"/{$}": text(application),
		"/data": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`["a"` + strings.Repeat(`,"b"`, 9) + `]`))
		},
	})
	return s.URL + "/"
}

// quiet is for what chromedp logs.
func quiet(string, ...any) {}

// BenchmarkWarmRender measures, turn and turn about, a render and what chromedp
// alone takes for the same: a new browser context, the navigation, a wait for 250
// ms without a change, and the document. Neither has a sandbox, as chromedp has none
// for root. x/chromedp is the ratio of the medians.
func BenchmarkWarmRender(b *testing.B) {
	address := applicationSite(b)
	r := rendererOf(b, browser.Options{Sandbox: "off"}.WithMaxPages(1<<20))
	alone, end := chromedp.NewContext(b.Context(), chromedp.WithAllocatorOptions(chromedp.ExecPath(r.Path())), chromedp.WithErrorf(quiet), chromedp.WithLogf(quiet))
	defer end()
	require.NoError(b, chromedp.Do(alone))
	ours := func() {
		ctx, req := at(b, address)
		got, err := r.Render(ctx, req)
		require.NoError(b, err)
		require.Contains(b, string(got.HTML), "Harbours")
	}
	theirs := func() {
		ctx, end := chromedp.NewContext(alone, chromedp.WithNewBrowserContext())
		defer end()
		require.NoError(b, chromedp.Do(ctx, chromedp.Navigate(address)))
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`new Promise((done) => {
			let timer = setTimeout(done, 250, true);
			new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 250, true) }).observe(document, {subtree: true, childList: true, characterData: true});
		})`, chromedp.EvalAwaitPromise))
		require.NoError(b, err)
		html, err := chromedp.Run(ctx, chromedp.OuterHTML("html"))
		require.NoError(b, err)
		require.Contains(b, html, "Harbours")
	}
	ours()
	theirs()
	var times [2][]time.Duration
	for b.Loop() {
		for i, render := range []func(){ours, theirs} {
			began := time.Now()
			render()
			times[i] = append(times[i], time.Since(began))
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	median := func(d []time.Duration) float64 { return float64(d[len(d)/2].Microseconds()) / 1000 }
	b.ReportMetric(median(times[0]), "ms/render")
	b.ReportMetric(float64(times[0][len(times[0])*95/100].Microseconds())/1000, "ms/render-p95")
	b.ReportMetric(median(times[1]), "ms/chromedp")
	b.ReportMetric(median(times[0])/median(times[1]), "x/chromedp")
}

// BenchmarkFourAtOnce measures pages a minute with four of them open.
func BenchmarkFourAtOnce(b *testing.B) {
	address := applicationSite(b)
	r := rendererOf(b, browser.Options{Concurrency: 4})
	began, pages := time.Now(), 0
	for b.Loop() {
		var work sync.WaitGroup
		for range 4 {
			work.Go(func() {
				for range 5 {
					ctx, req := at(b, address)
					if _, err := r.Render(ctx, req); err != nil {
						b.Error(err)
					}
				}
			})
		}
		work.Wait()
		pages += 20
	}
	b.ReportMetric(float64(pages)/time.Since(began).Minutes(), "pages/min")
}

// BenchmarkColdStart measures from nothing to the first page.
func BenchmarkColdStart(b *testing.B) {
	address := applicationSite(b)
	for b.Loop() {
		r, err := browser.New(browser.Options{Policy: loopbackPolicy()})
		require.NoError(b, err)
		ctx, req := at(b, address)
		_, err = r.Render(ctx, req)
		require.NoError(b, err)
		b.StopTimer()
		_ = r.Close()
		b.StartTimer()
	}
}
