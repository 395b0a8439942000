// Package contentstream runs the content streams of pages (ISO 32000-2, clauses 8, 9
// and 14) as far as text needs it: it keeps the graphics and text state, calls
// forms and the appearances of annotations, and yields glyphs with their place
// on the page, the lines and boxes that may rule tables, and links.
//
// Glyphs that no reader sees are marked with the reason. Everything is bounded
// by a Budget that the pages of a file share.
package contentstream
