package security_test

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// maxURL is the length of the longest URL that passes.
const maxURL = 8192

// kindOf returns the kind of a refusal, "" for nil.
func kindOf(t *testing.T, err error) security.BlockReason {
	t.Helper()
	if err == nil {
		return ""
	}
	var refused *security.BlockedError
	require.ErrorAs(t, err, &refused)
	require.NotEmpty(t, refused.Error())
	return refused.Reason
}

func TestParseURL(t *testing.T) {
	long := "http://a.example.com/" + strings.Repeat("x", maxURL)
	label := strings.Repeat("a", 63)
	name := strings.Repeat(label+".", 3)
	tests := map[string]struct {
		raw, want string
		kind      security.BlockReason
	}{
		"plain":                    {"http://a.example.com/b?c=d#e", "http://a.example.com/b?c=d#e", ""},
		"upper case":               {"HTTP://A.EXAMPLE.COM", "http://a.example.com/", ""},
		"default port":             {"https://a.example.com:443/", "https://a.example.com/", ""},
		"other scheme's port":      {"http://a.example.com:443/", "http://a.example.com:443/", ""},
		"zeros before the port":    {"http://a.example.com:0080/", "http://a.example.com/", ""},
		"empty port":               {"http://a.example.com:/", "http://a.example.com/", ""},
		"final dot":                {"http://a.example.com./", "http://a.example.com/", ""},
		"international":            {"http://bücher.example.com/", "http://xn--bcher-kva.example.com/", ""},
		"ideographic stop":         {"http://a。example.com/", "http://a.example.com/", ""},
		"underscore":               {"http://a_b.example.com/", "http://a_b.example.com/", ""},
		"hyphens three and four":   {"http://r3---sn.example.com/", "http://r3---sn.example.com/", ""},
		"numeric labels":           {"http://127.0.0.1.example.com/", "http://127.0.0.1.example.com/", ""},
		"address":                  {"http://1.1.1.1/", "http://1.1.1.1/", ""},
		"IPv6":                     {"http://[2606:4700:4700:0::1111]:8080/", "http://[2606:4700:4700::1111]:8080/", ""},
		"address in path":          {"http://a.example.com/http://127.0.0.1/", "http://a.example.com/http://127.0.0.1/", ""},
		"space in query":           {"http://a.example.com/?a b=\"c\"", "http://a.example.com/?a%20b=%22c%22", ""},
		"umlaut in query":          {"http://a.example.com/?ü", "http://a.example.com/?%C3%BC", ""},
		"backslash in query":       {`http://a.example.com/?a\b`, `http://a.example.com/?a\b`, ""},
		"name at the limit":        {"http://" + name + strings.Repeat("a", 57) + ".com/", "http://" + name + strings.Repeat("a", 57) + ".com/", ""},
		"at the limit":             {long[:maxURL], long[:maxURL], ""},
		"one over":                 {long[:maxURL+1], "", security.BlockedURL},
		"name one over":            {"http://" + name + strings.Repeat("a", 58) + ".com/", "", security.BlockedURL},
		"label one over":           {"http://" + label + "a.example.com/", "", security.BlockedURL},
		"empty":                    {"", "", security.BlockedScheme},
		"no scheme":                {"a.example.com/", "", security.BlockedScheme},
		"scheme-relative":          {"//a.example.com/", "", security.BlockedScheme},
		"file":                     {"file:///etc/passwd", "", security.BlockedScheme},
		"gopher":                   {"gopher://a.example.com:70/_x", "", security.BlockedScheme},
		"opaque":                   {"http:a.example.com/", "", security.BlockedURL},
		"three slashes":            {"http:///a.example.com/", "", security.BlockedURL},
		"no host":                  {"http://?x", "", security.BlockedURL},
		"only a port":              {"http://:80/", "", security.BlockedURL},
		"user":                     {"http://u@a.example.com/", "", security.BlockedURL},
		"user and password":        {"http://u:p@a.example.com/", "", security.BlockedURL},
		"empty user":               {"http://@a.example.com/", "", security.BlockedURL},
		"backslash before @":       {`http://a.example.com\@b.example.com/`, "", security.BlockedURL},
		"backslash in path":        {`http://a.example.com/\b`, "", security.BlockedURL},
		"newline":                  {"http://a.example.com/\nb", "", security.BlockedURL},
		"NUL":                      {"http://a.example.com\x00/", "", security.BlockedURL},
		"DEL":                      {"http://a.example.com/\x7f", "", security.BlockedURL},
		"space in host":            {"http://a example.com/", "", security.BlockedURL},
		"percent in host":          {"http://127%2e0%2e0%2e1/", "", security.BlockedURL},
		"empty label":              {"http://a..example.com/", "", security.BlockedURL},
		"two final dots":           {"http://a.example.com../", "", security.BlockedURL},
		"bad ACE label":            {"http://xn--a.example.com/", "", security.BlockedURL},
		"name in brackets":         {"http://[a.example.com]/", "", security.BlockedURL},
		"IPv4 in brackets":         {"http://[127.0.0.1]/", "", security.BlockedURL},
		"after the bracket":        {"http://[::1].example.com/", "", security.BlockedURL},
		"no brackets":              {"http://::1/", "", security.BlockedURL},
		"port out of range":        {"http://a.example.com:65536/", "", security.BlockedURL},
		"negative port":            {"http://a.example.com:-1/", "", security.BlockedURL},
		"port zero":                {"http://a.example.com:0/", "", security.BlockedPort},
		"port not allowed":         {"http://a.example.com:8081/", "", security.BlockedPort},
		"SSH":                      {"http://a.example.com:22/", "", security.BlockedPort},
		"localhost":                {"http://localhost/", "", security.BlockedName},
		"below localhost":          {"http://a.LOCALHOST./", "", security.BlockedName},
		"enclosed letters":         {"http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "", security.BlockedName},
		"full-width letters":       {"http://ｌｏｃａｌｈｏｓｔ/", "", security.BlockedName},
		"soft hyphen":              {"http://local\u00adhost/", "", security.BlockedName},
		"one label":                {"http://intranet/", "", security.BlockedName},
		"metadata":                 {"http://metadata.google.internal/", "", security.BlockedName},
		"metadata, public suffix":  {"http://metadata.goog/", "", security.BlockedName},
		"home network":             {"http://router.home.arpa/", "", security.BlockedName},
		"mDNS":                     {"http://printer.local/", "", security.BlockedName},
		"onion":                    {"http://a.onion/", "", security.Unresolved},
		"never exists":             {"http://a.INVALID./", "", security.Unresolved},
		"other root":               {"http://a.b.alt/", "", security.Unresolved},
		"for tests":                {"http://a.test/", "http://a.test/", ""}, // decided where it resolves
		"loopback":                 {"http://127.0.0.1/", "", security.BlockedAddress},
		"loopback, other port":     {"http://127.0.0.1:8080/", "", security.BlockedAddress},
		"final dot of an address":  {"http://1.1.1.1./", "", security.BlockedAddress},
		"decimal":                  {"http://2130706433/", "", security.BlockedAddress},
		"hexadecimal":              {"http://0x7f000001/", "", security.BlockedAddress},
		"upper hexadecimal":        {"http://0X7F.1/", "", security.BlockedAddress},
		"octal":                    {"http://0177.0.0.1/", "", security.BlockedAddress},
		"leading zeros, public":    {"http://001.1.1.1/", "", security.BlockedAddress},
		"short":                    {"http://127.1/", "", security.BlockedAddress},
		"five parts":               {"http://1.2.3.4.5/", "", security.BlockedAddress},
		"part above 255":           {"http://425.510.425.510/", "", security.BlockedAddress},
		"empty hexadecimal":        {"http://127.0.0.1.0x/", "", security.BlockedAddress},
		"full-width digits":        {"http://１２７.０.０.１/", "", security.BlockedAddress},
		"full-width, public":       {"http://１.1.1.1/", "", security.BlockedAddress},
		"circled digits":           {"http://①②⑦.⓪.⓪.①/", "", security.BlockedAddress},
		"IPv6 loopback":            {"http://[::1]/", "", security.BlockedAddress},
		"mapped":                   {"http://[::ffff:127.0.0.1]/", "", security.BlockedAddress},
		"zone":                     {"http://[fe80::1%25lo]/", "", security.BlockedAddress},
		"zone on a public address": {"http://[2606:4700:4700::1111%25lo]/", "", security.BlockedAddress},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			u, err := new(security.Policy).ParseURL(tt.raw)
			require.Equalf(t, tt.kind, kindOf(t, err), "ParseURL(%q): %v", tt.raw, err)
			if tt.kind != "" {
				return
			}
			assert.Equal(t, tt.want, u.String())
			again, err := new(security.Policy).Canonical(u)
			require.NoError(t, err)
			assert.Equal(t, u.String(), again.String(), "Canonical is stable")
		})
	}
}

