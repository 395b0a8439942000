package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/bar"
	"github.com/webfetch-mcp/webfetch-go/webfetch/record"
)

// output keeps results in a file of JSON lines; beside Markdown and a web archive that file says
// what became of each address. One goroutine uses it, except has.
type output struct {
	*appender
	done     sync.Map         // addresses
	dir      string           // of Markdown files; "": none
	cassette *record.Cassette // of all exchanges; nil: none
}

func openOutput(name string, resume bool) (*output, error) {
	if info, err := os.Stat(name); err == nil && !resume && (info.IsDir() || info.Size() > 0) {
		return nil, usage{Err: fmt.Errorf("%s is there already; -resume goes on with it", name)}
	}
	o, lines := &output{}, name
	switch formOf(name) {
	case markdownForm:
		if err := os.MkdirAll(name, 0o755); err != nil {
			return nil, err
		}
		o.dir, lines = name, filepath.Join(name, "errors.jsonl")
	case warcForm:
		lines = name + ".done.jsonl"
	}
	var err error
	if o.appender, err = openAppender(lines, func(r *result) { o.done.Store(r.URL, nil) }); err != nil || formOf(name) != warcForm {
		return o, err
	}
	if err = o.look(name); err == nil {
		o.cassette, err = record.Open(name, record.Options{Mode: record.Append})
	}
	if err != nil {
		return nil, errors.Join(err, o.appender.close())
	}
	return o, nil
}

// look finds the pages of an archive that a killed process had no time to note
// as done: those whose server gave its last word.
func (o *output) look(name string) error {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	for url, status := range record.Responses(file) {
		if status < 300 || status >= 400 && status < 500 && status != http.StatusTooManyRequests && status != http.StatusRequestTimeout {
			o.done.Store(url, nil)
		}
	}
	return nil // what is cut off or refused at the end record.Open sees to
}

func (o *output) has(url string) bool {
	_, found := o.done.Load(url)
	switch {
	case found:
	case o.dir != "":
		_, err := os.Stat(markdownPath(o.dir, url))
		return err == nil
	case o.cassette != nil: // which names addresses without fragment
		bare, _, _ := strings.Cut(url, "#")
		_, found = o.done.Load(bare)
	}
	return found
}

func (o *output) put(r *result) error {
	if o.dir != "" && r.Error == nil {
		return writeMarkdown(o.dir, r)
	}
	o.done.Store(r.URL, nil)
	if o.cassette != nil { // its page is in the archive
		r = &result{URL: r.URL, Error: r.Error, Crawl: r.Crawl}
	}
	return o.append(r)
}

func (o *output) close() error {
	err := o.appender.close()
	if o.cassette != nil {
		err = errors.Join(o.cassette.Close(), err)
	}
	return err
}

type tally struct {
	out      *output
	bar      *bar.Bar
	expected int
	kept     int
	failed   int
	skipped  int    // kept by an earlier run
	told     string // by a crawl, on what it left out
	began    time.Time
}

func (t *tally) put(r *result) error {
	if r.URL == "" {
		return errors.New("a result without address")
	}
	if err := t.out.put(r); err != nil {
		return err
	}
	t.kept++
	if r.Error != nil {
		t.failed++
		t.bar.Note = fmt.Sprintf(", %d failed", t.failed)
	}
	t.bar.Report("pages", int64(t.kept), int64(t.expected))
	return nil
}

func (t *tally) last() string {
	took := time.Since(t.began)
	return fmt.Sprintf("%d pages in %s, %.1f a second; %d failed; %d were there before\n",
		t.kept, took.Round(time.Millisecond), float64(t.kept)/took.Seconds(), t.failed, t.skipped) + t.told
}
