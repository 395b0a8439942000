package webfetch

import "strings"

// product returns the name of a user agent's first product (RFC 9110 section
// 10.1.5), which is what robots.txt calls the product token.
func product(agent string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(agent), " ")
	name, _, _ = strings.Cut(name, "/")
	return name
}

// initiated marks a user agent as one that a person sent.
func initiated(agent string) string {
	if i := strings.LastIndexByte(agent, ')'); i >= 0 {
		return agent[:i] + "; user-initiated" + agent[i:]
	}
	return agent + " (user-initiated)"
}
