package object

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Limits of a file.
const (
	// MaxObjects bounds the objects: each takes some 3 KB of memory.
	MaxObjects = 120_000
	// MaxStream bounds one decoded stream.
	MaxStream = 64 << 20
	// MaxDecoded bounds all streams that are decoded of one file.
	MaxDecoded = 256 << 20
)

// The kinds of objects.
type (
	// Object is any object; nil is null.
	Object = types.Object
	// Dict is a dictionary.
	Dict = types.Dict
	// Array is an array.
	Array = types.Array
)

// Doc is an open file. It is not safe for concurrent use.
type Doc struct {
	ctx      *model.Context
	body     []byte
	decoded  int64        // bytes of streams so far
	inflated map[int]bool // the numbers of these streams
	input    int          // their bytes, each stream counted once
}

// Open reads the objects of a file. A damaged file is repaired as far as it can
// be. The error wraps extract.ErrEncrypted when a password is needed,
// extract.ErrTooLarge for more than MaxObjects objects, the error of ctx, or
// extract.ErrMalformed.
func Open(ctx context.Context, body []byte) (*Doc, error) {
	if n := bytes.Count(body, []byte(" obj")); n > MaxObjects {
		return nil, fmt.Errorf("%w: %d objects", extract.ErrTooLarge, n)
	}
	if head := bytes.Index(body[:min(len(body), 4096)], []byte("%PDF-")); head > 0 {
		body = body[head:] // offsets count from the header
	}
	body = bytes.TrimRight(body, "\x00") // padding
	var first error
	if indexed(body) {
		doc, err := read(ctx, body)
		if err == nil || ctx.Err() != nil || errors.Is(err, extract.ErrEncrypted) {
			return doc, err
		}
		first = err
	}
	doc, err := (*Doc)(nil), fmt.Errorf("%w: no catalog", extract.ErrMalformed)
	if rebuilt, ok := rebuild(body); ok {
		doc, err = read(ctx, rebuilt)
	}
	if err != nil && first != nil && ctx.Err() == nil {
		return nil, first
	}
	return doc, err
}

func read(ctx context.Context, body []byte) (doc *Doc, err error) {
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, fmt.Errorf("%w: %v", extract.ErrMalformed, r)
		}
	}()
	guarded := &guardedReader{bytes.NewReader(body), ctx, 64*int64(len(body)) + 64<<20}
	opened, err := pdfcpu.ReadWithContext(ctx, guarded, configuration())
	switch {
	case err == nil:
		return &Doc{ctx: opened, body: body, inflated: map[int]bool{}}, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, pdfcpu.ErrWrongPassword):
		return nil, fmt.Errorf("%w: a password is needed", extract.ErrEncrypted)
	}
	return nil, fmt.Errorf("%w: %v", extract.ErrMalformed, err)
}

// configuration is made here and not by pdfcpu, whose default one creates a
// folder in the home of the user.
func configuration() *model.Configuration {
	limits := model.DefaultResourceLimits()
	limits.MaxStreamBytes = MaxStream
	limits.MaxDecodeBytes = MaxStream
	limits.MaxObjectCount = 2_000_000
	limits.MaxXRefEntries = 2_000_000
	limits.MaxObjectStreamCount = MaxObjects
	return &model.Configuration{
		Reader15:       true,
		ValidationMode: model.ValidationRelaxed,
		Eol:            types.EolLF,
		Offline:        true,
		Limits:         limits,
	}
}

// guardedReader ends a reading that was cancelled or goes on and on.
type guardedReader struct {
	*bytes.Reader
	ctx  context.Context
	left int64
}

// Read implements io.Reader.
func (g *guardedReader) Read(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := g.Reader.Read(p)
	if g.left -= int64(n); g.left < 0 {
		return 0, errors.New("the file makes its reader go round in circles")
	}
	return n, err
}

// Catalog returns the root of the file, nil if it has none.
func (d *Doc) Catalog() Dict { return d.trailer(d.ctx.Root) }

// Info returns the document information, nil without it.
func (d *Doc) Info() Dict { return d.trailer(d.ctx.Info) }

func (d *Doc) trailer(ref *types.IndirectRef) Dict {
	if ref == nil {
		return nil
	}
	return d.Dict(*ref)
}
