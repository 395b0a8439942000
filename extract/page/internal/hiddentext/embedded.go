package hiddentext

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
)

// AddEmbedded collects the sentences inside of data or markup: the string values of
// JSON, the text between tags. Of names, addresses and code nothing is collected.
func (c *Collector) AddEmbedded(text, where string) {
	text = strings.TrimSpace(commentText(text))
	if text == "" || isStyleDeclarations(text) {
		return
	}
	switch {
	case text[0] == '{' || text[0] == '[':
		c.addJSONValues(text, where)
	case strings.IndexByte(text, '<') >= 0:
		c.Add(withoutTags(text), where, "")
	default:
		c.Add(text, where, "")
	}
}

// commentText cuts the marks off a CDATA section or a conditional comment, which are
// comments to a parser of HTML.
func commentText(comment string) string {
	if text, ok := strings.CutPrefix(comment, "[CDATA["); ok {
		return strings.TrimSuffix(text, "]]")
	}
	if strings.HasPrefix(comment, "[if ") {
		if _, text, ok := strings.Cut(comment, "]>"); ok {
			return strings.TrimSuffix(text, "<![endif]")
		}
	}
	return comment
}

// isStyleDeclarations reports whether a text is a list of style declarations.
func isStyleDeclarations(s string) bool {
	ends := strings.Count(s, ";")
	return ends >= 3 && strings.Count(s, ":") >= ends-1 && strings.Count(s, " ") <= 6*ends
}

// addJSONValues collects the strings of a JSON text that are values and look like
// prose. The text need not be valid, nor complete.
func (c *Collector) addJSONValues(text, where string) {
	s := laxjson.Scanner{Src: text}
	for c.Room() > 0 && s.NextQuote() {
		start := s.At
		if !s.SkipString() {
			return
		}
		if literal := text[start:s.At]; !s.AtColon() && looksLikeProse(literal) {
			c.Add(withoutTags(laxjson.Unquote(literal)), where, "")
		}
	}
}

// withoutTags returns the text of markup, the same string if there is no tag.
func withoutTags(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		text, rest, tagged := strings.Cut(s, "<")
		b.WriteString(text)
		if !tagged {
			break
		}
		if rest == "" || !startsTag(rest[0]) {
			b.WriteByte('<')
			s = rest
			continue
		}
		b.WriteByte(' ')
		_, s, _ = strings.Cut(rest, ">")
	}
	return strings.TrimSpace(html.UnescapeString(b.String()))
}

func startsTag(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '/' || c == '!' || c == '?'
}
