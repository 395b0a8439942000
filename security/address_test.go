package security_test

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// The table below guards updates of code.dny.dev/ssrf: both ends of each
// range, and the neighbours that must stay open.
func TestCheckAddrZeroPolicy(t *testing.T) {
	refused := []string{
		"0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
		"127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255",
		"172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255",
		"192.88.99.0", "192.88.99.255", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255",
		"198.51.100.0", "203.0.113.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255",
		"168.63.129.16", "100.100.100.200",
		"::", "::1", "::7f00:1", "::ffff:7f00:1", "::ffff:a9fe:a9fe", "::ffff:0:7f00:1", "::808:808",
		"64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
		"100::", "100:0:0:1::1", "2001::", "2001:0:102:304:0:9c40:80ff:fffe", "2001:2::1", "2001:10::1", "2001:1ff:ffff::",
		"2001:db8::1", "2002::", "2002:7f00:1::", "2002:ffff:ffff::", "3fff::", "3fff:fff:ffff::", "4000::1", "5f00::1",
		"fc00::1", "fd00:ec2::254", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "feff::1", "ff02::1",
		"2600::5efe:a00:1", "2600::200:5efe:c0a8:101", "fd00::5efe:808:808",
		"fe80::1%eth0", "2606:4700:4700::1111%eth0", "::ffff:1.1.1.1%eth0",
	}
	allowed := []string{
		"1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
		"169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
		"198.17.255.255", "198.20.0.0", "223.255.255.255", "168.63.129.15", "168.63.129.17",
		"::ffff:1.1.1.1", "2001:200::1", "2001:4860:4860::8888", "2003::", "2606:4700:4700::1111", "2a00::1", "3ffe::1",
		"2600::5efe:808:808", "2600::1:5efe:a00:1",
	}
	for _, text := range refused {
		err := new(security.Policy).CheckAddr(netip.AddrPortFrom(netip.MustParseAddr(text), 443))
		assert.Equal(t, security.BlockedAddress, kindOf(t, err), text)
	}
	for _, text := range allowed {
		assert.NoError(t, new(security.Policy).CheckAddr(netip.AddrPortFrom(netip.MustParseAddr(text), 443)), text)
	}
	assert.Equal(t, security.BlockedAddress, kindOf(t, (*security.Policy)(nil).CheckAddr(netip.AddrPort{})))
}

func TestCheckAddrPorts(t *testing.T) {
	tests := map[string]struct {
		policy security.Policy
		ap     string
		kind   security.BlockReason
	}{
		"80":                      {security.Policy{}, "1.1.1.1:80", ""},
		"443":                     {security.Policy{}, "1.1.1.1:443", ""},
		"8080":                    {security.Policy{}, "1.1.1.1:8080", ""},
		"8443":                    {security.Policy{}, "1.1.1.1:8443", ""},
		"0":                       {security.Policy{}, "1.1.1.1:0", security.BlockedPort},
		"81":                      {security.Policy{}, "1.1.1.1:81", security.BlockedPort},
		"listed":                  {security.Policy{Ports: []uint16{81}}, "1.1.1.1:81", ""},
		"list replaces defaults":  {security.Policy{Ports: []uint16{81}}, "1.1.1.1:80", security.BlockedPort},
		"bad though listed":       {security.Policy{Ports: []uint16{25}}, "1.1.1.1:25", security.BlockedPort},
		"bad though in a rule":    {security.Policy{Allow: rules("10.0.0.0/8", 6379, 25)}, "10.0.0.1:25", security.BlockedPort},
		"rule's port":             {security.Policy{Allow: rules("10.0.0.0/8", 3000)}, "10.0.0.1:3000", ""},
		"rule's port, mapped":     {security.Policy{Allow: rules("10.0.0.0/8", 3000)}, "[::ffff:10.0.0.1]:3000", ""},
		"rule's prefix mapped":    {security.Policy{Allow: rules("::ffff:10.0.0.0/104", 3000)}, "10.0.0.1:3000", ""},
		"rule, other port":        {security.Policy{Allow: rules("10.0.0.0/8", 3000)}, "10.0.0.1:80", security.BlockedPort},
		"rule without ports":      {security.Policy{Allow: rules("10.0.0.0/8")}, "10.0.0.1:80", ""},
		"rule without ports, 81":  {security.Policy{Allow: rules("10.0.0.0/8")}, "10.0.0.1:81", security.BlockedPort},
		"outside the rule":        {security.Policy{Allow: rules("10.0.0.0/8", 3000)}, "11.0.0.1:3000", security.BlockedPort},
		"outside, private":        {security.Policy{Allow: rules("10.0.0.0/8", 3000)}, "172.16.0.1:3000", security.BlockedAddress},
		"rule for the internet":   {security.Policy{Allow: rules("1.1.1.0/24", 81)}, "1.1.1.1:81", ""},
		"that rule, default port": {security.Policy{Allow: rules("1.1.1.0/24", 81)}, "1.1.1.1:80", ""},
		"IPv6 rule":               {security.Policy{Allow: rules("fd00::/8", 80)}, "[fd12::1]:80", ""},
		"zone within a rule":      {security.Policy{Allow: rules("fe80::/10", 80)}, "[fe80::1%eth0]:80", security.BlockedAddress},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			err := tt.policy.CheckAddr(netip.MustParseAddrPort(tt.ap))
			assert.Equal(t, tt.kind, kindOf(t, err))
		})
	}
}

