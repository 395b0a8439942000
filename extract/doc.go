// Package extract is the model of a document read from the web, and the
// registry of the extractors that make one.
//
// It is to documents what the standard image package is to pictures: this
// package holds the types and knows no format, each sub-package reads one
// family of formats. An [Extractor] turns a [Source], bytes with a media type,
// into a [Document]: one Markdown string, and everything else as spans of it.
//
// # One string, many spans
//
// Start and End of a [Block], [Heading] or [LinkSpan] are byte offsets into
// Document.Markdown, End exclusive, always on a rune border, and never copies.
// Blocks are in document order and do not overlap, so whatever is downstream
// (chunks, citations, quotes) can name its place in the same string.
//
// # Nothing shown, nothing hidden
//
// Text that a reader of the page can't see is not part of Markdown. It is kept
// in Document.Removed for the injection scan. What kind of page it was is said
// by Document.Verdict, with evidence, so that an empty result is never taken
// for a success.
//
// Extractors are safe for concurrent use and keep nothing of a Source or a
// Document. Documents are read-only once returned.
package extract
