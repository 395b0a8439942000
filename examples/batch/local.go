package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

func (s *settings) source(ctx context.Context, client *webfetch.Client, in io.Reader, fault *error) iter.Seq[string] {
	all := slices.Values(s.urls)
	switch {
	case s.sitemap != "":
		all = s.sitemapAddresses(ctx, client, fault)
	case s.in != "":
		all = addressLines(s.in, in, fault)
	}
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for u := range all {
			if u = strings.TrimSpace(u); u == "" || u[0] == '#' || seen[u] { // a comment
				continue
			}
			seen[u] = true
			if ctx.Err() != nil || !yield(u) {
				return
			}
		}
	}
}

func (s *settings) sitemapAddresses(ctx context.Context, client *webfetch.Client, fault *error) iter.Seq[string] {
	return func(yield func(string) bool) {
		for e, err := range crawl.SitemapPages(ctx, client, s.sitemap) {
			if err != nil {
				*fault = err
				continue // other sitemaps of the index may be there
			}
			if s.wants(e.URL) && !yield(e.URL) {
				return
			}
		}
	}
}

func addressLines(name string, in io.Reader, fault *error) iter.Seq[string] {
	return func(yield func(string) bool) {
		if name != "-" {
			file, err := os.Open(name)
			if err != nil {
				*fault = err
				return
			}
			defer file.Close()
			in = file
		}
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			if !yield(lines.Text()) {
				return
			}
		}
		*fault = lines.Err()
	}
}

func (s *settings) fetchAll(ctx context.Context, client *webfetch.Client, in io.Reader, t *tally) error {
	var fault error
	skipped := 0
	reqs := func(yield func(webfetch.Request) bool) {
		for u := range s.source(ctx, client, in, &fault) {
			if t.out.has(u) { // each address comes once: what is put meanwhile is another
				skipped++
				continue
			}
			if !yield(webfetch.Request{URL: u}) {
				return
			}
		}
	}
	defer func() { t.skipped = skipped }()
	for p, err := range client.FetchAll(ctx, reqs) {
		if ctx.Err() != nil {
			break // what was cancelled is not a result
		}
		url := ""
		if err == nil {
			url = p.OriginalURL
		} else {
			url = err.(*webfetch.Error).OriginalURL
		}
		if err := t.put(newResult(url, p, err)); err != nil {
			return err
		}
	}
	return fault
}

func (s *settings) crawl(ctx context.Context, client *webfetch.Client, t *tally) error {
	journal := strings.TrimSuffix(s.out, "/") + ".journal"
	if _, err := os.Stat(journal); err == nil && !s.resume {
		return usage{Err: fmt.Errorf("%s is there already; -resume goes on with it", journal)}
	}
	c, err := crawl.New(client, crawl.Options{
		Seeds: []string{s.site}, MaxPages: s.maxPages, MaxDepth: s.maxDepth, Journal: journal, Delivered: t.out.has,
		Prefixes: s.paths, Include: s.include, Exclude: s.exclude,
	})
	if err != nil {
		return err
	}
	t.skipped = c.Stats().Done
	for page, err := range c.Pages(ctx) {
		if page.URL == "" {
			return err
		}
		r := newResult(page.URL, page.Packet, err)
		r.Crawl = &whereFound{
			Depth: page.Depth, Found: page.Found, Referrer: page.Referrer, LastModified: page.LastModified,
			DuplicateOf: page.DuplicateOf, Duplicate: page.Duplicate,
		}
		if err := t.put(r); err != nil {
			return err
		}
		t.expected = c.Stats().Found
	}
	t.told = tellLeftOut(c.Stats())
	return nil
}

func tellLeftOut(s crawl.Stats) string {
	var b strings.Builder
	for _, reason := range slices.Sorted(maps.Keys(s.LeftOut)) {
		fmt.Fprintf(&b, "left out %d links: %s\n", s.LeftOut[reason], reason)
	}
	for _, p := range slices.Sorted(maps.Keys(s.Patterns)) {
		fmt.Fprintf(&b, "left out %d links like %s\n", s.Patterns[p], p)
	}
	for _, m := range slices.Sorted(maps.Keys(s.Sitemaps)) {
		if err := s.Sitemaps[m]; err != nil {
			fmt.Fprintf(&b, "sitemap %s: %v\n", m, err)
		}
	}
	return b.String()
}
