package browser

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func (t *tab) read(ctx context.Context) (*webfetch.Rendered, error) {
	limit := min(maxMessage/6, cmp.Or(t.req.MaxBytes, 10<<20))
	var text *string
	if err := t.eval(ctx, fmt.Sprintf("webfetch.read(%d)", limit), &text); err != nil {
		return nil, err
	}
	if text == nil || int64(len(*text)) > limit {
		return nil, errTooLarge
	}
	if d, _ := t.act.top(); d.status >= http.StatusBadRequest && d.failure != "" {
		return t.describe("", d.url) // an error page of the browser counts as an empty page
	}
	where := new(state)
	if err := t.eval(ctx, "webfetch.state(1e9)", where); err != nil {
		return nil, err
	}
	return t.describe(*text, where.URL)
}

func (t *tab) describe(text, where string) (*webfetch.Rendered, error) {
	d, before := t.act.top()
	u, err := url.Parse(where)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || d.status == 0 {
		return nil, errNowhere
	}
	header := make(http.Header, len(d.header))
	for name, value := range d.header {
		for line := range strings.SplitSeq(fmt.Sprint(value), "\n") {
			header.Add(name, line)
		}
	}
	return &webfetch.Rendered{
		URL: u.String(), Status: d.status, Header: header, Redirects: before, HTML: []byte(text),
	}, nil
}

// picture takes a PNG of the page, of at most maxSide pixels in each direction.
func (t *tab) picture(ctx context.Context) ([]byte, error) {
	// The window may be as high as the page by now.
	if _, err := cdp.Call(ctx, t.target, emulation.SetDeviceMetricsOverride, t.window(windowHeight)); err != nil {
		return nil, err
	}
	size, err := cdp.Call(ctx, t.target, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	got, err := cdp.Call(ctx, t.target, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatPng, CaptureBeyondViewport: new(true),
		Clip: &page.Viewport{
			Width:  math.Min(math.Ceil(size.CSSContentSize.Width), maxSide),
			Height: math.Min(math.Ceil(size.CSSContentSize.Height), maxSide), Scale: 1,
		},
	})
	if err != nil {
		return nil, err
	}
	return got.Data, nil
}
