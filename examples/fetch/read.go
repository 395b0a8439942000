package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/bar"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
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

// crawlSite writes the pages of a site one after the other, each behind lines of YAML that say
// which it is, and the failures to head. It fails where no page could be read.
func crawlSite(ctx context.Context, client *webfetch.Client, s *settings, progress *bar.Bar, out, head *pen) error {
	c, err := crawl.New(client, crawl.Options{Seeds: []string{s.source}, MaxPages: s.crawl, Request: s.request()})
	if err != nil {
		return usage{Err: err}
	}
	read, failed := 0, 0
	var first error
	for page, err := range c.Pages(ctx) {
		progress.Finish()
		switch {
		case err != nil:
			failed++
			first = cmp.Or(first, err)
			head.text(head.paint(yellow, fmt.Sprintf("%s: %s", page.URL, modeltext.OneLine(err.Error(), 0))) + "\n")
		case page.DuplicateOf != "":
			read++
		case s.json:
			read++
			if err := json.NewEncoder(out.w).Encode(page.Packet); err != nil {
				return err
			}
		default:
			read++
			title, _ := json.Marshal(page.Packet.Metadata.Title) // a JSON string is one of YAML
			out.text(out.paint(dim, fmt.Sprintf("---\nurl: %s\ntitle: %s\n---", page.URL, title)) + "\n\n")
			out.markdown(page.Packet.Content + "\n")
		}
		progress.Report("pages", int64(read+failed), int64(s.crawl))
	}
	progress.Finish()
	head.text(fmt.Sprintf("%d pages read, %d failed\n", read, failed))
	if err := ctx.Err(); err != nil {
		return &webfetch.Error{Op: "fetch", Code: webfetch.Cancelled, Err: err}
	}
	if read == 0 && first != nil {
		return explain(first)
	}
	return nil
}
