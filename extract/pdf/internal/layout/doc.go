// Package layout finds the structure of a text whose glyphs have only places:
// words by gaps, lines, the order of reading, running headers and footers,
// headings, paragraphs, lists, tables and code.
package layout
