// Package charset turns the bytes of a document into UTF-8.
//
// [Decode] needs no help from its caller and never fails: it weighs what the bytes
// themselves show, what the Content-Type header says and what the document declares. The
// bytes come first, because headers and declarations are often wrong and UTF-8 is hard to
// hit by accident:
//
//  1. a byte order mark
//  2. UTF-16 without a mark, recognised by NUL bytes at every second place
//  3. valid UTF-8 with at least one byte above 127
//  4. the charset parameter of the Content-Type header
//  5. the encoding of an XML declaration
//  6. a <meta charset> or http-equiv in the first 64 KiB, outside of comments
//     and scripts ("utf-16" there means UTF-8, as no one could have read it)
//  7. mostly valid UTF-8
//  8. a detector, ranked by what decodes without errors
//  9. windows-1252
//
// A label is an [Encoding Standard] label. One that is unknown, names the replacement
// encoding or leaves more than one character in 200 undecodable is passed over, so a wrong
// declaration costs nothing.
//
// Valid UTF-8, which is most of the web, is returned as the slice that came in, after one
// pass that looks for high bytes and one that validates.
//
// # Security
//
// Decode is linear in the size of the body. The result is always valid UTF-8 and at most
// three times as long as the body. It may hold control characters; a program that prints it
// has to escape them.
//
// [Encoding Standard]: https://encoding.spec.whatwg.org/
package charset
