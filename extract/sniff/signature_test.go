package sniff_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
)

func sniffed(declared, path, body string) string {
	return sniff.MediaType(&extract.Source{URL: &url.URL{Path: path}, MediaType: declared, Body: []byte(body)})
}

// TestSignatures has the first bytes of formats, after the MIME Sniffing
// Standard, section 6: they count for more than what is declared.
func TestSignatures(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"PDF":         {"%PDF-2.0\n%\xe2\xe3", "application/pdf"},
		"GIF":         {"GIF89a\x01\x00\x01\x00", "image/gif"},
		"JPEG":        {"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "image/jpeg"},
		"PNG":         {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00", "image/png"},
		"WebP":        {"RIFF\x24\x00\x00\x00WEBPVP8 ", "image/webp"},
		"gzip":        {"\x1f\x8b\x08\x00\x00\x00\x00\x00", "application/gzip"},
		"MP4":         {"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", "video/mp4"},
		"Ogg":         {"OggS\x00\x02\x00\x00\x00\x00\x00\x00", "application/ogg"},
		"WebAssembly": {"\x00asm\x01\x00\x00\x00", "application/wasm"},
		"Rich Text":   {`{\rtf1\ansi x}`, "application/rtf"},
	} {
		for _, declared := range []string{"", "text/html", "text/plain", "application/octet-stream"} {
			assert.Equal(t, c.want, sniffed(declared, "/x", c.body), "%s as %q", name, declared)
		}
	}
}

// TestTags begin a page of HTML, in any case and after white space and comments
// (MIME Sniffing Standard, section 7.1).
func TestTags(t *testing.T) {
	for _, tag := range []string{"<!DOCTYPE HTML", "<html", "<HEAD", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style", "<title", "<b", "<body", "<br", "<p"} {
		for _, before := range []string{"", " \t\r\n", "<!-- x -->\n", "\ufeff"} {
			assert.Equal(t, "text/html", sniffed("", "/", before+tag+">x"), before+tag)
			assert.Equal(t, "text/html", sniffed("application/octet-stream", "/", before+strings.ToUpper(tag)+" x='y'>"), before+tag)
		}
	}
	for _, text := range []string{"<3 is a heart", "< b>", "a <b>", "<bogus words"} {
		assert.Equal(t, "text/plain", sniffed("", "/", text), text)
	}
}

// TestDeclaredTypesThatAreKept though the bytes look like something else.
func TestDeclaredTypesThatAreKept(t *testing.T) {
	for declared, body := range map[string]string{
		"text/css":                   "{ a: b }",
		"text/javascript":            "[1, 2].map(f)",
		"application/javascript":     `{"a": 1}`,
		"text/csv; charset=latin1":   "a,b\n",
		"text/plain":                 "<p>one</p>",
		"text/x-python":              "# one",
		"application/vnd.api+json":   `{"data": []}`,
		"application/atom+xml":       `<feed xmlns="http://www.w3.org/2005/Atom"/>`,
		"application/mathml+xml":     `<math xmlns="http://www.w3.org/1998/Math/MathML"/>`,
		"image/x-unknown":            "one",
		"application/x-yaml":         "a: b",
		"text/html; charset=\"x y\"": "<p>one",
	} {
		assert.Equal(t, declared, sniffed(declared, "/", body), declared)
	}
}

// TestTextOfBinaryTypes is about programs that name a format of their readers and send text.
func TestTextOfBinaryTypes(t *testing.T) {
	for _, tt := range []struct{ declared, path, body, want string }{
		{"application/vnd.ms-excel", "/export", "name\ttons\nAnna\t12\n", "text/plain"},
		{"application/vnd.ms-excel; charset=windows-1252", "/export.csv", "name;tons\nJos\xe9;12\n", "text/csv; charset=windows-1252"},
		{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "/x.xlsx", `{"error": "no such report"}`, "application/json"},
		{"application/msword", "/letter.doc", "Dear all,\n", "text/plain"},
		{"application/pdf", "/a.pdf", "The file was not found.\n", "text/plain"},
		{"application/pdf", "/a.pdf", "\x00\x01\x02\x03\x04", "application/pdf"},
		{"application/vnd.ms-excel", "/a.xls", "\x09\x00\x04\x00\x07\x00\x10\x00", "application/vnd.ms-excel"},
	} {
		assert.Equal(t, tt.want, sniffed(tt.declared, tt.path, tt.body), "%s %q", tt.declared, tt.body)
	}
}

// TestMalformedTypes say nothing, or as much as can be read of them.
func TestMalformedTypes(t *testing.T) {
	for declared, want := range map[string]string{
		"text":                    "text/plain",
		"/":                       "text/plain",
		"text/html;":              "text/html;",
		"TEXT/HTML":               "TEXT/HTML",
		"text/html; charset":      "text/html; charset",
		"text/html; charset=a; b": "text/html; charset=a; b",
		";charset=utf-8":          "text/plain; charset=utf-8",
		"*/*":                     "text/plain",
		"unknown/unknown":         "text/plain",
	} {
		got := sniffed(declared, "/", "words of a text")
		assert.Equal(t, strings.SplitN(want, ";", 2)[0], strings.SplitN(got, ";", 2)[0], declared)
	}
}

// TestExtensions count where nothing else says more.
func TestExtensions(t *testing.T) {
	for path, want := range map[string]string{
		"/a.md": "text/markdown", "/a.MARKDOWN": "text/markdown", "/a.tsv": "text/tab-separated-values", "/a.jsonl": "application/x-ndjson",
		"/a.opml": "text/x-opml", "/a.txt": "text/plain", "/md": "text/plain", "/a.md/b": "text/plain", "": "text/plain",
	} {
		assert.Equal(t, want, sniffed("text/plain", path, "words of a text"), path)
	}
	assert.Equal(t, "text/html", sniffed("text/html", "/a.md", "words of a text"), "not against what is declared")
}

// TestBinary is about bytes that no text has (MIME Sniffing Standard, section
// 5.2): controls, but for tabs, breaks, form feeds and escapes.
func TestBinary(t *testing.T) {
	for body, want := range map[string]string{
		"text with\ttabs\r\nand\fbreaks":       "text/plain",
		"\x1b[31mred\x1b[0m":                   "text/plain",
		"caf\xe9 in Latin-1":                   "text/plain",
		"\x00\x01\x02\x03\x04\x05\x06\x07\x08": "application/octet-stream",
		strings.Repeat("\x00\x0e\x0f\x10", 50): "application/octet-stream",
	} {
		assert.Equal(t, want, sniffed("", "/", body), "%q", body)
		assert.Equal(t, want, sniffed("text/plain", "/", body), "%q", body)
	}
}

// TestHeadIsBounded: what tells the type stands near the start.
func TestHeadIsBounded(t *testing.T) {
	late := strings.Repeat("word ", 1<<20) + "<html>"
	assert.Equal(t, "text/plain", sniffed("", "/", late))
	body := []byte("<html>" + strings.Repeat("x", 1000))
	same := string(body)
	sniff.MediaType(&extract.Source{Body: body})
	assert.Equal(t, same, string(body), "nothing is changed")
}
