// Package pdftest builds small PDF files for tests.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"maps"
	"slices"
)

// File is a file under construction. Objects are the bodies by number; 1 must be
// the catalog.
type File struct {
	Objects map[int]string
	// Trailer is added to the trailer dictionary.
	Trailer string
}

// New returns a file with a page per content. Font /F1 is Helvetica, /F2
// Helvetica-Bold, /F3 Courier. Pages are objects 10, 20, 30…, their content 11,
// 21, 31….
func New(contents ...string) *File {
	f := &File{Objects: map[int]string{}}
	kids := ""
	for i, content := range contents {
		n := 10 * (i + 1)
		kids += fmt.Sprintf("%d 0 R ", n)
		f.Objects[n] = fmt.Sprintf("<</Type/Page/Parent 2 0 R/Contents %d 0 R>>", n+1)
		f.Objects[n+1] = Stream("", content)
	}
	f.Objects[1] = "<</Type/Catalog/Pages 2 0 R>>"
	f.Objects[2] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d/MediaBox[0 0 612 792]/Resources 3 0 R>>", kids, len(contents))
	f.Objects[3] = "<</Font<</F1 4 0 R/F2 5 0 R/F3 6 0 R>>>>"
	f.Objects[4] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
	f.Objects[5] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>"
	f.Objects[6] = "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>"
	return f
}

// With sets an object and returns the file.
func (f *File) With(number int, body string) *File {
	f.Objects[number] = body
	return f
}

// Stream returns a stream object with extra dictionary entries.
func Stream(extra, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", extra, len(data), data)
}

// Deflated returns a stream object that is compressed.
func Deflated(extra, data string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(data))
	_ = w.Close()
	return Stream(extra+"/Filter/FlateDecode", b.String())
}

// Bytes writes the file with a cross-reference table.
func (f *File) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	numbers := slices.Sorted(maps.Keys(f.Objects))
	offsets := map[int]int{}
	for _, n := range numbers {
		offsets[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, f.Objects[n])
	}
	size, start := numbers[len(numbers)-1]+1, b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", size)
	for n := 1; n < size; n++ {
		state := 'n'
		if offsets[n] == 0 {
			state = 'f'
		}
		fmt.Fprintf(&b, "%010d 00000 %c \n", offsets[n], state)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", size, f.Trailer, start)
	return b.Bytes()
}