func TestCheckURLOfHandMadeURLs(t *testing.T) {
	tests := map[string]struct {
		u    *url.URL
		kind security.BlockReason
	}{
		"nil":           {nil, security.BlockedURL},
		"zero":          {&url.URL{}, security.BlockedScheme},
		"two ports":     {&url.URL{Scheme: "http", Host: "127.0.0.1:80:80"}, security.BlockedURL},
		"open bracket":  {&url.URL{Scheme: "http", Host: "[::1"}, security.BlockedURL},
		"slash":         {&url.URL{Scheme: "http", Host: "a.example.com/@127.0.0.1"}, security.BlockedURL},
		"newline":       {&url.URL{Scheme: "http", Host: "a.example.com\r\nX: y"}, security.BlockedURL},
		"long path":     {&url.URL{Scheme: "http", Host: "a.example.com", Path: strings.Repeat("x", maxURL)}, security.BlockedURL},
		"upper scheme":  {&url.URL{Scheme: "HTTP", Host: "a.example.com"}, security.BlockedScheme},
		"well-formed":   {&url.URL{Scheme: "http", Host: "a.example.com"}, ""},
		"port in words": {&url.URL{Scheme: "http", Host: "a.example.com:http"}, security.BlockedURL},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			var nobody *security.Policy
			assert.Equal(t, tt.kind, kindOf(t, nobody.CheckURL(tt.u)))
		})
	}
}

