package extract

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Document is the result of extracting a [Source].
type Document struct {
	// Format names the family of the source: html, pdf, feed, json, ndjson, ipynb, xml, sitemap, opml, csv, text, code, markdown, eml,
	// docx, xlsx, pptx, odt, ods, odp, epub, rtf.
	Format string

	// Meta is the metadata that the document declares.
	Meta Metadata

	// Data are the products and events that the source states in JSON-LD or microdata, by the names of schema.org: "@type" is a text
	// such as Product or MusicEvent. A value is a string, a map[string]any with properties of its own, or an []any of these. At most 20
	// of them, values of 300 code points and 8 KiB in all are kept. Nil means none; only HTML has some.
	//
	//	{"@type": "Product", "name": "Smoker", "offers": {"@type": "Offer", "price": "12.50", "priceCurrency": "EUR", "availability": "InStock"}}
	Data []map[string]any

	// Markdown is the content, valid UTF-8, CommonMark with GFM tables, strikethrough and task lists. Its title is in Meta, not
	// repeated here unless the body shows it as a heading of its own.
	Markdown string

	// Blocks are the top-level blocks of Markdown, in order, without overlap.
	Blocks []Block

	// Outline are the headings of Markdown, in order.
	Outline []Heading

	// LinkSpans are the links and images of Markdown in order of Start, a link before the images in its text, at most 100,000 of them.
	// Nil means that they were not determined; a document without links has an empty slice. Links by reference ("[a][1]") and addresses
	// in running text, which GFM shows as links, are not among them.
	LinkSpans []LinkSpan

	// Links are the links of the whole page, absolute, in document order, at most
	// 20,000 of them (a sitemap has up to 50,000).
	Links []Link

	// Removed is text a reader can't see or that is not content for a reader, kept out of Markdown and handed to the injection scan.
	// The extractors of formats other than HTML keep at most 1,000 texts.
	Removed []Removed

	// Doubtful is text that is hidden at first but still content, because a reader or a script
	// is expected to reveal it: closed sections, slides, pages that wait for a script. Markdown
	// may contain more of it than a reader sees, so the injection scan judges it like Removed.
	Doubtful []Removed

	// Verdict says what kind of page this is.
	Verdict Verdict

	// Warnings report what was degraded on the way.
	Warnings []Warning

	// Section is the section that the fragment of the source URL names, as [Document.SectionAt] has it. If it names an
	// element that is no heading, Section covers whole blocks: those of a division, those of a <dt> and its <dd>s, or else all up to
	// the next heading. The zero value means none was asked for or none was found.
	Section Span

	// Trace says which rule kept or left out each piece of the source, stage by stage, if
	// Options.Explain was set, at most 20,000 entries. Only HTML has one.
	Trace []Decision
}

// Span is a half-open range of bytes of Document.Markdown.
type Span struct {
	Start int `json:"start"` // the first byte
	End   int `json:"end"`   // one past the last
}

// Loc is a half-open range of code points of Document.Markdown, for clients that count characters.
type Loc struct {
	StartChar int `json:"start_char"` // first code point
	EndChar   int `json:"end_char"`   // one past the last
}

// Kind is the kind of a [Block].
type Kind string

// The kinds of blocks.
const (
	HeadingBlock Kind = "heading"
	Paragraph    Kind = "paragraph"
	List         Kind = "list"
	Code         Kind = "code"
	Table        Kind = "table"
	Quote        Kind = "quote"
	Image        Kind = "image"
	Math         Kind = "math"
	Rule         Kind = "rule"
	HTML         Kind = "html"
	Footnotes    Kind = "footnotes"
)

// Block is one top-level block of the Markdown, as a span of it.
type Block struct {
	Kind Kind // what it is: a heading, a paragraph and so on
	// Level is 1 to 6 for headings, 0 otherwise.
	Level int
	Span
}

// Heading is one entry of the outline.
type Heading struct {
	// Level is 1 to 6.
	Level int `json:"level"`
	// Text is the heading as plain text, without Markdown escapes.
	Text string `json:"text"`
	// Path is the text of the headings above, from the outermost one down to this one, joined by " > ".
	Path string `json:"path"`
	// Anchor is the fragment that leads here, without "#". Empty means none.
	Anchor string `json:"-"`
	// Span is the heading's line in Document.Markdown.
	Span `json:"-"`
}

// Link is a link of the page.
type Link struct {
	// URL is absolute unless the source had no URL.
	URL string `json:"url"`
	// Text is the anchor text, white space folded.
	Text string `json:"text"`
	// Role is "content", or "navigation" for the links around it.
	Role string `json:"role"`
	// Rel is the rel attribute, lower case ("next", "nofollow ugc").
	Rel string `json:"rel,omitempty"`
}

