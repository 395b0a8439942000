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

// archive is an open ZIP archive with a budget of bytes.
type archive struct {
	files    map[string]*zip.File // by folded name
	left     int64
	cut      bool
	inflated func(n int) // is called with the bytes that are read
}

func openArchive(body []byte, inflated func(n int)) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", extract.ErrMalformed, err)
	}
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("%w: %d entries", extract.ErrTooLarge, len(z.File))
	}
	a := &archive{files: make(map[string]*zip.File, len(z.File)), left: maxTotal, inflated: inflated}
	for _, f := range z.File {
		a.files[foldName(f.Name)] = f
	}
	return a, nil
}

func (a *archive) has(name string) bool { return a.files[foldName(name)] != nil }

// foldName makes equal the names of one part: they don't differ by case (ECMA-376 part 2, 6.2.2.3), and some programs write them with
// backslashes.
func foldName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, "\\", "/"), "/"))
}

// countedReader counts down the budget of its archive.
type countedReader struct {
	part io.Reader
	*archive
}

func (c countedReader) Read(p []byte) (int, error) {
	p = p[:min(int64(len(p)), c.left)]
	if len(p) == 0 {
		c.cut = true
		return 0, io.EOF
	}
	n, err := c.part.Read(p)
	c.left -= int64(n)
	c.inflated(n)
	return n, err
}

// open returns the content of a part up to the limits, nil without it.
func (a *archive) open(name string) io.Reader {
	f := a.files[foldName(name)]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return nil
	}
	a.cut = a.cut || f.UncompressedSize64 > maxPart
	return countedReader{io.LimitReader(r, int64(min(f.UncompressedSize64, maxPart))), a}
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
