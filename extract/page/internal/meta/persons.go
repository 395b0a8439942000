package meta

import (
	"net/url"
	"slices"
	"strings"
)

// persons keeps the names that are not those of a site, of a part of its staff or
// of an account.
func persons(names []string, host string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return impersonal(name, host) })
}

// impersonal reports whether a name is that of the host of the page, begins with
// it, or ends in a word for a staff or an account.
func impersonal(name, host string) bool {
	words := strings.Fields(strings.ToLower(name))
	if len(words) == 0 {
		return true
	}
	first := words[0]
	if host != "" && (first == host || len(words) == 1 && strings.HasPrefix(host, first+"-")) {
		return true
	}
	if host != "" && len(words) == 1 && strings.HasPrefix(first, host+".") {
		return true
	}
	switch last := words[len(words)-1]; last {
	case "team", "staff", "wp", "admin", "editors", "desk", "newsroom", "redaktion", "department", "webmaster":
		return true
	default:
		return len(words) == 1 && (strings.HasSuffix(last, "admin") || strings.HasSuffix(last, "staff"))
	}
}

// hostName is the part of the name of a host that its owner chose, as far as can be
// told without a list of suffixes: the longest label before the last.
func hostName(u *url.URL) string {
	if u == nil {
		return ""
	}
	labels := strings.Split(strings.ToLower(u.Hostname()), ".")
	chosen := ""
	for _, l := range labels[:len(labels)-1] {
		if len(l) > len(chosen) && l != "www" {
			chosen = l
		}
	}
	return chosen
}
