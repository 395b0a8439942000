package robots

import "bytes"

// maxSitemaps bounds the sitemaps that one file names.
const maxSitemaps = 1000

// Sitemaps returns the addresses of the Sitemap lines of a robots.txt, as they
// stand there, each once, 1,000 at most. They are for every agent
// (https://www.sitemaps.org/protocol.html#submit_robots). Only the first
// MaxBytes count.
func Sitemaps(body []byte) []string {
	body = bytes.TrimPrefix(body[:min(len(body), MaxBytes)], []byte("\xef\xbb\xbf"))
	var found []string
	seen := map[string]bool{}
	for len(body) > 0 && len(found) < maxSitemaps {
		var line []byte
		line, body = cutLine(body)
		if i := bytes.Index(line, []byte(" #")); i >= 0 {
			line = line[:i]
		}
		key, value, isField := cutField(line)
		if !isField || fieldName(key) != "sitemap" || len(value) == 0 || seen[string(value)] {
			continue
		}
		seen[string(value)] = true
		found = append(found, string(value))
	}
	return found
}
