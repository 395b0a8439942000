// Package sniff finds the media type of a document from its bytes, the declared type and the
// extension of its URL.
//
// Servers are often wrong about types, so the bytes win where they are unmistakable and the
// declared type wins where they are not:
//
//   - binary formats (PDF, office documents, pictures, archives), feeds and
//     JSON are recognised by their bytes; the declared type is ignored
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
