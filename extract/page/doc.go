// Package page reads HTML: what a page is about, the text a reader came for as
// Markdown, its links, and what kind of page it is.
//
// The body is decoded, then parsed from memory with scripting off (package parse).
// One walk measures all nodes (package measure). A small learned model scores the blocks
// of text (packages features and gbdt), ordered passes choose those that are content
// (package classify), and one walk writes them (package htmlmd). The tree isn't changed
// after it was parsed: what is removed is marked as skipped.
//
// # Security considerations
//
// Text that a reader can't see stays out of the Markdown, see package visibility
// for the rules and their exceptions, and is handed to the injection scan in
// Document.Removed. Work and memory are linear in the size of the page.
package page
