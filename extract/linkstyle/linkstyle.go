// Package linkstyle rewrites the images and links of a document's Markdown, to spend fewer tokens on addresses.
//
// On web pages about a tenth of the tokens of Markdown are addresses of images, and a sixth addresses of links. [Apply] writes images
// as their alternative text, numbers links or leaves their addresses out, and shortens addresses. It works on Document.LinkSpans, so it
// serves every format, and moves the spans of the document along with the text. Autolinks and links by reference stay as they are.
package linkstyle

import (
	"cmp"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/trace"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
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

type found struct {
	extract.LinkSpan
	image      bool
	index      int  // in Document.LinkSpans
	inLink     bool // an image in the text of the next link
	onlyImages bool // a link whose text is nothing but images

	words  int    // of nearText before it, in bytes
	before int    // bytes of text before it, without addresses
	target string // address of a link, cleaned
	next   *found // link to that address that has text
}

// title returns the span of the title with its quotes, empty without a title.
func (f *found) title(md string) extract.Span {
	start := f.Address.End
	if md[start] == '>' {
		start++
	}
	text := strings.TrimLeft(md[start:f.End-1], " \t\n")
	start = f.End - 1 - len(text)
	return extract.Span{Start: start, End: start + len(strings.TrimRight(text, " \t\n"))}
}

func collect(doc *extract.Document) []found {
	var out []found
	first := func(k int) byte { return doc.Markdown[doc.LinkSpans[k].Start] }
	for k := 0; k < len(doc.LinkSpans); {
		link := found{LinkSpan: doc.LinkSpans[k], index: k, image: first(k) == '!'}
		at, images := link.Text.Start, false
		for k++; k < len(doc.LinkSpans) && doc.LinkSpans[k].Start < link.End; k++ {
			image := doc.LinkSpans[k]
			if first(k) == '!' && !link.image {
				out = append(out, found{LinkSpan: image, index: k, image: true, inLink: true})
				link.onlyImages = (link.onlyImages || !images) && isBlank(doc.Markdown[at:image.Start])
				at, images = image.End, true
			}
		}
		if doc.Markdown[link.Start] != '<' {
			link.onlyImages = link.onlyImages && isBlank(doc.Markdown[at:link.Text.End])
			out = append(out, link)
		}
	}
	return out
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

type rewriter struct {
	doc   *extract.Document
	style Style
	found []found
	page  string    // its address without the fragment, "" if unknown
	near  *nearText // nil until an image asks

	edited []edit
	gone   map[int]bool // indices of links and images that are written as text, or left out
	// dropped are the entries for Document.Trace, if it has any.
	dropped []extract.Decision
	number  map[string]string // by target as it is written
	taken   map[string]bool   // numbers that the document has in brackets
	listed  strings.Builder
	last    int // the last number that was given
	until   int // end of the last link

	waiting []*found          // images of the link that comes next
	written map[string]*found // by address: the last link that was written with it; nil where addresses may repeat

	seen, line, content int // up to where lines are known, the line, and its text
}

func (w *rewriter) edits() []edit {
	w.gone, w.until = map[int]bool{}, -1
	w.content = markersEnd(w.doc.Markdown)
	if w.style.CleanAddresses && w.style.Links == "" {
		findRepeats(w.doc.Markdown, w.found)
		w.written = map[string]*found{}
	}
	for k := range w.found {
		switch f := &w.found[k]; {
		case f.inLink:
			w.waiting = append(w.waiting, f)
		case f.image:
			w.image(f, false)
		default:
			w.link(f)
		}
	}
	slices.SortStableFunc(w.edited, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	out, at := w.edited[:0], 0
	for _, e := range w.edited {
		if e.start >= at { // else it is within what was left out
			out = append(out, e)
			at = e.end
		}
	}
	return out
}

func (w *rewriter) leaveOut(f *found, rule string) {
	w.edit(f.Start, f.End, "")
	w.gone[f.index] = true
	if w.doc.Trace != nil {
		w.dropped = append(w.dropped, extract.Decision{Stage: "links", Rule: rule, Text: w.doc.Markdown[f.Start:min(f.End, f.Start+4*trace.MaxText)]})
	}
}

func (w *rewriter) edit(start, end int, text string) {
	if start < end || text != "" {
		w.edited = append(w.edited, edit{start, end, text})
	}
}

func (w *rewriter) image(f *found, inLabel bool) bool {
	switch w.style.Images {
	case imagesAlt:
		return w.alt(f, inLabel)
	case imagesNone:
		w.leaveOut(f, "images not wanted")
		return false
	}
	w.destination(f)
	return true
}

func (w *rewriter) alt(f *found, inLabel bool) bool {
	raw := w.doc.Markdown[f.Text.Start:f.Text.End]
	blocks := w.doc.Blocks
	at := sort.Search(len(blocks), func(k int) bool { return blocks[k].End > f.Start })
	cell := at < len(blocks) && blocks[at].Start <= f.Start && blocks[at].Kind == extract.Table
	if w.near == nil {
		w.near = newNearText(w.doc, w.found)
	}
	if tellsNothing(raw) || !cell && w.near.says(f, raw) {
		w.leaveOut(f, "image whose text says nothing new")
		return false
	}
	before, after := "![", "]()"
	if cell || inLabel {
		before, after = "", ""
		w.gone[f.index] = true
	}
	w.edit(f.Start, f.Text.Start, before)
	w.edit(f.Text.End, f.End, after)
	return true
}

func (w *rewriter) link(f *found) {
	asText, shown := w.isText(f), false
	for _, image := range w.waiting {
		shown = w.image(image, !asText) || shown
	}
	w.waiting = w.waiting[:0]
	switch {
	case f.onlyImages && !shown:
		w.leaveOut(f, "link around images that are left out")
		return
	case asText:
		w.asText(f)
	case w.style.Links == linksNumbered:
		w.edit(f.Text.End+1, f.End, "["+w.numberOf(f)+"]")
		w.gone[f.index] = true
	default:
		w.destination(f)
		if md, t := w.doc.Markdown, f.title(w.doc.Markdown); w.style.CleanAddresses && t.Start < t.End && titleIsSaid(md[t.Start:t.End], md[f.Text.Start:f.Text.End], md[f.Address.Start:f.Address.End]) {
			w.edit(t.Start-1, t.End, "")
		}
	}
	w.until = f.End
	if w.written != nil && !asText {
		w.written[f.target] = f
	}
}

func (w *rewriter) isText(f *found) bool {
	dest := w.doc.Markdown[f.Address.Start:f.Address.End]
	isPicture := f.onlyImages && w.style.Images != "" && isImageFile(dest)
	return w.style.Links == linksText || isPicture || w.style.CleanAddresses && (isOwn(dest, w.page) || weburl.SharesPage(dest)) || w.isRepeat(f)
}

func (w *rewriter) destination(f *found) {
	if address := w.address(f); address != w.doc.Markdown[f.Address.Start:f.Address.End] {
		w.edit(f.Address.Start, f.Address.End, address)
	}
}

// address returns the destination of a link in the style.
func (w *rewriter) address(f *found) string {
	dest := w.doc.Markdown[f.Address.Start:f.Address.End]
	if w.style.CleanAddresses {
		return cleanAddress(dest)
	}
	return dest
}

// asText writes the label of a link only: with a space behind a link that ended right before it, and so that it begins
// no block where it begins a line.
func (w *rewriter) asText(f *found) {
	md := w.doc.Markdown
	before := ""
	if f.Start == w.until {
		before = " "
	}
	if k := strings.LastIndexByte(md[w.seen:f.Start], '\n'); k >= 0 {
		w.line = w.seen + k + 1
		w.content = w.line + markersEnd(md[w.line:f.Start])
	}
	w.seen = f.Start
	if w.content == f.Start {
		if k := mdinline.LineMark([]byte(md[f.Text.Start:f.Text.End])); k == 0 {
			before = `\`
		} else if k > 0 {
			w.edit(f.Text.Start+k, f.Text.Start+k, `\`)
		}
	}
	w.edit(f.Start, f.Text.Start, before)
	w.edit(f.Text.End, f.End, "")
	w.gone[f.index] = true
}

func (w *rewriter) numberOf(f *found) string {
	md, dest := w.doc.Markdown, w.address(f)
	if md[f.Address.End] == '>' || dest == "" {
		dest = "<" + dest + ">"
	}
	if t := f.title(md); t.Start < t.End {
		dest += " " + md[t.Start:t.End]
	}
	if n, ok := w.number[dest]; ok {
		return n
	}
	if w.number == nil {
		w.number, w.taken = map[string]string{}, bracketed(md)
	}
	n := ""
	for n == "" || w.taken[n] {
		w.last++
		n = strconv.Itoa(w.last)
	}
	w.number[dest] = n
	w.listed.WriteString("[" + n + "]: " + dest + "\n")
	return n
}

func bracketed(text string) map[string]bool {
	out := map[string]bool{}
	for {
		var ok bool
		if _, text, ok = strings.Cut(text, "["); !ok {
			return out
		}
		if digits := len(text) - len(strings.TrimLeft(text, "0123456789")); digits > 0 && strings.HasPrefix(text[digits:], "]") {
			out[text[:digits]] = true
		}
	}
}
