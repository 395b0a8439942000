package config

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strings"
)

// readHeadersFile reads headers by origin, one a line:
//
//	https://wiki.example Cookie: session=…
//	https://api.example:8443 Authorization: Bearer …
//
// Empty lines and those that begin with # are skipped. A name may stand on several lines.
// Errors name lines, never a value.
func readHeadersFile(path string) (map[string]http.Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := map[string]http.Header{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		origin, header, _ := strings.Cut(line, " ")
		name, value, found := strings.Cut(header, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		u, ok := parseURL(origin, "http", "https")
		if !ok || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || !found || name == "" || strings.ContainsAny(name, " \t") || value == "" {
			return nil, fmt.Errorf("line %d: want an origin, a name with a colon, and a value, as https://wiki.example Cookie: a=b", n)
		}
		key := u.Scheme + "://" + u.Host
		if all[key] == nil {
			all[key] = http.Header{}
		}
		all[key].Add(name, value)
	}
	return all, lines.Err()
}
