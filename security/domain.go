package security

import "strings"

// checkDomain holds host against BlockDomains and AllowDomains.
func (p *Policy) checkDomain(host string) error {
	for _, domain := range p.BlockDomains {
		if inDomain(host, domain) {
			return blocked(KindDomain, host, "the domain is blocked")
		}
	}
	if len(p.AllowDomains) == 0 {
		return nil
	}
	for _, domain := range p.AllowDomains {
		if inDomain(host, domain) {
			return nil
		}
	}
	return blocked(KindDomain, host, "the domain is not among those allowed")
}

// inDomain reports whether host, in its one spelling, is domain or below it.
// "*.example.com" and ".example.com" mean the same as "example.com". An entry
// that is no name matches nothing.
func inDomain(host, domain string) bool {
	domain = strings.TrimPrefix(strings.TrimPrefix(domain, "*"), ".")
	domain = strings.TrimSuffix(strings.TrimPrefix(domain, "["), "]")
	domain, err := canonicalName(domain)
	if err != nil || domain == "" {
		return false
	}
	if host == domain {
		return true
	}
	above, found := strings.CutSuffix(host, domain)
	return found && strings.HasSuffix(above, ".") && !endsInNumber(host)
}
