package hiddentext

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
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
	for c.Room() > 0 {
		open := strings.IndexByte(text, '"')
		if open < 0 {
			return
		}
		end := stringEnd(text, open+1)
		if end < 0 {
			return
		}
		literal := text[open : end+1]
		text = text[end+1:]
		if beforeColon(text) || !looksLikeProse(literal) {
			continue
		}
		c.Add(withoutTags(stringValue(literal)), where, "")
	}
}

// stringValue returns the value of a JSON string, or the literal if it is invalid.
func stringValue(literal string) string {
	if plain := literal[1 : len(literal)-1]; isPlainJSON(plain) {
		return plain
	}
	var value string
	if json.Unmarshal([]byte(literal), &value) != nil {
		return literal
	}
	return value
}

// isPlainJSON reports whether the inside of a JSON string has no escapes and is valid,
// so that it is its own value.
func isPlainJSON(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] == '\\' {
			return false
		}
	}
	return utf8.ValidString(s)
}

// beforeColon reports whether a colon comes next, so that what was before is a
// name.
func beforeColon(text string) bool {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t', '\r', '\n':
		default:
			return text[i] == ':'
		}
	}
	return false
}

// stringEnd returns the index of the quote that ends a string, -1 for none.
func stringEnd(text string, from int) int {
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
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
