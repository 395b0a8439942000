package webfetch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

func asError(op string, page *url.URL, err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	var t *transport.Error
	if errors.As(err, &t) {
		return &Error{
			Op: op, URL: t.URL, Code: Code(t.Code), Status: t.Status, RetryAfter: t.RetryAfter,
			Retryable: t.Retryable, Retries: t.Retries, Redirects: t.Redirects, Err: t.Err,
		}
	}
	code := codeOf(err)
	return &Error{Op: op, URL: transport.RedactURL(page), Code: code, Retryable: failureOf(code).retryable, Err: err}
}

func codeOf(err error) Code {
	if stopped := new(panics.Error); errors.As(err, &stopped) {
		return Internal
	}
	for _, m := range []struct {
		target error
		code   Code
	}{
		{context.DeadlineExceeded, Timeout},
		{context.Canceled, Cancelled},
		{extract.ErrUnsupported, UnsupportedContentType},
		{extract.ErrBadSelector, InvalidInput},
		{extract.ErrTooLarge, ContentTooLarge},
		{extract.ErrMalformed, ExtractionFailed},
		{extract.ErrEncrypted, ExtractionFailed},
		{chunk.ErrOptions, InvalidInput},
		{compact.ErrOptions, InvalidInput},
	} {
		if errors.Is(err, m.target) {
			return m.code
		}
	}
	return Internal
}

// stepResult is the result of a step that ended with err, which may be nil.
func stepResult(op string, err error) observe.Result {
	if err == nil {
		return observe.Result{}
	}
	return observe.Result{Err: err, Code: string(asError(op, nil, err).Code)}
}

func (e Error) ofRequest(raw string, index int) *Error {
	e.OriginalURL, e.Index = raw, index
	return &e
}

func (c *Client) logPanic(ctx context.Context, err error) {
	stopped := new(panics.Error)
	if c.opts.Logger != nil && errors.As(err, &stopped) {
		c.opts.Logger.LogAttrs(ctx, slog.LevelError, stopped.Error(), slog.String("stack", string(stopped.Stack)))
	}
}

// maxErrorBody bounds how many bytes of an error page are extracted for its excerpt.
const maxErrorBody = 1 << 20

func (c *Client) statusError(ctx context.Context, call *fetchCall, resp *response) *Error {
	e := &Error{
		Op: "fetch", URL: transport.RedactURL(resp.URL), Code: HTTPError, Status: resp.Status, RetryAfter: resp.RetryAfter,
		Retryable: transport.MayPass(resp.Status), Retries: resp.Retries, Err: errors.New(http.StatusText(resp.Status)),
		head: call.Method == http.MethodHead,
	}
	if len(resp.Body) == 0 {
		return e
	}
	src := &extract.Source{URL: resp.URL, MediaType: resp.Header.Get("Content-Type"), Body: resp.Body[:min(len(resp.Body), maxErrorBody)]}
	doc, err := extractSafely(ctx, c.registry, src)
	c.logPanic(ctx, err)
	switch {
	case err == nil && doc.Verdict.Kind == extract.VerdictBotWall:
		wall := challengeError(resp.URL, doc.Verdict, resp.Status)
		wall.RetryAfter, wall.Retries = e.RetryAfter, e.Retries
		return wall
	case err == nil:
		e.Excerpt = clip(strings.TrimSpace(doc.Markdown), maxExcerpt)
	case isText(src.MediaType):
		e.Excerpt = clip(decoded(src.Body, src.MediaType), maxExcerpt)
	}
	c.scanExcerpt(ctx, e)
	return e
}

// scanExcerpt looks for instructions to a model in the excerpt of e, as in the content of a
// page. If the scan is incomplete it drops the excerpt: when ctx is done, and, if the
// options drop findings, when their scanner fails.
func (c *Client) scanExcerpt(ctx context.Context, e *Error) {
	found, failed, err := scanAll(ctx, c.opts.Hooks.Scanner, e.Excerpt, nil)
	if err != nil {
		e.Excerpt = ""
		return
	}
	text, ledger := injection.Quarantine(e.Excerpt, found, c.opts.Quarantine)
	e.Injections = withPlaces(found, ledger, text)
	if failed != nil {
		e.Warnings = append(e.Warnings, extract.Warning{Type: "scanner_failed", Message: scannerFailed})
		if c.opts.Quarantine == injection.Drop {
			text, e.Injections = "", movedTo(e.Injections, "")
		}
	}
	e.Excerpt = text
}

// challengeError is the error of a page that asks for a human (verdict bot_wall). Its
// Status is 0 where the challenge came with a status of success.
func challengeError(page *url.URL, v extract.Verdict, status int) *Error {
	if status < http.StatusBadRequest {
		status = 0
	}
	return &Error{
		Op: "fetch", URL: transport.RedactURL(page), Code: CaptchaDetected, Status: status,
		Err: fmt.Errorf("the site answered with a challenge: %s", strings.Join(v.Evidence, "; ")),
	}
}
