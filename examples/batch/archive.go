package main

import (
	"errors"
	"net/http"
	"os"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record"
)

// archive is a WARC file of all exchanges, and beside it name.done.jsonl with
// what became of each address.
type archive struct {
	*appender
	cassette *record.Cassette
	done     set
}

func openArchive(name string) (*archive, error) {
	a := &archive{}
	var err error
	a.appender, err = openAppender(name+".done.jsonl", func(r *result) { a.done.add(r.URL) })
	if err != nil {
		return nil, err
	}
	if err = a.look(name); err == nil {
		a.cassette, err = record.Open(name, record.Options{Mode: record.Append})
	}
	if err != nil {
		return nil, errors.Join(err, a.appender.close())
	}
	return a, nil
}

// look finds the pages of an archive that a killed process had no time to note
// as done: those whose server gave its last word.
func (a *archive) look(name string) error {
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
			a.done.add(url)
		}
	}
	return nil // what is cut off or refused at the end record.Open sees to
}

func (a *archive) has(url string) bool {
	bare, _, _ := strings.Cut(url, "#")
	return a.done.has(url) || a.done.has(bare)
}

func (a *archive) wrap() func(http.RoundTripper) http.RoundTripper { return a.cassette.Transport }

// put notes the address: its page is in the archive.
func (a *archive) put(r *result) error {
	a.done.add(r.URL)
	return a.append(&result{URL: r.URL, Error: r.Error, Crawl: r.Crawl})
}

func (a *archive) close() error { return errors.Join(a.cassette.Close(), a.appender.close()) }
