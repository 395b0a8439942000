package warc

import "strings"

// The types of records that are written here (section 6 of the specification).
// Readers meet others as well.
const (
	TypeInfo     = "warcinfo"
	TypeRequest  = "request"
	TypeResponse = "response"
	TypeRevisit  = "revisit"
)

// ProfileIdentical is the WARC-Profile of a revisit record whose body is that of
// an earlier response (section 6.7.2).
const ProfileIdentical = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"

// The values of WARC-Truncated (section 5.13).
const (
	TruncatedLength      = "length"      // the body is longer than what is kept
	TruncatedDisconnect  = "disconnect"  // the connection ended before the body did
	TruncatedUnspecified = "unspecified" // the client stopped reading
)

// Field is a named field of a header.
type Field struct{ Name, Value string }

// Header holds the fields of a record in order. Names are compared without
// regard to case.
type Header []Field

// Get returns the first value of a field, or "" if the field is missing.
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// ID is the WARC-Record-ID without its angle brackets.
func (h Header) ID() string { return trimID(h.Get("WARC-Record-ID")) }

// TargetURI is the WARC-Target-URI. WARC/1.0 files may have it in angle brackets.
func (h Header) TargetURI() string { return trimID(h.Get("WARC-Target-URI")) }

func trimID(id string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(id), "<"), ">")
}
