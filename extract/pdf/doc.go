// Package pdf reads the text of PDF documents and finds its structure.
//
// pdfcpu reads the objects of the file, also of a damaged one (internal/object).
// All above is here: the text of fonts (internal/font, internal/cmap), content
// streams with forms, annotations and layers (internal/contentstream), and the layout:
// words, lines, the order of reading, running headers and footers, headings,
// paragraphs, lists, tables and code (internal/layout).
//
// What a reader can't see is kept out of the Markdown and handed over as
// removed text: invisible and white text, text outside of the page or in hidden
// layers, and replacement texts far longer than what they replace. A page whose
// text is for the most part invisible is a scan with recognised text, which is
// kept.
//
// # Bounds
//
// Objects, decoded bytes, pages, operators, glyphs and nested forms are bounded;
// every graph is walked with a set of what was seen; the context is checked every
// few thousand steps. A panic of the object layer on a broken file becomes an
// error.
package pdf
