package sniff

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/gabriel-vasile/mimetype"

	"github.com/webfetch-mcp/webfetch-go/extract/charset"
)

// headLimit is how many bytes of a body are looked at for the signs of a
// format. Only comments before a root element are skipped further than that.
const headLimit = 4096

// magic returns the type of a binary format, "" for text.
func magic(declared, ext string, body []byte) string {
	switch head := bytes.TrimLeft(body[:min(len(body), 1024)], " \t\r\n\f\x00\xEF\xBB\xBF"); {
	case bytes.HasPrefix(head, []byte("%PDF-")), declared == pdf && bytes.Contains(body[:min(len(body), headLimit)], []byte("%PDF-")), pdfAfterJunk(body):
		return pdf
	case bytes.HasPrefix(body, []byte("PK\x03\x04")), bytes.HasPrefix(body, []byte("PK\x05\x06")):
		return zipFormat(declared, ext, body)
	case bytes.HasPrefix(body, []byte("\x1f\x8b\x08")):
		return gzip
	case bytes.HasPrefix(body, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		return compound
	case len(body) > 8 && body[0] == 0x78 && (int(body[0])<<8|int(body[1]))%31 == 0 && body[1]&0x20 == 0 &&
		(controls(body[:min(len(body), 512)]) > 0 || !utf8.Valid(body[:min(len(body), 512)])): // the head of a zlib stream (RFC 1950, 2.2) before bytes that are no text
		return zlibType
	case bytes.HasPrefix(head, []byte(`{\rtf`)):
		return rtf
	}
	head := body[:min(len(body), 512)]
	if controls(head) == 0 || marked(head) {
		return ""
	}
	switch m := mimetype.Detect(body); {
	case m.Is(octets), strings.HasPrefix(m.String(), "text/"), textual(m.String()):
		return ""
	default:
		return m.String()
	}
}

// packages are the formats that are ZIP archives, with the extension of their files and their main part.
var packages = [...]struct{ name, ext, part string }{
	{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".docx", "word/document"},
	{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx", "xl/workbook.xml"},
	{"application/vnd.openxmlformats-officedocument.presentationml.presentation", ".pptx", "ppt/presentation.xml"},
	{"application/epub+zip", ".epub", "META-INF/container.xml"},
	{"application/vnd.oasis.opendocument.text", ".odt", "META-INF/manifest.xml"}, // or another of OpenDocument
	{"application/vnd.oasis.opendocument.spreadsheet", ".ods", "META-INF/manifest.xml"},
	{"application/vnd.oasis.opendocument.presentation", ".odp", "META-INF/manifest.xml"},
}

// zipFormat distinguishes the formats that are ZIP archives, such as Word, EPUB and OpenDocument: by the mimetype entry at
// the start of the archive, by the declared type or extension, by the names of their main parts in the directory at its
// end, which some programs write with backslashes.
func zipFormat(declared, ext string, body []byte) string {
	found := mimetype.Detect(body)
	isZip := found.Is(zipType) || found.Is("application/vnd.android.package-archive")
	for _, f := range packages {
		if found.Is(f.name) || isZip && (declared == f.name || ext == f.ext) {
			return f.name
		}
	}
	directory := bytes.ReplaceAll(body[max(0, len(body)-maxDirectory):], []byte(`\`), []byte("/"))
	for _, f := range packages {
		if bytes.Contains(directory, []byte(f.part)) {
			return f.name
		}
	}
	if bytes.Contains(bytes.ToLower(directory), []byte("[content_types].xml")) { // a package of ISO/IEC 29500 whose parts have other names
		return packages[0].name
	}
	return zipType
}

// maxDirectory bounds the end of an archive that its directory is looked for in.
const maxDirectory = 256 << 10

// pdfAfterJunk reports a PDF whose header comes after other bytes within the first 1,024,
// which viewers accept (ISO 32000-1, annex H.3.4.1). So that a text about PDF does not
// match, the header must be on a line of its own and an object must follow.
func pdfAfterJunk(body []byte) bool {
	head := body[:min(len(body), 1024)]
	at := bytes.Index(head, []byte("%PDF-1."))
	if at < 0 {
		at = bytes.Index(head, []byte("%PDF-2."))
	}
	return at >= 0 && bytes.Contains(body[at:min(len(body), at+headLimit)], []byte(" obj")) && bytes.Contains(body[max(0, len(body)-2048):], []byte("%%EOF"))
}

// marked reports a byte order mark of UTF-16 or UTF-32.
func marked(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF")) ||
		bytes.HasPrefix(head, []byte("\x00\x00\xFE\xFF"))
}

// text returns what the signs of a text format are looked for in: body itself
// without byte order mark, or the decoded head of one in UTF-16.
func text(body []byte) []byte {
	head := body[:min(len(body), headLimit)&^3]
	if marked(head) || controls(head) > 0 {
		if decoded, label := charset.Decode(head, ""); strings.HasPrefix(label, "utf-16") || strings.HasPrefix(label, "utf-32") {
			return decoded
		}
	}
	return bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF"))
}

// controls counts the bytes that text doesn't hold: "binary data bytes" of the
// MIME Sniffing Standard, section 3.
func controls(b []byte) int {
	n := 0
	for _, c := range b {
		if c < 0x09 || c == 0x0B || c >= 0x0E && c <= 0x1A || c >= 0x1C && c <= 0x1F {
			n++
		}
	}
	return n
}
