package markdown

import (
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
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
			if !fields(body[:at]) {
				return "", src
			}
			return body[:at], body[at+len(line):]
		}
		at += len(line)
	}
	return "", src
}

// fields reports whether s has a line that sets a key: else the marks were two
// rules.
func fields(s string) bool {
	for line := range strings.Lines(s) {
		if key, _, ok := field(line); ok && key != "" {
			return true
		}
	}
	return strings.TrimSpace(s) == ""
}

// field splits "key: value" or "key = value".
func field(line string) (key, value string, ok bool) {
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

// metadata reads the fields of front matter that a document is described by:
// scalars and lists of them, in one line, one item a line or as a block of text.
// It is no YAML parser: anchors, tags and nested maps are passed over, but for
// the names in them. The tables of TOML end it.
func metadata(front string) extract.Metadata {
	var m extract.Metadata
	key, list, block := "", []string(nil), false
	flush := func() {
		if key != "" && len(list) > 0 {
			setField(&m, key, list)
		}
		key, list = "", nil
	}
	for line := range strings.Lines(front) {
		if strings.HasPrefix(line, "[") {
			break
		}
		if k, value, ok := field(line); ok {
			flush()
			key, block = k, isBlockMark(value)
			if value != "" && !block {
				list = values(value)
			}
			continue
		}
		switch line = strings.TrimSpace(line); {
		case line == "":
		case block && len(list) == 0:
			list = []string{line}
		case block:
			list[0] += " " + line
		default:
			list = appendItem(list, line)
		}
	}
	flush()
	return m
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
		return append(list, scalar(name))
	case isItem && !isPair(item):
		return append(list, scalar(item))
	}
	return list
}

// isPair reports whether an item begins a map of its own.
func isPair(item string) bool {
	key, _, ok := field(item)
	return ok && strings.HasPrefix(item[len(key):], ": ")
}

// frontTexts returns what front matter says in words, for the scan: a text for
// each key, the lines that follow it included.
func frontTexts(front string) []extract.Removed {
	var texts []string
	for line := range strings.Lines(front) {
		if _, value, ok := field(line); ok {
			if isBlockMark(value) {
				value = ""
			}
			texts = append(texts, scalar(value))
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

// values reads a scalar or a list in brackets.
func values(s string) []string {
	inner, isList := strings.CutPrefix(s, "[")
	if !isList {
		return []string{scalar(s)}
	}
	inner, _, _ = strings.Cut(inner, "]")
	var list []string
	for item := range strings.SplitSeq(inner, ",") {
		if item = scalar(item); item != "" && len(list) < 100 {
			list = append(list, item)
		}
	}
	return list
}

// scalar undoes the quotes of a value or cuts its comment.
func scalar(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.LastIndexByte(s, s[0]); end > 0 {
			return compose.Fold(strings.NewReplacer(`\"`, `"`, `\\`, `\`, "''", "'").Replace(s[1:end]))
		}
	}
	s, _, _ = strings.Cut(s, " #")
	return compose.Fold(s)
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
		if t, dateOnly, ok := date(first); ok && m.Published.IsZero() {
			m.Published, m.DateOnly = t, dateOnly
		}
	case "updated", "modified", "lastmod":
		if t, _, ok := date(first); ok {
			m.Modified = t
		}
	case "license", "licence":
		m.License = first
	}
}

func date(s string) (t time.Time, dateOnly, ok bool) {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, false, true
		}
	}
	t, err := time.Parse(time.DateOnly, s)
	return t, true, err == nil
}
