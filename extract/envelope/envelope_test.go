package envelope_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
)

func registry() *extract.Registry {
	r := &extract.Registry{Sniff: sniff.MediaType}
	for _, pattern := range text.MediaTypes() {
		r.Register(pattern, text.Extractor{})
	}
	for _, pattern := range envelope.MediaTypes() {
		r.Register(pattern, envelope.Extractor{Registry: r})
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
	extracttest.Run(t, envelope.Extractor{Registry: registry()},
		extracttest.Case{Name: "gzip", MediaType: "text/html", URL: "https://a.example/x.txt.gz", Body: zipped(t, "some words"), Want: []string{"some words"}, Format: "text"},
		extracttest.Case{Name: "junk behind gzip", Body: append(zipped(t, "some words"), "junk"...), Want: []string{"some words"}},
		extracttest.Case{Name: "mhtml", MediaType: "multipart/related", Body: []byte(saved), Want: []string{"café of Lund"}, HasNot: []string{"a {}"}},
		extracttest.Case{Name: "mhtml without header", MediaType: `multipart/related; boundary="B"`, Body: []byte(saved[strings.Index(saved, "--B"):]), Want: []string{"café of Lund"}},
		extracttest.Case{Name: "mail", MediaType: "message/rfc822", Body: []byte("Subject: x\nContent-Transfer-Encoding: base64\n\nc29tZSB3b3Jkcw=="), Want: []string{"some words"}},
	)
}

func TestDamagedEnd(t *testing.T) {
	body := zipped(t, strings.Repeat("some words and others\n", 5000))
	doc, err := envelope.Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{Body: body[:len(body)-20]})
	require.NoError(t, err)
	assert.Contains(t, doc.Markdown, "some words")
	assert.Equal(t, "extraction_fallback", doc.Warnings[0].Type)
}

func TestLimits(t *testing.T) {
	e := envelope.Extractor{Registry: registry(), MaxBytes: 100}
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
	_, err = envelope.Extractor{}.Extract(t.Context(), &extract.Source{Body: zipped(t, "a")})
	assert.ErrorIs(t, err, extract.ErrUnsupported)
	_, err = e.Extract(t.Context(), &extract.Source{Body: []byte("no header, no end")})
	assert.ErrorIs(t, err, extract.ErrMalformed)
}

// message reads a MIME message; lines end as they do on the wire.
func message(t *testing.T, lines ...string) *extract.Document {
	t.Helper()
	doc, err := envelope.Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{MediaType: "message/rfc822", Body: []byte(strings.Join(lines, "\r\n"))})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

// TestRootParts go by RFC 2387 and RFC 2046, 5.1.
func TestRootParts(t *testing.T) {
	part := func(header, body string) string { return "--B\r\n" + header + "\r\n\r\n" + body }
	related := func(params string, parts ...string) string {
		return message(t, append(append([]string{"Content-Type: multipart/related; boundary=B" + params, ""}, parts...), "--B--", "")...).Markdown
	}
	html := func(id, text string) string { return part("Content-Type: text/html\r\nContent-ID: <"+id+">", text) }
	for _, c := range []struct{ name, got, want string }{
		{"first HTML", related("", part("Content-Type: text/css", "a{}"), html("a", "one"), html("b", "two")), "one"},
		{"the one that starts", related("; start=\"<b>\"", html("a", "one"), html("b", "two")), "two"},
		{"start that is not there", related("; start=\"<z>\"", html("a", "one"), html("b", "two")), "one"},
		{"start of another type", related("; start=\"<b>\"", html("a", "one"), part("Content-Type: text/plain\r\nContent-Id: <b>", "two")), "two"},
		{"text without HTML", related("", part("Content-Type: image/png", "x"), part("Content-Type: text/plain", "two")), "two"},
		{"HTML after text", related("", part("Content-Type: text/plain", "one"), html("b", "two")), "two"},
		{"parts within a part", related("", part("Content-Type: multipart/alternative; boundary=C", "--C\r\nContent-Type: text/plain\r\n\r\none\r\n--C\r\nContent-Type: text/html\r\n\r\ntwo\r\n--C--")), "two"},
		{"no last boundary", message(t, "Content-Type: multipart/mixed; boundary=B", "", html("a", "one")).Markdown, "one"},
		{"words before the first boundary", message(t, "Content-Type: multipart/mixed; boundary=B", "", "This is a message", html("a", "one"), "--B--").Markdown, "one"},
		{"mailbox", message(t, "From ada@lund.example Tue Mar  5 09:30:00 2024", "Subject: x", "", "one").Markdown, "one"},
		{"quoted line of one mail", message(t, "From ada@lund.example Tue Mar  5 09:30:00 2024", "Subject: x", "", "one", ">From here").Markdown, "one\nFrom here"},
	} {
		got := strings.TrimSuffix(strings.TrimPrefix(c.got, "```html\n"), "\n```") // markup is code to the text extractor
		assert.Equal(t, c.want, got, c.name)
	}
}

