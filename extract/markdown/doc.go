// Package markdown reads Markdown: CommonMark with the tables, strikethrough, task lists and
// bare links of GitHub Flavored Markdown, parsed by goldmark.
//
// [Parse] finds the blocks and the outline of Markdown without changing it. It restores the
// spans of a packet that was stored as text.
//
// [Extractor] reads a document from the web: it cuts off front matter (YAML or TOML) and
// takes the metadata from it, turns reference links into inline links, makes all targets
// absolute, drops dangerous ones, and replaces raw HTML by its visible text. The rest is
// unchanged.
//
// [Plain] turns Markdown into text to read without a renderer.
//
// # Bounds
//
// CommonMark has shapes that take any known parser quadratic time: thousands of open
// brackets in one paragraph, nested quotes or link definitions. A source becomes plain text, with a
// warning, if it has more than some 2,000 brackets or marks of emphasis in a paragraph, 100
// quotes and lists that begin on one line, a table with many more cells than are written, 50,000 link
// definitions (5,000 in a row), or a block of more than 250,000 words and cells. Sources are parsed in segments of
// 64 KiB or more that end between blocks.
package markdown
