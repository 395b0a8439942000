package security_test

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security"
)

func TestValidate(t *testing.T) {
	prefix := netip.MustParsePrefix
	tests := map[string]struct {
		policy *security.Policy
		say    string // "" for a policy that is understood
	}{
		"nil":                  {nil, ""},
		"zero":                 {&security.Policy{}, ""},
		"domains":              {&security.Policy{AllowDomains: []string{"example.com", "*.Example.COM.", ".a.example", " b.com ", "bücher.example", "a_b.example.com"}}, ""},
		"one label":            {&security.Policy{AllowDomains: []string{"intranet"}}, ""},
		"addresses":            {&security.Policy{BlockDomains: []string{"1.1.1.1", "2606:4700:4700::1111", "[2606:4700:4700::1111]"}}, ""},
		"URL":                  {&security.Policy{BlockDomains: []string{"a.com", "https://b.com"}}, `BlockDomains[1] "https://b.com"`},
		"URL, allowed":         {&security.Policy{AllowDomains: []string{"https://b.com"}}, `AllowDomains[0] "https://b.com"`},
		"path":                 {&security.Policy{BlockDomains: []string{"b.com/x"}}, "not a URL"},
		"network":              {&security.Policy{BlockDomains: []string{"10.0.0.0/8"}}, "not a URL or a network"},
		"port":                 {&security.Policy{BlockDomains: []string{"b.com:8080"}}, "without port"},
		"empty":                {&security.Policy{BlockDomains: []string{"a.com", " "}}, `BlockDomains[1] " "`},
		"star alone":           {&security.Policy{AllowDomains: []string{"*"}}, `AllowDomains[0] "*"`},
		"star inside":          {&security.Policy{AllowDomains: []string{"a.*.com"}}, "no host name has"},
		"space inside":         {&security.Policy{AllowDomains: []string{"a b.com"}}, "no host name has"},
		"comma":                {&security.Policy{AllowDomains: []string{"a.com,b.com"}}, "no host name has"},
		"empty label":          {&security.Policy{AllowDomains: []string{"a..com"}}, "label is empty"},
		"label too long":       {&security.Policy{AllowDomains: []string{strings.Repeat("a", 64) + ".com"}}, "longer than 63"},
		"part of an address":   {&security.Policy{BlockDomains: []string{"1.1"}}, "neither a host name nor an address"},
		"below an address":     {&security.Policy{BlockDomains: []string{"*.1.1.1.1"}}, "no subdomains"},
		"zone":                 {&security.Policy{BlockDomains: []string{"fe80::1%lo"}}, "no zone"},
		"bad ACE label":        {&security.Policy{BlockDomains: []string{"xn--a.example.com"}}, "not a host name"},
		"rule":                 {&security.Policy{Allow: []security.AddrRule{{Prefix: prefix("10.0.0.0/8")}}}, ""},
		"rule without prefix":  {&security.Policy{Allow: []security.AddrRule{{Prefix: prefix("10.0.0.0/8")}, {}}}, "Allow[1]"},
		"NAT64":                {&security.Policy{NAT64: nat64(32, 40, 48, 56, 64, 96)}, ""},
		"NAT64, below 32":      {&security.Policy{NAT64: nat64(31)}, "NAT64[0]"},
		"NAT64, between":       {&security.Policy{NAT64: nat64(96, 52)}, "NAT64[1]"},
		"NAT64, above 96":      {&security.Policy{NAT64: nat64(97)}, "32, 40, 48, 56, 64 or 96 bits"},
		"NAT64 of IPv4":        {&security.Policy{NAT64: []netip.Prefix{prefix("10.0.0.0/32")}}, "not one of IPv6"},
		"NAT64 without prefix": {&security.Policy{NAT64: []netip.Prefix{{}}}, "not valid"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			err := tt.policy.Validate()
			if tt.say == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.say)
		})
	}
}

func nat64(lengths ...int) []netip.Prefix {
	var all []netip.Prefix
	for _, n := range lengths {
		all = append(all, netip.PrefixFrom(netip.MustParseAddr("2001:db8::"), n).Masked())
	}
	return all
}

func TestANAT64PrefixOfNoKnownLengthRefuses(t *testing.T) {
	p := &security.Policy{NAT64: []netip.Prefix{netip.MustParsePrefix("2a00:1::/52")}}
	assert.Equal(t, security.BlockedAddress, kindOf(t, p.CheckAddr(netip.MustParseAddrPort("[2a00:1::7f00:1]:80"))))
	assert.NoError(t, p.CheckAddr(netip.MustParseAddrPort("[2a00:2::1]:80")), "outside of the prefix")
}

// An address is the same one in each of its spellings, in lists and in URLs.
func TestMappedAddressesAreThoseOfIPv4InLists(t *testing.T) {
	for _, entry := range []string{"1.2.3.4", "::ffff:1.2.3.4", "[::ffff:102:304]"} {
		for _, host := range []string{"1.2.3.4", "[::ffff:1.2.3.4]", "[::ffff:102:304]"} {
			block, allow := &security.Policy{BlockDomains: []string{entry}}, &security.Policy{AllowDomains: []string{entry}}
			u := &url.URL{Scheme: "http", Host: host, Path: "/"}
			assert.Equal(t, security.BlockedDomain, kindOf(t, block.CheckURL(u)), "%s blocks %s", entry, host)
			assert.NoError(t, allow.CheckURL(u), "%s allows %s", entry, host)
		}
	}
	u := &url.URL{Scheme: "http", Host: "[::ffff:1.2.3.5]", Path: "/"}
	assert.NoError(t, (&security.Policy{BlockDomains: []string{"1.2.3.4"}}).CheckURL(u))
}
