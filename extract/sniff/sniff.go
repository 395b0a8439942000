// Package sniff finds the media type of a document from its bytes, the declared type and the
// extension of its URL.
//
// Servers are often wrong about types, so the bytes win where they are unmistakable and the
// declared type wins where they are not:
//
//   - binary formats (PDF, office documents, pictures, archives), feeds and
//     JSON are recognised by their bytes; the declared type is ignored, also
//     where it is such a format and the bytes are text
//   - text/plain keeps HTML as text, because the server asked to show it so,
//     but an extension that names a format of text (.md, .csv) refines it, and text
//     that has the signs of Markdown (llms.txt, a README) is Markdown
//   - text/markdown, text/csv and their like stay unless the bytes are a whole
//     HTML page or one of the formats above
//   - an unknown, missing or generic type (application/octet-stream) leaves the
//     decision to the bytes, then to the extension
//
// [MediaType] is made for extract.Registry.Sniff. The signatures of binary formats come from
// the mimetype library; those of HTML follow the [MIME Sniffing Standard], except that
// comments and processing instructions before the root element are skipped however long they
// are.
//
// [MIME Sniffing Standard]: https://mimesniff.spec.whatwg.org/
package sniff

import (
	"bytes"
	"cmp"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// The media types that MediaType makes decisions about.
const (
	html     = "text/html"
	xhtml    = "application/xhtml+xml"
	plain    = "text/plain"
	markdown = "text/markdown"
	jsonType = "application/json"
	ndjson   = "application/x-ndjson"
	jsonFeed = "application/feed+json"
	rss      = "application/rss+xml"
	atom     = "application/atom+xml"
	xmlType  = "application/xml"
	opml     = "text/x-opml"
	svg      = "image/svg+xml"
	notebook = "application/x-ipynb+json"
	pdf      = "application/pdf"
	rtf      = "application/rtf"
	zipType  = "application/zip"
	gzip     = "application/gzip"
	mhtml    = "multipart/related"
	mail     = "message/rfc822"
	compound = "application/x-ole-storage"
	zlibType = "application/zlib"
	octets   = "application/octet-stream"
)

// MediaType returns the media type to extract src as. Where the bytes agree
// with the declared type, that is src.MediaType unchanged; otherwise the type
// found, with the declared charset if it has one. It never returns "": bytes
// that look like nothing known are application/octet-stream, and an empty body
// without a declared type is text/plain. It reads a bounded head of the body,
// changes nothing and is safe for concurrent use.
func MediaType(src *extract.Source) string {
	_, params, _ := mime.ParseMediaType(src.MediaType)
	name, _, _ := strings.Cut(src.MediaType, ";")
	name = strings.ToLower(strings.TrimSpace(name))
	if major, minor, _ := strings.Cut(name, "/"); major == "" || minor == "" {
		name = ""
	}
	found := decide(name, src)
	if found == name {
		return src.MediaType
	}
	if label := params["charset"]; label != "" && textual(found) {
		return mime.FormatMediaType(found, map[string]string{"charset": label})
	}
	return found
}

func decide(declared string, src *extract.Source) string {
	ext, body := weburl.Extension(src.Filename, src.URL), src.Body
	if len(body) == 0 {
		return cmp.Or(declared, plain)
	}
	if found := magic(declared, ext, body); found != "" {
		return found
	}
	head := text(body)
	found := structure(head)
	switch class(declared) {
	case generic:
		if found == html && (ext == ".xhtml" || ext == ".xht") {
			return xhtml
		}
		return cmp.Or(found, extensionTypes[ext], markdownText(ext, head), orBinary(head, plain))
	case plainText:
		if feedOrJSON(found) || found == mhtml || found == mail || found == rtf {
			return found
		}
		return cmp.Or(extensionTypes[ext], markdownText(ext, head), orBinary(head, declared))
	case markup:
		if found == xhtml {
			return declared // browsers read it as HTML
		}
		if found == "" && src.Filename != "" { // a name of its own says more than the default of a server
			found = extensionTypes[ext]
		}
		return cmp.Or(found, declared)
	case dataText:
		if declared == jsonType && ext == ".ipynb" {
			return notebook
		}
		if found == jsonType && strings.HasSuffix(declared, "+json") {
			return declared // it says more
		}
		if found == html && (declared == xhtml || declared == xmlType || declared == "text/xml") {
			return xhtml
		}
		if feedOrJSON(found) || found == html || found == xhtml || found == svg {
			return found
		}
		return declared
	case namedText:
		if found == html && wholePage(head) {
			return html
		}
		return declared
	default:
		major, _, _ := strings.Cut(declared, "/")
		if found == html || found == xhtml || strings.Contains(" image audio video font ", " "+major+" ") { // of text by a list of extensions
			return cmp.Or(found, declared)
		}
		isBinary := declared == pdf || declared == zipType || declared == "application/msword" || declared == "application/epub+zip" ||
			strings.HasPrefix(declared, "application/vnd.ms-") || strings.HasPrefix(declared, "application/vnd.o")
		if isBinary && len(head) > 0 && orBinary(head, plain) == plain { // such as a table exported "for Excel"
			return decide("", src)
		}
		return declared
	}
}

// The classes of declared types, by how much the bytes are believed.
const (
	other     = iota // a format of its own: only an HTML page overrules it
	generic          // unspecific, such as application/octet-stream
	plainText        // text/plain
	markup           // HTML
	dataText         // XML and JSON
	namedText        // other text with a name: markdown, csv
)

func class(declared string) int {
	switch declared {
	case "", octets, "binary/octet-stream", "application/binary", "application/unknown", "application/x-unknown",
		"unknown/unknown", "*/*", "application/download", "application/x-download", "application/force-download":
		return generic
	case plain:
		return plainText
	case html:
		return markup
	case "text/xml", "text/json", opml:
		return dataText
	}
	switch {
	case strings.HasSuffix(declared, "+xml"), strings.HasSuffix(declared, "/xml"),
		strings.HasSuffix(declared, "json"), strings.HasSuffix(declared, "jsonlines"):
		return dataText
	case strings.HasPrefix(declared, "text/"):
		return namedText
	}
	return other
}

func feedOrJSON(found string) bool {
	return slices.Contains([]string{rss, atom, jsonFeed, jsonType, ndjson, notebook}, found)
}

// textual reports whether a charset parameter means something for a type.
func textual(mediaType string) bool {
	return strings.HasPrefix(mediaType, "text/") || class(mediaType) == dataText
}

// extensionTypes are the types of text formats by their extension, without those
// that text/plain serves as well.
var extensionTypes = map[string]string{
	".md": markdown, ".markdown": markdown, ".mdown": markdown, ".mkd": markdown, ".csv": "text/csv", ".tsv": "text/tab-separated-values",
	".tab": "text/tab-separated-values", ".ndjson": ndjson, ".jsonl": ndjson, ".opml": opml, ".ipynb": notebook,
}

// orBinary returns octets if more than one byte in 20 of the head is a control character, or one in 100 where the head is not
// UTF-8, else name. There a stray one, letters struck over, and the end of a file of DOS don't count.
func orBinary(text []byte, name string) string {
	head := text[:min(len(text), headLimit)]
	n, words := controls(head), head[:bytes.LastIndexAny(head, " \n")+1] // the last one may be cut
	strange := n - 1 - bytes.Count(head, []byte("\b")) - bytes.Count(head, []byte("\x1a"))
	if n*20 > len(head) || strange*100 > len(head) && !utf8.Valid(words) {
		return octets
	}
	return name
}
