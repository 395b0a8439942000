// Package markdown reads Markdown: CommonMark with the tables, strikethrough,
// task lists and bare links of GitHub Flavored Markdown, parsed by goldmark.
//
// [Parse] finds the blocks and the outline of Markdown that is to stay as it
// is. It is what gives a packet that was stored as text its spans back.
//
// [Extractor] reads a document from the web: it cuts off front matter (YAML or
// TOML) and takes the metadata from it, puts the target of reference links in
// place and makes all targets absolute, drops dangerous ones, and replaces raw
// HTML by what a reader would see of it. All else keeps the words of its author.
//
// [Plain] turns Markdown into text to read without a renderer.
//
// # Bounds
//
// CommonMark has shapes that take any known parser quadratic time: thousands of
// open brackets in one paragraph, nested quotes or link definitions. Sources are
// parsed in segments of about 64 KiB that end between blocks. A source that goes
// beyond some 5,000 brackets or marks of emphasis in a paragraph, 100 quotes and
// lists that begin on one line, or a table of many more cells than it writes is
// text, of which a warning tells.
package markdown
