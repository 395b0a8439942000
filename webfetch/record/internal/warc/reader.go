package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// maxHeaderBytes and maxFields bound the header of a record.
	maxHeaderBytes = 64 << 10
	maxFields      = 200
	// maxBlank bounds what is skipped between records.
	maxBlank = 1 << 10
)

// The errors of a Reader; each may be wrapped.
var (
	// ErrFormat is input that is no WARC file, or a damaged one.
	ErrFormat = errors.New("warc: not a WARC record")
	// ErrCut is input that ends within a record: what a program leaves that was
	// killed while it wrote.
	ErrCut = errors.New("warc: the file ends within a record")
	// ErrTooLong is a header of more than 64 KiB or 200 fields.
	ErrTooLong = errors.New("warc: the header of a record is longer than allowed")
)

// Record is a record as a [Reader] finds it. Get returns a field of its header.
type Record struct {
	textproto.MIMEHeader
	Type   string    // the WARC-Type in lower case
	Offset int64     // where the record begins in the input, and a Reader can begin
	Length int64     // of the block
	Block  io.Reader // valid until the next call of Next; an input that ends early is ErrCut
}

// Reader reads the records of a file, compressed by record or not at all. Its
// memory does not depend on the input.
type Reader struct {
	in     *countingReader
	z      *gzip.Reader // nil: not compressed
	bound  io.LimitedReader
	r      *bufio.Reader // the records, over bound
	block  *io.LimitedReader
	at     int64 // where the current record begins
	blanks int   // bytes of the line ends after the record before
	err    error
	opened bool
}

// NewReader returns a Reader of r, which it reads ahead.
func NewReader(r io.Reader) *Reader {
	return &Reader{in: &countingReader{r: bufio.NewReaderSize(r, 32<<10)}}
}

// Next returns the next record, and io.EOF at the end of the input. What is left
// of the block before is skipped. After an error it returns that again.
func (r *Reader) Next() (rec *Record, err error) {
	if r.err == nil {
		rec, r.err = r.next()
	}
	return rec, r.err
}

// End returns where the last record ended that was read to its end, which it is
// when Next has returned another or io.EOF: the length that an input which ends
// with ErrCut should have had.
func (r *Reader) End() int64 { return r.at }

func (r *Reader) next() (*Record, error) {
	for _, step := range []func() error{r.open, r.skipBlock, r.begin} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	h, err := r.header()
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		return nil, fmt.Errorf("%w: Content-Length %.40q", ErrFormat, h.Get("Content-Length"))
	}
	r.block = &io.LimitedReader{R: r.r, N: length}
	return &Record{MIMEHeader: h, Type: strings.ToLower(h.Get("WARC-Type")), Offset: r.at, Length: length, Block: &blockReader{r.block}}, nil
}

// open recognizes compressed input by its first two bytes (RFC 1952, section 2.3.1).
func (r *Reader) open() error {
	if r.opened {
		return nil
	}
	magic, err := r.in.r.Peek(2)
	switch {
	case len(magic) == 0 && err == io.EOF:
		return io.EOF
	case err != nil && err != io.EOF:
		return err
	}
	r.opened = true
	r.bound = io.LimitedReader{R: r.in, N: math.MaxInt64}
	r.r = bufio.NewReaderSize(&r.bound, 4<<10)
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return nil
	}
	if r.z, err = gzip.NewReader(r.in); err != nil {
		return cut(err)
	}
	r.z.Multistream(false)
	r.bound.R = r.z
	return nil
}

// skipBlock passes over the rest of the block before, and the two line ends after it.
func (r *Reader) skipBlock() error {
	if r.block == nil {
		return nil
	}
	if _, err := io.Copy(io.Discard, r.block); err != nil {
		return cut(err)
	}
	if r.block.N > 0 {
		return ErrCut
	}
	if err := r.blank(); err != nil && err != io.EOF {
		return err
	}
	return nil
}

// At the end of the input, or of a gzip member, blank returns io.EOF.
func (r *Reader) blank() error {
	for r.blanks = 0; r.blanks < maxBlank; r.blanks++ {
		b, err := r.r.ReadByte()
		if err == io.EOF {
			return io.EOF
		}
		if err != nil {
			return cut(err)
		}
		if b != '\r' && b != '\n' {
			return r.r.UnreadByte()
		}
	}
	return fmt.Errorf("%w: more than %d empty lines", ErrFormat, maxBlank/2)
}

// The next record is in the next gzip member if this one has ended. io.EOF: it was the last.
func (r *Reader) begin() error {
	if r.block == nil { // the first one
		return nil
	}
	if r.z == nil {
		r.at = r.in.n - int64(r.r.Buffered())
		if _, err := r.r.Peek(1); err == io.EOF {
			return io.EOF
		}
		return nil
	}
	if _, err := r.r.Peek(1); err != io.EOF {
		if err != nil {
			return cut(err)
		}
		return nil // several records in one member: all have its offset
	}
	r.at = r.in.n
	if _, err := r.in.r.Peek(1); err == io.EOF {
		return io.EOF
	}
	if err := r.z.Reset(r.in); err != nil {
		return cut(err)
	}
	r.z.Multistream(false)
	r.r.Reset(&r.bound)
	return nil
}

