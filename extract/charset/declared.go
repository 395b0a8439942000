package charset

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// metaLimit is how much of a document is searched for a meta element.
const metaLimit = 64 << 10

// The value of a parameter, quoted in either way or bare.
const parameterValue = `[ \t\r\n\f]*=[ \t\r\n\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\r\n\f;,"'>]*))`

var (
	charsetPattern  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?i)charset" + parameterValue) })
	encodingPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("encoding" + parameterValue) })
)

func parameter(pattern *regexp.Regexp, s string) string {
	if m := pattern.FindStringSubmatch(s); m != nil {
		return strings.TrimSpace(m[1] + m[2] + m[3])
	}
	return ""
}

// charsetParameter returns the value of "charset = value" in a Content-Type header, also in a malformed one, or in the content
// of a meta element, as the Encoding Standard's "extracting a character encoding from a meta element" does.
func charsetParameter(s string) string { return parameter(charsetPattern(), s) }

// xmlLabel returns the encoding of an XML declaration at the head of body.
func xmlLabel(body []byte) string {
	declaration, isXML := bytes.CutPrefix(bytes.TrimLeft(body[:min(len(body), 1024)], " \t\r\n\f"), []byte("<?xml"))
	declaration, _, ends := bytes.Cut(declaration, []byte("?>"))
	if !isXML || !ends {
		return ""
	}
	return parameter(encodingPattern(), string(declaration))
}

// metaLabel returns what the first meta element with a charset says, among the first 64 KiB and
// outside of comments, scripts, styles and titles.
func metaLabel(body []byte) string {
	z := html.NewTokenizer(bytes.NewReader(body[:min(len(body), metaLimit)]))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			if tag := z.Token(); tag.DataAtom == atom.Meta {
				if label := metaCharset(tag.Attr); label != "" {
					return label
				}
			}
		}
	}
}

// metaCharset reads the charset of a meta tag: its charset attribute, or its content if
// http-equiv is Content-Type. UTF-16 declared in ASCII can't be true; it is read as UTF-8.
func metaCharset(attributes []html.Attribute) string {
	label, content, header := "", "", false
	for _, a := range attributes {
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
		label = charsetParameter(content)
	}
	if lower := strings.ToLower(label); strings.HasPrefix(lower, "utf-1") || strings.HasPrefix(lower, "utf16") {
		return utf8Label
	}
	return label
}
