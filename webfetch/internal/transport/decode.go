package transport

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory of a zstd stream (RFC 9659).
const maxWindow = 8 << 20

// decoders keeps decoders for reuse. The zero value works.
type decoders struct{ gzip, zlib, flate, brotli, zstd sync.Pool }

// encodingOf returns the content encoding of a response: "" for none. Values
// that servers send by mistake count as none; two encodings are an error.
func encodingOf(header http.Header) (string, error) {
	found := ""
	for _, value := range header["Content-Encoding"] {
		for name := range strings.SplitSeq(value, ",") {
			name = strings.ToLower(strings.Trim(name, " \t"))
			switch name {
			case "", "identity", "none", "binary", "utf-8":
				continue
			case "x-gzip":
				name = "gzip"
			}
			if found != "" {
				return "", &decodeError{errors.New("more than one")}
			}
			found = name
		}
	}
	return found, nil
}

// open returns a reader of the decoded body and a function that takes the
// decoder back. An empty body decodes to an empty one.
func (d *decoders) open(encoding string, wire io.Reader) (io.Reader, func(), error) {
	if encoding == "" {
		return wire, func() {}, nil
	}
	peek := bufio.NewReader(wire)
	head, err := peek.Peek(2)
	switch {
	case len(head) == 0 && err == io.EOF:
		return peek, func() {}, nil
	case err != nil && err != io.EOF:
		return nil, nil, err
	}
	switch encoding {
	case "gzip":
		return openWith(&d.gzip, peek, newGzip)
	case "deflate":
		return d.openDeflate(peek, head)
	case "br":
		return openWith(&d.brotli, peek, newBrotli)
	case "zstd":
		return openWith(&d.zstd, peek, newZstd)
	}
	return nil, nil, &decodeError{fmt.Errorf("%.40q is not known", encoding)}
}

// openWith returns a reader of r through a decoder of the pool, or through a new one.
func openWith[D interface {
	io.Reader
	Reset(io.Reader) error
}](pool *sync.Pool, r io.Reader, newDecoder func() (D, error)) (io.Reader, func(), error) {
	z, reused := pool.Get().(D)
	if !reused {
		var err error
		if z, err = newDecoder(); err != nil {
			return nil, nil, notOpened(err)
		}
	}
	if err := z.Reset(r); err != nil {
		return nil, nil, notOpened(err)
	}
	return &decoding{r: z}, func() { pool.Put(z) }, nil
}

func newGzip() (*gzip.Reader, error)     { return new(gzip.Reader), nil }
func newBrotli() (*brotli.Reader, error) { return new(brotli.Reader), nil }

// newZstd returns a decoder that works on one block at a time: without goroutines, so that
// dropping it frees it.
func newZstd() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
}

// openDeflate reads what the standard says, zlib, and what some servers send
// instead, raw deflate.
func (d *decoders) openDeflate(r io.Reader, head []byte) (io.Reader, func(), error) {
	if len(head) == 2 && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		z, reused := d.zlib.Get().(io.ReadCloser)
		var err error
		if reused {
			err = z.(zlib.Resetter).Reset(r, nil)
		} else {
			z, err = zlib.NewReader(r)
		}
		if err != nil {
			return nil, nil, notOpened(err)
		}
		return &decoding{r: z}, func() { d.zlib.Put(z) }, nil
	}
	z, reused := d.flate.Get().(io.ReadCloser)
	if !reused {
		z = flate.NewReader(r)
	} else if err := z.(flate.Resetter).Reset(r, nil); err != nil {
		return nil, nil, notOpened(err)
	}
	return &decoding{r: z}, func() { d.flate.Put(z) }, nil
}

// decoding marks the errors of a decoder as such. Errors of the wire pass.
type decoding struct {
	r    io.Reader
	some bool
}

func (d *decoding) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.some = d.some || n > 0
	if err == gzip.ErrHeader && d.some {
		return n, io.EOF // rubbish after a complete stream, which browsers pass over
	}
	return n, wrapDecode(err)
}

// notOpened marks the error of a stream whose header can't be read.
func notOpened(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return wrapDecode(err)
}

func wrapDecode(err error) error {
	if wire := new(readError); err == nil || err == io.EOF || errors.As(err, &wire) {
		return err
	}
	return &decodeError{err}
}
