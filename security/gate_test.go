package security

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kindOf returns the kind of a refusal, "" for nil.
func kindOf(t *testing.T, err error) Kind {
	t.Helper()
	if err == nil {
		return ""
	}
	var refused *BlockedError
	require.ErrorAs(t, err, &refused)
	require.NotEmpty(t, refused.Error())
	return refused.Kind
}

func TestParseURL(t *testing.T) {
	long := "http://a.example.com/" + strings.Repeat("x", maxURL)
	label := strings.Repeat("a", 63)
	name := strings.Repeat(label+".", 3)
	tests := map[string]struct {
		raw, want string
		kind      Kind
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
		"one over":                 {long[:maxURL+1], "", KindURL},
		"name one over":            {"http://" + name + strings.Repeat("a", 58) + ".com/", "", KindURL},
		"label one over":           {"http://" + label + "a.example.com/", "", KindURL},
		"empty":                    {"", "", KindScheme},
		"no scheme":                {"a.example.com/", "", KindScheme},
		"scheme-relative":          {"//a.example.com/", "", KindScheme},
		"file":                     {"file:///etc/passwd", "", KindScheme},
		"gopher":                   {"gopher://a.example.com:70/_x", "", KindScheme},
		"opaque":                   {"http:a.example.com/", "", KindURL},
		"three slashes":            {"http:///a.example.com/", "", KindURL},
		"no host":                  {"http://?x", "", KindURL},
		"only a port":              {"http://:80/", "", KindURL},
		"user":                     {"http://u@a.example.com/", "", KindURL},
		"user and password":        {"http://u:p@a.example.com/", "", KindURL},
		"empty user":               {"http://@a.example.com/", "", KindURL},
		"backslash before @":       {`http://a.example.com\@b.example.com/`, "", KindURL},
		"backslash in path":        {`http://a.example.com/\b`, "", KindURL},
		"newline":                  {"http://a.example.com/\nb", "", KindURL},
		"NUL":                      {"http://a.example.com\x00/", "", KindURL},
		"DEL":                      {"http://a.example.com/\x7f", "", KindURL},
		"space in host":            {"http://a example.com/", "", KindURL},
		"percent in host":          {"http://127%2e0%2e0%2e1/", "", KindURL},
		"empty label":              {"http://a..example.com/", "", KindURL},
		"two final dots":           {"http://a.example.com../", "", KindURL},
		"bad ACE label":            {"http://xn--a.example.com/", "", KindURL},
		"name in brackets":         {"http://[a.example.com]/", "", KindURL},
		"IPv4 in brackets":         {"http://[127.0.0.1]/", "", KindURL},
		"after the bracket":        {"http://[::1].example.com/", "", KindURL},
		"no brackets":              {"http://::1/", "", KindURL},
		"port out of range":        {"http://a.example.com:65536/", "", KindURL},
		"negative port":            {"http://a.example.com:-1/", "", KindURL},
		"port zero":                {"http://a.example.com:0/", "", KindPort},
		"port not allowed":         {"http://a.example.com:8081/", "", KindPort},
		"SSH":                      {"http://a.example.com:22/", "", KindPort},
		"localhost":                {"http://localhost/", "", KindName},
		"below localhost":          {"http://a.LOCALHOST./", "", KindName},
		"enclosed letters":         {"http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "", KindName},
		"full-width letters":       {"http://ｌｏｃａｌｈｏｓｔ/", "", KindName},
		"soft hyphen":              {"http://local\u00adhost/", "", KindName},
		"one label":                {"http://intranet/", "", KindName},
		"metadata":                 {"http://metadata.google.internal/", "", KindName},
		"metadata, public suffix":  {"http://metadata.goog/", "", KindName},
		"home network":             {"http://router.home.arpa/", "", KindName},
		"mDNS":                     {"http://printer.local/", "", KindName},
		"onion":                    {"http://a.onion/", "", KindDNS},
		"never exists":             {"http://a.INVALID./", "", KindDNS},
		"other root":               {"http://a.b.alt/", "", KindDNS},
		"for tests":                {"http://a.test/", "http://a.test/", ""}, // decided where it resolves
		"loopback":                 {"http://127.0.0.1/", "", KindAddress},
		"loopback, other port":     {"http://127.0.0.1:8080/", "", KindAddress},
		"final dot of an address":  {"http://1.1.1.1./", "", KindAddress},
		"decimal":                  {"http://2130706433/", "", KindAddress},
		"hexadecimal":              {"http://0x7f000001/", "", KindAddress},
		"upper hexadecimal":        {"http://0X7F.1/", "", KindAddress},
		"octal":                    {"http://0177.0.0.1/", "", KindAddress},
		"leading zeros, public":    {"http://001.1.1.1/", "", KindAddress},
		"short":                    {"http://127.1/", "", KindAddress},
		"five parts":               {"http://1.2.3.4.5/", "", KindAddress},
		"part above 255":           {"http://425.510.425.510/", "", KindAddress},
		"empty hexadecimal":        {"http://127.0.0.1.0x/", "", KindAddress},
		"full-width digits":        {"http://１２７.０.０.１/", "", KindAddress},
		"full-width, public":       {"http://１.1.1.1/", "", KindAddress},
		"circled digits":           {"http://①②⑦.⓪.⓪.①/", "", KindAddress},
		"IPv6 loopback":            {"http://[::1]/", "", KindAddress},
		"mapped":                   {"http://[::ffff:127.0.0.1]/", "", KindAddress},
		"zone":                     {"http://[fe80::1%25lo]/", "", KindAddress},
		"zone on a public address": {"http://[2606:4700:4700::1111%25lo]/", "", KindAddress},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			u, err := new(Policy).ParseURL(tt.raw)
			require.Equalf(t, tt.kind, kindOf(t, err), "ParseURL(%q): %v", tt.raw, err)
			if tt.kind != "" {
				return
			}
			assert.Equal(t, tt.want, u.String())
			again, err := new(Policy).Canonical(u)
			require.NoError(t, err)
			assert.Equal(t, u.String(), again.String(), "Canonical is stable")
		})
	}
}

