package transport

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory of a zstd stream, in bytes (RFC 9659).
const maxWindow = 8 << 20

// decoders keeps decoders and buffers for reuse. The zero value works.
type decoders struct{ deflate, brotli, zstd, peek, buffers sync.Pool }

// pooled returns what a pool has, or a new one.
func pooled[T any](pool *sync.Pool, make func() T) T {
	if t, reused := pool.Get().(T); reused {
		return t
	}
	return make()
}

// encodingOf returns the content encoding of a response, "" for none. Unknown names count as none,
// as in browsers: servers write charsets and languages there. Two encodings are an error, but one
// that is named twice counts once: a proxy in front of the server has named it again.
func encodingOf(header http.Header) (string, error) {
	found := ""
	for _, value := range header["Content-Encoding"] {
		for name := range strings.SplitSeq(value, ",") {
			name = strings.ToLower(strings.Trim(name, " \t"))
			switch name {
			case "x-gzip":
				name = "gzip"
			case "gzip", "deflate", "br", "zstd":
			default:
				continue
			}
			if found != "" && found != name {
				return "", &decodeError{errors.New("more than one")}
			}
			found = name
		}
	}
	return found, nil
}

// open returns a reader of the decoded body and a function that takes the decoder back.
func (d *decoders) open(encoding string, wire io.Reader) (io.Reader, func(), error) {
	if encoding == "" {
		return wire, func() {}, nil
	}
	peek := pooled(&d.peek, func() *bufio.Reader { return bufio.NewReader(nil) })
	peek.Reset(wire)
	giveBack := func() { peek.Reset(nil); d.peek.Put(peek) }
	if head, err := peek.Peek(1); len(head) == 0 {
		if err == io.EOF {
			return peek, giveBack, nil
		}
		return nil, nil, err
	}
	if head, _ := peek.Peek(textBytes); isText(head) {
		return peek, giveBack, nil
	}
	var z io.Reader
	var err error
	var pool *sync.Pool
	switch encoding {
	case "gzip", "deflate":
		s := pooled(&d.deflate, func() *deflated { return new(deflated) })
		z, pool, err = s, &d.deflate, s.reset(peek, encoding)
	case "br":
		b := pooled(&d.brotli, func() *brotli.Reader { return new(brotli.Reader) })
		z, pool, err = b, &d.brotli, b.Reset(peek)
	default:
		s := pooled(&d.zstd, func() *zstd.Decoder { // of one block at a time, without goroutines, so that dropping it frees it
			z, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
			return z
		})
		z, pool, err = s, &d.zstd, s.Reset(peek)
	}
	if err != nil {
		return nil, nil, (&decoding{}).named(err)
	}
	return &decoding{r: z}, func() { pool.Put(z); giveBack() }, nil
}

const textBytes = 512 // that are looked at

// isText reports that a body can't be compressed: it begins with text. Some servers and proxies
// decode a body and leave its Content-Encoding. Each format has control characters or bytes that
// are no UTF-8 in its head; where brotli has none, one of 16 bytes is as good as certain.
func isText(head []byte) bool {
	if len(head) < 16 {
		return false
	}
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 && utf8.FullRune(head) || unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' && r != '\f' {
			return false
		}
		head = head[size:]
	}
	return true
}

// decoding names the errors of a decoder. Those of the wire pass.
type decoding struct {
	r    io.Reader
	some bool // something was decoded
}

func (d *decoding) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.some = d.some || n > 0
	return n, d.named(err)
}

func (d *decoding) named(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	switch {
	case errors.As(err, new(*cutError)), errors.Is(err, errTooLarge), errors.Is(err, errTooSlow):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &cutError{&decodeError{io.ErrUnexpectedEOF}, false}
	case d.some && (errors.Is(err, zstd.ErrMagicMismatch) || err.Error() == "brotli: excessive input"):
		return io.EOF // bytes after a complete stream, which browsers pass over
	}
	return &decodeError{err}
}

var errFrame = errors.New("the header of the compressed data is not valid")

// deflated reads deflate data (RFC 1951) in the frame of gzip (RFC 1952), of zlib (RFC 1950), or
// in none. Unlike packages gzip and zlib it takes a body for whole once the last block has come,
// though its check sum is missing or wrong, or other bytes follow, as browsers do.
type deflated struct {
	r      *bufio.Reader
	flate  io.ReadCloser
	isGzip bool
}

func (d *deflated) reset(r *bufio.Reader, encoding string) error {
	d.r, d.isGzip = r, encoding == "gzip"
	switch head, _ := r.Peek(2); {
	case d.isGzip:
		if err := d.readHead(); err != nil {
			return err
		}
	case len(head) == 2 && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0:
		if head[1]&0x20 != 0 {
			return errFrame // it wants a dictionary
		}
		_, _ = r.Discard(2)
	}
	if d.flate == nil {
		d.flate = flate.NewReader(r)
		return nil
	}
	return d.flate.(flate.Resetter).Reset(r, nil)
}

func (d *deflated) Read(p []byte) (int, error) {
	for {
		n, err := d.flate.Read(p)
		if err == io.EOF {
			err = d.next()
		}
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// next ends a member and begins the one after it. It returns io.EOF after the last one.
func (d *deflated) next() error {
	if !d.isGzip {
		return io.EOF
	}
	_, err := d.r.Discard(8) // check sum and length
	if err == nil {
		_, err = d.r.Peek(3)
	}
	switch {
	case errors.Is(err, errTooLarge):
		return err
	case err != nil || d.readHead() != nil:
		return io.EOF
	}
	return d.flate.(flate.Resetter).Reset(d.r, nil)
}

// readHead reads the header of a member (RFC 1952, section 2.3), but for its check sum, as browsers do.
func (d *deflated) readHead() error {
	const hasCheck, hasExtra, hasName, hasComment = 2, 4, 8, 16
	head, err := d.r.Peek(10)
	if len(head) > 1 && string(head[:2]) != "\x1f\x8b" || len(head) > 2 && head[2] != 8 {
		return errFrame
	}
	if err != nil {
		return noEOF(err)
	}
	flags, length := head[3], len(head)
	if flags&hasExtra != 0 {
		if head, err = d.r.Peek(12); err != nil {
			return noEOF(err)
		}
		length = 12 + int(binary.LittleEndian.Uint16(head[10:]))
	}
	_, err = d.r.Discard(length)
	for _, flag := range []byte{hasName, hasComment} {
		for c := flags & flag; err == nil && c != 0; {
			c, err = d.r.ReadByte() // the text ends with a zero
		}
	}
	if err == nil && flags&hasCheck != 0 {
		_, err = d.r.Discard(2)
	}
	return noEOF(err)
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
