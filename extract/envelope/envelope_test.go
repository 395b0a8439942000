package envelope

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
)

func registry() *extract.Registry {
	r := &extract.Registry{Sniff: sniff.MediaType}
	for _, pattern := range text.MediaTypes() {
		r.Register(pattern, text.Extractor{})
	}
	for _, pattern := range MediaTypes() {
		r.Register(pattern, Extractor{Registry: r})
	}
	return r
}

func zipped(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(s))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

const saved = "From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"B\"\r\n\r\n" +
	"--B\r\nContent-Type: text/css\r\n\r\na {}\r\n" +
	"--B\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: https://a.example/x\r\n\r\ncaf=C3=A9 of=\r\n Lund\r\n--B--\r\n"

func TestConformance(t *testing.T) {
	extracttest.Run(t, Extractor{Registry: registry()},
		extracttest.Case{Name: "gzip", MediaType: "text/html", URL: "https://a.example/x.txt.gz", Body: zipped(t, "some words"), Want: []string{"some words"}, Format: "text"},
		extracttest.Case{Name: "junk behind gzip", Body: append(zipped(t, "some words"), "junk"...), Want: []string{"some words"}},
		extracttest.Case{Name: "mhtml", MediaType: "multipart/related", Body: []byte(saved), Want: []string{"café of Lund"}, HasNot: []string{"a {}"}},
		extracttest.Case{Name: "mhtml without header", MediaType: `multipart/related; boundary="B"`, Body: []byte(saved[strings.Index(saved, "--B"):]), Want: []string{"café of Lund"}},
		extracttest.Case{Name: "mail", MediaType: "message/rfc822", Body: []byte("Subject: x\nContent-Transfer-Encoding: base64\n\nc29tZSB3b3Jkcw=="), Want: []string{"some words"}},
	)
}

func TestDamagedEnd(t *testing.T) {
	body := zipped(t, strings.Repeat("some words and others\n", 5000))
	doc, err := Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{Body: body[:len(body)-20]})
	require.NoError(t, err)
	assert.Contains(t, doc.Markdown, "some words")
	assert.Equal(t, extract.WarnFallback, doc.Warnings[0].Type)
}

func TestLimits(t *testing.T) {
	e := Extractor{Registry: registry(), MaxBytes: 100}
	for _, wrap := range []func(n int) []byte{
		func(n int) []byte { return zipped(t, strings.Repeat("a", n)) },
		func(n int) []byte { return []byte("Subject: x\n\n" + strings.Repeat("a", n)) },
	} {
		_, err := e.Extract(t.Context(), &extract.Source{Body: wrap(100)})
		assert.NoError(t, err)
		_, err = e.Extract(t.Context(), &extract.Source{Body: wrap(101)})
		assert.ErrorIs(t, err, extract.ErrTooLarge)
	}
	_, err := e.Extract(t.Context(), &extract.Source{Body: zipped(t, string(zipped(t, "a")))})
	assert.ErrorIs(t, err, extract.ErrUnsupported)
	_, err = Extractor{}.Extract(t.Context(), &extract.Source{Body: zipped(t, "a")})
	assert.ErrorIs(t, err, extract.ErrUnsupported)
	_, err = e.Extract(t.Context(), &extract.Source{Body: []byte("no header, no end")})
	assert.ErrorIs(t, err, extract.ErrMalformed)
}

func TestContentLocation(t *testing.T) {
	var seen *url.URL
	r := &extract.Registry{}
	r.Register("*/*", extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		seen = src.URL
		return &extract.Document{}, nil
	}))
	_, err := Extractor{Registry: r}.Extract(t.Context(), &extract.Source{Body: []byte(saved)})
	require.NoError(t, err)
	assert.Equal(t, "https://a.example/x", seen.String())
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte(saved))
	f.Add(zipped(f, "words"))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/x; boundary=b\n\n--b\n\nx"))
	e := Extractor{Registry: registry(), MaxBytes: 1 << 20}
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := e.Extract(t.Context(), &extract.Source{Body: body})
		if err != nil {
			return
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatal(err)
		}
	})
}

func ExampleExtractor() {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte("some words"))
	_ = w.Close()
	r := &extract.Registry{Sniff: sniff.MediaType}
	r.Register("text/plain", text.Extractor{})
	doc, err := Extractor{Registry: r}.Extract(context.Background(), &extract.Source{Body: b.Bytes()})
	fmt.Println(doc.Markdown, err)
	// Output: some words <nil>
}
