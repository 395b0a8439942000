// Package warc writes and reads WARC/1.1 files (ISO 28500:2017), the format of
// web archives: https://iipc.github.io/warc-specifications/.
//
// [Writer] writes each exchange of a request and a response as two records that
// name each other, each compressed by itself with gzip, so that a file can be
// appended to and read from any record on. Where a body was written before, a
// revisit record takes the place of the response. [Reader] reads such files and
// those of other programs, compressed or not, within bounds: a file is input
// like any other.
//
// Nothing is redacted here: package webfetch/record does that.
package warc

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The types of records that are written here (section 6 of the specification).
// Readers meet others as well.
const (
	TypeInfo     = "warcinfo"
	TypeRequest  = "request"
	TypeResponse = "response"
	TypeRevisit  = "revisit"
)

// ProfileIdentical is the WARC-Profile of a revisit record whose body is that of
// an earlier response (section 6.7.2).
const ProfileIdentical = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"

// The values of WARC-Truncated (section 5.13).
const (
	TruncatedLength      = "length"      // the body is longer than what is kept
	TruncatedDisconnect  = "disconnect"  // the connection ended before the body did
	TruncatedUnspecified = "unspecified" // the client stopped reading
)

// Field is a named field of a header.
type Field struct{ Name, Value string }

// Header holds the fields of a record to be written, in their order.
type Header []Field

// maxKnown bounds the bodies that a Writer remembers, for revisit records.
const maxKnown = 200_000

const recordEnd = "\r\n\r\n"

// Writer writes records. It is safe for concurrent use. What belongs together is
// given to the underlying writer in one Write, so that a program that is killed
// leaves one cut piece at the end of a file at most: see [Append].
type Writer struct {
	mu    sync.Mutex
	w     io.Writer
	plain bool
	known map[string]original // by payload digest
	size  int64               // bytes written, and those of the file before
	err   error               // of the underlying writer; no more is written after it
}

type original struct{ id, uri, date string }

// NewWriter returns a Writer that compresses each record by itself, as files
// named .warc.gz hold them.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w, known: map[string]original{}} }

// NewPlainWriter returns a Writer that compresses nothing, for files named .warc.
func NewPlainWriter(w io.Writer) *Writer {
	return &Writer{w: w, known: map[string]original{}, plain: true}
}

// Info writes a warcinfo record: what made the file, as a rule with the fields
// software, format and description. It belongs at the beginning of a file.
func (w *Writer) Info(fields Header) error {
	block, err := fieldBlock(fields)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	h := Header{{"WARC-Type", TypeInfo}, {"Content-Type", "application/warc-fields"}, {"WARC-Record-ID", newID()}, {"WARC-Date", date(time.Now())}}
	if err := w.encode(&out, h, block); err != nil {
		return err
	}
	return w.write(out.Bytes(), "", original{})
}

// Err returns the error that the underlying writer gave, after which nothing
// more is written; nil if there was none.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Size returns the length of the file: what was there when [Append] opened it, and what was written since.
func (w *Writer) Size() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size
}

func (w *Writer) write(b []byte, payload string, made original) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if _, w.err = w.w.Write(b); w.err == nil {
		w.size += int64(len(b))
		w.remember(payload, made)
	}
	return w.err
}

// remember keeps the first response with a body. w.mu is held.
func (w *Writer) remember(payload string, made original) {
	if _, found := w.known[payload]; payload != "" && !found && len(w.known) < maxKnown {
		w.known[payload] = made
	}
}

// encode appends one record as a gzip member of its own, with digest and length.
func (w *Writer) encode(out *bytes.Buffer, h Header, block ...[]byte) error {
	length := 0
	for _, piece := range block {
		length += len(piece)
	}
	head, err := fieldBlock(append(h, Field{"WARC-Block-Digest", digest(block...)}, Field{"Content-Length", strconv.Itoa(length)}))
	if err != nil {
		return err
	}
	to, end := io.Writer(out), func() error { return nil }
	if !w.plain {
		z := gzip.NewWriter(out)
		to, end = z, z.Close
	}
	for _, piece := range append(append([][]byte{[]byte("WARC/1.1\r\n"), head, []byte("\r\n")}, block...), []byte(recordEnd)) {
		if _, err := to.Write(piece); err != nil {
			return err
		}
	}
	return end()
}

var errField = errors.New("warc: a field has a name or value that can't be written")

// fieldBlock writes fields as lines (section 4).
func fieldBlock(fields Header) ([]byte, error) {
	var b []byte
	for _, f := range fields {
		if f.Name == "" || strings.ContainsAny(f.Name, ": \t\r\n\x00") || strings.ContainsAny(f.Value, "\r\n\x00") {
			return nil, fmt.Errorf("%w: %q", errField, f.Name)
		}
		b = fmt.Appendf(b, "%s: %s\r\n", f.Name, f.Value)
	}
	return b, nil
}

func date(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", b[0:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// digest labels the SHA-256 of the concatenated pieces as WARC-Block-Digest and
// WARC-Payload-Digest do (section 5.8). SHA-1, which many files have, would let a
// stranger make two bodies that are taken for one.
func digest(pieces ...[]byte) string {
	h := sha256.New()
	for _, piece := range pieces {
		h.Write(piece)
	}
	return "sha256:" + base32.StdEncoding.EncodeToString(h.Sum(nil))
}

// File is the file that [Append] writes to, such as an *os.File.
type File interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}

// Append returns a Writer that goes on where a file ends, empty or not, compressed unless it was
// begun otherwise. A record that was left half written is cut off; its length is returned. Bodies
// of the file are not written again. Each whole record is given to seen, if that is not nil. One
// process at a time may append.
func Append(f File, seen func(*Record) error) (w *Writer, cutOff int64, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, 0, err
	}
	w = NewWriter(f)
	r := NewReader(f)
	payload, made := "", original{} // of a record that may not be whole
	for {
		rec, err := r.Next()
		if err == nil || err == io.EOF {
			w.remember(payload, made)
		}
		if err == io.EOF || errors.Is(err, ErrCut) {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		if payload = ""; rec.Type == TypeResponse {
			payload, made = rec.Get("WARC-Payload-Digest"), original{rec.Get("WARC-Record-ID"), rec.TargetURI(), rec.Get("WARC-Date")}
		}
		if seen == nil {
			continue
		}
		if err := seen(rec); err != nil && !errors.Is(err, ErrCut) {
			return nil, 0, err
		}
	}
	w.plain = r.End() > 0 && r.z == nil
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, err
	}
	if cutOff = size - r.End(); cutOff > 0 {
		if err := f.Truncate(r.End()); err != nil {
			return nil, 0, err
		}
	}
	w.size = r.End()
	if _, err = f.Seek(w.size, io.SeekStart); err == nil && w.plain && r.blanks < len(recordEnd) {
		err = w.write([]byte(recordEnd[r.blanks:]), "", original{}) // the end of a file may lack them
	}
	return w, cutOff, err
}
