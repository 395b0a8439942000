// Package mdinline writes inline content as Markdown: CommonMark with the
// strikethrough, tables, task lists and autolinks of GFM.
//
// An [Encoder] takes items, such as text, emphasis and links, over one piece of text,
// and writes them with just the escapes that their neighbours call for: text of the
// page never becomes markup, and emphasis reads back as what it is. It works in these
// steps:
//
//  1. resolveEmphasis moves white space out of emphasis and chooses its delimiters
//     (emphasis.go, emphasisedges.go, delimiter.go);
//  2. scanEscapes looks over the texts for what they have in common: delimiters that
//     could pair, runs of backticks of one length (escape.go);
//  3. each item is written, the beginning of a line with an escape if it would begin
//     another block (linestart.go), addresses so that they end where they should
//     (address.go, autolink.go), links with their destination and title (linkdest.go).
package mdinline
