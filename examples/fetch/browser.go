package main

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// attachBrowser gives the client of -render a browser. Without the flag, one is
// used where it is there and a page is nothing without scripts. It returns what
// ends it.
func (s *settings) attachBrowser(opts *webfetch.Options) (end func(), err error) {
	if !s.isURL() {
		return func() {}, nil
	}
	r, err := browser.New(browser.Options{Policy: opts.Policy, UserAgent: opts.UserAgent})
	switch {
	case err == nil:
		opts.Renderer = r
		return func() { _ = r.Close() }, nil
	case s.render:
		return nil, fmt.Errorf("-render: %w", err)
	}
	return func() {}, nil
}
