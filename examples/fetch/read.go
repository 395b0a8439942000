package main

import (
	"context"
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func read(ctx context.Context, c *webfetch.Client, s *settings, in io.Reader, report func(stage string, done, total int64)) (*webfetch.Packet, error) {
	if s.isURL() {
		request := s.request()
		request.URL, request.Progress = s.source, report
		return c.Fetch(ctx, request)
	}
	options := s.request().Extract
	body, mediaType, err := readFile(s.source, in, s.maxBytes)
	if err != nil {
		return nil, err
	}
	if s.contentType != "" {
		mediaType = s.contentType
	}
	options.Progress = func(done, total int) {
		report("extract", int64(done), int64(total))
	}
	return c.Extract(ctx, extract.Source{MediaType: mediaType, Body: body}, options)
}

func (s *settings) request() webfetch.Request {
	r := webfetch.Request{Timeout: s.timeout, IgnoreRobots: s.ignoreRobots}
	r.Extract = webfetch.ExtractOptions{RawOnly: s.view == "raw", Style: linkstyle.Style{Images: "alt", CleanAddresses: true}}
	r.Extract.Explain, r.Extract.Select = s.explain, s.selectors
	if s.render {
		r.Mode = "render"
	}
	return r
}

// readFile reads a file, or standard input for "-", to one byte over the limit,
// which the client refuses.
func readFile(name string, in io.Reader, limit int64) (body []byte, mediaType string, err error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, "", fmt.Errorf("%w (a URL begins with http:// or https://)", err)
		}
		defer f.Close()
		in, mediaType = f, mime.TypeByExtension(filepath.Ext(name))
	}
	body, err = io.ReadAll(io.LimitReader(in, limit+1))
	return body, mediaType, err
}
