package sniff_test

import (
	"archive/zip"
	"bytes"
	"mime"
	"net/url"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
)

func utf16LE(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

func zipped(t *testing.T, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write([]byte("<x/>"))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.String()
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

func TestMediaType(t *testing.T) {
	const (
		rssBody  = `<?xml version="1.0"?><rss version="2.0"><channel/></rss>`
		atomBody = `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title></feed>`
		pageBody = "<!DOCTYPE html><html><body><p>hello</body></html>"
		feedJSON = `{"version": "https://jsonfeed.org/version/1.1", "items": []}`
		binary   = "\x00\x01\x02\x03\x04\x05\x06\x0e\x0f text"
	)
	tests := []struct {
		name, declared, path, body, want string
	}{
		{"agreement keeps the parameters", "text/html; charset=utf-8", "/", pageBody, "text/html; charset=utf-8"},
		{"nothing known, nothing there", "", "/", "", "text/plain"},
		{"empty body", "text/html", "/", "", "text/html"},

		{"pdf as html", "text/html", "/x", "%PDF-1.4\n%", "application/pdf"},
		{"pdf after blanks", "", "/x", "\r\n %PDF-1.4\n%", "application/pdf"},
		{"pdf after junk", "text/plain", "/x", "HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n", "application/pdf"},
		{"pdf after too much junk", "text/plain", "/x", strings.Repeat("junk ", 210) + "\n%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n", "text/plain"},
		{"words about pdf", "text/plain", "/x", "A file begins with %PDF-1.4 and has objects.", "text/plain"},
		{"notebook", "", "/", `{"cells": [{"cell_type": "markdown", "source": []}], "nbformat": 4}`, "application/x-ipynb+json"},
		{"notebook as text", "text/plain", "/raw/a.ipynb", `{"cells": [{"cell_type": "markdown", "source": []}], "nbformat": 4}`, "application/x-ipynb+json"},
		{"notebook by its name", "application/json", "/a.ipynb", `{"metadata": {}, "nbformat": 4}`, "application/x-ipynb+json"},
		{"json with cells", "application/json", "/", `{"cells": [1, 2]}`, "application/json"},
		{"mail", "", "/a.eml", "Received: x\r\n by y\r\nFrom: a@b.c\r\nDate: Tue, 5 Mar 2024 10:00:00 +0100\r\nSubject: s\r\n\r\nwords", "message/rfc822"},
		{"mail as text", "text/plain", "/a", "From: a@b.c\nTo: d@e.f\nDate: Tue, 5 Mar 2024 10:00:00 +0100\nSubject: s\n\nwords", "message/rfc822"},
		{"words with colons", "text/plain", "/a", "From: a place\nthat has a date\n\nwords", "text/plain"},
		{"zlib", "application/octet-stream", "/", "x\x9c\xcbH\xcd\xc9\xc9\x07\x00\x06,\x02\x15", "application/zlib"},
		{"words that begin like zlib", "text/plain", "/", "x^2 is a square", "text/plain"},
		{"html as pdf", "application/pdf", "/x.pdf", pageBody, "text/html"},
		{"png", "image/png", "/", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00", "image/png"},
		{"png as html", "text/html", "/", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00", "image/png"},
		{"mail with the extension of a picture", "image/x-panasonic-rw", "/a.raw", "From: a@lund.example\nTo: b@lund.example\nDate: Tue, 05 Mar 2024 09:30:00 +0100\nMIME-Version: 1.0\n\nwords\n", "message/rfc822"},
		{"gzip layer", "text/html", "/", "\x1f\x8b\x08\x00\x00\x00\x00\x00", "application/gzip"},
		{"rtf", "text/plain", "/", `{\rtf1\ansi hello}`, "application/rtf"},
		{"binary as text", "text/plain", "/b", binary, "application/octet-stream"},
		{"binary of no type", "", "/b", binary, "application/octet-stream"},
		{"binary of few controls", "text/plain", "/b", "\xb5\x01 \x02" + strings.Repeat("\xd7\xe4Az ", 15), "application/octet-stream"},
		{"text in windows-1252 with a stray control", "text/plain", "/b", "M\xfchle \x01" + strings.Repeat("M\xfchle ", 30), "text/plain"},
		{"text in windows-1252, short, with the end of a file of DOS", "text/plain", "/b", "M\xfchle \x01" + strings.Repeat("M\xfchle ", 9) + "\x1a", "text/plain"},
		{"text in windows-1252, struck over", "text/plain", "/b", "M\bM\xfc\b\xfch\bh" + strings.Repeat(" M\xfchle", 15), "text/plain"},
		{"text in UTF-8 with stray controls", "text/plain", "/b", "Mühle \x01 \x01" + strings.Repeat(" Mühle", 30), "text/plain"},
		{"html with NULs", "text/html", "/", "<p>a\x00b", "text/html"},

		{"html, no type", "", "/", "\n <!-- c -->\n" + pageBody, "text/html"},
		{"html as octets", "application/octet-stream", "/", "<p>x", "text/html"},
		{"html, malformed type", "html", "/", pageBody, "text/html"},
		{"html as text stays text", "text/plain", "/x.txt", pageBody, "text/plain"},
		{"html page as markdown", "text/markdown", "/x.md", pageBody, "text/html"},
		{"html fragment in markdown", "text/markdown", "/x.md", "<p align=center>hi</p>\n\n# T", "text/markdown"},
		{"text as html stays html", "text/html", "/", "just 3 < 4 words", "text/html"},
		{"xhtml as xml", "text/xml", "/", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>`, "application/xhtml+xml"},
		{"xhtml without a declaration as xml", "application/xml", "/", `<html xmlns="http://www.w3.org/1999/xhtml"/>`, "application/xhtml+xml"},
		{"xhtml by its type alone", "application/xhtml+xml; charset=utf-8", "/", pageBody, "application/xhtml+xml; charset=utf-8"},
		{"xhtml as html", "text/html; charset=utf-8", "/a.xhtml", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>`, "text/html; charset=utf-8"},
		{"xhtml by namespace", "", "/", `<?xml version="1.0"?><!-- c --><html lang="en" xmlns="http://www.w3.org/1999/xhtml">`, "application/xhtml+xml"},
		{"xhtml by prefix", "", "/", `<h:html xmlns:h="http://www.w3.org/1999/xhtml">`, "application/xhtml+xml"},
		{"xhtml by doctype", "", "/", `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd"><html>`, "application/xhtml+xml"},
		{"xhtml by extension", "", "/a.XHT", pageBody, "application/xhtml+xml"},
		{"xhtml by extension as octets", "application/octet-stream", "/a.xhtml", pageBody, "application/xhtml+xml"},
		{"namespace alone", "", "/", `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">`, "text/html"},
		{"html as feed", "application/rss+xml", "/feed", pageBody, "text/html"},

		{"rss as html", "text/html; charset=koi8-r", "/f", rssBody, "application/rss+xml; charset=koi8-r"},
		{"rss after a long comment", "application/xml", "/f", "<?xml version='1.0'?><!--" + strings.Repeat("x", 20000) + "-->" + rssBody[21:], "application/rss+xml"},
		{"rss after mark and comment", "text/html", "/f", "\xEF\xBB\xBF<!-- x -->\n" + rssBody, "application/rss+xml"},
		{"rss in utf-16", "text/xml", "/f", "\xFF\xFE" + utf16LE(rssBody), "application/rss+xml"},
		{"rss 1.0", "text/xml", "/f", `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="x"><channel/></rdf:RDF>`, "application/rss+xml"},
		{"rdf of another kind", "text/xml", "/f", `<rdf:RDF xmlns:rdf="x"><a/></rdf:RDF>`, "text/xml"},
		{"atom as plain", "text/plain", "/f", atomBody, "application/atom+xml"},
		{"json feed", "application/json", "/f", feedJSON, "application/feed+json"},
		{"doctype with a subset", "text/xml", "/f", `<!DOCTYPE rss [<!ENTITY a "b">]>` + rssBody[21:], "application/rss+xml"},

		{"json as html", "text/html", "/api", `{"a": 1}`, "application/json"},
		{"json as text", "text/plain", "/api", "[1, 2]", "application/json"},
		{"json with a guard", "application/json", "/api", ")]}',\n{\"a\": 1}", "application/json"},
		{"long json", "", "/api", `{"a": "` + strings.Repeat("x", 9000) + `"}`, "application/json"},
		{"json in utf-16 without mark", "application/octet-stream", "/api", utf16LE(`{"a": "b"}`), "application/json"},
		{"broken json stays json", "application/json", "/api", `{"a": nope`, "application/json"},
		{"ndjson as json", "application/json", "/log", "{\"a\":1}\n{\"a\":2}\n", "application/x-ndjson"},
		{"braces of code", "text/plain", "/x.c", "{ return x; }", "text/plain"},
		{"brackets of text", "text/plain", "/x", "[note] hello", "text/plain"},
		{"brackets of markdown", "text/markdown", "/x", "[1] [2]", "text/markdown"},

		{"sitemap", "text/html", "/sitemap.xml", `<urlset xmlns="x"><url/></urlset>`, "application/xml"},
		{"generic xml", "", "/", `<?xml version="1.0"?><catalog/>`, "application/xml"},
		{"opml", "", "/", `<opml version="2.0"></opml>`, "text/x-opml"},
		{"svg", "image/svg+xml", "/", `<svg xmlns="http://www.w3.org/2000/svg"/>`, "image/svg+xml"},
		{"xml with a processing instruction", "", "/", `<?pi x?><note xmlns="u"/>`, "application/xml"},
		{"mhtml", "", "/", "From: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b", "multipart/related"},

		{"markdown by extension", "text/plain; charset=utf-8", "/README.md", "# T\n", "text/markdown; charset=utf-8"},
		{"csv by extension", "", "/t.csv", "a,b\n1,2\n", "text/csv"},
		{"declared csv", "text/csv", "/t", "a,b\n", "text/csv"},
		{"plain text of no type", "", "/t", "words\n", "text/plain"},
		{"utf-16 text without mark", "text/plain", "/t", utf16LE("words and more words"), "text/plain"},
		{"unclosed comment", "", "/t", "<!-- " + strings.Repeat("x", 100), "text/plain"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := &url.URL{Scheme: "https", Host: "example.org", Path: tt.path}
			assert.Equal(t, tt.want, sniff.MediaType(&extract.Source{URL: u, MediaType: tt.declared, Body: []byte(tt.body)}))
		})
	}
}

func TestMediaTypeZip(t *testing.T) {
	word := zipped(t, "[Content_Types].xml", "_rels/.rels", "word/document.xml")
	tests := []struct{ name, declared, path, body, want string }{
		{"docx as octets", "application/octet-stream", "/download", word, docx},
		{"docx as zip", "application/zip", "/download", word, docx},
		{"zip of other things", "application/zip", "/z.zip", zipped(t, "a.txt"), "application/zip"},
		{"empty zip", "", "/z", "PK\x05\x06" + strings.Repeat("\x00", 18), "application/zip"},
		{"docx by its parts, its types last", "application/zip", "/z", zipped(t, "a/b.xml", "c.xml", "d.xml", "e.xml", "f.xml", "word/document.xml", "[Content_Types].xml"), docx},
		{"docx whose main part has another name", "application/zip", "/z", zipped(t, "docProps/app.xml", "word/document2.xml"), docx},
		{"package whose parts have free names", "", "/z", zipped(t, "a/main.xml", "_rels/.rels", "[Content_Types].xml"), docx},
		{"xlsx with backslashes", "", "/z", zipped(t, "[content_types].xml", `xl\styles.xml`, `xl\workbook.xml`), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"OpenDocument whose type is not first", "", "/z", zipped(t, "Configurations2/a.xml", "content.xml", "META-INF/manifest.xml", "mimetype"), "application/vnd.oasis.opendocument.text"},
		{"jar", "", "/z", zipped(t, "META-INF/MANIFEST.MF", "a.class"), "application/zip"},
		{"old Office", "application/octet-stream", "/a", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\x00\x00", "application/x-ole-storage"},
		{"zip with a name of docx", "", "/z.docx", zipped(t, "a.txt"), docx},
		{"zip declared docx", docx, "/z", zipped(t, "a.txt"), docx},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := &url.URL{Path: tt.path}
			assert.Equal(t, tt.want, sniff.MediaType(&extract.Source{URL: u, MediaType: tt.declared, Body: []byte(tt.body)}))
		})
	}
}

func TestMediaTypeWithoutURL(t *testing.T) {
	assert.Equal(t, "text/plain", sniff.MediaType(&extract.Source{Body: []byte("x")}))
}

func FuzzMediaType(f *testing.F) {
	f.Add("text/html", "/x.md", []byte("<!-- <?xml ?> --><!doctype html [ ] ><html>"))
	f.Add("", "/", []byte("{\"a\": [1, 2"))
	f.Add("text/plain; charset=\"", "/a.csv", []byte("PK\x03\x04"))
	f.Add("application/json", "", []byte(utf16LE(`{"a":1}`)))
	f.Fuzz(func(t *testing.T, declared, path string, body []byte) {
		got := sniff.MediaType(&extract.Source{URL: &url.URL{Path: path}, MediaType: declared, Body: body})
		if got == "" {
			t.Fatalf("no type for %q, %q", declared, body)
		}
		if got != declared {
			if _, _, err := mime.ParseMediaType(got); err != nil {
				t.Fatalf("bad type %q for %q, %q: %v", got, declared, body, err)
			}
		}
	})
}

func BenchmarkMediaType(b *testing.B) {
	src := &extract.Source{MediaType: "text/html; charset=utf-8", URL: &url.URL{Path: "/x"},
		Body: []byte("<!doctype html><html><head>" + strings.Repeat("<meta name=x content=y>", 5000))}
	for b.Loop() {
		sniff.MediaType(src)
	}
}
