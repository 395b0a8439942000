package security

import (
	"encoding/binary"
	"net"
	"net/netip"

	"code.dny.dev/ssrf"
)

// CheckAddr reports with a [BlockedError] whether ap may be connected to. IPv4
// mapped into IPv6 counts as IPv4. Rules of Allow come first, then the table of
// special-purpose addresses, then the machine's own addresses. An address with
// a zone and the zero AddrPort are refused.
func (p *Policy) CheckAddr(ap netip.AddrPort) error {
	p = p.orZero()
	addr, port := ap.Addr(), ap.Port()
	switch {
	case !addr.IsValid():
		return &BlockedError{Reason: BlockedAddress, Detail: "not an address"}
	case addr.Zone() != "":
		return &BlockedError{Reason: BlockedAddress, Addr: addr, Detail: zoned}
	case isBadPort(port):
		return &BlockedError{Reason: BlockedPort, Addr: addr, Detail: badPort}
	}
	judged := p.carried(addr.Unmap())
	if !judged.IsValid() {
		return &BlockedError{Reason: BlockedAddress, Addr: addr, Detail: "in a NAT64 prefix of a length that carries no address"}
	}
	allowed, wrongPort := p.ruled(judged, port)
	if allowed {
		return nil
	}
	if reason := specialPurpose(judged); reason != "" {
		if wrongPort {
			return &BlockedError{Reason: BlockedPort, Addr: addr, Detail: "the rule for this address does not open the port"}
		}
		return &BlockedError{Reason: BlockedAddress, Addr: addr, Detail: reason}
	}
	if !p.allowsPort(port) {
		return &BlockedError{Reason: BlockedPort, Addr: addr, Detail: "the port is not allowed"}
	}
	if own, err := p.ownAddress(judged); err != nil {
		return &BlockedError{Reason: BlockedAddress, Addr: addr, Detail: "the addresses of this machine are not known", Err: err}
	} else if own {
		return &BlockedError{Reason: BlockedAddress, Addr: addr, Detail: "an address of this machine"}
	}
	return nil
}

// ruled reports whether a rule allows addr on port, and whether one covers the address but not the
// port.
func (p *Policy) ruled(addr netip.Addr, port uint16) (allowed, wrongPort bool) {
	for i := range p.Allow {
		rule := &p.Allow[i]
		prefix := rule.Prefix
		if base := prefix.Addr(); base.Is4In6() && prefix.Bits() >= 96 { // of IPv4 mapped into IPv6
			prefix = netip.PrefixFrom(base.Unmap(), prefix.Bits()-96)
		}
		if !prefix.Contains(addr) || metadataService(addr) && !prefix.IsSingleIP() {
			continue
		}
		if p.opens(rule, port) {
			return true, false
		}
		wrongPort = true
	}
	return false, wrongPort
}

// covered reports whether a rule, not just the public internet, allows ap.
func (p *Policy) covered(ap netip.AddrPort) bool {
	if ap.Addr().Zone() != "" || isBadPort(ap.Port()) {
		return false
	}
	allowed, _ := p.ruled(p.carried(ap.Addr().Unmap()), ap.Port())
	return allowed
}

// specialPurpose returns why addr is not an address of the public internet, "" if it is.
// IPv4 addresses are looked up in the registry of IANA; IPv6 addresses must be in 2000::/3
// besides, and carry no special IPv4 address by ISATAP.
func specialPurpose(addr netip.Addr) (reason string) {
	if metadataService(addr) {
		return "a metadata service"
	}
	if addr.Is4() {
		for _, prefix := range ssrf.IPv4DeniedPrefixes {
			if prefix.Contains(addr) {
				return "in the special-purpose range " + prefix.String()
			}
		}
		return ""
	}
	if !ssrf.IPv6GlobalUnicast.Contains(addr) {
		return "outside the global unicast range " + ssrf.IPv6GlobalUnicast.String()
	}
	for _, prefix := range ssrf.IPv6DeniedPrefixes {
		if prefix.Contains(addr) {
			return "in the special-purpose range " + prefix.String()
		}
	}
	b := addr.As16()
	v4 := netip.AddrFrom4([4]byte(b[12:16]))
	if id := binary.BigEndian.Uint32(b[8:12]); (id == 0x00005efe || id == 0x02005efe) && specialPurpose(v4) != "" { // ISATAP, RFC 5214, section 6.1
		return "carries the special-purpose address " + v4.String()
	}
	return ""
}

// metadataService reports whether a cloud hands out credentials or settings of
// the machine at addr. The one of Azure (168.63.129.16) is public by number and
// local by routing.
func metadataService(addr netip.Addr) bool {
	if addr.Is4() {
		switch addr.As4() {
		case [4]byte{169, 254, 169, 254}, // AWS, Azure, GCP and others
			[4]byte{169, 254, 170, 2},   // AWS containers
			[4]byte{169, 254, 170, 23},  // AWS pods
			[4]byte{169, 254, 0, 23},    // Tencent
			[4]byte{100, 100, 100, 200}, // Alibaba
			[4]byte{192, 0, 0, 192},     // Oracle
			[4]byte{168, 63, 129, 16}:   // Azure
			return true
		}
		return false
	}
	b := addr.As16()
	high, low := binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	switch high {
	case 0xfd00_0ec2_0000_0000: // AWS, and its pods
		return low == 0x254 || low == 0x23
	case 0xfd20_00ce_0000_0000: // GCP
		return low == 0x254
	}
	return false
}

// carried returns the IPv4 address that addr carries in one of the policy's
// NAT64 prefixes (RFC 6052, section 2.2), else addr. It is the zero Addr where
// the prefix is of a length that carries none.
func (p *Policy) carried(addr netip.Addr) netip.Addr {
	for _, prefix := range p.NAT64 {
		if !addr.Is6() || !prefix.Contains(addr) {
			continue
		}
		b, first := addr.As16(), prefix.Bits()/8
		switch prefix.Bits() {
		case 96:
			return netip.AddrFrom4([4]byte(b[12:16]))
		case 32, 40, 48, 56, 64:
			var v4 [4]byte
			for i := range v4 {
				if first == 8 { // the octet that RFC 6052 keeps free
					first++
				}
				v4[i] = b[first]
				first++
			}
			return netip.AddrFrom4(v4)
		}
		return netip.Addr{}
	}
	return addr
}

// ownAddress reports whether an interface of this machine has addr; the error is that its addresses
// can't be listed.
func (p *Policy) ownAddress(addr netip.Addr) (own bool, err error) {
	list := p.ownAddresses
	if list == nil {
		list = net.InterfaceAddrs
	}
	addrs, err := list()
	if err != nil {
		return false, err
	}
	for _, a := range addrs {
		ipnet, isNet := a.(*net.IPNet)
		if !isNet {
			continue
		}
		if ip, valid := netip.AddrFromSlice(ipnet.IP); valid && ip.Unmap() == addr {
			return true, nil
		}
	}
	return false, nil
}
