package mcpserver

import (
	"net/http"
	"slices"
	"strings"
)

// tenantHeaders are refused over HTTP unless Options say otherwise: a tenant
// must not speak to a site with an identity that is not the server's to give.
func tenantHeaders() []string {
	return []string{"Host", "Cookie", "Authorization", "Proxy-Authorization"}
}

// refusesHeader reports whether the caller may not set a request header.
func (s *Server) refusesHeader(c *call, name string) bool {
	refused := s.opts.RefuseHeaders
	if refused == nil && c.remote {
		refused = tenantHeaders()
	}
	name = http.CanonicalHeaderKey(strings.TrimSpace(name))
	return slices.ContainsFunc(refused, func(r string) bool { return http.CanonicalHeaderKey(r) == name })
}
