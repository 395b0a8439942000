// Package addresses normalizes the addresses of a site and recognises series without end.
package addresses

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

const (
	maxAddress  = 2000 // bytes; longer ones are endless
	maxSegments = 24   // of a path
	maxRepeats  = 3    // of one segment in a path
)

// Normalize returns the common address for all spellings of u: that of the packet, without
// session identifiers.
func Normalize(u *url.URL) string {
	c := *u
	c.Fragment, c.RawFragment = "", ""
	c.Path, c.RawPath = withoutSession(c.Path), withoutSession(c.RawPath)
	c.RawQuery = withoutSessionQuery(c.RawQuery)
	return address.Canonical(&c)
}

// withoutSession drops the identifier that servlets put behind a path
// (";jsessionid=…", Servlet specification section 7.1.3).
func withoutSession(p string) string {
	i := strings.Index(strings.ToLower(p), ";jsessionid=")
	if i < 0 {
		return p
	}
	rest := p[i+1:]
	return p[:i] + rest[strings.IndexAny(rest+"/", "/;"):]
}

// sessionNames are those under which common servers put their session
// identifier. Names that sites use for content as well (sid, s) are not among
// them: their traps are bounded by [Pattern].
var sessionNames = []string{"jsessionid", "phpsessid", "aspsessionid", "sessionid", "session_id", "cfsessionid"}

func withoutSessionQuery(query string) string {
	if !strings.Contains(strings.ToLower(query), "sess") && !strings.Contains(query, "CF") {
		return query
	}
	return strings.Join(slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool {
		name, _, _ := strings.Cut(strings.ToLower(pair), "=")
		return slices.Contains(sessionNames, name) || strings.HasPrefix(name, "aspsessionid")
	}), "&")
}

// IsEndless reports a path that links like "next/next/next" or a relative link
// on a page that answers every path have made.
func IsEndless(u *url.URL) bool {
	if len(u.Path)+len(u.RawQuery) > maxAddress {
		return true
	}
	segments := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	if len(segments) > maxSegments {
		return true
	}
	times := map[string]int{}
	for _, s := range segments {
		if times[s]++; times[s] > maxRepeats {
			return true
		}
	}
	return false
}

// IsMedia reports whether the file extension of an address is that of media, an archive or
// another file that is not a page or document.
func IsMedia(u *url.URL) bool {
	switch strings.ToLower(strings.TrimPrefix(path.Ext(u.Path), ".")) {
	case "jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "ico", "bmp", "tif", "tiff", "mp3", "m4a", "ogg", "oga", "wav", "flac",
		"mp4", "m4v", "webm", "ogv", "avi", "mov", "mkv", "zip", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar", "tar", "jar", "exe", "dmg",
		"iso", "msi", "deb", "rpm", "apk", "bin", "woff", "woff2", "ttf", "otf", "eot", "css", "js", "mjs", "map", "wasm", "torrent":
		return true
	}
	return false
}

// Pattern returns what u has in common with addresses that differ only in
// numbers, identifiers and the values of the query; varies is false for an
// address that has none of these.
func Pattern(u *url.URL) (p string, varies bool) {
	var b strings.Builder
	b.WriteString(u.Scheme + "://" + u.Host)
	for segment := range strings.SplitSeq(strings.TrimPrefix(u.Path, "/"), "/") {
		shape := shapeOf(segment)
		varies = varies || shape != segment
		b.WriteString("/" + shape)
	}
	if u.RawQuery == "" {
		return b.String(), varies
	}
	var names []string
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		name, _, _ := strings.Cut(pair, "=")
		names = append(names, shapeOf(name))
	}
	slices.Sort(names)
	b.WriteString("?" + strings.Join(slices.Compact(names), "&"))
	return b.String(), true
}

// shapeOf puts "#" for each run of digits, and "*" for a segment that is an
// identifier: 16 letters and digits or more with at least four of each mixed, as
// hashes, UUIDs and session identifiers are.
func shapeOf(segment string) string {
	letters, digits := 0, 0
	for _, c := range []byte(segment) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			letters++
		}
	}
	if digits == 0 {
		return segment
	}
	if digits >= 4 && letters >= 4 && letters+digits >= 16 && !strings.ContainsAny(segment, "_ ") && strings.Count(segment, "-") <= 4 {
		return "*"
	}
	var b strings.Builder
	for i := 0; i < len(segment); i++ {
		if c := segment[i]; c < '0' || c > '9' {
			b.WriteByte(c)
		} else if i == 0 || segment[i-1] < '0' || segment[i-1] > '9' {
			b.WriteByte('#')
		}
	}
	return b.String()
}
