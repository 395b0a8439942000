package crawl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
)

// A machine that loses its power loses what was written since the last sync.
const syncEvery = time.Second

// maxLine bounds a line of a journal, in bytes; an address has at most 8 KiB of it.
const maxLine = 64 << 10

// journal has a line of JSON for each address that was found, each page that came and each that
// is done. A nil journal keeps nothing.
type journal struct {
	file   *os.File
	lines  bytes.Buffer // not written yet
	synced time.Time
}

// entry is a line of a journal. One of its fields is set.
type entry struct {
	// Crawl is the first line: what distinguishes this crawl from others.
	Crawl string `json:"crawl,omitempty"`
	Add   *item  `json:"add,omitempty"`
	// Got is a page that came, before the body of the loop.
	Got   string `json:"got,omitempty"`
	Facts *facts `json:"facts,omitempty"`
	// Done is an address, with its kind.
	Done *item `json:"done,omitempty"`
}

var errJournal = errors.New("crawl: not the journal of this crawl")

// A line that a killed process left half written is cut off.
func openJournal(path, identity string, replay func(entry)) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	end, err := readJournal(file, identity, replay)
	if err == nil {
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err != nil {
		_ = file.Close() // the first error is the one to report
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	j := &journal{file: file, synced: time.Now()}
	if end == 0 {
		j.write(entry{Crawl: identity})
	}
	return j, nil
}

// readJournal returns where the last whole line ends.
func readJournal(r io.Reader, identity string, replay func(entry)) (end int64, err error) {
	b := bufio.NewReaderSize(r, maxLine)
	for first := true; ; first = false {
		line, err := b.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err != nil {
			return end, errJournal
		}
		var e entry
		switch err := json.Unmarshal(line, &e); {
		case err != nil, first && e.Crawl == "":
			return end, errJournal
		case first && e.Crawl != identity:
			return end, fmt.Errorf("%w: it has other seeds or another scope", errJournal)
		}
		if !first {
			replay(e)
		}
		end += int64(len(line))
	}
}

func (j *journal) write(e entry) {
	if j == nil {
		return
	}
	line, err := json.Marshal(e)
	if err != nil {
		panic(err) // strings, numbers and times have a form in JSON
	}
	j.lines.Write(append(line, '\n'))
}

func (j *journal) done(it item) error {
	j.write(entry{Done: &item{Kind: it.Kind, URL: it.URL}})
	return j.flush()
}

func (j *journal) flush() error {
	if j == nil || j.lines.Len() == 0 {
		return nil
	}
	_, err := j.file.Write(j.lines.Bytes())
	j.lines.Reset()
	if err == nil && time.Since(j.synced) > syncEvery {
		j.synced = time.Now()
		err = j.file.Sync()
	}
	return err
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.flush(), j.file.Sync(), j.file.Close())
}

// resume opens the journal, and queues what is not done.
func (c *Crawl) resume() (err error) {
	var waiting []item                          // all that were added, in their order
	got, done := map[key]bool{}, map[key]bool{} // pages that the caller's loop may have seen, and pages that are done
	c.journal, err = openJournal(c.opts.Journal, c.opts.identity(), func(e entry) {
		switch {
		case e.Add != nil && !c.seen[e.Add.key()]:
			waiting = append(waiting, *e.Add)
			c.know(*e.Add)
			if e.Add.Kind != kindPage || e.Add.Found == foundSeed || e.Add.Found == foundSitemap {
				return
			}
			if u, err := url.Parse(e.Add.URL); err == nil {
				if p, varies := addresses.Pattern(u); varies {
					c.patterns[p]++
				}
			}
		case e.Got != "" && e.Facts != nil:
			got[keyOf(e.Got)] = true
			if *e.Facts != (facts{}) { // of a page that could be read
				c.alike.add(e.Got, *e.Facts)
			}
		case e.Done != nil:
			done[e.Done.key()] = true
		}
	})
	if err != nil {
		return err
	}
	for _, it := range waiting {
		isDone := done[it.key()]
		if !isDone && got[it.key()] && c.opts.Delivered != nil && c.opts.Delivered(it.URL) {
			c.journal.write(entry{Done: &item{Kind: it.Kind, URL: it.URL}})
			isDone = true
		}
		switch {
		case !isDone:
			c.queue.Add(it)
		case it.Kind == kindPage:
			c.stats.Done++
		}
	}
	return nil
}