func TestCanonicalKeepsItsArgument(t *testing.T) {
	u := &url.URL{Scheme: "http", Host: "A.Example.COM:80", RawQuery: "a b"}
	clean, err := new(security.Policy).Canonical(u)
	require.NoError(t, err)
	assert.Equal(t, "http://a.example.com/?a%20b", clean.String())
	assert.Equal(t, &url.URL{Scheme: "http", Host: "A.Example.COM:80", RawQuery: "a b"}, u)
}

func TestDomains(t *testing.T) {
	tests := map[string]struct {
		allow, block []string
		url          string
		kind         security.BlockReason
	}{
		"no lists":              {nil, nil, "http://a.example.com/", ""},
		"itself":                {[]string{"example.com"}, nil, "http://example.com/", ""},
		"below":                 {[]string{"example.com"}, nil, "http://b.a.example.com/", ""},
		"star":                  {[]string{"*.Example.com."}, nil, "http://a.example.com/", ""},
		"suffix only":           {[]string{"example.com"}, nil, "http://badexample.com/", security.BlockedDomain},
		"parent":                {[]string{"a.example.com"}, nil, "http://example.com/", security.BlockedDomain},
		"blocked wins":          {[]string{"example.com"}, []string{"a.example.com"}, "http://x.a.example.com/", security.BlockedDomain},
		"beside the blocked":    {[]string{"example.com"}, []string{"a.example.com"}, "http://b.example.com/", ""},
		"international":         {[]string{"bücher.example"}, nil, "http://www.xn--bcher-kva.example/", ""},
		"address not listed":    {[]string{"example.com"}, nil, "http://1.1.1.1/", security.BlockedDomain},
		"address listed":        {[]string{"1.1.1.1"}, nil, "http://1.1.1.1/", ""},
		"IPv6 address blocked":  {nil, []string{"[2606:4700:4700::1111]"}, "http://[2606:4700:4700::1111]/", security.BlockedDomain},
		"tail of an address":    {[]string{"1.1"}, nil, "http://1.1.1.1/", security.BlockedDomain},
		"empty entry":           {[]string{""}, nil, "http://a.example.com/", security.BlockedDomain},
		"final dot of the host": {nil, []string{"example.com"}, "http://example.com./", security.BlockedDomain},
		"upper case":            {nil, []string{"EXAMPLE.com"}, "http://Example.COM/", security.BlockedDomain},
		"space around":          {nil, []string{"a.com", " b.com\t"}, "http://x.b.com/", security.BlockedDomain},
		"space around, allowed": {[]string{"a.com", " b.com"}, nil, "http://b.com/", ""},
		"not understood":        {nil, []string{"https://b.com"}, "http://a.example.com/", security.BlockedDomain},
		"allows nothing":        {[]string{"https://b.com"}, nil, "http://b.com/", security.BlockedDomain},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			p := &security.Policy{AllowDomains: tt.allow, BlockDomains: tt.block}
			_, err := p.ParseURL(tt.url)
			assert.Equal(t, tt.kind, kindOf(t, err))
		})
	}
}

