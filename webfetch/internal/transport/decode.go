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
		return d.openGzip(peek)
	case "deflate":
		return d.openDeflate(peek, head)
	case "br":
		return d.openBrotli(peek)
	case "zstd":
		return d.openZstd(peek)
	}
	return nil, nil, &decodeError{fmt.Errorf("%.40q is not known", encoding)}
}

func (d *decoders) openGzip(r io.Reader) (io.Reader, func(), error) {
	z, reused := d.gzip.Get().(*gzip.Reader)
	if !reused {
		z = new(gzip.Reader)
	}
	if err := z.Reset(r); err != nil {
		return nil, nil, notOpened(err)
	}
	return &decoding{r: z}, func() { d.gzip.Put(z) }, nil
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

func (d *decoders) openBrotli(r io.Reader) (io.Reader, func(), error) {
	z, reused := d.brotli.Get().(*brotli.Reader)
	if !reused {
		z = new(brotli.Reader)
	}
	if err := z.Reset(r); err != nil {
		return nil, nil, notOpened(err)
	}
	return &decoding{r: z}, func() { d.brotli.Put(z) }, nil
}

func (d *decoders) openZstd(r io.Reader) (io.Reader, func(), error) {
	z, reused := d.zstd.Get().(*zstd.Decoder)
	if !reused {
		var err error
		// One at a time: no goroutines, so that dropping a decoder frees it.
		z, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, notOpened(err)
		}
	}
	if err := z.Reset(r); err != nil {
		return nil, nil, notOpened(err)
	}
	return &decoding{r: z}, func() { d.zstd.Put(z) }, nil
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