// TestHeaders describe the document where it doesn't do so itself.
func TestHeaders(t *testing.T) {
	m := message(t, "Subject: =?UTF-8?Q?Regn_i_G=C3=B6teborg?=", "From: =?ISO-8859-1?Q?Bj=F6rn?= Ek <b@lund.example>, ada@lund.example", "Date: Tue, 05 Mar 2024 09:30:00 +0100", "", "words").Meta
	assert.Equal(t, "Regn i Göteborg", m.Title)
	assert.Equal(t, []string{"Björn Ek", "ada@lund.example"}, m.Authors)
	assert.Equal(t, "2024-03-05T09:30:00+01:00", m.Published.Format(time.RFC3339))

	page := message(t, "From: <Saved by Blink>", "Snapshot-Content-Location: https://lund.example/", "Subject: Rain", "Date: Tue, 05 Mar 2024 09:30:00 +0100", "Content-Type: multipart/related; boundary=B", "", "--B\r\nContent-Type: text/html\r\n\r\nwords", "--B--").Meta
	assert.Equal(t, "Rain", page.Title)
	assert.Empty(t, page.Authors, "who saved a page didn't write it")
	assert.True(t, page.Published.IsZero(), "nor on that day")

	for _, subject := range []string{"=?X-NONE?Q?a?=", "=?UTF-8?Q?=FF?=", "plain"} {
		assert.NotEmpty(t, message(t, "Subject: "+subject, "From: not an address", "Date: soon", "", "words").Meta.Title)
	}
	assert.Empty(t, message(t, "X: y", "", "words").Meta.Title)
}

// TestQuotedPrintable goes by RFC 2045, 6.7, and by what is sent instead.
func TestQuotedPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"caf=C3=A9": "café", "caf=c3=a9": "café", "a=\r\nb": "ab", "a=\nb": "ab", "a= \t\r\nb": "ab", "a \r\nb\t\r\n": "a\r\nb\r\n",
		"a=3D1": "a=1", "<a href=x?b=c>": "<a href=x?b=c>", "a=ZZ": "a=ZZ", "a=4": "a=4", "a=": "a", "=": "", "": "", "a==41": "a=A", "=41=": "A", "a\n\nb": "a\n\nb",
	} {
		var got string
		r := &extract.Registry{}
		r.Register("*/*", extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
			got = string(src.Body)
			return &extract.Document{}, nil
		}))
		_, err := envelope.Extractor{Registry: r}.Extract(t.Context(), &extract.Source{MediaType: "message/rfc822", Body: []byte("Content-Transfer-Encoding: quoted-printable\r\n\r\n" + in)})
		require.NoError(t, err)
		assert.Equal(t, want, got, "%q", in)
	}
	assert.Equal(t, "see x?y=z and more", message(t, "Content-Transfer-Encoding: quoted-printable", "", "see x?y=z and more").Markdown)
}

func TestContentLocation(t *testing.T) {
	var seen *url.URL
	r := &extract.Registry{}
	r.Register("*/*", extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		seen = src.URL
		return &extract.Document{}, nil
	}))
	_, err := envelope.Extractor{Registry: r}.Extract(t.Context(), &extract.Source{Body: []byte(saved)})
	require.NoError(t, err)
	assert.Equal(t, "https://a.example/x", seen.String())
	snapshot := "Snapshot-Content-Location: https://b.example/\n" + strings.Replace(strings.ReplaceAll(saved, "\r\n", "\n"), "Content-Location: https://a.example/x\n", "Content-Location: cid:1\n", 1)
	_, err = envelope.Extractor{Registry: r}.Extract(t.Context(), &extract.Source{Body: []byte(snapshot)})
	require.NoError(t, err)
	assert.Equal(t, "https://b.example/", seen.String())
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte(saved))
	f.Add(zipped(f, "words"))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/x; boundary=b\n\n--b\n\nx"))
	e := envelope.Extractor{Registry: registry(), MaxBytes: 1 << 20}
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
	doc, err := envelope.Extractor{Registry: r}.Extract(context.Background(), &extract.Source{Body: b.Bytes()})
	fmt.Println(doc.Markdown, err)
	// Output: some words <nil>
}