func TestRulesOpenNames(t *testing.T) {
	p := &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), Ports: []uint16{3000}}}}
	for raw, kind := range map[string]security.BlockReason{
		"http://127.0.0.1:3000/":          "",
		"http://[::ffff:127.0.0.1]:3000/": "",
		"http://localhost:3000/":          "",
		"http://intranet:3000/":           "", // decided where it resolves
		"http://127.0.0.1/":               security.BlockedPort,
		"http://10.0.0.1:3000/":           security.BlockedAddress,
		"http://a.example.com:3001/":      security.BlockedPort,
	} {
		_, err := p.ParseURL(raw)
		assert.Equal(t, kind, kindOf(t, err), raw)
	}
}

func TestBlockedErrorText(t *testing.T) {
	cause := errors.New("no such host")
	for want, err := range map[string]*security.BlockedError{
		"blocked url: no host":                              {Reason: security.BlockedURL, Detail: "no host"},
		"blocked address 10.0.0.1: private":                 {Reason: security.BlockedAddress, Addr: netip.MustParseAddr("10.0.0.1"), Detail: "private"},
		"blocked address a.example.com (10.0.0.1): private": {Reason: security.BlockedAddress, Host: "a.example.com", Addr: netip.MustParseAddr("10.0.0.1"), Detail: "private"},
		"a.example.com: gone: no such host":                 {Reason: security.Unresolved, Host: "a.example.com", Detail: "gone", Err: cause},
	} {
		assert.EqualError(t, err, want)
	}
	assert.ErrorIs(t, &security.BlockedError{Err: cause}, cause)
}

func TestRuleForAnyPort(t *testing.T) {
	p := &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}}
	assert.NoError(t, p.CheckAddr(netip.MustParseAddrPort("127.0.0.1:39999")))
	assert.Error(t, p.CheckAddr(netip.MustParseAddrPort("127.0.0.1:25")), "ports of other protocols stay refused")
	assert.Error(t, p.CheckAddr(netip.MustParseAddrPort("10.0.0.1:39999")), "outside of the prefix")
}
