package security

import "strings"

func (p *Policy) checkDomain(host string) error {
	for _, entry := range p.BlockDomains {
		domain, reason := domainOf(entry)
		if reason != "" {
			return blocked(BlockedDomain, host, "an entry of BlockDomains can't be understood: "+reason)
		}
		if inDomain(host, domain) {
			return blocked(BlockedDomain, host, "the domain is blocked")
		}
	}
	if len(p.AllowDomains) == 0 {
		return nil
	}
	for _, entry := range p.AllowDomains {
		if domain, reason := domainOf(entry); reason == "" && inDomain(host, domain) {
			return nil
		}
	}
	return blocked(BlockedDomain, host, "the domain is not among those allowed")
}

func inDomain(host, domain string) bool {
	if host == domain {
		return true
	}
	above, found := strings.CutSuffix(host, domain)
	return found && strings.HasSuffix(above, ".") && !endsInNumber(host)
}
