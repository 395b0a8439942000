package layout

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// wrapped keeps the text inside of data or markup: the values of JSON, what
// stands between tags. Names, addresses and code say nothing to a model and
// only look odd beside sentences.
func (p *Page) wrapped(text, where string) {
	switch text = strings.TrimSpace(bare(text)); {
	case text == "":
	case text[0] == '{' || text[0] == '[':
		if !declarations(text) {
			p.jsonValues(text, where)
		}
	case strings.IndexByte(text, '<') >= 0:
		if !declarations(text) {
			p.remove(untagged(text), where, "")
		}
	case telling(text) && !declarations(text):
		p.remove(text, where, "")
	}
}

// bare cuts the marks off a CDATA section or a conditional comment, which are
// comments to a parser of HTML.
func bare(comment string) string {
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

// declarations reports whether a text is a list of style declarations.
func declarations(s string) bool {
	ends := strings.Count(s, ";")
	return ends >= 3 && strings.Count(s, ":") >= ends-1 && strings.Count(s, " ") <= 6*ends
}

// jsonValues keeps the strings of a JSON text that are values and hold words.
// The text need not be valid, nor end.
func (p *Page) jsonValues(text, where string) {
	for p.removedSize < MaxRemoved {
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
		if beforeColon(text) || !telling(literal) {
			continue
		}
		p.remove(untagged(stringValue(literal)), where, "")
	}
}

// stringValue returns what a JSON string says, or the literal where it isn't one.
func stringValue(literal string) string {
	if plain := literal[1 : len(literal)-1]; unescaped(plain) {
		return plain
	}
	var value string
	if json.Unmarshal([]byte(literal), &value) != nil {
		return literal
	}
	return value
}

// unescaped reports whether the inside of a JSON string stands for itself.
func unescaped(s string) bool {
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

// untagged returns the text of markup, the same string if there is no tag.
func untagged(s string) string {
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
		if rest == "" || !tagStart(rest[0]) {
			b.WriteByte('<')
			s = rest
			continue
		}
		b.WriteByte(' ')
		_, s, _ = strings.Cut(rest, ">")
	}
	return strings.TrimSpace(html.UnescapeString(b.String()))
}

func tagStart(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '/' || c == '!' || c == '?' }
