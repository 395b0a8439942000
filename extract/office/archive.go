package office

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const (
	maxEntries = 10_000
	maxPart    = 64 << 20
	maxTotal   = 128 << 20
)

// unzip opens the body as a ZIP archive.
func (r *reader) unzip() error {
	z, err := zip.NewReader(bytes.NewReader(r.src.Body), int64(len(r.src.Body)))
	if err != nil {
		return fmt.Errorf("%w: %v", extract.ErrMalformed, err)
	}
	if len(z.File) > maxEntries {
		return fmt.Errorf("%w: %d entries", extract.ErrTooLarge, len(z.File))
	}
	r.files, r.left = make(map[string]*zip.File, len(z.File)), maxTotal
	for _, f := range z.File {
		r.files[foldName(f.Name)] = f
	}
	return nil
}

// has reports whether there is a part of a name.
func (r *reader) has(name string) bool { return r.files[foldName(name)] != nil }

// foldName makes equal the names of one part: they don't differ by case (ECMA-376 part 2, 6.2.2.3), and some programs write them with
// backslashes.
func foldName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, "\\", "/"), "/"))
}

// partReader counts down the budget of a document.
type partReader struct {
	part io.Reader
	of   *reader
}

func (p partReader) Read(b []byte) (int, error) {
	b = b[:min(int64(len(b)), p.of.left)]
	if len(b) == 0 {
		p.of.cut = true
		return 0, io.EOF
	}
	n, err := p.part.Read(b)
	p.of.left -= int64(n)
	p.of.w.Took(n)
	return n, err
}

// open returns the content of a part up to the limits, nil without it.
func (r *reader) open(name string) io.Reader {
	f := r.files[foldName(name)]
	if f == nil {
		return nil
	}
	part, err := f.Open()
	if err != nil {
		return nil
	}
	r.cut = r.cut || f.UncompressedSize64 > maxPart
	return partReader{io.LimitReader(part, int64(min(f.UncompressedSize64, maxPart))), r}
}

// Unpacked returns an upper bound for the unpacked bytes that are read of an archive, or 0
// if body is not an archive.
func Unpacked(body []byte) int64 {
	if !bytes.HasPrefix(body, []byte("PK")) {
		return 0
	}
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return 0
	}
	var size uint64
	for _, f := range z.File {
		size = min(size+min(f.UncompressedSize64, maxPart), maxTotal)
	}
	return int64(size)
}