func TestCheckURLOfHandMadeURLs(t *testing.T) {
	tests := map[string]struct {
		u    *url.URL
		kind Kind
	}{
		"nil":           {nil, KindURL},
		"zero":          {&url.URL{}, KindScheme},
		"two ports":     {&url.URL{Scheme: "http", Host: "127.0.0.1:80:80"}, KindURL},
		"open bracket":  {&url.URL{Scheme: "http", Host: "[::1"}, KindURL},
		"slash":         {&url.URL{Scheme: "http", Host: "a.example.com/@127.0.0.1"}, KindURL},
		"newline":       {&url.URL{Scheme: "http", Host: "a.example.com\r\nX: y"}, KindURL},
		"long path":     {&url.URL{Scheme: "http", Host: "a.example.com", Path: strings.Repeat("x", maxURL)}, KindURL},
		"upper scheme":  {&url.URL{Scheme: "HTTP", Host: "a.example.com"}, KindScheme},
		"well-formed":   {&url.URL{Scheme: "http", Host: "a.example.com"}, ""},
		"port in words": {&url.URL{Scheme: "http", Host: "a.example.com:http"}, KindURL},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			var nobody *Policy
			assert.Equal(t, tt.kind, kindOf(t, nobody.CheckURL(tt.u)))
		})
	}
}

func TestCanonicalKeepsItsArgument(t *testing.T) {
	u := &url.URL{Scheme: "http", Host: "A.Example.COM:80", RawQuery: "a b"}
	clean, err := new(Policy).Canonical(u)
	require.NoError(t, err)
	assert.Equal(t, "http://a.example.com/?a%20b", clean.String())
	assert.Equal(t, &url.URL{Scheme: "http", Host: "A.Example.COM:80", RawQuery: "a b"}, u)
}

