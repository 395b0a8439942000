package modeltext

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
)

const (
	maxTitle        = 200
	maxWarning      = 200
	maxField        = 300
	maxCause        = 1000
	maxShownExcerpt = 600
	maxURL          = 2000
)

// Address returns an address for a trusted line: scheme, host and path in the spelling in
// which they are sent, in at most 300 code points. Query and fragment are left out because
// they may hold any text.
func Address(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return line.Clip(line.OneLine(raw), maxField)
	}
	return line.Clip(line.OneLine(address.Canonical(&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath})), maxField)
}

func sameAddress(a, b string) bool {
	return strings.TrimSuffix(Address(a), "/") == strings.TrimSuffix(Address(b), "/")
}

func itoa(n int) string { return strconv.Itoa(n) }

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + more
}
