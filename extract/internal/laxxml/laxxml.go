// Package laxxml reads XML leniently: the text is UTF-8, regardless of its declaration, and
// the markup need not be well-formed.
package laxxml

import (
	"encoding/xml"
	"io"
	"strings"
)

// NewDecoder returns a decoder that takes r for UTF-8 and goes on after what
// [xml.Decoder] calls lax: unknown entities, values without quotes, missing end
// tags. Its RawToken ends with an error where damage is worse than that.
func NewDecoder(r io.Reader) *xml.Decoder {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return d
}

// Written returns a name as it is written: with its prefix.
func Written(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}

// Root returns the local name of the root element of r in lower case, "" where r ends or is damaged before it.
func Root(r io.Reader) string {
	d := NewDecoder(r)
	for {
		token, err := d.RawToken()
		if err != nil {
			return ""
		}
		if start, ok := token.(xml.StartElement); ok {
			return strings.ToLower(start.Name.Local)
		}
	}
}