func TestDomains(t *testing.T) {
	tests := map[string]struct {
		allow, block []string
		url          string
		kind         Kind
	}{
		"no lists":              {nil, nil, "http://a.example.com/", ""},
		"itself":                {[]string{"example.com"}, nil, "http://example.com/", ""},
		"below":                 {[]string{"example.com"}, nil, "http://b.a.example.com/", ""},
		"star":                  {[]string{"*.Example.com."}, nil, "http://a.example.com/", ""},
		"suffix only":           {[]string{"example.com"}, nil, "http://badexample.com/", KindDomain},
		"parent":                {[]string{"a.example.com"}, nil, "http://example.com/", KindDomain},
		"blocked wins":          {[]string{"example.com"}, []string{"a.example.com"}, "http://x.a.example.com/", KindDomain},
		"beside the blocked":    {[]string{"example.com"}, []string{"a.example.com"}, "http://b.example.com/", ""},
		"international":         {[]string{"bücher.example"}, nil, "http://www.xn--bcher-kva.example/", ""},
		"address not listed":    {[]string{"example.com"}, nil, "http://1.1.1.1/", KindDomain},
		"address listed":        {[]string{"1.1.1.1"}, nil, "http://1.1.1.1/", ""},
		"IPv6 address blocked":  {nil, []string{"[2606:4700:4700::1111]"}, "http://[2606:4700:4700::1111]/", KindDomain},
		"tail of an address":    {[]string{"1.1"}, nil, "http://1.1.1.1/", KindDomain},
		"empty entry":           {[]string{""}, nil, "http://a.example.com/", KindDomain},
		"final dot of the host": {nil, []string{"example.com"}, "http://example.com./", KindDomain},
		"upper case":            {nil, []string{"EXAMPLE.com"}, "http://Example.COM/", KindDomain},
		"space around":          {nil, []string{"a.com", " b.com\t"}, "http://x.b.com/", KindDomain},
		"space around, allowed": {[]string{"a.com", " b.com"}, nil, "http://b.com/", ""},
		"not understood":        {nil, []string{"https://b.com"}, "http://a.example.com/", KindDomain},
		"allows nothing":        {[]string{"https://b.com"}, nil, "http://b.com/", KindDomain},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			p := &Policy{AllowDomains: tt.allow, BlockDomains: tt.block}
			_, err := p.ParseURL(tt.url)
			assert.Equal(t, tt.kind, kindOf(t, err))
		})
	}
}

func TestRulesOpenNames(t *testing.T) {
	p := &Policy{Allow: []AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), Ports: []uint16{3000}}}}
	for raw, kind := range map[string]Kind{
		"http://127.0.0.1:3000/":          "",
		"http://[::ffff:127.0.0.1]:3000/": "",
		"http://localhost:3000/":          "",
		"http://intranet:3000/":           "", // decided where it resolves
		"http://127.0.0.1/":               KindPort,
		"http://10.0.0.1:3000/":           KindAddress,
		"http://a.example.com:3001/":      KindPort,
	} {
		_, err := p.ParseURL(raw)
		assert.Equal(t, kind, kindOf(t, err), raw)
	}
}

func TestBlockedErrorText(t *testing.T) {
	cause := errors.New("no such host")
	for want, err := range map[string]*BlockedError{
		"blocked url: no host":                              {Kind: KindURL, Reason: "no host"},
		"blocked address 10.0.0.1: private":                 {Kind: KindAddress, Addr: netip.MustParseAddr("10.0.0.1"), Reason: "private"},
		"blocked address a.example.com (10.0.0.1): private": {Kind: KindAddress, Host: "a.example.com", Addr: netip.MustParseAddr("10.0.0.1"), Reason: "private"},
		"a.example.com: gone: no such host":                 {Kind: KindDNS, Host: "a.example.com", Reason: "gone", Err: cause},
	} {
		assert.EqualError(t, err, want)
	}
	assert.ErrorIs(t, &BlockedError{Err: cause}, cause)
}

func TestHomograph(t *testing.T) {
	for host, told := range map[string]bool{
		"example.com":          false,
		"bücher.example.com":   false,
		"пример.example.com":   false,
		"日本語ドメイン.example.com":  false,
		"日本go.example.com":     false,
		"한국go.example.com":     false,
		"ελλάδα.example.com":   false,
		"हिन्दी.example.com":   false,
		"раypal.example.com":   true, // Cyrillic ра, Latin ypal
		"xn--ypal-43d9g.com":   true,
		"аррӏе.example.com":    true, // all Cyrillic
		"καi.example.com":      true,
		"हिन्दीไทย.example.co": true,
		"xn--0.example.com":    true, // does not decode
	} {
		assert.Equal(t, told, Homograph(host) != "", "%s: %s", host, Homograph(host))
	}
}

func TestRuleForAnyPort(t *testing.T) {
	p := &Policy{Allow: []AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}}
	assert.NoError(t, p.CheckAddr(netip.MustParseAddrPort("127.0.0.1:39999")))
	assert.Error(t, p.CheckAddr(netip.MustParseAddrPort("127.0.0.1:25")), "ports of other protocols stay refused")
	assert.Error(t, p.CheckAddr(netip.MustParseAddrPort("10.0.0.1:39999")), "outside of the prefix")
}
