package webfetch

import "strings"

// initiated marks a user agent as one that a person sent.
func initiated(agent string) string {
	if i := strings.LastIndexByte(agent, ')'); i >= 0 {
		return agent[:i] + "; user-initiated" + agent[i:]
	}
	return agent + " (user-initiated)"
}
