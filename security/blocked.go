package security

import (
	"net/netip"
	"strings"
)

// Kind says what a [BlockedError] was about.
type Kind string

// The kinds.
const (
	// KindScheme is a scheme other than http and https.
	KindScheme Kind = "scheme"
	// KindURL is a URL that is malformed or whose parts parsers disagree about.
	KindURL Kind = "url"
	// KindDomain is a domain refused by AllowDomains or BlockDomains.
	KindDomain Kind = "domain"
	// KindName is a special-use name, a metadata service or a name of one label.
	KindName Kind = "name"
	// KindAddress is an address outside the public internet and the rules, or a
	// host that spells an address in an unusual form.
	KindAddress Kind = "address"
	// KindPort is a port that is not allowed.
	KindPort Kind = "port"
	// KindDNS is a name that could not be resolved. Err is the cause.
	KindDNS Kind = "dns"
)

// BlockedError reports that a [Policy] refused something before anything was
// sent. Find it with errors.As; http.Client wraps it in a *url.Error.
type BlockedError struct {
	// Kind says what was wrong.
	Kind Kind
	// Host is the host that was refused, as far as it is known.
	Host string
	// Addr is the address that was refused. It is invalid where there is none.
	Addr netip.Addr
	// Reason is a short sentence without host and address.
	Reason string
	// Err is the cause, for KindDNS and for URLs that do not parse.
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
	if e.Kind != KindDNS { // nothing was blocked: there is nothing to connect to
		subject = strings.TrimSpace("blocked " + string(e.Kind) + " " + subject)
	}
	text := e.Reason
	if subject != "" {
		text = subject + ": " + text
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause. It may be nil.
func (e *BlockedError) Unwrap() error { return e.Err }

// blocked makes the error of a refused host.
func blocked(kind Kind, host, reason string) *BlockedError {
	return &BlockedError{Kind: kind, Host: host, Reason: reason}
}
