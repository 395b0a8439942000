// Package extract is the model of a document read from the web, and the registry of the extractors that make one.
//
// It is to documents what the standard image package is to pictures: this package holds the types and knows no format, each sub-package
// reads one family of formats. An [Extractor] turns a [Source], bytes with a media type, into a [Document]: one Markdown string, and
// everything else as spans of it.
//
// # One string, many spans
//
// Start and End of a [Block], [Heading] or [LinkSpan] are byte offsets into Document.Markdown, End exclusive, always on a rune border,
// and never copies. Blocks are in document order and do not overlap, so chunks, citations and quotes can refer to the same string.
//
// # Nothing shown, nothing hidden
//
// Text that a reader of the page can't see is not part of Markdown. It is kept in Document.Removed for the injection scan.
// Document.Verdict classifies the page, with evidence, so that a caller never mistakes an empty result for a success.
//
// Extractors are safe for concurrent use and keep nothing of a Source or a Document. Documents are read-only once returned.
package extract
