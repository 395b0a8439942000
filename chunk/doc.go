// Package chunk splits a document into pieces that fit a budget of tokens.
//
//	set, err := chunk.Split(ctx, doc, chunk.Options{MaxTokens: 512, OverlapTokens: 64, Counter: enc})
//
// [Split] understands Markdown: it cuts where a reader would, repeats context that a piece
// needs (the header of a table, the fence of code), and gives each piece its headings and
// its byte offsets in the document. It works with [Units], the sentences, items, rows and
// the like of a document; package compact uses the same. [Estimate] estimates tokens without
// tables; package chunk/tiktoken counts them exactly.
//
// # How it cuts
//
// Split finds the cuts with the least total cost. Each chunk has a cost, and each cut: a low
// one before a heading, a higher one between the items of a list, a high one between two
// sentences or inside of a table. A chunk that mixes sections or is half empty costs extra.
// A [Strategy] is a set of such costs. The cheapest plan is found as a shortest path, in
// time linear in the length of the document.
//
// The [Counter] of the options counts sizes. Each unit is counted once, and each chunk once
// more when it is written, so that the limit holds for counters that don't add up, too.
//
// # Text as it comes
//
// The text of a document is untrusted. Only its Markdown structure affects how it is split,
// and every input takes linear time: hostile ones (a megabyte of brackets, of combining
// marks, of items) are among the benchmarks.
package chunk