// header reads the first line and the fields, which have the form of those of mail (section 4).
func (r *Reader) header() (h textproto.MIMEHeader, err error) {
	r.bound.N = maxHeaderBytes
	version, err := r.r.ReadString('\n')
	if err == nil && !strings.HasPrefix(version, "WARC/") {
		return nil, fmt.Errorf("%w: it begins with %.20q", ErrFormat, version)
	}
	if err == nil {
		h, err = textproto.NewReader(r.r).ReadMIMEHeader()
	}
	if errors.As(err, new(textproto.ProtocolError)) {
		err = fmt.Errorf("%w: %w", ErrFormat, err)
		if _, end := r.r.Peek(1); end != nil { // the line is half written
			err = end
		}
	}
	fields := 0
	for _, values := range h {
		fields += len(values)
	}
	switch {
	case err != nil && r.bound.N <= 0, fields > maxFields:
		return nil, ErrTooLong
	case err != nil:
		return nil, cut(err)
	}
	r.bound.N = math.MaxInt64
	return h, nil
}

func cut(err error) error {
	switch {
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return ErrCut
	case errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum):
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return err
}

// blockReader reads a block and reports when the input ends before it.
type blockReader struct{ r *io.LimitedReader }

func (b *blockReader) Read(p []byte) (int, error) {
	if b.r.N <= 0 {
		return 0, io.EOF
	}
	n, err := b.r.Read(p)
	if err != nil {
		err = cut(err)
	}
	return n, err
}

// countingReader counts what was taken of the input. It is an io.ByteReader, so
// that gzip takes no byte beyond the end of a member.
type countingReader struct {
	r *bufio.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// ID is the WARC-Record-ID without its angle brackets.
func (r *Record) ID() string { return r.Reference("WARC-Record-ID") }

// TargetURI is the WARC-Target-URI. WARC/1.0 files may have it in angle brackets.
func (r *Record) TargetURI() string { return r.Reference("WARC-Target-URI") }

// Reference is a field without its angle brackets.
func (r *Record) Reference(field string) string { return strings.Trim(r.Get(field), "<> ") }

// Exchange is a request and the response to it.
type Exchange struct {
	URL      string    // absolute, http or https, without fragment
	Time     time.Time // when the request was sent; zero: now
	Address  string    // the IP address that answered; "": not known
	Protocol string    // of WARC-Protocol: "http/1.1", "h2"; messages are written as those of HTTP/1.1

	Method      string      // "": GET
	Request     http.Header // a Host is added
	RequestBody []byte

	Status int
	Header http.Header
	// Body is as it came, after transfer decoding and before content decoding. Truncated is
	// why it is not whole, as WARC-Truncated says it.
	Body      []byte
	Truncated string
}

// Exchange writes a response record, or a revisit record where the same body was
// written before, then the request record. It keeps nothing of x.
func (w *Writer) Exchange(x *Exchange) error {
	if err := x.validate(); err != nil {
		return err
	}
	when := x.Time
	if when.IsZero() {
		when = time.Now()
	}
	made, payload := original{newID(), x.URL, date(when)}, ""
	about := Header{{"WARC-Target-URI", x.URL}, {"WARC-Date", made.date}}
	if x.Address != "" {
		about = append(about, Field{"WARC-IP-Address", x.Address})
	}
	if x.Protocol != "" {
		about = append(about, Field{"WARC-Protocol", x.Protocol})
	}
	// Readers that only look at the first lines want the type there.
	response := append(Header{{"WARC-Type", TypeResponse}, {"WARC-Record-ID", made.id}}, about...)
	response = append(response, Field{"Content-Type", "application/http;msgtype=response"})
	// The body is written without transfer coding.
	head := message(fmt.Sprintf("HTTP/1.1 %d %s\r\n", x.Status, http.StatusText(x.Status)), x.Header, "Transfer-Encoding")
	block := [][]byte{head, x.Body}
	switch {
	case x.Truncated != "":
		response = append(response, Field{"WARC-Truncated", x.Truncated})
	case len(x.Body) > 0:
		payload = digest(x.Body)
		response = append(response, Field{"WARC-Payload-Digest", payload})
	}
	w.mu.Lock()
	first, seen := w.known[payload]
	w.mu.Unlock()
	if seen {
		response[0].Value, block = TypeRevisit, block[:1]
		response = append(response, Field{"WARC-Profile", ProfileIdentical}, Field{"WARC-Refers-To", first.id},
			Field{"WARC-Refers-To-Target-URI", first.uri}, Field{"WARC-Refers-To-Date", first.date})
	}
	request := append(Header{{"WARC-Type", TypeRequest}, {"WARC-Record-ID", newID()}, {"WARC-Concurrent-To", made.id},
		{"Content-Type", "application/http;msgtype=request"}}, about...)
	var out bytes.Buffer
	if err := w.encode(&out, response, block...); err != nil {
		return err
	}
	u, _ := url.Parse(x.URL) // was checked
	head = message(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", cmp.Or(x.Method, http.MethodGet), u.RequestURI(), u.Host), x.Request, "Host")
	if err := w.encode(&out, request, head, x.RequestBody); err != nil {
		return err
	}
	return w.write(out.Bytes(), payload, made)
}

var errExchange = errors.New("warc: not an exchange that can be written")

func (x *Exchange) validate() error {
	u, err := url.Parse(x.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsAny(x.URL, " \t\r\n<>"):
		return fmt.Errorf("%w: URL", errExchange)
	case strings.ContainsAny(x.Method, " \t\r\n"):
		return fmt.Errorf("%w: method", errExchange)
	case x.Status < 100 || x.Status > 999:
		return fmt.Errorf("%w: status", errExchange)
	}
	return nil
}

// message writes the first line and the fields of an HTTP message, in the order of their
// names, and the empty line after them.
func message(line string, h http.Header, without string) []byte {
	head := bytes.NewBufferString(line)
	_ = h.WriteSubset(head, map[string]bool{without: true}) // a Buffer never fails
	head.WriteString("\r\n")
	return head.Bytes()
}
