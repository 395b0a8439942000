package object_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

func content(t *testing.T, body []byte) string {
	t.Helper()
	d, err := object.Open(t.Context(), body)
	require.NoError(t, err)
	pages := d.Pages()
	require.NotEmpty(t, pages)
	return strings.TrimSpace(string(d.Contents(pages[0])))
}

func TestRebuild(t *testing.T) {
	good := pdftest.New("some words").Bytes()
	cut := func(mark string) []byte { return good[:bytes.Index(good, []byte(mark))] }
	replaced := func(from, to string) []byte { return bytes.ReplaceAll(good, []byte(from), []byte(to)) }
	tests := []struct {
		name string
		body []byte
	}{
		{"sound", good},
		{"no table, no trailer", cut("xref\n")},
		{"no startxref", cut("startxref")},
		{"startxref past the end", append(cut("startxref"), "startxref\n99999999\n%%EOF"...)},
		{"table of itself", replaced("/Root", "/Prev "+fmt.Sprint(bytes.Index(good, []byte("xref\n")))+"/Root")},
		{"length of itself", replaced("/Length 10", "/Length 11 0 R")},
		{"startxref to no table", append(cut("startxref"), "startxref\n3\n%%EOF"...)},
		{"startxref without a number", append(cut("startxref"), "startxref"...)},
		{"heads of objects that are never closed", pdftest.New("some words").With(8, strings.Repeat("77 0 obj ", 1200)).Bytes()},
		{"huge length", replaced("/Length 10", "/Length 99999999999999")},
		{"root that is none", replaced("/Root 1 0 R", "/Root 77 0 R")},
		{"stream as part of a name", bytes.ReplaceAll(cut("startxref"), []byte("/Type/Page/"), []byte("/Type/Page/Tabs/Bitstream/"))},
		{"padding behind", append(bytes.Clone(good), make([]byte, 20_000)...)},
		{"junk before", append(bytes.Repeat([]byte{0}, 2000), good...)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, "some words", content(t, tt.body)) })
	}
}

// TestLeadingZeros are no sign of octal numbers.
func TestLeadingZeros(t *testing.T) {
	d, err := object.Open(t.Context(), []byte("%PDF-1.4\n8 0 obj<<>>endobj 10 0 obj<</Type/Catalog/Lang(en)>>endobj trailer<</Root 0010 0 R>>"))
	require.NoError(t, err)
	assert.Equal(t, "en", d.Text(d.Catalog()["Lang"]))
}

func TestRebuildObjectStreams(t *testing.T) {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/Contents 11 0 R>>"}
	head, body := "", ""
	for i, o := range objects {
		head += fmt.Sprintf("%d %d ", i+1, len(body))
		body += o + " "
	}
	file := "%PDF-1.5\n" + "11 0 obj\n" + pdftest.Stream("", "some words") + "\nendobj\n9 0 obj\n" +
		pdftest.Deflated(fmt.Sprintf("/Type/ObjStm/N 3/First %d", len(head)), head+body) + "\nendobj\n"
	assert.Equal(t, "some words", content(t, []byte(file)))
}

// TestUnclosedObjects end before the next one, or with the file.
func TestUnclosedObjects(t *testing.T) {
	good := string(pdftest.New("some words").Bytes())
	table := good[:strings.LastIndex(good, "xref\n0")]
	for name, body := range map[string]string{
		"none is closed":              strings.ReplaceAll(good, "endobj\n", ""),
		"nor is there a table":        strings.ReplaceAll(table, "endobj\n", ""),
		"the first one":               strings.Replace(table, "endobj\n", "", 1),
		"the stream":                  strings.Replace(table, "endstream\nendobj\n", "endstream\n", 1),
		"neither nor its stream":      strings.Replace(table, "\nendstream\nendobj\n", "\n", 1) + "endobj\n",
		"words like heads of objects": strings.Replace(strings.ReplaceAll(table, "endobj\n", " "), "<</Type/Catalog", "<</X(5 0 objects obj 0 obj x)/Y(/obj)/Type/Catalog", 1),
		"all on one line":             strings.ReplaceAll(strings.ReplaceAll(table, "endobj\n", " "), "\n1 0 obj\n", "\n1 0 obj "),
	} {
		assert.Equal(t, "some words", content(t, []byte(body)), name)
	}
}

// TestRebuildIsLinear measures the work in bytes that are allocated: ten times the file makes
// no more than about ten times as many.
func TestRebuildIsLinear(t *testing.T) {
	allocated := func(part string, n int) float64 {
		body := []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" + strings.Repeat(part, n))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = object.Open(t.Context(), body)
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	for _, part := range []string{"1 0 obj\n", "1 0 obj<<>>endobj\n", "1 0 obj<<>>stream\n", "trailer<<>>\n", "9 0 obj ", "9 0 obj 5 ", "9 0 obj(endobj)"} {
		assert.Less(t, allocated(part, 20_000)/allocated(part, 2_000), 20.0, "%q", part)
	}
}

// FuzzOpenDamaged has no table that tells where objects are.
func FuzzOpenDamaged(f *testing.F) {
	f.Add(pdftest.New("some words").Bytes())
	f.Add([]byte("1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 3 0 obj<</ObjStm/First 4/Length 9>>stream\n5 0 <<>>endstream trailer<</Root 1 0 R/Encrypt 2 0 R/ID[<>]>>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if end := bytes.LastIndex(body, []byte("startxref")); end >= 0 {
			body = body[:end]
		}
		d, err := object.Open(t.Context(), body)
		if err == nil {
			d.Pages()
		} else if !errors.Is(err, extract.ErrMalformed) && !errors.Is(err, extract.ErrEncrypted) && !errors.Is(err, extract.ErrTooLarge) {
			t.Fatal(err)
		}
	})
}
