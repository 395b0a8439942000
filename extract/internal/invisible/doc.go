// Package invisible knows the characters of text that no reader sees: control characters,
// zero-width and formatting characters, tag characters and variation selectors.
//
// [Strip] drops them where they mean nothing to a reader, and [Decode] returns the text that
// is written in them (ASCII smuggling).
package invisible