// A rule for a network does not open the metadata services in it.
func TestMetadataServices(t *testing.T) {
	for _, text := range []string{
		"169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "169.254.0.23", "192.0.0.192", "168.63.129.16",
		"fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "::ffff:169.254.169.254",
	} {
		ap := netip.AddrPortFrom(netip.MustParseAddr(text), 80)
		wide := &security.Policy{Allow: append(rules("0.0.0.0/0"), rules("::/0")...)}
		assert.Equal(t, security.BlockedAddress, kindOf(t, wide.CheckAddr(ap)), text)
		assert.Equal(t, security.BlockedAddress, kindOf(t, new(security.Policy).CheckAddr(ap)), text)
		addr := ap.Addr().Unmap()
		narrow := &security.Policy{Allow: []security.AddrRule{{Prefix: netip.PrefixFrom(addr, addr.BitLen())}}}
		assert.NoError(t, narrow.CheckAddr(ap), text)
	}
	wide := &security.Policy{Allow: append(rules("0.0.0.0/0"), rules("::/0")...)}
	for _, text := range []string{"127.0.0.1", "169.254.169.253", "100.100.100.201", "fd00:ec2::255", "fd00::254"} {
		assert.NoError(t, wide.CheckAddr(netip.AddrPortFrom(netip.MustParseAddr(text), 80)), text)
	}
}

func rules(prefix string, ports ...uint16) []security.AddrRule {
	return []security.AddrRule{{Prefix: netip.MustParsePrefix(prefix), Ports: ports}}
}

// The addresses are the examples of RFC 6052, section 2.4, with a public and a
// private address.
func TestNAT64(t *testing.T) {
	tests := []struct {
		prefix, addr string
		kind         security.BlockReason
	}{
		{"2a00:db8::/32", "2a00:db8:101:101::", ""},
		{"2a00:db8:100::/40", "2a00:db8:101:101:1::", ""},
		{"2a00:db8:122::/48", "2a00:db8:122:101:1:100::", ""},
		{"2a00:db8:122:300::/56", "2a00:db8:122:301:1:101::", ""},
		{"2a00:db8:122:344::/64", "2a00:db8:122:344:1:101:100::", ""},
		{"2a00:db8:122:344::/96", "2a00:db8:122:344::1.1.1.1", ""},
		{"64:ff9b::/96", "64:ff9b::1.1.1.1", ""},
		{"64:ff9b::/96", "64:ff9b::127.0.0.1", security.BlockedAddress},
		{"2a00:db8::/32", "2a00:db8:a00:1::", security.BlockedAddress},
		{"2a00:db8:100::/40", "2a00:db8:10a:0:1::", security.BlockedAddress},
		{"2a00:db8:122::/48", "2a00:db8:122:7f00:0:100::", security.BlockedAddress},
		{"2a00:db8:122:300::/56", "2a00:db8:122:37f:0:1::", security.BlockedAddress},
		{"2a00:db8:122:344::/64", "2a00:db8:122:344:7f:0:100::", security.BlockedAddress},
		{"2a00:db8:122:344::/96", "2a00:db8:122:344::169.254.169.254", security.BlockedAddress},
	}
	for _, tt := range tests {
		p := &security.Policy{NAT64: []netip.Prefix{netip.MustParsePrefix(tt.prefix)}}
		err := p.CheckAddr(netip.AddrPortFrom(netip.MustParseAddr(tt.addr), 80))
		assert.Equal(t, tt.kind, kindOf(t, err), "%s in %s", tt.addr, tt.prefix)
	}
}

// What reaches a socket of this machine is refused, in whatever form the system tells it.
func TestOwnAddresses(t *testing.T) {
	p := security.WithOwnAddresses(func() ([]net.Addr, error) {
		return []net.Addr{
			&net.UnixAddr{Name: "/run/x"},
			&net.IPNet{IP: net.IP{1, 2}},
			&net.IPNet{IP: net.IPv4(93, 184, 215, 14), Mask: net.CIDRMask(24, 32)},
			&net.IPNet{IP: net.ParseIP("2606:4700::7"), Mask: net.CIDRMask(64, 128)},
		}, nil
	})
	for address, want := range map[string]security.BlockReason{
		"93.184.215.14:443": security.BlockedAddress, "[::ffff:93.184.215.14]:443": security.BlockedAddress, "[2606:4700::7]:443": security.BlockedAddress,
		"93.184.215.15:443": "", "[2606:4700::8]:443": "",
	} {
		assert.Equal(t, want, kindOf(t, p.CheckAddr(netip.MustParseAddrPort(address))), address)
	}
}

