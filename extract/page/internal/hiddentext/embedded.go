package hiddentext

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
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
		c.addJSONValues(text, where, 0)
	case strings.IndexByte(text, '<') >= 0:
		c.Add(withoutTags(text), where, "")
	default:
		c.Add(text, where, "")
	}
}

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

func isStyleDeclarations(s string) bool {
	ends := strings.Count(s, ";")
	return ends >= 3 && strings.Count(s, ":") >= ends-1 && strings.Count(s, " ") <= 6*ends
}

// maxNestedJSON bounds the strings of JSON within each other that are read as JSON.
const maxNestedJSON = 4

// addJSONValues collects the strings of a JSON text that are values and look like
// prose, and those of strings that hold JSON. The text need not be valid, nor complete.
func (c *Collector) addJSONValues(text, where string, depth int) {
	s := laxjson.Scanner{Src: text}
	for c.Room() > 0 && s.NextQuote() {
		start := s.At
		if !s.SkipString() {
			return
		}
		literal := text[start:s.At]
		if s.AtColon() || !looksLikeProse(literal) {
			continue
		}
		value := laxjson.Unquote(literal)
		if depth < maxNestedJSON && isNestedJSON(value) {
			c.addJSONValues(value, where, depth+1)
			continue
		}
		c.Add(withoutTags(value), where, "")
	}
}

func isNestedJSON(value string) bool {
	value = strings.TrimLeft(value, " \t\r\n[")
	if !strings.HasPrefix(value, "{") {
		return false
	}
	value = strings.TrimLeft(value[1:], " \t\r\n")
	s := laxjson.Scanner{Src: value}
	return strings.HasPrefix(value, "\"") && s.SkipString() && s.AtColon()
}

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
		if rest == "" || !ascii.IsLetter(rest[0]) && strings.IndexByte("/!?", rest[0]) < 0 {
			b.WriteByte('<')
			s = rest
			continue
		}
		b.WriteByte(' ')
		_, s, _ = strings.Cut(rest, ">")
	}
	return strings.TrimSpace(html.UnescapeString(b.String()))
}
