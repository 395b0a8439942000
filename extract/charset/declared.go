package charset

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// metaLimit is how much of a document is searched for a meta element.
const metaLimit = 64 << 10

// headerLabel returns the charset parameter of a Content-Type header, also of
// a malformed one: quoted in either way, after any separator.
func headerLabel(contentType string) string {
	return charsetParameter([]byte(contentType))
}

// charsetParameter finds "charset = value" in s, as the Encoding Standard's
// "extracting a character encoding from a meta element" does.
func charsetParameter(s []byte) string {
	for {
		i := indexFold(s, "charset")
		if i < 0 {
			return ""
		}
		s = bytes.TrimLeft(s[i+len("charset"):], " \t\r\n\f")
		if len(s) > 0 && s[0] == '=' {
			return value(s[1:])
		}
	}
}

// value returns the quoted or bare value at the head of s.
func value(s []byte) string {
	s = bytes.TrimLeft(s, " \t\r\n\f")
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		end := bytes.IndexByte(s[1:], s[0])
		if end < 0 {
			return ""
		}
		return string(bytes.TrimSpace(s[1 : 1+end]))
	}
	if end := bytes.IndexAny(s, " \t\r\n\f;,\"'>"); end >= 0 {
		s = s[:end]
	}
	return string(s)
}

// xmlLabel returns the encoding of an XML declaration at the head of body.
func xmlLabel(body []byte) string {
	head := bytes.TrimLeft(body[:min(len(body), 1024)], " \t\r\n\f")
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	end := bytes.Index(head, []byte("?>"))
	if end < 0 {
		return ""
	}
	head = head[:end]
	i := bytes.Index(head, []byte("encoding"))
	if i < 0 {
		return ""
	}
	head = bytes.TrimLeft(head[i+len("encoding"):], " \t\r\n")
	if len(head) == 0 || head[0] != '=' {
		return ""
	}
	return value(head[1:])
}

// metaLabel returns what the first meta element with a charset says, among the
// first 64 KiB and outside of comments, scripts, styles and titles.
func metaLabel(body []byte) string {
	rest := body[:min(len(body), metaLimit)]
	for {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			return ""
		}
		rest = rest[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			rest = after(rest[4:], "-->")
		case opens(rest, "script"):
			rest = after(rest[1:], "</script")
		case opens(rest, "style"):
			rest = after(rest[1:], "</style")
		case opens(rest, "title"):
			rest = after(rest[1:], "</title")
		case opens(rest, "meta"):
			tag := tagText(rest)
			if label := metaCharset(tag); label != "" {
				return label
			}
			rest = rest[len(tag):]
		default:
			rest = rest[1:]
		}
	}
}

// metaCharset reads the charset of a meta tag: its charset attribute, or its content if
// http-equiv is Content-Type. UTF-16 declared in ASCII can't be true; it is read as UTF-8.
func metaCharset(tag []byte) string {
	z := html.NewTokenizer(bytes.NewReader(tag))
	z.Next()
	label, content, header := "", "", false
	for _, a := range z.Token().Attr {
		switch a.Key {
		case "charset":
			label = strings.TrimSpace(a.Val)
		case "content":
			content = a.Val
		case "http-equiv", "name":
			header = header || strings.EqualFold(strings.TrimSpace(a.Val), "content-type")
		}
	}
	if label == "" && header {
		label = charsetParameter([]byte(content))
	}
	if len(label) >= 5 && indexFold([]byte(label[:5]), "utf-1") == 0 || indexFold([]byte(label), "utf16") == 0 {
		return utf8Label
	}
	return label
}

// tagText returns the tag at the head of s up to its ">" or the end.
func tagText(s []byte) []byte {
	if end := bytes.IndexByte(s, '>'); end >= 0 {
		return s[:end+1]
	}
	return s
}

// opens reports whether s begins with the start tag name.
func opens(s []byte, name string) bool {
	if len(s) < len(name)+2 || indexFold(s[1:1+len(name)], name) != 0 {
		return false
	}
	switch s[len(name)+1] {
	case ' ', '\t', '\r', '\n', '\f', '/', '>':
		return true
	}
	return false
}

// after returns what follows the first mark in s, nothing without one.
func after(s []byte, mark string) []byte {
	i := indexFold(s, mark)
	if i < 0 {
		return nil
	}
	return s[i+len(mark):]
}

// indexFold is bytes.Index for a lower-case ASCII mark, ignoring case.
func indexFold(s []byte, mark string) int {
	first, upper := mark[0], mark[0]
	if first >= 'a' && first <= 'z' {
		upper -= 'a' - 'A'
	}
	for i := 0; i+len(mark) <= len(s); i++ {
		if (s[i] == first || s[i] == upper) && equalFold(s[i:i+len(mark)], mark) {
			return i
		}
	}
	return -1
}

func equalFold(s []byte, lower string) bool {
	for i := range lower {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
