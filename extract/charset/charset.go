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

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

const utf8Label = "utf-8"

const replacementRune = "\uFFFD"

// Decode returns the text of body as valid UTF-8, without byte order mark, and
// the lower-case Encoding Standard name of the encoding it was read in.
// contentType is the value of the Content-Type header; empty means unknown.
//
// It never fails: what can't be decoded becomes U+FFFD. Valid UTF-8 comes back
// as a part of body itself, not as a copy, so the result must not be changed.
// A nil or empty body is returned as it is with the label "utf-8". Decode is
// safe for concurrent use.
func Decode(body []byte, contentType string) (text []byte, label string) {
	if text, label, found := decodeMarked(body); found {
		return text, label
	}
	if text, label, found := decodeWide(body); found {
		return text, label
	}
	high := firstHigh(body)
	if high < 0 && (bytes.Contains(body, []byte("\x1b$")) || bytes.Contains(body, []byte("\x1b("))) { // escapes of an encoding in seven bits
		if text, label, ok := tryLabel(body, "iso-2022-jp"); ok {
			return text, label
		}
	}
	if high < 0 {
		return body, utf8Label
	}
	if utf8.Valid(body[high:]) {
		return body, utf8Label
	}
	for _, declared := range [...]func() string{
		func() string { return charsetParameter(contentType) },
		func() string { return xmlLabel(body) },
		func() string { return metaLabel(body) },
	} {
		if text, label, ok := tryLabel(body, declared()); ok {
			return text, label
		}
	}
	if mostlyUTF8(body) {
		return repairUTF8(body), utf8Label
	}
	return detect(body)
}

// tryLabel decodes body as label says. It reports false for a label that is
// unknown or that the bytes contradict.
func tryLabel(body []byte, label string) (text []byte, name string, ok bool) {
	if label == "" {
		return nil, "", false
	}
	e, name := charset.Lookup(label)
	switch name {
	case "", "replacement", "x-user-defined":
		return nil, "", false
	case utf8Label:
		if !mostlyUTF8(body) {
			return nil, "", false
		}
		return repairUTF8(body), utf8Label, true
	case "utf-16le", "utf-16be":
		if bytes.IndexByte(body, 0) < 0 && bytes.Count(body, []byte(" "))*50 > len(body) { // blanks of one byte
			return nil, "", false
		}
	}
	text = convert(body, e)
	return text, name, tolerable(text)
}

// convert decodes body; the decoders of x/text put U+FFFD where they can't.
func convert(body []byte, e encoding.Encoding) []byte {
	text, err := e.NewDecoder().Bytes(body)
	if err != nil {
		return validUTF8(body)
	}
	return text
}

// tolerable reports whether at most one character in 200 could not be decoded.
func tolerable(text []byte) bool {
	bad := bytes.Count(text, []byte(replacementRune))
	return bad == 0 || bad*200 <= utf8.RuneCount(text)
}
