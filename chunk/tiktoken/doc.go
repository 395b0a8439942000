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
// and Birch 2016, as in OpenAI's tiktoken). [Encoding.Count] must be cheap, since
// chunking counts every byte of a document, so it walks the ranks with a
// splitter written by hand: no allocation, and linear on input made to hurt.
// Tests hold it to the answers of github.com/pkoukk/tiktoken-go on many scripts
// and on random Unicode.
//
// # The tables
//
// The ranks are data of OpenAI (MIT, see NOTICE), embedded in the binary and
// read on first use, once for each encoding: nothing happens at the start of a
// program, nothing is downloaded, no file is written.
package tiktoken
