package security

import "slices"

func (p *Policy) allowsPort(port uint16) bool {
	if len(p.Ports) == 0 {
		return port == 80 || port == 443 || port == 8080 || port == 8443
	}
	return slices.Contains(p.Ports, port)
}

func (p *Policy) opens(rule *AddrRule, port uint16) bool {
	if rule.AnyPort {
		return true
	}
	if len(rule.Ports) == 0 {
		return p.allowsPort(port)
	}
	return slices.Contains(rule.Ports, port)
}

// mayUsePort spares a look-up where no address could be reached on port.
func (p *Policy) mayUsePort(port uint16) bool {
	if isBadPort(port) {
		return false
	}
	if p.allowsPort(port) {
		return true
	}
	for i := range p.Allow {
		if p.opens(&p.Allow[i], port) {
			return true
		}
	}
	return false
}

// isBadPort reports whether port belongs to a protocol that would read an HTTP
// request as its own: the bad ports of the Fetch standard, section 2.9.
func isBadPort(port uint16) bool {
	switch port {
	case 0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69,
		77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119,
		123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
		526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
		993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000,
		6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080:
		return true
	}
	return false
}
