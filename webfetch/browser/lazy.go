package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
)

const (
	lazyRounds = 10                     // how often the end of a page is looked for at most
	lazyQuiet  = 100 * time.Millisecond // without anything new at the end of the page: it has nothing more to load
)

// settle waits as WaitUntil says, and loads what the page keeps for those who scroll. It reports
// whether the page came to rest.
func (t *tab) settle(ctx context.Context, until time.Time) (bool, error) {
	if longest := time.Now().Add(t.opts.longestWait); t.req.Render.WaitUntil == "" && longest.Before(until) {
		until = longest
	}
	done, err := t.waitFor(ctx, until, "", t.settled(t.req.Render.WaitUntil))
	if err != nil || !done || t.req.Render.WaitUntil == "load" || t.req.Render.WaitUntil == "domcontentloaded" {
		return done, err
	}
	return t.loadLazy(ctx, until)
}

// loadLazy goes to the end of the page and makes the window as high as the page, which shows all
// of it to what loads parts as they come into view, as long as that makes the page change.
func (t *tab) loadLazy(ctx context.Context, until time.Time) (bool, error) {
	height := windowHeight
	for range lazyRounds {
		var end struct{ Height, Changes int }
		if err := t.eval(ctx, "webfetch.reveal()", &end); err != nil {
			return false, err
		}
		if end.Height <= height {
			return true, nil
		}
		height = min(end.Height, maxSide)
		if _, err := cdp.Call(ctx, t.target, emulation.SetDeviceMetricsOverride, t.window(height)); err != nil {
			return false, err
		}
		if err := sleep(ctx, lazyQuiet); err != nil {
			return false, err
		}
		s, err := t.look(ctx, "")
		if err != nil {
			return false, err
		}
		if count, _ := t.act.loading(s.since()); count == 0 && s.Changes == end.Changes {
			return true, nil
		}
		if done, err := t.waitFor(ctx, until, "", t.settled(t.req.Render.WaitUntil)); err != nil || !done {
			return done, err
		}
	}
	return true, nil
}