// Those of the interfaces of this machine are refused.
func TestInterfacesOfThisMachine(t *testing.T) {
	own, err := net.InterfaceAddrs()
	require.NoError(t, err)
	require.NotEmpty(t, own)
	for _, a := range own {
		prefix, err := netip.ParsePrefix(a.String())
		require.NoError(t, err)
		assert.Equal(t, security.BlockedAddress, kindOf(t, new(security.Policy).CheckAddr(netip.AddrPortFrom(prefix.Addr(), 443))), a)
	}
}

func TestControl(t *testing.T) {
	p := &security.Policy{Allow: rules("10.0.0.0/8", 3000)}
	for _, tt := range []struct {
		network, address string
		kind             security.BlockReason
	}{
		{"tcp4", "1.1.1.1:80", ""},
		{"tcp6", "[2606:4700:4700::1111]:443", ""},
		{"tcp", "10.0.0.1:3000", ""},
		{"tcp4", "127.0.0.1:80", security.BlockedAddress},
		{"tcp6", "[fe80::1%lo]:80", security.BlockedAddress},
		{"tcp", "localhost:80", security.BlockedAddress},
		{"tcp", "", security.BlockedAddress},
		{"udp4", "1.1.1.1:443", security.BlockedURL},
		{"unix", "/var/run/docker.sock", security.BlockedURL},
	} {
		assert.Equal(t, tt.kind, kindOf(t, security.Control(p, tt.network, tt.address, nil)), "%s %s", tt.network, tt.address)
	}
}

// FuzzCheckURL holds that what passes the gate and is an address is public,
// and that the gate agrees with itself.
func FuzzCheckURL(f *testing.F) {
	for _, seed := range []string{
		"http://a.example.com/", "http://127.0.0.1/", "http://0x7f.1/", "http://[::ffff:127.0.0.1]:80/", "http://１.1.1.1/",
		"http://[2001:4860:4860::8888]/", "https://xn--bcher-kva.example.com:8443/?q=1#f", "http://a@b/", `http:\\a`, "http://1.1.1.1./",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var p security.Policy
		u, err := p.ParseURL(raw)
		if err != nil {
			require.NotEmpty(t, kindOf(t, err))
			return
		}
		require.NoError(t, p.CheckURL(u))
		again, err := p.ParseURL(u.String())
		require.NoError(t, err, "its own spelling passes: %q", u.String())
		require.Equal(t, u.String(), again.String())
		require.Nil(t, u.User)
		host := u.Hostname()
		addr, err := netip.ParseAddr(host)
		if err != nil {
			last := host[strings.LastIndexByte(host, '.')+1:]
			require.NotEqual(t, host, last, "a name of one label")
			require.NotContains(t, []string{"localhost", "local", "internal", "arpa", "invalid", "onion", "alt", "lan", "home", "corp"}, last)
			require.NotRegexp(t, "^([0-9]+|0x[0-9a-f]*)$", last, "a form of an address")
			return
		}
		require.NoError(t, p.CheckAddr(netip.AddrPortFrom(addr, 443)), raw)
		require.False(t, addr.IsPrivate() || addr.IsLoopback() || addr.IsLinkLocalUnicast() || addr.IsMulticast() || addr.IsUnspecified())
	})
}

// A system that does not tell its own addresses lets nothing pass but what a rule
// allows.
func TestUnknownOwnAddressesFailClosed(t *testing.T) {
	addr := netip.MustParseAddrPort("93.184.215.14:443")
	p := security.WithOwnAddresses(func() ([]net.Addr, error) { return nil, errors.New("no netlink") })
	var refused *security.BlockedError
	assert.ErrorAs(t, p.CheckAddr(addr), &refused)
	assert.ErrorContains(t, refused, "not known")
	p.Allow = []security.AddrRule{{Prefix: netip.MustParsePrefix("93.184.0.0/16")}}
	assert.NoError(t, p.CheckAddr(addr))
}

func TestFingerprint(t *testing.T) {
	seen := map[string]int{}
	for i, p := range []*security.Policy{
		{BlockDomains: []string{"a.example"}}, {AllowDomains: []string{"a.example"}}, {BlockDomains: []string{"a.example", "b.example"}}, {BlockDomains: []string{"a.example b.example"}},
		{Ports: []uint16{80}}, {Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("10.0.0.0/8")}}}, {Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("10.0.0.0/8"), AnyPort: true}}},
		{NAT64: []netip.Prefix{netip.MustParsePrefix("64:ff9b::/96")}}, {},
	} {
		other, known := seen[p.Fingerprint()]
		assert.False(t, known, "%d and %d", i, other)
		seen[p.Fingerprint()] = i
	}
	assert.Equal(t, (&security.Policy{}).Fingerprint(), (*security.Policy)(nil).Fingerprint())
}
