package linkstyle

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// pageAddress returns the address of the page without its fragment, "" for
// none.
func pageAddress(page *url.URL) string {
	if page == nil {
		return ""
	}
	plain := *page
	plain.Fragment, plain.RawFragment = "", ""
	return plain.String()
}

// isOwn reports whether a destination is a place of the page. A fragment like
// "#/install" or "#!install" names another page of an application that its scripts
// show.
func isOwn(dest, page string) bool {
	address, fragment, _ := strings.Cut(dest, "#")
	if strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return false
	}
	if address == "" {
		return dest != ""
	}
	return page != "" && address == page
}

// cleanAddress returns the destination of a link that leads to the same page
// with fewer signs: past redirectors, without what serves tracking only, and
// with letters in place of their percent-encoding (an IRI, RFC 3987).
func cleanAddress(dest string) string {
	if !strings.ContainsAny(dest, "?;%") && !strings.Contains(dest, ":~:") && !strings.HasSuffix(dest, "#") {
		return dest
	}
	dest = throughRedirectors(dest)
	rest, fragment, _ := strings.Cut(dest, "#")
	if directive := strings.Index(fragment, ":~:"); directive >= 0 {
		fragment = fragment[:directive] // what a browser marks on the page
	}
	if fragment != "" {
		fragment = "#" + fragment
	}
	path, query, found := strings.Cut(rest, "?")
	if k := strings.Index(strings.ToLower(path), ";jsessionid="); k >= 0 && strings.IndexByte(path[k:], '/') < 0 {
		path = path[:k]
	}
	if found {
		path += cleanQuery(path, query)
	}
	return readable(path + fragment)
}

// cleanQuery returns the query of an address with its question mark, without
// the parameters that serve tracking and sessions, and without the text of a
// mail to be; the others are as they are written.
func cleanQuery(path, query string) string {
	if query == "" {
		return ""
	}
	var kept []string
	dropped := false
	ofHost := trackedBy(hostOf(path))
	_, mail := cutPrefixFold(path, "mailto:")
	for p := range strings.SplitSeq(strings.ReplaceAll(query, "&amp;", "&"), "&") {
		name, value, _ := strings.Cut(p, "=")
		name = strings.ToLower(strings.ReplaceAll(name, `\`, "")) // Markdown escapes "_"
		if isTracking(name) || isSession(name, value) || ofHost.has(name) || mail && name == "body" {
			dropped = true
		} else {
			kept = append(kept, p)
		}
	}
	switch {
	case !dropped:
		return "?" + query
	case len(kept) == 0:
		return ""
	}
	return "?" + strings.Join(kept, "&")
}

// hostOf returns the host of an address in lower case, "" if it has none.
func hostOf(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	if k := strings.IndexAny(rest, "/:"); k >= 0 {
		rest = rest[:k]
	}
	return strings.ToLower(rest)
}

// readable returns an address in which letters and digits stand for themselves
// where UTF-8 of them was percent-encoded.
func readable(address string) string {
	if !strings.Contains(address, "%") {
		return address
	}
	var b strings.Builder
	for i := 0; i < len(address); {
		if address[i] != '%' {
			b.WriteByte(address[i])
			i++
			continue
		}
		var encoded [utf8.UTFMax]byte
		n := 0
		for n < len(encoded) && i+3*n+2 < len(address) && address[i+3*n] == '%' {
			c, ok := hexByte(address[i+3*n+1], address[i+3*n+2])
			if !ok {
				break
			}
			encoded[n] = c
			n++
		}
		r, size := utf8.DecodeRune(encoded[:n])
		if n == 0 || r == utf8.RuneError && size <= 1 || !unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
			b.WriteByte('%')
			i++
			continue
		}
		b.WriteRune(r)
		i += 3 * size
	}
	return b.String()
}

func hexByte(high, low byte) (b byte, ok bool) {
	h, l := ascii.HexValue(high), ascii.HexValue(low)
	return byte(h<<4 | l), h >= 0 && l >= 0
}
