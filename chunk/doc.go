// Package chunk splits a document into pieces that fit a budget of tokens.
//
//	set, err := chunk.Split(ctx, doc, chunk.Options{MaxTokens: 512, OverlapTokens: 64, Counter: enc})
//
// [Split] knows Markdown: it cuts where a reader would, repeats what a piece
// needs to be understood (the header of a table, the fence of code), says under
// which headings each piece stands, and names its place in the document in
// bytes. [Units] are what it works with, the sentences, items, rows and the
// like of a document; package compact chooses among the same. [Estimate] guesses
// tokens without tables; package chunk/tiktoken counts them exactly.
//
// # How it cuts
//
// Of all ways to cut a document, Split takes the cheapest: each chunk has a
// price, and so has each cut, little before a heading, more between the items of
// a list, much between two sentences or inside of a table; a chunk that mixes
// sections or is half empty costs extra. A [Strategy] is a set of such prices.
// The cheapest plan is found as a shortest path, in time linear in the length of
// the document.
//
// Sizes are counted by whatever [Counter] the options name. Each unit is counted
// once, and each chunk once more when it is written, so that the limit holds for
// counters that don't add up, too.
//
// # Text as it comes
//
// The text of a document is data of the web. Nothing in it changes how it is
// split, but for its Markdown, and no shape of it takes more than linear time:
// hostile ones (a megabyte of brackets, of combining marks, of items) are among
// the benchmarks.
package chunk
