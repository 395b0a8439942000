// Package linkstyle rewrites the images and links of a document's Markdown, to spend fewer tokens on addresses.
//
// On web pages about a tenth of the tokens of Markdown are addresses of images, and a sixth addresses of links. [Apply] writes images
// as their alternative text, numbers links or leaves their addresses out, and shortens addresses. It works on Document.LinkSpans, so it
// serves every format, and moves the spans of the document along with the text. Autolinks and links by reference stay as they are.
package linkstyle

import (
	"net/url"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/trace"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// Style says how images and links are written. The zero value changes nothing.
type Style struct {
	// Images is inline, which leaves images as they are: ![text](address "title"); alt, which writes the alternative text of an image
	// without its address: ![text](), or the text alone in a link or in the cell of a table, and leaves the image out if that text is
	// empty, a word like "image", a file name, or said by the text near the image or by an image before (a link from an image to the
	// file of an image is written as the image); or none, which leaves images out, and links around nothing but an image. Zero means
	// inline, and so does another word.
	Images string
	// Links is inline, which leaves links as they are: [text](address "title"); numbered, which writes [text][1] and lists the addresses
	// at the end of the document, each once, as CommonMark's link reference definitions: "[1]: address" (the list belongs to no block,
	// and a number is left out where the document has it in brackets already); or text, which writes the text of a link only. Zero means
	// inline, and so does another word.
	Links string
	// CleanAddresses shortens links without changing the page that they lead to. It drops parameters for tracking only (utm_source,
	// gclid and their like), sessions, redirectors, titles that repeat the label or the address, and fragments of twelve words and
	// more. It decodes percent-encoded letters and digits, as IRIs (RFC 3987) allow. These links become text: links to places of the
	// page itself, links to share the page and, with Links inline, links to an address that a link within 1000 bytes of text has. A
	// link like "#/install" leads to another page of an application and is kept.
	CleanAddresses bool
}

// The values of Style.Images and Style.Links that change something.
const (
	imagesAlt     = "alt"
	imagesNone    = "none"
	linksNumbered = "numbered"
	linksText     = "text"
)

// Apply returns the document in a style: doc itself if the style or the document has nothing to change, otherwise a copy with Markdown,
// Blocks, Outline, LinkSpans, Section and Trace of its own; a document with a Trace gets an entry for each image and link that is left
// out. Blocks that held nothing but what was left out are gone, and the others are counted anew. Links, the texts for the scan and all
// else stay as they are.
//
// The link spans of a document whose extractor has not noted any (LinkSpans is nil) are those that [markdown.LinkSpans] finds. Links
// that are written as text or numbered are no spans of the copy.
//
// Page is the address of the document, which CleanAddresses compares links with; nil means unknown, and then only "#fragment" is a
// place of the page.
//
// A nil document gives nil. The time is linear in the length of Markdown. Apply does not change doc and is safe for concurrent use.
func Apply(doc *extract.Document, page *url.URL, style Style) *extract.Document {
	if style.Images != imagesAlt && style.Images != imagesNone {
		style.Images = ""
	}
	if style.Links != linksNumbered && style.Links != linksText {
		style.Links = ""
	}
	if doc == nil || style == (Style{}) {
		return doc
	}
	known := *doc
	if known.LinkSpans == nil {
		known.LinkSpans = markdown.LinkSpans(doc.Markdown)
	}
	w := rewriter{doc: &known, style: style, found: collect(&known)}
	if page != nil {
		plain := *page
		plain.Fragment, plain.RawFragment = "", ""
		w.page = plain.String()
	}
	edits := w.edits()
	if len(edits) == 0 {
		return doc
	}
	kept := make([]extract.LinkSpan, 0, len(known.LinkSpans))
	for k, l := range known.LinkSpans {
		if !w.gone[k] {
			kept = append(kept, l)
		}
	}
	known.LinkSpans = kept
	out, places := applyEdits(&known, edits)
	out, _ = applyEdits(out, tidy(out, places))
	out = dropEmpty(out)
	out.Trace = slices.Clip(doc.Trace)
	for _, d := range w.dropped {
		trace.Record(out, d)
	}
	if w.listed.Len() > 0 {
		out.Markdown = strings.TrimRight(out.Markdown, "\n") + "\n\n" + w.listed.String()
	}
	return out
}
