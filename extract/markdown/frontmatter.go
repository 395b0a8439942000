package markdown

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxFrontMatter bounds the front matter that is looked for and read.
const maxFrontMatter = 64 << 10

// cutFrontMatter cuts the YAML ("---") or TOML ("+++") block off the head of a
// source. Without one that is closed, the source is returned as it is.
func cutFrontMatter(src string) (front, rest string) {
	mark := src[:min(3, len(src))]
	if mark != "---" && mark != "+++" {
		return "", src
	}
	first, body, _ := strings.Cut(src, "\n")
	if strings.TrimSpace(first) != mark {
		return "", src
	}
	at := 0
	for line := range strings.Lines(body[:min(len(body), maxFrontMatter)]) {
		if end := strings.TrimSpace(line); end == mark || mark == "---" && end == "..." {
			if !hasKey(body[:at]) {
				return "", src
			}
			return body[:at], body[at+len(line):]
		}
		at += len(line)
	}
	return "", src
}

// hasKey reports whether s has a line that sets a key: else the marks were two
// rules.
func hasKey(s string) bool {
	for line := range strings.Lines(s) {
		if key, _, ok := splitField(line); ok && key != "" {
			return true
		}
	}
	return strings.TrimSpace(s) == ""
}

// splitField splits "key: value" or "key = value".
func splitField(line string) (key, value string, ok bool) {
	i := strings.IndexAny(line, ":=")
	if i <= 0 || strings.ContainsAny(line[:1], " \t-#") {
		return "", "", false
	}
	key = strings.Trim(strings.TrimSpace(line[:i]), `"'`)
	if strings.ContainsAny(key, " \t[]{}<>*`") {
		return "", "", false
	}
	return strings.ToLower(key), strings.TrimSpace(line[i+1:]), true
}

// frontMetadata reads the fields of front matter that a document is described by:
// scalars and lists of them, in one line, one item a line or as a block of text.
// It is no YAML parser: anchors, tags and nested maps are passed over, but for
// the names in them. The tables of TOML end it.
func frontMetadata(front string) extract.Metadata {
	var m extract.Metadata
	var open frontEntry
	for line := range strings.Lines(front) {
		if strings.HasPrefix(line, "[") {
			break
		}
		if key, value, ok := splitField(line); ok {
			open.set(&m)
			open = frontEntry{key: key, value: value, block: isBlockMark(value)}
			continue
		}
		open.add(strings.TrimSpace(line))
	}
	open.set(&m)
	return m
}

// frontEntry is a key of front matter with what follows it.
type frontEntry struct {
	key, value string
	list       []string // an item a line
	block      bool     // the value is the text on the lines below
}

// add takes a line below that of the key: an item, or more of the value.
func (e *frontEntry) add(line string) {
	switch {
	case line == "":
	case e.block && len(e.list) == 0:
		e.list = []string{line}
	case e.block:
		e.list[0] += " " + line
	case e.value == "":
		e.list = appendItem(e.list, line)
	default:
		e.value += " " + line
	}
}

func (e *frontEntry) set(m *extract.Metadata) {
	if e.value != "" && !e.block {
		e.list = scalars(e.value)
	}
	if e.key != "" && len(e.list) > 0 {
		setField(m, e.key, e.list)
	}
}

// isBlockMark reports whether a value of YAML is the text on the lines below:
// "|" or ">", with what it says of line breaks and indentation.
func isBlockMark(value string) bool {
	return value != "" && (value[0] == '|' || value[0] == '>') && strings.Trim(value[1:], "+-0123456789") == ""
}

// appendItem adds an item of a list in one line each; of a map, its name.
func appendItem(list []string, line string) []string {
	item, isItem := strings.CutPrefix(line, "- ")
	name, isName := strings.CutPrefix(item, "name:")
	switch {
	case len(list) >= 100:
	case isName:
		return append(list, unquoteScalar(name))
	case isItem && !isPair(item):
		return append(list, unquoteScalar(item))
	}
	return list
}

// isPair reports whether an item begins a map of its own.
func isPair(item string) bool {
	key, _, ok := splitField(item)
	return ok && strings.HasPrefix(item[len(key):], ": ")
}

// frontTexts returns what front matter says in words, for the scan: a text for
// each key, the lines that follow it included.
func frontTexts(front string) []extract.Removed {
	var texts []string
	for line := range strings.Lines(front) {
		if _, value, ok := splitField(line); ok {
			if isBlockMark(value) {
				value = ""
			}
			texts = append(texts, unquoteScalar(value))
		} else if n := len(texts); n > 0 {
			texts[n-1] += " " + strings.TrimSpace(line)
		}
	}
	var out []extract.Removed
	for _, text := range texts {
		if text = strings.TrimSpace(text); strings.Count(text, " ") > 1 && len(out) < maxRemoved {
			out = append(out, extract.Removed{Text: text, Where: "meta", Reason: "front matter"})
		}
	}
	return out
}

// scalars reads a scalar, a list in brackets, or the name in a map in braces.
func scalars(s string) []string {
	if inner, isMap := strings.CutPrefix(s, "{"); isMap {
		for _, pair := range splitFlow(strings.TrimSuffix(inner, "}")) {
			if name, found := strings.CutPrefix(strings.TrimSpace(pair), "name:"); found {
				return []string{unquoteScalar(name)}
			}
		}
		return nil
	}
	inner, isList := strings.CutPrefix(s, "[")
	if !isList {
		return []string{unquoteScalar(s)}
	}
	var list []string
	for _, item := range splitFlow(inner) {
		item = strings.TrimSpace(item)
		if strings.HasPrefix(item, "{") {
			list = append(list, scalars(item)...)
		} else if item = unquoteScalar(item); item != "" {
			list = append(list, item)
		}
	}
	return list[:min(len(list), 100)]
}

// splitFlow splits what is in brackets or braces at its commas, but for those in
// quotes and in brackets within; it ends with the closing bracket.
func splitFlow(s string) []string {
	var parts []string
	start, depth := 0, 0
	var quote byte
	last := byte(',') // before this sign, blanks aside
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == ' ' {
			continue
		}
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && strings.IndexByte(",:[{", last) >= 0:
			quote = c
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}') && depth == 0:
			return append(parts, s[start:i])
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
		last = c
	}
	return append(parts, s[start:])
}

// unquoteScalar undoes the quotes of a value or cuts its comment.
func unquoteScalar(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.LastIndexByte(s, s[0]); end > 0 {
			return mdwriter.Fold(strings.NewReplacer(`\"`, `"`, `\\`, `\`, "''", "'").Replace(s[1:end]))
		}
	}
	s, _, _ = strings.Cut(s, " #")
	return mdwriter.Fold(s)
}

func setField(m *extract.Metadata, key string, list []string) {
	first := list[0]
	switch key {
	case "title":
		m.Title = first
	case "description", "summary", "abstract":
		if m.Description == "" {
			m.Description = first
		}
	case "author", "authors":
		m.Authors = list
	case "tags", "keywords", "categories":
		m.Tags = append(m.Tags, list...)
	case "lang", "language":
		m.Language = first
	case "date", "published", "publishdate", "created":
		if t, dateOnly, ok := datetime.Parse(first); ok && m.Published.IsZero() {
			m.Published, m.DateOnly = t, dateOnly
		}
	case "updated", "modified", "lastmod":
		if t, _, ok := datetime.Parse(first); ok {
			m.Modified = t
		}
	case "license", "licence":
		m.License = first
	}
}
