package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

func newRenderer(c *config.Config, opts webfetch.Options, logger *slog.Logger, stderr io.Writer) (*browser.Renderer, error) {
	if c.RenderEnabled == "false" {
		return nil, nil
	}
	r, err := browser.New(browser.Options{
		Remote: c.BrowserURL, AllowUnguarded: c.BrowserUnguarded,
		Policy: opts.Policy, Proxy: opts.Proxy, NoProxy: opts.NoProxy, UserAgent: opts.UserAgent,
		Timeout: time.Duration(c.RenderTimeoutMS) * time.Millisecond, Logger: logger,
	})
	switch {
	case err == nil:
		return r, nil
	case c.RenderEnabled == "auto" && errors.Is(err, browser.ErrNotFound):
		fmt.Fprintln(stderr, "webfetch: pages that need scripts can't be rendered: no browser was found;", browser.Install())
		return nil, nil
	}
	return nil, fmt.Errorf("RENDER_ENABLED=%s: %w", c.RenderEnabled, err)
}
