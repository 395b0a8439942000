package record

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

// Cassette is a file of recordings. It is safe for concurrent use. Make one with
// [Open] or [Read], and Close it at the end.
type Cassette struct {
	opts   Options
	redact *redactor
	source io.ReaderAt
	file   *os.File // nil: of Read

	mu     sync.Mutex
	index  *index
	writer *warc.Writer // nil: nothing is recorded
	size   int64        // of the file
	closed bool
}

var errClosed = errors.New("record: the cassette is closed")

// Open opens a cassette. In mode Replay the file must be there; in mode Record it
// is made empty. A record that a killed program has left half written is passed
// over, and cut off in the modes that add to the file. In these one program at a
// time may have the file open.
//
// The file is read once for its index, which takes less than 1 KiB a recording;
// bodies are read when they are asked for. More than 200,000 recordings are an
// error.
func Open(path string, opts Options) (*Cassette, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	flag := os.O_RDWR | os.O_CREATE
	switch opts.Mode {
	case Replay:
		flag = os.O_RDONLY
	case Record:
		flag |= os.O_TRUNC
	}
	file, err := os.OpenFile(path, flag, 0o600)
	if err != nil {
		return nil, err
	}
	c := newCassette(file, opts)
	c.file = file
	if err := c.load(); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("record: %s: %w", path, err)
	}
	return c, nil
}

// Read returns a cassette of bytes, for example of an embedded file. It can be
// replayed only: another mode is an error.
func Read(r io.ReaderAt, opts Options) (*Cassette, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	if opts.Mode != Replay {
		return nil, errors.New("record: bytes can only be replayed")
	}
	c := newCassette(r, opts)
	if err := c.load(); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return c, nil
}

func newCassette(source io.ReaderAt, opts Options) *Cassette {
	return &Cassette{opts: opts, source: source,
		redact: &redactor{setOf(secretHeaders, opts.Redact.Names, opts.Redact.Keep), setOf(secretParams, opts.Redact.Names, opts.Redact.Keep), opts.Redact.Body},
		index:  &index{byKey: map[string][]*entry{}, byID: map[string]*entry{}, byBody: map[string]*entry{}, waiting: map[string]request{}},
	}
}

func (c *Cassette) load() error {
	if c.opts.Mode == Replay {
		return c.index.read(c.from(0), 0)
	}
	writer, _, err := warc.Append(c.file, c.index.add)
	if err != nil {
		return err
	}
	c.writer = writer
	if c.size, err = c.file.Seek(0, io.SeekCurrent); err != nil || c.size > 0 {
		return err
	}
	err = writer.Info(warc.Header{{Name: "software", Value: "webfetch-go"}, {Name: "format", Value: "WARC File Format 1.1"}})
	if err == nil {
		c.size, err = c.file.Seek(0, io.SeekCurrent)
	}
	return err
}

func (c *Cassette) from(offset int64) io.Reader {
	return io.NewSectionReader(c.source, offset, math.MaxInt64-offset)
}

// Transport returns a RoundTripper that answers from the cassette, and asks next
// for what the mode has it ask the network for. In mode Replay next may be nil. It
// is a value for webfetch.Options.Hooks.WrapTransport.
func (c *Cassette) Transport(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) { return c.roundTrip(req, next) })
}

// Unused returns the requests, as "GET https://…", that were in the file when it
// was opened and have not been asked for since: what a test could do without, or
// what it should have asked for.
func (c *Cassette) Unused() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.index.unused()
}

// Close closes the file and returns the error that writing ended with, if it did.
// Bodies that are still being read are not recorded. It may be called more than once.
func (c *Cassette) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	var err error
	if c.writer != nil {
		err = c.writer.Err()
	}
	if c.file != nil {
		err = errors.Join(err, c.file.Close())
	}
	return err
}

func (c *Cassette) write(x *warc.Exchange) error {
	c.redact.apply(x)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return errClosed
	}
	if err := c.writer.Exchange(x); err != nil {
		return &writeError{err}
	}
	began := c.size
	size, err := c.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return &writeError{err}
	}
	c.size = size
	if c.opts.Mode != ReplayOrRecord {
		return nil
	}
	return c.index.read(c.from(began), began)
}
