package mdwriter

import (
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Link returns a Markdown link with label, inline Markdown, to target, marked for a Writer
// (see mdinline.LinkMark). A target that [Target] refuses leaves the label alone; an empty
// label shows the target.
func Link(label, target string, base *url.URL) string {
	dest := Target(target, base)
	if dest == "" {
		return label
	}
	if label == "" {
		label = Inline(dest)
	}
	return string(mdinline.LinkMark) + "[" + label + string(mdinline.AddressMark) + "](" + dest + ")" + string(mdinline.EndMark)
}

// Autolink returns a link that shows its address, a destination of [Target], likewise.
func Autolink(dest string) string {
	return string(mdinline.LinkMark) + "<" + dest + ">" + string(mdinline.EndMark)
}

// maxTarget bounds a link destination in bytes, as servers do.
const maxTarget = 8 << 10

// Target returns target as a Markdown link destination, made absolute against
// base (nil leaves relative ones as they are), or "" when it is empty, can't be
// parsed, is longer than 8 KiB or has a scheme other than http, https, mailto, tel and ftp.
func Target(target string, base *url.URL) string {
	if target = strings.TrimSpace(target); len(target) > maxTarget {
		return ""
	}
	target = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, target)
	if target == "" {
		return ""
	}
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	if base != nil {
		u = base.ResolveReference(u)
	}
	switch strings.ToLower(u.Scheme) {
	case "", "http", "https", "mailto", "tel", "ftp":
		if target = encodeTarget(u.String()); len(target) <= maxTarget {
			return target
		}
	}
	return ""
}

// encodeTarget percent-encodes characters that would end a link destination, and breaks
// character references: "java&#x73;cript:" must not become a scheme.
func encodeTarget(s string) string {
	const special = " ()<>\\\"`&"
	if !strings.ContainsAny(s, special) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '&' && mdinline.StartsEntity(s[i:]):
			b.WriteString("&amp;")
		case c == '&' || strings.IndexByte(special, c) < 0:
			b.WriteByte(c)
		default:
			const hex = "0123456789ABCDEF"
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
