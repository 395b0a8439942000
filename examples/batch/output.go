package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// output keeps results. It is used by one goroutine, except has and what wrap
// returns.
type output interface {
	// has reports that the result of an address is kept. It may be called from
	// any goroutine.
	has(url string) bool
	// put keeps a result, so that has knows of it in any later run too.
	put(r *result) error
	// wrap returns what is to see the exchanges, nil if nothing.
	wrap() func(http.RoundTripper) http.RoundTripper
	// sync makes what was put outlive the machine's power.
	sync() error
	close() error
}

// openOutput opens the output that a name asks for. Without resume it must not
// be there yet.
func openOutput(name string, resume bool) (output, error) {
	if info, err := os.Stat(name); err == nil && !resume && (info.IsDir() || info.Size() > 0) {
		return nil, usage{fmt.Errorf("%s is there already; -resume goes on with it", name)}
	}
	switch formOf(name) {
	case markdownForm:
		return openMarkdown(name)
	case warcForm:
		return openArchive(name)
	}
	return openLines(name)
}

// lines is a file of JSON lines, one for each result.
type lines struct {
	*appender
	done set
}

// set is a set of addresses. It is safe for concurrent use.
type set struct{ m sync.Map }

func (s *set) add(url string) { s.m.Store(url, nil) }

func (s *set) has(url string) bool {
	_, found := s.m.Load(url)
	return found
}

func openLines(name string) (*lines, error) {
	l := &lines{}
	var err error
	l.appender, err = openAppender(name, func(r *result) { l.done.add(r.URL) })
	return l, err
}

func (l *lines) has(url string) bool { return l.done.has(url) }

func (l *lines) put(r *result) error {
	l.done.add(r.URL)
	return l.append(r)
}

func (l *lines) wrap() func(http.RoundTripper) http.RoundTripper { return nil }

// tally counts results on their way to the output.
type tally struct {
	out     output
	bar     *bar
	kept    int
	failed  int
	skipped int    // kept by an earlier run
	told    string // by a crawl, on what it left out
	began   time.Time
}

func newTally(errOut io.Writer, out output) *tally {
	return &tally{out: out, bar: newBar(errOut), began: time.Now()}
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
	}
	t.bar.step(t.failed)
	return nil
}

func (t *tally) finish() {
	took := time.Since(t.began)
	t.bar.finish(fmt.Sprintf("%d pages in %s, %.1f a second; %d failed; %d were there before\n",
		t.kept, took.Round(time.Millisecond), float64(t.kept)/took.Seconds(), t.failed, t.skipped) + t.told)
}