// LinkSpan is a link or an image of the Markdown, as its first byte says: [text](address "title"), ![text](address) or <address>.
type LinkSpan struct {
	Span
	// Text is the text between the square brackets.
	Text Span
	// Address is the destination as it is written, without angle brackets; it may be empty.
	// Text and Address of <address> are both what its angle brackets hold.
	Address Span
}

// Removed is a piece of text that was kept out of the Markdown, or would have
// been if other text did not surround it (see [Document.Doubtful]).
type Removed struct {
	Text string // the text itself
	// Where says what held it: hidden, comment, alt, title, aria, meta, attribute, script, noscript, template, json, pdf, boilerplate,
	// concealed (in Doubtful only).
	Where string
	// Reason says why it is out: "display:none", "aria-hidden", "tag characters".
	Reason string
}

// Warning reports a degradation that leaves the document usable.
type Warning struct {
	// Type is one of a closed list: truncated, paywalled, injection_detected, extraction_fallback, scanned_pdf, low_confidence_date,
	// low_confidence_content, render_timeout, js_required, robots_unreachable, visibility_unknown (hidden text may be part of what is
	// shown), scanner_failed (a further scan for instructions did not come to its end), left_out (parts of the document are not in the
	// Markdown), unverified (a statement by a model is not in its source).
	Type string `json:"type"`
	// Message is in words of the extractor alone, so that it can be shown where text of strangers may not be.
	Message string `json:"message"`
	// Detail is a quotation from the document, from its server, or from an error about them. It
	// is untrusted text. Empty means that there is no detail.
	Detail string `json:"detail,omitempty"`
}

// Text returns the Markdown of a block. A block of another document panics or returns nonsense, as an index into another slice would.
func (d *Document) Text(b Block) string { return d.Markdown[b.Start:b.End] }

// SectionAt returns the span of the section that Outline[i] heads: from its heading to before the next heading of its level or above,
// or to the end of Markdown. The blank lines between two sections belong to neither. It panics if i is out of range.
func (d *Document) SectionAt(i int) Span {
	start, end := d.Outline[i].Start, len(d.Markdown)
	for _, next := range d.Outline[i+1:] {
		if next.Level <= d.Outline[i].Level {
			end = next.Start
			break
		}
	}
	for end > start && d.Markdown[end-1] == '\n' {
		end--
	}
	return Span{Start: start, End: end}
}

// Check reports the first broken promise of the document: invalid UTF-8, spans outside of Markdown or inside a rune, blocks out of
// order or overlapping; nil means none is broken. The conformance suite in extracttest calls it, and package webfetch with what
// extractors of its user return.
func (d *Document) Check() error {
	if !utf8.ValidString(d.Markdown) {
		return fmt.Errorf("markdown is not valid UTF-8")
	}
	at := 0
	for i, b := range d.Blocks {
		if err := d.checkSpan(b.Span, at); err != nil {
			return fmt.Errorf("block %d: %w", i, err)
		}
		if b.Start == b.End {
			return fmt.Errorf("block %d is empty", i)
		}
		at = b.End
	}
	at = 0
	for i, h := range d.Outline {
		if h.Level < 1 || h.Level > 6 {
			return fmt.Errorf("heading %d has level %d", i, h.Level)
		}
		if err := d.checkSpan(h.Span, at); err != nil {
			return fmt.Errorf("heading %d: %w", i, err)
		}
		at = h.End
	}
	at = 0
	for i, l := range d.LinkSpans {
		if err := d.checkSpan(l.Span, at); err != nil {
			return fmt.Errorf("link span %d: %w", i, err)
		}
		at = l.Start
		for _, s := range [...]Span{l.Text, l.Address} {
			if err := d.checkSpan(s, l.Start); err != nil {
				return fmt.Errorf("link span %d: %w", i, err)
			}
			if s.End > l.End {
				return fmt.Errorf("link span %d: [%d, %d) is outside of [%d, %d)", i, s.Start, s.End, l.Start, l.End)
			}
		}
	}
	return d.checkSpan(d.Section, 0)
}

// checkSpan checks a span that must not begin before from.
func (d *Document) checkSpan(s Span, from int) error {
	start, end := s.Start, s.End
	if start < 0 || end < start || end > len(d.Markdown) {
		return fmt.Errorf("span [%d, %d) is outside of [0, %d)", start, end, len(d.Markdown))
	}
	if start < from {
		return fmt.Errorf("span [%d, %d) starts before %d", start, end, from)
	}
	if start < len(d.Markdown) && !utf8.RuneStart(d.Markdown[start]) || end < len(d.Markdown) && !utf8.RuneStart(d.Markdown[end]) {
		return fmt.Errorf("span [%d, %d) cuts a rune", start, end)
	}
	return nil
}

// BlockID returns the ID by which packets and citations name the block at index i of a document: b0, b1, …
func BlockID(i int) string { return "b" + strconv.Itoa(i) }
