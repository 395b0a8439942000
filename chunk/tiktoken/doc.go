// Package tiktoken counts tokens exactly as OpenAI's encodings cl100k_base and
// o200k_base do, without ever using the network.
//
// [CL100K] and [O200K] return an [Encoding], which is a chunk.Counter:
//
//	enc, err := tiktoken.O200K()
//	set, err := chunk.Split(ctx, doc, chunk.Options{MaxTokens: 512, Counter: enc})
//
// # How it counts
//
// An encoding cuts a text into pieces with a published regular expression and
// merges the bytes of each piece by rank (byte pair encoding, Sennrich, Haddow
// and Birch 2016, as in OpenAI's tiktoken). The tokenizer behind
// [Encoding.Encode] is github.com/pkoukk/tiktoken-go over the ranks embedded
// here. [Encoding.Count] must be cheap, since chunking counts every byte of a
// document, so it walks the same ranks with a splitter written by hand: a
// third of the time, no allocation, and linear on input made to hurt, where
// the regular expression engine and its merging are quadratic. Tests hold the
// two to the same answer on many scripts and on random Unicode.
//
// # The tables
//
// The ranks are data of OpenAI (MIT, see NOTICE), embedded in the binary and
// read on first use, once for each encoding: nothing happens at the start of a
// program, nothing is downloaded, no file is written. The package does not
// touch the package-level loader of tiktoken-go, which would fetch tables by
// HTTP, so a program is free to use that package on its own as well.
package tiktoken
