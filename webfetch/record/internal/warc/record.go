package warc

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

// Header holds the fields of a record to be written, in their order.
type Header []Field
