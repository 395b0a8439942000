// Package warc writes and reads WARC/1.1 files (ISO 28500:2017), the format of
// web archives: https://iipc.github.io/warc-specifications/.
//
// [Writer] writes each exchange of a request and a response as two records that
// name each other, each compressed by itself with gzip, so that a file can be
// appended to and read from any record on. Where a body was written before, a
// revisit record takes the place of the response. [Reader] reads such files and
// those of other programs, compressed or not, within bounds: a file is input
// like any other.
//
// Nothing is redacted here: package webfetch/record does that.
package warc
