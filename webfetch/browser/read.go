package browser

import (
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

// read takes the document as it is now.
func (t *tab) read(ctx context.Context) (*webfetch.Rendered, error) {
	limit := int64(maxMessage / 6)
	if t.req.MaxBytes > 0 {
		limit = min(limit, t.req.MaxBytes)
	}
	var text *string
	if err := t.eval(ctx, fmt.Sprintf("webfetch.read(%d)", limit), &text); err != nil {
		return nil, err
	}
	if text == nil || int64(len(*text)) > limit {
		return nil, errTooLarge
	}
	where := new(state)
	if err := t.eval(ctx, "webfetch.state(1e9)", where); err != nil {
		return nil, err
	}
	return t.describe(*text, where.URL)
}

// describe tells what came with the document. An address that is none of the
// web, as that of a blob, is left for that of the response.
func (t *tab) describe(text, where string) (*webfetch.Rendered, error) {
	t.act.mu.Lock()
	defer t.act.mu.Unlock()
	u, err := url.Parse(where)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		if u, err = url.Parse(t.act.url); err != nil || u.Host == "" {
			return nil, errNowhere
		}
	}
	if t.act.status == 0 {
		return nil, errNowhere
	}
	header := make(http.Header, len(t.act.header))
	for name, value := range t.act.header {
		for line := range strings.SplitSeq(fmt.Sprint(value), "\n") {
			header.Add(name, line)
		}
	}
	return &webfetch.Rendered{
		URL: u, Status: t.act.status, Header: header, Redirects: t.act.redirects, HTML: []byte(text),
		BlockedHosts: t.proxy.Blocked(), Starved: t.proxy.Exhausted(),
	}, nil
}

// picture takes a PNG of the page, of at most maxSide pixels in each direction.
func (t *tab) picture(ctx context.Context) ([]byte, error) {
	// The window may be as high as the page by now.
	if _, err := cdp.Call(ctx, t.target, emulation.SetDeviceMetricsOverride, t.window(t.height())); err != nil {
		return nil, err
	}
	size, err := cdp.Call(ctx, t.target, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	got, err := cdp.Call(ctx, t.target, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatPng, CaptureBeyondViewport: ptr(true),
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
