package extract

import "net/url"

// Source is the input of an extractor: bytes and metadata about them.
type Source struct {
	// URL is where the bytes came from, after redirects. It resolves relative links and its fragment names the section that was asked
	// for. Nil means unknown: links stay as they are written.
	URL *url.URL

	// MediaType is the value of the Content-Type header, with its parameters
	// ("text/html; charset=utf-8"). Empty means unknown: the bytes decide.
	MediaType string

	// Body is the whole document. Extractors don't change or keep it.
	Body []byte

	// Filename is the name under which the server offers the file ("notes.md" of
	// Content-Disposition). Its extension is believed before that of URL. Empty means none.
	Filename string

	// Refresh is the value of the Refresh header, "0; url=/new": of a page that shows
	// hardly anything, the verdict names where it leads. Empty means none.
	Refresh string

	// Options tune the extraction. The zero value is the recommended one.
	Options Options
}

// Options tune an extraction. They are wishes: an extractor that has no use for one ignores it.
type Options struct {
	// Recall is the weight of recall against precision in the choice of main content, the beta of the F-measure: with 2 it rather shows
	// an unwanted passage than loses one, with 0.5 it rather loses one. It is held to 0.1 to 10. Zero means 1.
	Recall float64

	// WholePage keeps everything a reader can see: no main content is chosen.
	WholePage bool

	// SingleRegion asks for the one dense region of the page, as readability does, even where the page looks like a listing or a forum.
	SingleRegion bool

	// DropTables and DropCode leave tables and code blocks out.
	DropTables, DropCode bool

	// Comments keeps, as quotations, annotations that readers have attached to a document and that are visible only when opened, such
	// as the note on a highlighted word in a PDF. Zero means that a warning counts them, and that they are scanned as hidden text.
	Comments bool

	// Explain asks for Document.Trace: which rule kept or left out each piece of a page. Zero costs nothing.
	Explain bool

	// RemoveSelectors are CSS selectors of elements to leave out. Selectors of what a user does (:hover, :focus) match nothing. A text that
	// is not a selector is an ErrBadSelector, and so is one with a pseudo-element (::first-line), the state of a form control, or
	// :nth-child(2 of .x). Matching is bounded: on a page where it takes more than 20 million steps, elements behind stay.
	RemoveSelectors []string

	// Select are CSS selectors of the elements to read, of the same kind. All of them that a reader can see is content. Where nothing
	// matches, the whole page is read and a warning extraction_fallback says so. Zero means that the main content is chosen.
	Select []string

	// MaxPages bounds the pages read of a paged document. Zero means all.
	MaxPages int

	// MaxOutput bounds the Markdown in bytes. What is beyond is left out, with a warning. Zero means 16 MiB.
	MaxOutput int

	// Progress, when set, is called with how far the extractor is, in units of its own (pages of a PDF). Total is 0 while unknown. It
	// is called from the goroutine of Extract and must return quickly.
	Progress func(done, total int)
}
