package security

import (
	"net/netip"
	"strings"
)

// BlockReason says why a [BlockedError] refused.
type BlockReason string

// The reasons.
const (
	// BlockedScheme is a scheme other than http and https.
	BlockedScheme BlockReason = "scheme"
	// BlockedURL is a URL that is malformed or whose parts parsers disagree about.
	BlockedURL BlockReason = "url"
	// BlockedDomain is a domain refused by AllowDomains or BlockDomains.
	BlockedDomain BlockReason = "domain"
	// BlockedName is a special-use name, a metadata service or a name of one label.
	BlockedName BlockReason = "name"
	// BlockedAddress is an address outside the public internet and the rules, or a
	// host that spells an address in an unusual form.
	BlockedAddress BlockReason = "address"
	// BlockedPort is a port that is not allowed.
	BlockedPort BlockReason = "port"
	// Unresolved is a name that could not be resolved. Err is the cause.
	Unresolved BlockReason = "dns"
)

// Details of what no rule of Allow opens.
const (
	oddSpelling = "spells an address in a form that parsers disagree about"
	zoned       = "an address with a zone is local"
	badPort     = "the port belongs to another protocol"
)

// BlockedError reports that a [Policy] refused something before anything was
// sent. Find it with errors.As; http.Client wraps it in a *url.Error.
type BlockedError struct {
	// Reason says what was wrong.
	Reason BlockReason
	// Host is the host that was refused, as far as it is known.
	Host string
	// Addr is the address that was refused. It is invalid if no address was involved.
	Addr netip.Addr
	// Detail is a short sentence without host and address.
	Detail string
	// Err is the cause, for Unresolved and for URLs that do not parse.
	Err error
}

// Error says what was refused and why.
func (e *BlockedError) Error() string {
	subject := e.Host
	switch {
	case subject == "" && e.Addr.IsValid():
		subject = e.Addr.String()
	case e.Addr.IsValid() && e.Addr.String() != subject:
		subject += " (" + e.Addr.String() + ")"
	}
	if e.Reason != Unresolved { // nothing was blocked: there is nothing to connect to
		subject = strings.TrimSpace("blocked " + string(e.Reason) + " " + subject)
	}
	text := e.Detail
	if subject != "" {
		text = subject + ": " + text
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Hint says what to try next where no rule of a policy helps, "" elsewhere.
func (e *BlockedError) Hint() string {
	switch e.Detail {
	case oddSpelling:
		return "Write the address in its usual form, as four numbers up to 255."
	case zoned, badPort:
		return "Nothing there may be fetched; use another source."
	}
	return ""
}

// Unwrap returns the cause. It may be nil.
func (e *BlockedError) Unwrap() error { return e.Err }

func blocked(kind BlockReason, host, reason string) *BlockedError {
	return &BlockedError{Reason: kind, Host: host, Detail: reason}
}
