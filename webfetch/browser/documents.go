package browser

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

var errTooManyRedirects = errors.New("the page leads to more documents than allowed")

// navigate goes to the page and waits until it has begun to come.
func (t *tab) navigate(ctx context.Context) error {
	t.proxy.AllowSite(t.url.Hostname())
	result, err := cdp.Call(ctx, t.target, page.Navigate, page.NavigateParams{URL: t.url.String()})
	switch {
	case err != nil:
		return err
	case result.IsDownload:
		return errNotAPage
	case result.ErrorText == "":
		return nil
	}
	if d, _ := t.act.top(); d.status >= http.StatusBadRequest {
		return nil // without a body, for which the browser shows a page of its own
	}
	return t.loadFailure(result.ErrorText)
}

// decide checks documents of the top frame as the first was.
func (t *tab) decide(ev *fetch.EventRequestPaused) {
	var err error
	if ev.FrameID == t.act.frame && ev.ResourceType == network.ResourceTypeDocument {
		if err = t.admit(ev); err != nil {
			t.fail(err)
		}
	}
	if err == nil && t.browser.remote {
		err = t.checkRemote(t.life, ev.Request.URL)
	}
	if err != nil {
		_, _ = cdp.Call(t.life, t.target, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
		return
	}
	_, _ = cdp.Call(t.life, t.target, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID, Headers: t.headers(ev.Request)})
}

func (t *tab) admit(ev *fetch.EventRequestPaused) error {
	u, err := url.Parse(ev.Request.URL)
	if err != nil {
		return err
	}
	t.deciding.Lock()
	defer t.deciding.Unlock()
	if t.hops++; t.hops == 1 {
		return nil // the page itself
	}
	if err := t.opts.Policy.CheckURL(u); err != nil {
		return err
	}
	if t.hops-1 > max(cmp.Or(t.req.MaxRedirects, 5), 0) {
		return errTooManyRedirects
	}
	if t.req.Render.Admit != nil {
		if err := t.askAdmit(u); err != nil {
			return &admitError{err}
		}
	}
	t.proxy.AllowSite(u.Hostname())
	return nil
}

// headers adds the caller's to a request to their origin; nil means those that it has.
func (t *tab) headers(r *network.Request) []*fetch.HeaderEntry {
	if len(t.req.Header) == 0 {
		return nil
	}
	u, err := url.Parse(r.URL)
	if err != nil || !strings.EqualFold(originOf(u), originOf(t.url)) {
		return nil
	}
	var out []*fetch.HeaderEntry
	for name, value := range r.Headers {
		if _, ours := t.req.Header[http.CanonicalHeaderKey(name)]; !ours {
			out = append(out, &fetch.HeaderEntry{Name: name, Value: fmt.Sprint(value)})
		}
	}
	for name, values := range t.req.Header {
		for _, value := range values {
			out = append(out, &fetch.HeaderEntry{Name: name, Value: value})
		}
	}
	return out
}
