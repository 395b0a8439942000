package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/bar"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/record"
)

// output keeps results in a file of JSON lines; beside Markdown and a web archive that file says
// what became of each address. One goroutine uses it, except has.
type output struct {
	lines    *os.File
	done     sync.Map         // addresses
	dir      string           // of Markdown files; "": none
	cassette *record.Cassette // of all exchanges; nil: none
}

func openOutput(name string, resume bool) (*output, error) {
	if info, err := os.Stat(name); err == nil && !resume && (info.IsDir() || info.Size() > 0) {
		return nil, usage{Err: fmt.Errorf("%s is there already; -resume goes on with it", name)}
	}
	o, lines := &output{}, name
	switch {
	case strings.HasSuffix(name, "/"):
		if err := os.MkdirAll(name, 0o755); err != nil {
			return nil, err
		}
		o.dir, lines = name, filepath.Join(name, "errors.jsonl")
	case isArchive(name):
		lines = name + ".done.jsonl"
	}
	var err error
	if o.lines, err = openLines(lines, func(r *result) { o.done.Store(r.URL, nil) }); err != nil || !isArchive(name) {
		return o, err
	}
	if err = o.look(name); err == nil {
		o.cassette, err = record.Open(name, record.Options{Mode: record.Append})
	}
	if err != nil {
		return nil, errors.Join(err, o.lines.Close())
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
		path := markdownPath(o.dir, r.URL)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path+".part", []byte(markdownOf(r)), 0o644); err != nil {
			return err
		}
		return os.Rename(path+".part", path) // it is whole, or not there
	}
	o.done.Store(r.URL, nil)
	if o.cassette != nil { // its page is in the archive
		r = &result{URL: r.URL, Error: r.Error, Crawl: r.Crawl}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = o.lines.Write(append(line, '\n'))
	return err
}

func (o *output) close() error {
	err := errors.Join(o.lines.Sync(), o.lines.Close())
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

// openLines opens or creates a file of JSON lines to append to, and passes each of its lines to seen.
// A line is written in one piece, so that a process that is killed leaves one cut line at the end at
// most, which is cut off.
func openLines(name string, seen func(*result)) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	end, lines := int64(0), bufio.NewReaderSize(file, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		var kept result
		if err == nil && (json.Unmarshal(line, &kept) != nil || kept.URL == "") {
			err = fmt.Errorf("is not the output of a batch: byte %d", end)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
		}
		seen(&kept)
		end += int64(len(line))
	}
	_, err = file.Seek(end, io.SeekStart)
	if err = errors.Join(file.Truncate(end), err); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

type result struct {
	URL    string           `json:"url"`
	Packet *webfetch.Packet `json:"packet,omitempty"`
	Error  *failure         `json:"error,omitempty"`
	Crawl  *whereFound      `json:"crawl,omitempty"`
}

type failure struct {
	Code    webfetch.Code `json:"code"`
	Status  int           `json:"status,omitempty"`
	Message string        `json:"message"`
}

type whereFound struct {
	Depth        int       `json:"depth"`
	Found        string    `json:"found"`
	Referrer     string    `json:"referrer,omitempty"`
	LastModified time.Time `json:"last_modified,omitzero"`
	DuplicateOf  string    `json:"duplicate_of,omitempty"`
	Duplicate    string    `json:"duplicate,omitempty"`
}

func newResult(url string, p *webfetch.Packet, err error) *result {
	if err == nil {
		return &result{URL: url, Packet: p}
	}
	f := &failure{Code: webfetch.Internal, Message: err.Error()}
	if e, is := errors.AsType[*webfetch.Error](err); is {
		f.Code, f.Status = e.Code, e.Status
	}
	return &result{URL: url, Error: f}
}

func markdownPath(dir, address string) string {
	sum := sha256.Sum256([]byte(address))
	host, name := "other", ""
	if u, err := url.Parse(address); err == nil {
		host, name = plain(u.Host, 100), plain(strings.Trim(u.Path, "/"), 80)
	}
	if name != "" {
		name += "-"
	}
	return filepath.Join(dir, host, name+hex.EncodeToString(sum[:6])+".md")
}

func plain(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, s)
	return strings.TrimLeft(s[:min(len(s), most)], ".")
}

func markdownOf(r *result) string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, field := range [][2]string{
		{"url", r.URL}, {"canonical_url", r.Packet.CanonicalURL}, {"title", r.Packet.Metadata.Title}, {"author", r.Packet.Metadata.Author},
		{"published_at", r.Packet.Metadata.PublishedAt}, {"retrieved_at", r.Packet.RetrievedAt.UTC().Format(time.RFC3339)},
		{"verdict", string(r.Packet.Verdict.Kind)}, {"content_hash", r.Packet.Hashes.ContentHash},
	} {
		if field[1] != "" {
			fmt.Fprintf(&b, "%s: %q\n", field[0], field[1]) // a Go string of one line is a YAML string, too
		}
	}
	if r.Crawl != nil && r.Crawl.DuplicateOf != "" {
		fmt.Fprintf(&b, "duplicate_of: %q\n", r.Crawl.DuplicateOf)
	}
	b.WriteString("---\n\n" + r.Packet.Content)
	if !strings.HasSuffix(r.Packet.Content, "\n") {
		b.WriteString("\n")
	}
	return b.String()
}
